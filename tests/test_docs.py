"""The documentation says what the program does, and says all of it."""

import dataclasses
import doctest
import inspect
import json
import re
import sys
from pathlib import Path

import click
import msgspec
import pytest

import quebra
import quebra.play
from quebra.cli import COMMANDS, main
from quebra.cli.generate import family_options
from quebra.contract.registry import AnyFamily, families, get_family
from quebra.contract.settings import Settings
from quebra.families.tangram.figures import CATEGORY_TITLES, all_figures
from quebra.families.tangram.sets import SETS
from quebra.service.protocol import VERBS
from quebra.testing import read_case
from quebra.web.settings import WebSettings

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "docs"))

import command_pages  # noqa: E402
import family_pages  # noqa: E402
import generate  # noqa: E402
import writing  # noqa: E402

STALE = "run `python docs/generate.py`"
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = get_family(command_pages.GUIDE)
VARIABLE = re.compile(r"\bQUEBRA_[A-Z_]+\b")
COMMAND_LINE = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that docs/generate.py makes."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "README.md").write_text(README, encoding="utf-8")
    generate.write_files(folder)
    return folder


def text(made: Path, name: str) -> str:
    return (made / "docs/_generated" / name).read_text(encoding="utf-8")


def test_readme_tables_are_current(made: Path) -> None:
    assert (made / "README.md").read_text(encoding="utf-8") == README, STALE
    assert all(f"`{family.name}`" in README for family in families())


def test_tables_are_written_between_their_markers() -> None:
    empty = re.sub(r"(<!-- (\w+) -->\n).*?(<!-- /\2 -->)", r"\1\3", README, flags=re.DOTALL)
    assert empty != README
    assert generate.with_tables(empty) == README


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_pictures_are_current(made: Path, family: AnyFamily) -> None:
    picture = f"docs/pictures/{family.name}.svg"
    assert (ROOT / picture).read_bytes() == (made / picture).read_bytes(), STALE


def test_readme_shows_pictures_and_pages_that_exist() -> None:
    links = re.findall(r"\]\(([^):]+)\)", README)
    assert len(links) > 5
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_readme_commands_run() -> None:
    lines = re.findall(r"^\$ (quebra .*)$", README, flags=re.MULTILINE)
    assert len(lines) > 5
    for line in lines:
        output, status = command_pages.run(line, GUIDE)
        assert status == ("check" in line), f"{line}: {output}"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_documented(made: Path, name: str) -> None:
    command, ctx = command_pages.find_command(name)
    section = text(made, "commands.md").split(f"### {name}\n")[1].split("\n### ")[0]
    options = [param for param in command.get_params(ctx) if isinstance(param, click.Option)]
    if name == "generate":
        options += [o for family in families() for o in family_options(family.name)]
    for option in options:
        rows = [row for row in section.splitlines() if re.search(rf"\W{option.opts[-1]}\b", row)]
        assert any(row.startswith("|") for row in rows), f"{name} {option.opts}"
        assert option.help, f"{name} {option.opts} has no help"


def test_options_of_the_program_itself_are_documented() -> None:
    flags = [flag for param in main.params for flag in param.opts]
    assert flags
    assert [flag for flag in (*flags, "--help") if flag not in COMMAND_LINE] == []


def test_every_setting_is_documented(made: Path) -> None:
    made_of: dict[str, type[msgspec.Struct]] = {
        "settings.md": Settings,
        "server_settings.md": WebSettings,
    }
    for file, kind in made_of.items():
        for field in msgspec.structs.fields(kind):
            row = rf"\| `QUEBRA_{field.name.upper()}` \| \S+ \| [A-Z][^|]*[^.] \|"
            assert re.search(row, text(made, file)), field.name


def test_every_variable_is_in_the_reference(made: Path) -> None:
    reference = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
    for file in re.findall(r"_generated/(\w+\.md)", reference):
        reference += text(made, file)
    sources = (ROOT / "src/quebra").rglob("*.py")
    used = {name for path in sources for name in VARIABLE.findall(path.read_text(encoding="utf-8"))}
    assert used and {name for name in used if f"`{name}`" not in reference} == set()


@pytest.mark.parametrize("name", [name for name, lines in command_pages.EXAMPLES.items() if lines])
def test_every_json_field_is_documented(name: str) -> None:
    line = command_pages.example_lines(name, GUIDE)[-1]
    found = json.loads(command_pages.run(line, GUIDE)[0])
    fields = found[0] if isinstance(found, list) else found
    contract = COMMAND_LINE.split("## JSON")[1].split("## Settings")[0]
    rows = re.search(rf"\| {name} \|.*\n(\| \|.*\n)*", contract)
    assert rows, f"{name} is not in the table"
    if name != "generate":
        assert [field for field in fields if f"`{field}`" not in rows[0]] == []


@pytest.mark.parametrize("verb", VERBS)
def test_every_field_of_a_request_is_documented(verb: str) -> None:
    page = (ROOT / "docs/server.md").read_text(encoding="utf-8")
    (row,) = (line for line in page.splitlines() if line.startswith(f"| `{verb}` |"))
    left_out = {"lang", "options"} | ({"time"} if VERBS[verb].quick else set())
    fields = [name for name in VERBS[verb].__struct_fields__ if name not in left_out]
    assert [name for name in fields if f"`{name}`" not in row.split("|")[2]] == []


@pytest.mark.parametrize("name", quebra.__all__)
def test_exported_names_are_documented(name: str) -> None:
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    assert re.search(rf"^\.\. auto\w+:: {name}$", page, flags=re.MULTILINE)
    assert callable(getattr(quebra, name)) and inspect.getdoc(getattr(quebra, name))


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_family_pages_tell_everything(made: Path, family: AnyFamily) -> None:
    page = text(made, f"families/{family.name}.md")
    names = [
        *family.rules.codes,
        *family.solve.engines,
        *family.solve.goals,
        *(codec.name for codec in (*family.formats.puzzles, *family.formats.answers)),
    ]
    assert [name for name in names if f"| `{name}` |" not in page] == []
    assert [rule for rule in family.rules.texts if rule not in page] == []
    assert [t for t in family.explain.techniques if f"| {t.level} | {t.name} |" not in page] == []
    assert page.count("<figcaption>") >= len(family.cases)


def test_all_moves_are_told() -> None:
    moves, edits = generate.moves_table(), generate.edits_table()
    for family in families():
        assert family.play
        edited = family.play.editor.examples if family.play.editor else ()
        for table, documented in ((moves, family.play.examples), (edits, edited)):
            assert [
                each for each, _ in documented if f"| `{family.name}` | `{each}` |" not in table
            ] == []


@pytest.mark.parametrize("name", quebra.play.__all__)
def test_what_plays_is_documented(name: str) -> None:
    page = (ROOT / "docs/play.md").read_text(encoding="utf-8")
    assert name.isupper() or re.search(rf"^\.\. auto\w+:: {name}$", page, flags=re.MULTILINE)


def test_cases_are_drawn_with_their_broken_places() -> None:
    family = GUIDE
    case = next(case for case in family.cases if case.violations)
    figure = family_pages.case_figure(family, case)
    assert [code for code, _ in figure.remarks] == list(case.violations or ())
    plain = quebra.draw(*read_case(family, case))
    assert len(figure.drawing.shapes) > len(plain.shapes)


@pytest.mark.parametrize(
    "page", ["docs/quick-start.md", "docs/play.md", "docs/sets.md", "docs/figures.md"]
)
def test_sessions_in_the_pages_are_true(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert tried > 5 and failed == 0


def test_every_set_of_pieces_is_shown(made: Path) -> None:
    page = text(made, "sets.md")
    assert page.count("<figcaption>") == len(SETS)
    for name, found in SETS.items():
        assert f"| `{name}` | {found.title} | {found.extent} |" in page
        assert found.source in page


def test_every_named_figure_is_shown(made: Path) -> None:
    page = text(made, "figures.md")
    for category, title in CATEGORY_TITLES.items():
        assert f"## {title}\n" in page
        assert f"--category {category}<" in page
    assert page.count("<path") >= 2 * sum(1 for _ in all_figures())


def test_examples_of_the_generator_are_true() -> None:
    failed, tried = doctest.testmod(writing)
    assert tried and failed == 0


def test_the_page_of_hooks_tells_what_they_do() -> None:
    page = ROOT / "docs/hooks.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 40 and not failed


def test_every_hook_is_documented_with_an_example() -> None:
    page = (ROOT / "docs/hooks.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"^### `(.+?)`\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL))
    family = get_family("kojun")
    rooms = {
        field.name: room
        for field in dataclasses.fields(family)
        if dataclasses.is_dataclass(room := getattr(family, field.name))
    }
    hooks = {
        f"{name}.{hook.name}" for name, room in rooms.items() for hook in dataclasses.fields(room)
    }
    assert documented.keys() == hooks | {"draw", "draws_candidates", "cut_outs"}
    assert [hook for hook, text in documented.items() if "\n>>> " not in text] == []


def test_the_walks_of_the_architecture_name_what_there_is() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.+`) \| (.+) \|$", page, re.MULTILINE)
    assert len(rows) > 40
    for places, words in rows:
        text = "".join(map(_source_of, re.findall(r"`(.+?)`", places)))
        for name in re.findall(r"`([A-Za-z_.]+)`", words):
            assert name.endswith((".py", ".js")) or name.rpartition(".")[2] in text, (places, name)


def _source_of(place: str) -> str:
    path = ROOT / "src/quebra" / place
    files = path.rglob("*.py") if path.is_dir() else [path]
    return "".join(file.read_text(encoding="utf-8") for file in files)

"""Engines and formats of another package, found by entry points, and held to the contract."""

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from processes import python_path

pytestmark = pytest.mark.integration

TEMPLATES = Path(__file__).parents[1] / "docs/plug-ins"
BOARD = "kojun\nregions\na a\nb b\ngivens\n2 .\n. .\n"
ENGINES = '''
from quebra.families.kojun.solve import own
from quebra.grid.cells import GridAnswer

NUMBER = 7


def mine(puzzle, budget, *, goal, seed):
    """Another name of the own engine."""
    return own(puzzle, budget, goal=goal, seed=seed)


def wrong(puzzle, budget, *, goal, seed):
    rows, cols = puzzle.size
    yield GridAnswer(grid=((1,) * cols,) * rows)


def idle(puzzle, budget, *, goal, seed):
    return iter(())


def faulty(puzzle, budget, *, goal, seed):
    raise KeyError("nothing")
'''
FORMATS = """
from quebra.contract.codec import Codec
from quebra.contract.family import Formats


def backwards(family):
    plain = family.formats.puzzles[0]
    codec = Codec(
        "backwards",
        "the JSON, reversed",
        lambda text: text.startswith("}"),
        lambda text: plain.read(text[::-1]),
        lambda puzzle: plain.write(puzzle)[::-1],
    )
    return Formats(puzzles=(codec,))


def again(family):
    return family.formats


def nothing(family):
    return None
"""


def install(site: Path, name: str, entry_points: str, **modules: str) -> Path:
    """A folder with an installed package."""
    for module, text in modules.items():
        (site / f"{module}.py").write_text(text, encoding="utf-8")
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry_points)
    return site


def python(site: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args],
        env={**os.environ, "PYTHONPATH": python_path(site)},
        input=BOARD,
        capture_output=True,
        text=True,
        check=False,
    )


def quebra(site: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return python(site, "-m", "quebra", *args)


def solve(site: Path, engine: str) -> subprocess.CompletedProcess[str]:
    return quebra(site, "solve", "-", "--json", "--engine", engine)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(
        tmp_path_factory.mktemp("site"),
        "my-engines",
        "[quebra.engines]\n"
        "kojun.mine = my_engines:mine\n"
        "kojun.wrong = my_engines:wrong\n"
        "kojun.idle = my_engines:idle\n"
        "kojun.faulty = my_engines:faulty\n"
        "kojun.gone = nowhere:engine\n"
        "kojun.number = my_engines:NUMBER\n"
        "[quebra.formats]\n"
        "kojun.backwards = my_formats:backwards\n",
        my_engines=ENGINES,
        my_formats=FORMATS,
    )


def test_engines_are_listed_after_those_of_the_family(site: Path) -> None:
    listed = quebra(site, "families", "--json", "kojun")
    (facts,) = json.loads(listed.stdout)
    own = ["auto", "own", "cpsat"]
    plugins = ["faulty", "gone", "idle", "mine", "number", "paper", "wrong"]
    assert facts["engines"] == own + plugins
    assert listed.stderr == ""


def test_an_engine_solves(site: Path) -> None:
    outcome = json.loads(solve(site, "mine").stdout)
    assert (outcome["status"], outcome["engine"]) == ("unique", "mine")


def test_engines_that_are_not_used_are_not_loaded(site: Path) -> None:
    code = "import sys, quebra; print(quebra.solve(quebra.load('-')).engine); print(*sys.modules)"
    engine, modules = python(site, "-c", code).stdout.splitlines()
    assert engine == "own"
    loaded = set(modules.split())
    assert "quebra.families.kojun.solve" in loaded
    engines = [point.module for point in entry_points(group="quebra.engines")]
    assert len(engines) > 4 and not loaded & {"my_engines", *engines}


def test_a_wrong_answer_is_caught(site: Path) -> None:
    ended = solve(site, "wrong")
    assert ended.returncode == 1
    assert "EngineFault: Engine wrong gave an answer that check refuses" in ended.stderr
    assert ended.stdout == ""


def check_engine(site: Path, engine: str) -> subprocess.CompletedProcess[str]:
    code = "import quebra.testing as t; from quebra.contract.registry import get_family as f"
    return python(site, "-c", f"{code}; t.check_engine(f('kojun'), {engine!r})")


def test_the_contract_holds_for_an_engine(site: Path) -> None:
    ended = check_engine(site, "mine")
    assert ended.returncode == 0, ended.stderr


def test_a_false_end_is_caught_by_the_contract(site: Path) -> None:
    ended = check_engine(site, "idle")
    assert ended.returncode == 1
    assert "AssertionError" in ended.stderr and "idle says none" in ended.stderr


def test_a_mistake_in_an_engine_is_not_hidden(site: Path) -> None:
    ended = solve(site, "faulty")
    assert ended.returncode == 1
    assert "KeyError: 'nothing'" in ended.stderr


@pytest.mark.parametrize(
    ("engine", "sentence"),
    [
        ("gone", "The engine 'gone' of kojun cannot be loaded: No module named 'nowhere'."),
        ("number", "The engine 'number' of kojun is no function: my_engines:NUMBER."),
    ],
)
def test_an_engine_that_cannot_be_loaded(site: Path, engine: str, sentence: str) -> None:
    ended = solve(site, engine)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert sentence in ended.stderr


def test_names_that_clash_or_belong_to_no_family(tmp_path: Path, site: Path) -> None:
    install(
        tmp_path,
        "other-engines",
        "[quebra.engines]\n"
        "kojun.own = my_engines:mine\n"
        "kojun.mine = my_engines:mine\n"
        "paper = my_engines:mine\n",
    )
    both = Path(f"{site}{os.pathsep}{tmp_path}")
    ended = solve(both, "own")
    assert json.loads(ended.stdout)["engine"] == "own"
    assert "Kojun has an engine 'own' already; that of other-engines is left out." in ended.stderr
    assert (
        "The entry point 'paper' of quebra.engines is not named as in kojun.name." in ended.stderr
    )
    ended = solve(both, "mine")
    assert ended.returncode == 2
    packages = "my-engines, other-engines"
    assert f"There is more than one engine 'mine' of kojun: in {packages}." in ended.stderr


def test_the_templates_are_built_installed_and_hold(tmp_path: Path) -> None:
    """Each of the folders becomes a package in an environment of its own, and passes its test."""
    folders = [tmp_path / name for name in ("engine", "format", "family")]
    for folder in folders:
        shutil.copytree(TEMPLATES / folder.name, folder)
    subprocess.run([sys.executable, folders[2] / "copy_template.py"], check=True)
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", site, *folders], check=True)
    tests = [str(path) for folder in folders for path in folder.glob("test_*.py")]
    ended = python(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, *tests)
    assert (ended.returncode, "3 passed" in ended.stdout) == (0, True), ended.stdout
    outcome = json.loads(solve(site, "force").stdout)
    assert (outcome["status"], outcome["engine"]) == ("unique", "force")
    written = quebra(site, "convert", "-", "--to", "rows")
    assert written.stdout.strip() == "kojun rows a2 a. / b. b."
    listed = json.loads(quebra(site, "families", "--json", "latin").stdout)
    assert [family["name"] for family in listed] == ["latin"]


def test_an_entry_point_adds_a_format(site: Path) -> None:
    written = quebra(site, "convert", "-", "--to", "backwards")
    assert written.stdout.startswith("}"), written.stderr
    code = (
        f"import quebra; BOARD = {BOARD!r}; text = quebra.convert(quebra.load(BOARD), 'backwards');"
        "print(quebra.load(text) == quebra.load(BOARD))"
    )
    assert python(site, "-c", code).stdout == "True\n"


def test_broken_and_repeated_formats_are_left_out(tmp_path: Path, site: Path) -> None:
    install(
        tmp_path,
        "broken",
        "[quebra.formats]\n"
        "kojun.again = my_formats:again\n"
        "kojun.gone = nowhere:add\n"
        "kojun.nothing = my_formats:nothing\n"
        "[quebra.explanations]\n"
        "kojun.nothing = my_formats:nothing\n",
    )
    ended = solve(Path(f"{site}{os.pathsep}{tmp_path}"), "own")
    assert json.loads(ended.stdout)["status"] == "unique"
    start = "The entry point kojun"
    missing = "cannot be used: No module named 'nowhere'."
    assert f"{start}.gone of quebra.formats {missing}" in ended.stderr
    nothing = "my_formats:nothing returns no"
    assert f"{start}.nothing of quebra.formats cannot be used: {nothing} Formats." in ended.stderr
    assert f"{start}.nothing of quebra.explanations cannot be used: {nothing} Explain." in (
        ended.stderr
    )
    assert "Kojun has a format 'json' already; that of broken is left out." in ended.stderr

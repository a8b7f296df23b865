"""Write the generated parts of the documentation: tables and pages made from the program.

`python docs/generate.py` writes the pages of docs/_generated with the sample books, the pictures,
the published JSON Schemas and the README's tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import quebra
from command_pages import commands_reference
from family_pages import family_page
from figure_pages import figures_page
from pictures import title_picture
from print_pages import write_books
from quebra import families
from quebra.contract.settings import Settings
from quebra.play import SESSION_MOVES
from quebra.testing import CONTRACT, canonical_is_one_for_all
from quebra.web.settings import WebSettings
from schemas import schema_files
from set_pages import sets_page
from settings_pages import settings_table
from writing import code, first_line, page, sentence, table

ROOT = Path(__file__).resolve().parent.parent


def generated_files(readme: str) -> dict[str, str]:
    """The text of every generated file by its path; of the README only the tables are generated."""
    files = {
        "README.md": with_tables(readme),
        "docs/_generated/commands.md": commands_reference(),
        "docs/_generated/settings.md": page(settings_table(Settings)),
        "docs/_generated/server_settings.md": page(settings_table(WebSettings)),
        "docs/_generated/families.md": page(families_table()),
        "docs/_generated/verbs.md": page(verbs_table()),
        "docs/_generated/contract.md": page(contract_table()),
        "docs/_generated/moves.md": page(moves_table()),
        "docs/_generated/edits.md": page(edits_table()),
        "docs/_generated/sets.md": sets_page(),
        "docs/_generated/figures.md": figures_page(),
    }
    for family in families():
        files[f"docs/_generated/families/{family.name}.md"] = family_page(family)
        files[f"docs/pictures/{family.name}.svg"] = title_picture(family).svg()
    return files


def with_tables(readme: str) -> str:
    """The README with current tables."""
    return _filled(_filled(readme, "families", families_table()), "verbs", verbs_table())


def _filled(text: str, name: str, content: str) -> str:
    """The text with new content between the two markers of that name."""
    start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    before, rest = text.split(start)
    _, after = rest.split(end)
    return f"{before}{start}{content}\n{end}{after}"


def families_table() -> str:
    """The families with their formats and engines."""
    rows = [
        [
            f"`{family.name}`",
            sentence(family.rules.summary),
            code(codec.name for codec in family.formats.puzzles),
            code(family.solve.engine_names[1:]),
        ]
        for family in families()
    ]
    return table(["family", "what it is", "formats", "engines"], rows)


def verbs_table() -> str:
    """The verbs in the order of their source, each with the first line of its docstring."""
    exported = (getattr(quebra, name) for name in quebra.__all__)
    found = [each for each in exported if each.__module__ == quebra.service.verbs.__name__]
    found.sort(key=lambda verb: verb.__code__.co_firstlineno)
    return table(["verb", "answer"], [[f"`{verb.__name__}`", first_line(verb)] for verb in found])


def contract_table() -> str:
    """The checks that every family must pass."""
    return table(
        ["check", "what it holds a family to"],
        [
            [rule.__name__.replace("_", " "), first_line(rule)]
            for rule in (*CONTRACT, canonical_is_one_for_all)
        ],
    )


def moves_table() -> str:
    """The moves of every family, and those that all have."""
    rows = [("", *move) for move in SESSION_MOVES]
    rows += [(each.name, *move) for each in families() if each.play for move in each.play.examples]
    return _moves_table(rows)


def edits_table() -> str:
    """The ways in which the puzzles of each family are changed by those who set them."""
    return _moves_table(
        [
            (family.name, *edit)
            for family in families()
            if family.play and family.play.editor
            for edit in family.play.editor.examples
        ]
    )


def _moves_table(rows: Sequence[tuple[str, str, str]]) -> str:
    said = [
        [f"`{name}`" if name else "all", f"`{move}`", sentence(text)] for name, move, text in rows
    ]
    return table(["family", "written", "what it does"], said)


def write_files(root: Path) -> None:
    """Write every generated file below a folder that holds the README."""
    readme = (root / "README.md").read_text(encoding="utf-8")
    for name, text in {**generated_files(readme), **schema_files(root)}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_files(ROOT)
    write_books(ROOT)

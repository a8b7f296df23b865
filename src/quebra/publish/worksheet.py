"""A worksheet for a class: an example, pages of puzzles to write on, and a sheet of solutions."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import msgspec

from quebra.contract.registry import AnyFamily
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.publish.entries import Entry, by_family
from quebra.publish.layout import GAP
from quebra.publish.paper import MILLIMETRES, Paper
from quebra.publish.pictures import Picture, largest_scale, picture
from quebra.publish.puzzle_pages import (
    QR_SIDE,
    PageStyle,
    PuzzlePage,
    ShownSolution,
    puzzle_pages,
    solution_rows,
)
from quebra.publish.rules import rules_of
from quebra.render import Drawing

PER_PAGE = 6
HEADING_LINES, NAME_LINES = 4.5, 2.0
"""Lines of text of the title, and of the line for name and date."""
LETTER = 0.46
"""The mean width of a letter, in units of the font size."""
STRIP_COLUMNS = 3
STRIP_CELL = 10.0
"""The largest size of a cell of an example, in millimetres."""
SMALL = 0.6
"""A picture whose cells are this much smaller than those before has the whole width."""
Example = Sequence[tuple[Text, Drawing]]
"""The steps of an example: a sentence and the board after it."""


class SheetOptions(msgspec.Struct, frozen=True):
    """What is printed, and on which paper."""

    title: str = ""
    paper: Paper = Paper()
    per_page: int = PER_PAGE
    qr: bool = False
    name_line: bool = True
    solutions: bool = True
    lang: str = "en"


class Instructions(msgspec.Struct, frozen=True):
    """The rules of a family; the name is empty if there is only one family."""

    family: str
    text: str


class Sheet(msgspec.Struct, frozen=True):
    """One variant of the worksheet, with its letter if there are several."""

    name: str
    pages: tuple[PuzzlePage, ...]
    solutions: tuple[tuple[ShownSolution, ...], ...]


class ShownStep(msgspec.Struct, frozen=True):
    """A picture of a strip, with its sentence; a wide one has a row for itself."""

    picture: Picture
    text: str
    is_wide: bool = False


class Strip(msgspec.Struct, frozen=True):
    """An example of a family, solved step by step."""

    family: str
    columns: int
    steps: tuple[ShownStep, ...]


def sheet_data(
    variants: Sequence[Sequence[Entry]], examples: Sequence[Example], options: SheetOptions
) -> dict[str, object]:
    """What the template of a worksheet is filled with; `examples` has one for each family."""
    lang, paper = options.lang, options.paper
    families = [part[0].family for part in by_family(variants[0])]
    instructions = _instructions(families, variants[0], lang)
    lines = HEADING_LINES + (NAME_LINES if options.name_line else 0)
    style = PageStyle(
        paper=paper,
        per_page=options.per_page,
        qr=options.qr,
        lang=lang,
        heading=lines * paper.line + _height(instructions, paper),
    )

    def say(text: Text) -> str:
        return translate(text, lang)

    return {
        "lang": lang,
        "paper": paper.data,
        "gap": GAP,
        "qr_side": QR_SIDE,
        "title": options.title or ", ".join(say(family.title) for family in families),
        "instructions": instructions,
        "examples": [
            _strip(family, example, paper, lang, alone=len(families) == 1)
            for family, example in zip(families, examples, strict=False)
            if example
        ],
        "sheets": [
            _sheet(entries, chr(ord("A") + i) if len(variants) > 1 else "", style, options)
            for i, entries in enumerate(variants)
        ],
        "with_name": options.name_line,
        "with_solutions": options.solutions,
        "texts": {
            "name": say(Text("Name")),
            "date": say(Text("Date")),
            "time": say(Text("Time")),
            "example": say(Text("Example")),
            "solutions": say(Text("Solutions")),
        },
    }


def _sheet(entries: Sequence[Entry], name: str, style: PageStyle, options: SheetOptions) -> Sheet:
    ordered = [entry for part in by_family(entries) for entry in part]
    rows = solution_rows(ordered, 1, style.paper, style.lang) if options.solutions else ()
    return Sheet(name, tuple(puzzle_pages(ordered, 1, style)), rows)


def _instructions(
    families: Sequence[AnyFamily], entries: Sequence[Entry], lang: str
) -> tuple[Instructions, ...]:
    """The rules that hold for the puzzles of each family."""
    found = []
    for family in families:
        own = [entry.puzzle for entry in entries if entry.puzzle.family == family.name]
        texts = (translate(text, lang) for text in rules_of(family, own))
        title = translate(family.title, lang) if len(families) > 1 else ""
        found.append(Instructions(title, " ".join(texts)))
    return tuple(found)


def _height(instructions: Sequence[Instructions], paper: Paper) -> float:
    """An upper bound of the height of the instructions, in millimetres."""
    letters = paper.area[0] / (LETTER * paper.points * MILLIMETRES)
    return sum(
        (1 + ceil((len(each.family) + len(each.text)) / letters)) * paper.line
        for each in instructions
    )


def _strip(family: AnyFamily, example: Example, paper: Paper, lang: str, *, alone: bool) -> Strip:
    width = paper.area[0]
    columns = STRIP_COLUMNS if width > 45 * STRIP_COLUMNS else STRIP_COLUMNS - 1
    side = (width + GAP) / columns - GAP
    scales = [min(largest_scale(drawing, (side, side)), STRIP_CELL) for _, drawing in example]
    steps = []
    for (text, drawing), scale in zip(example, scales, strict=True):
        is_wide = scale < SMALL * max(scales)
        room = (width if is_wide else side, side)
        shown = picture(drawing, room, paper, lang, STRIP_CELL)
        steps.append(ShownStep(shown, translate(text, lang), is_wide))
    return Strip("" if alone else translate(family.title, lang), columns, tuple(steps))

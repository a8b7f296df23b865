"""A book of puzzles: cover, contents, the rules and puzzles of each family, and solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from quebra.contract.family import Look
from quebra.contract.registry import AnyFamily
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Plural, Text, Verbatim
from quebra.publish.entries import Entry, by_family
from quebra.publish.layout import GAP
from quebra.publish.paper import Paper
from quebra.publish.pictures import Picture, picture
from quebra.publish.puzzle_pages import (
    QR_SIDE,
    PageStyle,
    PuzzlePage,
    ShownSolution,
    puzzle_pages,
    solution_rows,
)
from quebra.publish.rules import ShownRules, shown_rules

PER_PAGE, LARGE_PER_PAGE = 4, 2
HEADING_LINES = 4.4
"""Lines of text that the heading of a part takes from a page without a page of rules."""
COVERS = 3
COVER_SIDE, COVER_GAP = 50.0, 8.0
"""The largest side of a picture on the cover, and the space between two, in millimetres."""


class BookOptions(msgspec.Struct, frozen=True):
    """What is printed, and on which paper."""

    title: str = ""
    author: str = ""
    paper: Paper = Paper()
    per_page: int | None = None
    qr: bool = False
    rules: bool = True
    solutions: bool = True
    lang: str = "en"

    @property
    def style(self) -> PageStyle:
        """How puzzles stand on their pages; without pages of rules, a heading is above them."""
        paper = self.paper
        usual = LARGE_PER_PAGE if paper.large or paper.name == "a5" else PER_PAGE
        heading = 0 if self.rules else HEADING_LINES * paper.line
        return PageStyle(paper, self.per_page or usual, self.qr, self.lang, heading)


class Part(msgspec.Struct, frozen=True):
    """The puzzles of one family."""

    title: str
    rules: ShownRules | None
    pages: tuple[PuzzlePage, ...]
    solutions: tuple[tuple[ShownSolution, ...], ...]
    note: str
    first: int
    last: int


def book_data(entries: Sequence[Entry], options: BookOptions) -> dict[str, object]:
    """What the template of a book is filled with."""
    parts = tuple(_parts(entries, options))
    lang = options.lang

    def say(text: Text) -> str:
        return translate(text, lang)

    return {
        "lang": lang,
        "paper": options.paper.data,
        "gap": GAP,
        "qr_side": QR_SIDE,
        "title": options.title or say(Text("Puzzles")),
        "author": options.author,
        "count": say(Plural("{n} puzzle", "{n} puzzles", n=len(entries))),
        "covers": [_cover(part[0], options) for part in by_family(entries)[:COVERS]],
        "cover_gap": COVER_GAP,
        "parts": parts,
        "with_solutions": options.solutions,
        "texts": {
            "contents": say(Text("Contents")),
            "rules": say(Text("Rules")),
            "solutions": say(Text("Solutions")),
            "time": say(Text("Time")),
            "by": options.author and say(Text("by {author}", author=Verbatim(options.author))),
        },
    }


def _cover(entry: Entry, options: BookOptions) -> Picture:
    drawing = entry.family.draw(entry.puzzle, None, Look(cover=True))
    side = min(COVER_SIDE, (options.paper.area[0] + COVER_GAP) / COVERS - COVER_GAP)
    return picture(drawing, (side, side), options.paper, options.lang)


def _parts(entries: Sequence[Entry], options: BookOptions) -> Iterator[Part]:
    first = 1
    for part in by_family(entries):
        yield _part(part[0].family, part, first, options)
        first += len(part)


def _part(family: AnyFamily, part: Sequence[Entry], first: int, options: BookOptions) -> Part:
    lang, paper = options.lang, options.paper
    puzzles = [entry.puzzle for entry in part]
    note = Text("There may be other solutions.") if family.solve.count == 1 else Text()
    return Part(
        title=translate(family.title, lang),
        rules=shown_rules(family, puzzles, paper, lang) if options.rules else None,
        pages=tuple(puzzle_pages(part, first, options.style)),
        solutions=solution_rows(part, first, paper, lang) if options.solutions else (),
        note=translate(note, lang),
        first=first,
        last=first + len(part) - 1,
    )

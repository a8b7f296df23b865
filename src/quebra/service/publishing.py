"""Requests for printed matter: books, worksheets and cut-outs, as PDF, as pages, or as both."""

from __future__ import annotations

import re
from abc import abstractmethod
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Literal

import msgspec

from quebra.contract.cutouts import CutOuts
from quebra.contract.errors import BadInput, Cut
from quebra.contract.family import Look, option, read_case
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import quoted
from quebra.contract.registry import family_of, get_family
from quebra.engine.budget import Budget
from quebra.i18n.text import Text
from quebra.play import link, new_game
from quebra.publish.book import BookOptions, book_data
from quebra.publish.cutouts import CutOptions, cut_data
from quebra.publish.entries import Entry
from quebra.publish.paper import Paper, PaperName
from quebra.publish.puzzle_pages import MOST_PER_PAGE
from quebra.publish.typeset import Template, to_pdf, to_pictures
from quebra.publish.worksheet import PER_PAGE, SheetOptions, sheet_data
from quebra.render import Drawing
from quebra.service import results
from quebra.service.html import public_link
from quebra.service.identity import key_of
from quebra.service.recent import Recent
from quebra.service.recipes import make_puzzles, read_recipe
from quebra.service.requests import PuzzleField, Solve, VerbRequest, read_puzzle
from quebra.service.verbs import draw, draw_steps

Millimetres = Annotated[float, msgspec.Meta(ge=0, le=100)]
PerPage = Annotated[int, msgspec.Meta(ge=1, le=MOST_PER_PAGE)]
PieceSize = Annotated[float, msgspec.Meta(ge=5, le=1000)]
Variants = Annotated[int, msgspec.Meta(ge=1, le=26)]
SEEDS = 100_000
"""Seeds between those of two variants of a worksheet."""
MAX_STEPS = 9
"""The most pictures of an example."""
MAX_TITLE = 200
"""The longest title or name of an author, in characters."""
Title = Annotated[str, msgspec.Meta(max_length=MAX_TITLE)]
Recipe = Annotated[str, msgspec.Meta(max_length=5_000)]
Address = Annotated[str, msgspec.Meta(max_length=1_000)]
WEB_ADDRESS = re.compile("https?://.", re.IGNORECASE)
PREVIEW_PPI = 96
"""Pixels an inch of a preview."""
PREVIEW_PAGES = 12
"""The most pages of a preview."""


class Document(msgspec.Struct, frozen=True):
    """A template with its data, and the number of puzzles left out because they are repeated.

    `skipped` says of each puzzle that was skipped why.
    """

    template: Template
    data: dict[str, object]
    puzzles: int = 0
    repeated: int = 0
    skipped: tuple[Text, ...] = ()

    def pdf(self) -> bytes:
        """The document as PDF."""
        return to_pdf(self.template, self.data)

    def pages(self) -> tuple[str, ...]:
        """The pages as SVG."""
        return tuple(page.decode() for page in to_pictures(self.template, self.data, "svg"))

    def pictures(self) -> tuple[str, ...]:
        """The pages as PNG in base64, of which a preview shows the first ones."""
        found = to_pictures(self.template, self.data, "png", PREVIEW_PPI)
        return tuple(b64encode(page).decode() for page in found)


class PrintRequest(VerbRequest, frozen=True, kw_only=True):
    """A request for a document on paper; `to` is what the result has.

    That is the PDF, all pages as SVG, or for a `preview` the PDF and its first pages as PNG.
    """

    quick = False
    paper: Annotated[PaperName, option(Text("the size of the paper"))] = "a4"
    margin: Annotated[Millimetres | None, option(Text("the margin in millimetres"), "MM")] = None
    gutter: Annotated[
        Millimetres, option(Text("more margin in millimetres where the sheets are bound"), "MM")
    ] = 0
    large: Annotated[bool, option(Text("large print"))] = False
    grey: Annotated[bool, option(Text("shades of grey instead of colours"))] = False
    to: Literal["pdf", "svg", "preview"] = "pdf"

    @property
    def sheet(self) -> Paper:
        """The paper with its margins."""
        return Paper(self.paper, self.margin, self.gutter, self.large, self.grey)

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of puzzles that are asked for."""

    @abstractmethod
    def document(self, budget: Budget) -> Document:
        """The document, before it is typeset."""

    def run(self, budget: Budget) -> results.Printed:
        document = self.document(budget)
        found = results.Printed(document.puzzles, document.repeated, skipped=document.skipped)
        if self.to == "svg":
            pages = document.pages()
            return msgspec.structs.replace(found, pages=pages, sheets=len(pages))
        found = msgspec.structs.replace(found, pdf=b64encode(document.pdf()).decode())
        if self.to == "pdf":
            return found
        budget.stop_if_over()
        pages = document.pictures()
        return msgspec.structs.replace(found, pages=pages[:PREVIEW_PAGES], sheets=len(pages))


class CollectionRequest(PrintRequest, frozen=True, kw_only=True):
    """A request for a document of many puzzles: given ones, and those of a recipe."""

    puzzles: tuple[PuzzleField, ...] = ()
    recipe: Annotated[
        Recipe | None,
        option(Text("new puzzles, such as 'kojun 8x8 easy x6, hard x6, tangram x4'"), "R"),
    ] = None
    seed: Annotated[int, option(Text("the seed of the recipe: same S, same puzzles"), "S")] = 1
    title: Annotated[Title | None, option(Text("the title"), "T")] = None
    qr: Annotated[bool, option(Text("a QR code beside each puzzle that opens it"))] = False
    site: Annotated[
        Address | None,
        option(Text("the address of a page of Quebra, for codes where no other site plays"), "URL"),
    ] = None

    skip_bad: Annotated[
        bool,
        option(Text("leave out puzzles that cannot be read or have no solution, and name them")),
    ] = False

    @property
    def sheets(self) -> int:
        """The number of sheets with different puzzles of the recipe."""
        return 1

    @property
    def made(self) -> int:
        """The number of puzzles of the recipe, on all sheets."""
        kinds = read_recipe(self.recipe) if self.recipe else ()
        return self.sheets * sum(kind.count for kind in kinds)

    @property
    def count(self) -> int:
        return len(self.puzzles) + self.made

    def collect(self, budget: Budget, skipped: list[Text]) -> tuple[list[Puzzle], int]:
        """The puzzles, each once, and the number of those that were left out as repeated."""
        if self.site and not WEB_ADDRESS.match(self.site):
            raise BadInput(
                Text(
                    "The address {site} does not begin with https:// or http://.",
                    site=quoted(self.site),
                )
            )
        with self.reading(budget):
            given = list(self._given(skipped))
        seen: set[str] = set()
        kept = [puzzle for puzzle in given if _is_new(puzzle, seen)]
        found = [*kept, *self.make(self.seed, budget, seen)]
        if not found and not skipped:
            raise BadInput(Text("There is no puzzle to print: name a source or a recipe."))
        return found, len(given) - len(kept)

    def _given(self, skipped: list[Text]) -> Iterator[Puzzle]:
        for number, puzzle in enumerate(self.puzzles, start=1):
            try:
                yield read_puzzle(puzzle)
            except BadInput as error:
                if not self.skip_bad:
                    raise
                skipped.append(Text("Puzzle {n}: {text}", n=number, text=error.text))

    def make(self, seed: int, budget: Budget, seen: set[str]) -> Iterator[Puzzle]:
        """The puzzles of the recipe, with seeds from `seed` on."""
        for puzzle in make_puzzles(self.recipe, seed, budget, seen) if self.recipe else ():
            self._advance(budget)
            yield puzzle

    def entries(
        self, puzzles: Sequence[Puzzle], budget: Budget, skipped: list[Text]
    ) -> Iterator[Entry]:
        """The puzzles with their grades and solutions."""
        for number, puzzle in enumerate(puzzles, start=1):
            try:
                yield make_entry(puzzle, number, budget, self._link(puzzle))
            except BadInput as error:
                if not self.skip_bad:
                    raise
                skipped.append(error.text)
            self._advance(budget)

    def _advance(self, budget: Budget) -> None:
        """Report that one more puzzle is made or solved."""
        steps = self.count + self.made
        budget.stats["share"] = min(budget.stats.get("share", 0) + 1 / steps, 1)
        budget.pause()

    def _link(self, puzzle: Puzzle) -> str:
        if found := public_link(puzzle):
            return found
        return self.site.rstrip("/") + "/" + link(new_game(puzzle)) if self.site else ""


def _refuse_empty(entries: Sequence[Entry]) -> None:
    """Raise `BadInput` if every puzzle was skipped."""
    if not entries:
        raise BadInput(Text("No puzzle is left to print: all were skipped."))


def _is_new(puzzle: Puzzle, seen: set[str]) -> bool:
    """Whether the canonical form of a puzzle is not among those seen, which it joins."""
    key = key_of(puzzle)
    is_new = key not in seen
    seen.add(key)
    return is_new


_ENTRIES: Recent[bytes, Entry] = Recent()
"""What was found, so that a document with another option does not solve its puzzles again."""


def make_entry(puzzle: Puzzle, number: int, budget: Budget, address: str = "") -> Entry:
    """A puzzle with its grade and solution; `BadInput` if it has none."""
    key = msgspec.json.encode(puzzle)
    if known := _ENTRIES.get(key):
        return replace(known, link=address)
    outcome = Solve(puzzle=puzzle).run(budget)
    if outcome.status == "none":
        raise BadInput(
            Text("Puzzle {n} ({title}) has no solution.", n=number, title=draw(puzzle).title)
        )
    if not outcome.solutions:
        raise Cut(outcome.reason or "method")
    found = Entry(
        puzzle=puzzle,
        grade=family_of(puzzle).explain.grade(puzzle, budget),
        solution=outcome.solutions[0],
        is_only_solution=outcome.status == "unique",
        link=address,
    )
    if outcome.reason is None:  # otherwise another try may prove more
        _ENTRIES.keep(key, found)
    return found


class Book(CollectionRequest, frozen=True, kw_only=True, tag="book"):
    """Print a book: cover, contents, rules, puzzles from easy to hard, and solutions."""

    author: Annotated[Title | None, option(Text("the name of the author"), "A")] = None
    per_page: Annotated[
        PerPage | None, option(Text("puzzles on a page, at most 12; 4 by default"), "N")
    ] = None
    no_rules: Annotated[bool, option(Text("leave out the pages with rules"))] = False
    no_solutions: Annotated[bool, option(Text("leave out the solutions"))] = False

    def document(self, budget: Budget) -> Document:
        skipped: list[Text] = []
        puzzles, repeated = self.collect(budget, skipped)
        entries = list(self.entries(puzzles, budget, skipped))
        _refuse_empty(entries)
        options = BookOptions(
            title=self.title or "",
            author=self.author or "",
            paper=self.sheet,
            per_page=self.per_page,
            qr=self.qr,
            rules=not self.no_rules,
            solutions=not self.no_solutions,
            lang=self.lang,
        )
        data = book_data(entries, options)
        return Document("book", data, len(entries), repeated, tuple(skipped))


class Worksheet(CollectionRequest, frozen=True, kw_only=True, tag="worksheet"):
    """Print a worksheet for a class: an example, puzzles, and solutions on sheets of their own.

    Variants have different puzzles of the same kinds, from the one seed of the recipe.
    """

    per_page: Annotated[
        PerPage, option(Text("puzzles on a page, at most 12; 6 by default"), "N")
    ] = PER_PAGE
    variants: Annotated[
        Variants, option(Text("how many variants of the sheet, named A, B and so on"), "N")
    ] = 1
    no_name: Annotated[bool, option(Text("leave out the line for name and date"))] = False
    no_example: Annotated[bool, option(Text("leave out the example solved step by step"))] = False
    no_solutions: Annotated[bool, option(Text("leave out the solutions"))] = False

    @property
    def sheets(self) -> int:
        return self.variants

    def document(self, budget: Budget) -> Document:
        if self.variants > 1 and (self.puzzles or not self.recipe):
            raise BadInput(Text("Variants of a worksheet need a recipe, and no other puzzles."))
        skipped: list[Text] = []
        variants, repeated = self._variants(budget, skipped)
        sheets = [list(self.entries(puzzles, budget, skipped)) for puzzles in variants]
        _refuse_empty(sheets[0])
        names = dict.fromkeys(entry.puzzle.family for entry in sheets[0])
        examples = [] if self.no_example else [example_of(name, budget) for name in names]
        options = SheetOptions(
            title=self.title or "",
            paper=self.sheet,
            per_page=self.per_page,
            qr=self.qr,
            name_line=not self.no_name,
            solutions=not self.no_solutions,
            lang=self.lang,
        )
        count = sum(map(len, sheets))
        data = sheet_data(sheets, examples, options)
        return Document("worksheet", data, count, repeated, tuple(skipped))

    def _variants(self, budget: Budget, skipped: list[Text]) -> tuple[list[list[Puzzle]], int]:
        if self.variants == 1:
            puzzles, repeated = self.collect(budget, skipped)
            return [puzzles], repeated
        seen: set[str] = set()
        seeds = range(self.seed, self.seed + self.variants * SEEDS, SEEDS)
        return [list(self.make(seed, budget, seen)) for seed in seeds], 0


def example_of(name: str, budget: Budget) -> list[tuple[Text, Drawing]]:
    """The steps to the solution of a small puzzle of a family; of many steps, the first and last.

    >>> [str(text) for text, _ in example_of("kojun", Budget())][-1]
    'This is the solution.'
    """
    family = get_family(name)
    puzzle, _ = read_case(family, family.case("unique"))
    steps = [(step.text, drawing) for step, drawing in draw_steps(puzzle, None, budget)]
    solution = Solve(puzzle=puzzle).run(budget).solutions[0]
    end = Text("This is the solution."), family.draw(puzzle, solution, Look())
    return [*steps[: MAX_STEPS - 1], end]


class CutOut(PrintRequest, frozen=True, kw_only=True, tag="cutout"):
    """Print the pieces of puzzles to be cut out, and boards or figures to lay them on."""

    puzzles: tuple[PuzzleField, ...]
    size: Annotated[
        PieceSize | None,
        option(
            Text(
                "the size in millimetres: of a tangram the side of a square with the area of all "
                "pieces, elsewhere the side of a piece"
            ),
            "MM",
        ),
    ] = None
    no_labels: Annotated[bool, option(Text("leave out the labels of pieces"))] = False
    no_board: Annotated[bool, option(Text("leave out the figures and boards"))] = False

    @property
    def count(self) -> int:
        return len(self.puzzles)

    def document(self, budget: Budget) -> Document:
        with self.reading(budget):
            puzzles = [read_puzzle(puzzle) for puzzle in self.puzzles]
        if not puzzles:
            raise BadInput(Text("There is no puzzle to print."))
        options = CutOptions(self.sheet, self.size, not self.no_board, self.lang)
        found = [self._cut_outs(puzzle) for puzzle in puzzles]
        return Document("cutouts", cut_data(found, options), len(puzzles))

    def _cut_outs(self, puzzle: Puzzle) -> CutOuts:
        family = family_of(puzzle)
        if family.cut_outs is None:
            raise BadInput(Text("{title} has no pieces to cut out.", title=family.title))
        return family.cut_outs(puzzle, not self.no_labels)

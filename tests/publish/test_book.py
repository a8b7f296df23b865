"""Books as PDF: their pages, text, fonts and links, and solutions that the solver finds."""

from __future__ import annotations

import re
import sys
from base64 import b64decode
from pathlib import Path

import msgspec
import pytest
from pypdf import PdfReader

from quebra import convert, generate, solve
from quebra.contract.errors import BadInput
from quebra.contract.family import Look, read_case
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.families.kojun import Kojun
from quebra.service.protocol import read_request
from quebra.service.publishing import Book
from quebra.service.recipes import make_puzzles, read_recipe

sys.path.insert(0, str(Path(__file__).parent))

import pdf

KOJUN = tuple(generate(Kojun, "4x4", seed=seed) for seed in (1, 2, 3))
LINKS = tuple(convert(puzzle, "puzzlink") for puzzle in KOJUN)


def mirrored(puzzle: Kojun) -> Kojun:
    """The puzzle as seen in a mirror."""
    return Kojun(
        regions=tuple(row[::-1] for row in puzzle.regions),
        givens=tuple(row[::-1] for row in puzzle.givens),
    )


@pytest.fixture(scope="module")
def book() -> PdfReader:
    """A book of three Kojun, one of them twice, and of two others by a recipe."""
    request = {
        "verb": "book",
        "puzzles": [*LINKS, msgspec.to_builtins(mirrored(KOJUN[1]))],
        "recipe": "symmetry 4x4 x2",
        "title": "Para o [verão] #1",
        "author": "Ana",
        "per_page": 2,
        "qr": True,
        "lang": "pt",
    }
    printed = read_request(msgspec.json.encode(request)).run(Budget())
    assert (printed.puzzles, printed.repeated) == (5, 1)  # type: ignore[attr-defined]
    return pdf.read(b64decode(printed.pdf))  # type: ignore[attr-defined]


def test_pages_and_their_words(book: PdfReader) -> None:
    pages = [page.extract_text() for page in book.pages]
    assert len(pages) == 8  # cover, contents, rules and puzzles of two families, solutions
    assert "Para o [verão] #1" in pages[0] and "por Ana" in pages[0]
    assert "Sumário" in pages[1] and "Soluções" in pages[1]
    assert "Todas as regras são cumpridas." in pages[2]
    assert [len(re.findall(r"4 x 4", page)) for page in pages[3:7]] == [2, 1, 0, 2]
    assert "Soluções\nKojun\n" in pages[7]
    assert book.metadata and book.metadata.title == "Para o [verão] #1"
    assert [round(float(side)) for side in book.pages[0].mediabox[2:]] == [595, 842]


def test_fonts_are_embedded(book: PdfReader) -> None:
    found = pdf.fonts(book)
    assert {"LibertinusSerif-Bold", "QuebraSans-Bold", "QuebraSans-Regular"} <= found.keys()
    assert all(found.values())


def test_links_open_puzzles_and_solutions(book: PdfReader) -> None:
    assert sorted(pdf.addresses(book)) == sorted(LINKS)
    jumps = pdf.jumps(book)
    assert {end for start, end in jumps if start == 1} == {2, 5, 7}
    assert [(start, end) for start, end in jumps if start in (3, 4, 6)] == (
        [(3, 7)] * 2 + [(4, 7)] + [(6, 7)] * 2
    )
    assert [end for start, end in jumps if start == 7] == [3, 3, 4, 6, 6]


def test_solutions_are_those_of_the_solver(book: PdfReader) -> None:
    page = book.pages[7].extract_text().split("Kojun\n")[1]
    digits = [
        re.sub(r"\D", "", line) for line in page.splitlines() if re.fullmatch("[ 0-9]+", line)
    ]
    grids = {"".join(digits[first : first + 4]) for first in range(1, 15, 5)}
    solved = (solve(puzzle).solutions[0] for puzzle in KOJUN)
    assert grids == {"".join(str(n) for row in answer.grid for n in row) for answer in solved}


def test_preview_has_the_pages_of_the_document() -> None:
    request = Book(puzzles=KOJUN[:1], no_rules=True, paper="a5", large=True, to="svg")
    pages = request.run(Budget()).pages
    assert len(pages) == 4
    assert all(page.startswith("<svg") for page in pages)
    assert 'height="595.275' in pages[0]


def test_puzzles_that_cannot_be_printed() -> None:
    family = get_family("kojun")
    unsolvable, _ = read_case(family, family.case("none"))
    with pytest.raises(BadInput, match=r"Puzzle 2 \(Kojun, .*\) has no solution"):
        Book(puzzles=(KOJUN[0], unsolvable)).run(Budget())
    with pytest.raises(BadInput, match="There is no puzzle to print"):
        Book().run(Budget())
    with pytest.raises(BadInput, match="The margins leave too little"):
        Book(puzzles=KOJUN[:1], paper="a5", margin=60).run(Budget())


def test_codes_need_a_web_address() -> None:
    request = Book(recipe="tangram x1", qr=True, site="quebra.example")
    with pytest.raises(BadInput, match=r"'quebra\.example' does not begin with https://"):
        request.document(Budget())


def test_bad_puzzles_are_skipped_and_named() -> None:
    family = get_family("kojun")
    unsolvable, _ = read_case(family, family.case("none"))
    request = Book(puzzles=(KOJUN[0], unsolvable), skip_bad=True, no_rules=True)
    printed = request.run(Budget())
    assert printed.puzzles == 1
    (reason,) = printed.skipped
    assert str(reason).startswith("Puzzle 2 (Kojun,") and str(reason).endswith("no solution.")
    with pytest.raises(BadInput, match="all were skipped"):
        Book(puzzles=(unsolvable,), skip_bad=True).run(Budget())


def test_pieces_stand_below_the_figure_where_that_makes_it_larger() -> None:
    for family in ("tangram", "solids"):
        puzzle = generate(family, seed=1)
        drawings = [get_family(family).draw(puzzle, None, Look(upright=up)) for up in (False, True)]
        wide, upright = (each.width / each.height for each in drawings)
        assert upright < 1.1 < wide


def test_recipes() -> None:
    kinds = read_recipe("kojun 5x5 easy x2, hard, symmetry; tangram set=egg x3")
    assert [(kind.family, kind.size, kind.options, kind.count) for kind in kinds] == [
        ("kojun", "5x5", {"grade": "easy"}, 2),
        ("kojun", "5x5", {"grade": "hard"}, 1),
        ("symmetry", None, {}, 1),
        ("tangram", None, {"set": "egg"}, 3),
    ]
    for recipe, fault in (
        ("", "is empty"),
        ("easy x3", "begins with no family"),
        ("kojun nice", "The word 'nice' of the recipe"),
        ("kojun x9999", "at most"),
        ("kojun x1000000", "at most"),
    ):
        with pytest.raises(BadInput, match=fault):
            read_recipe(recipe)


def test_recipes_make_different_puzzles() -> None:
    made = list(make_puzzles("kojun 2x2 x3", 1, Budget()))
    assert len({str(puzzle) for puzzle in made}) == 3
    assert made == list(make_puzzles("kojun 2x2 x3", 1, Budget()))

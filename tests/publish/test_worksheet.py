"""Worksheets as PDF: example, pages to write on, variants, and solutions on their own sheets."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from quebra.contract.errors import BadInput
from quebra.engine.budget import Budget
from quebra.service.publishing import Worksheet, example_of

sys.path.insert(0, str(Path(__file__).parent))

import pdf


def test_variants_from_one_seed() -> None:
    request = Worksheet(recipe="kojun 4x4 x3", variants=3, per_page=4, lang="es", title="7B")
    document = request.document(Budget())
    pages = [page.extract_text() for page in pdf.read(document.pdf()).pages]
    assert document.puzzles == 9
    assert len(pages) == 7  # the example, three sheets, three sheets of solutions
    assert "Ejemplo" in pages[0] and "Esta es la solución." in pages[0]
    for letter, sheet, solved in zip("ABC", pages[1:4], pages[4:], strict=True):
        assert sheet.split()[:2] == ["7B", letter]
        assert "Nombre" in sheet and "Fecha" in sheet and "Soluciones" not in sheet
        assert "Soluciones" in solved and letter in solved.split()
    assert len(set(pages[1:4])) == 3
    again = request.document(Budget())
    assert again.data == document.data


@pytest.mark.parametrize("per_page", [1, 2, 5, 12])
def test_a_page_holds_as_many_as_asked_for(per_page: int) -> None:
    request = Worksheet(
        recipe=f"kojun 3x3 x{per_page + 1}",
        per_page=per_page,
        no_example=True,
        no_solutions=True,
        large=True,
        paper="letter",
    )
    reader = pdf.read(request.document(Budget()).pdf())
    pages = [" ".join(page.extract_text().split()) for page in reader.pages]
    assert [page.count("3 x 3") for page in pages] == [per_page, 1]


def test_a_puzzle_alone_on_its_page_is_larger_and_asks_for_the_time() -> None:
    def shown(per_page: int) -> tuple[float, int]:
        request = Worksheet(recipe="kojun 5x5 x2", per_page=per_page, no_example=True)
        document = request.document(Budget())
        (page, *_) = document.data["sheets"][0].pages  # type: ignore[index]
        text = pdf.read(document.pdf()).pages[0].extract_text()
        return page.puzzles[0].picture.width, text.count("Time")

    (alone, alone_times), (one_of_four, times) = shown(1), shown(4)
    assert alone > 1.5 * one_of_four
    assert (alone_times, times) == (1, 2)


def test_the_only_puzzle_is_as_large_as_one_alone_on_its_page() -> None:
    def width(per_page: int) -> float:
        request = Worksheet(recipe="kojun 5x5 x1", per_page=per_page, no_example=True)
        (page,) = request.document(Budget()).data["sheets"][0].pages  # type: ignore[index]
        found: float = page.puzzles[0].picture.width
        return found

    assert width(4) == width(1)


def test_variants_need_a_recipe() -> None:
    with pytest.raises(BadInput, match="need a recipe"):
        Worksheet(variants=2).document(Budget())


@pytest.mark.parametrize("family", ["kojun", "symmetry", "shisen", "edges", "tangram"])
def test_every_family_has_an_example(family: str) -> None:
    steps = example_of(family, Budget())
    assert len(steps) > 1
    assert steps[-1][0] == "This is the solution."


def test_a_small_picture_of_an_example_has_the_whole_width() -> None:
    document = Worksheet(recipe="shisen 4x4 x1").document(Budget())
    examples: Any = document.data["examples"]
    (strip,) = examples
    assert [step.is_wide for step in strip.steps] == [False] * (len(strip.steps) - 1) + [True]
    widths = [step.picture.width for step in strip.steps]
    assert widths[-1] > 2 * max(widths[:-1])
    assert "This is the solution." in pdf.read(document.pdf()).pages[0].extract_text()

"""Cut-outs as PDF: lengths on paper are those asked for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from quebra import generate
from quebra.contract.errors import BadInput
from quebra.contract.registry import families
from quebra.engine.budget import Budget
from quebra.families.tangram.sets import piece_set
from quebra.service.publishing import CutOut

sys.path.insert(0, str(Path(__file__).parent))

import pdf

SQUARE = piece_set("classic").puzzle("square")


def test_a_hundred_millimetres_are_a_hundred_millimetres() -> None:
    document = pdf.read(CutOut(puzzles=(SQUARE,), size=100).document(Budget()).pdf())
    pieces, figure = (pdf.strokes(document, page) for page in range(2))
    for page in (pieces, figure):
        bars = [width for _, _, width, height in page if height < 0.01 and 49 < width < 51]
        assert bars == [pytest.approx(50, abs=0.01)]
    squares = [box for box in figure if 90 < box[2] < 110 and 90 < box[3] < 110]
    assert squares
    assert all(box[2:] == pytest.approx((100, 100), abs=0.05) for box in squares)
    triangles = [box for box in pieces if 65 < box[2] < 75 and 65 < box[3] < 75]
    assert len(triangles) == 2
    assert all(box[2:] == pytest.approx((70.71, 70.71), abs=0.05) for box in triangles)


def test_all_that_is_printed_lies_within_the_margins() -> None:
    puzzles = (SQUARE, generate("edges", "4x4", seed=1), generate("shisen", "4x4", seed=1))
    document = pdf.read(CutOut(puzzles=puzzles).document(Budget()).pdf())
    assert len(document.pages) == 5
    for page in range(len(document.pages)):
        boxes = pdf.strokes(document, page)
        assert min(left for left, *_ in boxes) > 17.9
        assert max(left + width for left, _, width, _ in boxes) < 210 - 17.9
        assert min(low for _, low, *_ in boxes) > 17.9
        assert max(low + height for _, low, _, height in boxes) < 297 - 17.9


def test_a_figure_larger_than_the_page_is_divided() -> None:
    request = CutOut(puzzles=(SQUARE, SQUARE), size=300, no_labels=True)
    reader = pdf.read(request.document(Budget()).pdf())
    pages = [" ".join(page.extract_text().split()) for page in reader.pages]
    parts = [page for page in pages if page.startswith("Tangram, square")]
    assert len(parts) == 2 * 4
    assert "row 2, column 2" in parts[3]
    assert len([page for page in pages if page.startswith("large triangle")]) == 2 * 2


def test_families_without_pieces_say_so() -> None:
    for family in families():
        request = CutOut(puzzles=(generate(family.name, seed=1),))
        if family.cut_outs:
            assert request.document(Budget()).data["pages"]
        else:
            with pytest.raises(BadInput, match="has no pieces to cut out"):
                request.document(Budget())

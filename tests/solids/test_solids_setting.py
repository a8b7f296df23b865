"""Puzzles of packing as their setter changes them."""

from __future__ import annotations

import pytest

from quebra.contract.errors import BadInput
from quebra.families.solids.model import Piece, Placed, Solids
from quebra.families.solids.setting import EDITS, blank, edit

PAIR = Solids(
    pieces=(Piece("I", ("##",), 2), Piece("V", ("##|#.",))),
    target=("###|###", "#..|..."),
    given=(Placed(1, (0, 0, 0)), Placed(2, (1, 0, 0), "zz")),
)


def test_each_example_changes_the_puzzle() -> None:
    layers = " ".join(["|".join(["#####"] * 5)] * 5)
    full = edit(edit(blank(0, 0), "+=##"), f"target={layers}")
    begun = edit(full, "l2r1c3=.")
    for example, _ in EDITS:
        before = {"l2r1c3=.": full, "3=.": PAIR}.get(example, begun)
        assert edit(before, example) != before, example


def test_a_target_that_grows_keeps_the_pieces_given_where_they_are() -> None:
    cells = {cell: place.piece for place in PAIR.given for cell in PAIR.cells_of(place)}
    grown = edit(PAIR, "target=####|#### ####|.###@1,0,0")
    moved = {cell: place.piece for place in grown.given for cell in grown.cells_of(place)}
    assert moved == {(x + 1, y, z): piece for (x, y, z), piece in cells.items()}
    assert [each.piece for each in edit(PAIR, "target=##.|.##").given] == [1]


def test_pieces_are_added_and_removed_and_those_given_keep_their_places() -> None:
    more = edit(PAIR, "+=#|#")
    assert [(each.name, each.count) for each in more.pieces] == [("I", 3), ("V", 1)]
    assert [(each.piece, each.at) for each in more.given] == [(1, (0, 0, 0)), (3, (1, 0, 0))]
    less = edit(more, "-1")
    assert less.pieces == PAIR.pieces
    assert [each.piece for each in less.given] == [0, 2]
    assert [each.piece for each in edit(less, "-1").given] == [1]
    assert edit(PAIR, "-3").pieces == PAIR.pieces[:1]
    assert edit(PAIR, "+=##|## #.|..").pieces[-1] == Piece("A", ("##|##", "#.|.."))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ("-4", "There is no piece 4; they are 1 to 3."),
        ("set=none", "There is no set 'none'."),
        ("+=#.#", "Piece A has several parts."),
        ("+=.", "Piece A has no cubes."),
        ("target=...", "The target has no cubes."),
        ("target=++", "The target has no cell that is to be filled."),
    ],
)
def test_what_cannot_be_done_is_refused(change: str, text: str) -> None:
    with pytest.raises(BadInput, match=text.replace(".", r"\.")):
        edit(PAIR, change)


def test_the_last_piece_stays() -> None:
    with pytest.raises(BadInput, match="There are no pieces"):
        edit(edit(edit(PAIR, "-1"), "-1"), "-1")

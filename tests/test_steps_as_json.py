"""The values of changes are typed, and the JSON of a step has a number or a text for each."""

import re

import msgspec
import pytest

from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges
from quebra.families.shisen.model import Shisen, TilePair
from quebra.families.tangram.model import Placement
from quebra.families.tangram.sets import piece_set
from quebra.service import verbs
from quebra.service.requests import Explain
from quebra.testing import read_case

NUMBER = r"-?[0-9.]+(e-?[0-9]+)?"


def changes_of(puzzle: Puzzle) -> list[dict[str, object]]:
    explained = Explain(puzzle=puzzle, steps=1).run(Budget())
    (step,) = msgspec.json.decode(msgspec.json.encode(explained, enc_hook=str))["steps"]
    assert set(step) == {"technique", "where", "changes", "text"}
    return list(step["changes"])


def test_a_number_in_a_cell() -> None:
    board = verbs.load("kojun\nregions\na a\ngivens\n2 .")
    assert changes_of(board) == [{"action": "place", "where": [0, 1], "value": 1}]


def test_a_pair_of_tiles_is_its_kind_and_both_cells() -> None:
    board = Shisen(board=(("A", "B"), ("A", "B")))
    step = next(verbs.explain(board))
    assert step.changes[0].value == TilePair("A", ((0, 0), (1, 0)))
    assert changes_of(board) == [{"action": "place", "where": [0, 0, 1, 0], "value": "A"}]


def test_a_piece_in_a_cell_is_its_number_and_turn() -> None:
    board = Edges(rows=1, cols=2, pieces=((0, 0, 0, 1), (0, 1, 0, 0)), frame=0)
    assert changes_of(board) == [{"action": "place", "where": [0, 0], "value": "2/0"}]


def test_a_placement_is_a_line_of_numbers() -> None:
    puzzle = piece_set("egg").puzzle()
    step = next(verbs.explain(puzzle))
    place = step.changes[0].value
    assert isinstance(place, Placement) and place.piece == step.changes[0].where[0]
    (change,) = changes_of(puzzle)
    assert change["value"] == str(place)
    assert re.fullmatch(rf"{NUMBER} {NUMBER} {NUMBER}( flip)?", str(place))


@pytest.mark.parametrize("name", ["edges", "kojun", "shisen", "symmetry", "tangram"])
def test_values_of_changes_are_never_strings(name: str) -> None:
    family = get_family(name)
    for case in family.cases:
        if case.status == "unique":
            puzzle, _ = read_case(family, case)
            for step in verbs.explain(puzzle):
                assert not any(isinstance(change.value, str) for change in step.changes), step

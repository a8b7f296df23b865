"""The steps of `explain` as pictures, for every family."""

from __future__ import annotations

from itertools import islice

import pytest

from quebra.contract.registry import AnyFamily, families
from quebra.service.verbs import explain, load, parse_answer, storyboard
from quebra.testing import read_case

BOARD = load("kojun\nregions\na a b\nc b b\nc c b\ngivens\n2 . .\n. . .\n. . .")


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_each_step_has_a_picture_that_can_be_drawn(family: AnyFamily) -> None:
    puzzle, _ = read_case(family, family.case("unique"))
    shown = list(islice(storyboard(puzzle), 12))
    assert [step for step, _ in shown] == list(islice(explain(puzzle), 12))
    assert shown and all("nan" not in drawing.svg() for _, drawing in shown)
    if family.play and len(shown) > 1:
        assert len({drawing.svg() for _, drawing in shown}) > 1


def test_the_board_fills_as_the_steps_go_on() -> None:
    drawings = [drawing for _, drawing in storyboard(BOARD)]
    boards = [drawing.text().split("\nrow")[0] for drawing in drawings]  # without the legend
    entries = [sum(char in "1234" for char in board) for board in boards]
    assert entries == sorted(entries)
    assert entries[-1] == 9


def test_a_mistake_is_shown_where_it_stands() -> None:
    attempt = parse_answer(BOARD, "2 1 3\n3 4 2\n1 1 .")
    [(step, drawing)] = storyboard(BOARD, attempt)
    assert step.technique == "mistake"
    assert "1!" in drawing.text()

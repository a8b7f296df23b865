"""Everything that Shisen-Sho says is a text, which has a translation into each language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from brute_force import small_boards
from quebra.contract.errors import BadInput
from quebra.contract.family import Case, Look
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import explain, grade
from quebra.families.shisen.formats import read_answer, read_text
from quebra.families.shisen.generate import ShisenRecipe, generate
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.play import edit, move, spots, start
from quebra.families.shisen.rules import check, progress
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.render import Label
from quebra.testing import read_case
from translations import untranslated

FAMILY = get_family("shisen")
BOARD = Shisen(board=(("A", "B", "C", "A"), ("C", "B", "D", "D")))
PLACES = 6


def assert_texts(found: list[object]) -> None:
    assert found
    for text in found:
        assert isinstance(text, Text), text
        assert not list(untranslated(text)), text


def test_the_description_of_the_family() -> None:
    rules, play = FAMILY.rules, FAMILY.play
    assert play and play.editor
    techniques = FAMILY.explain.techniques
    codecs = (*FAMILY.formats.puzzles[1:], *FAMILY.formats.answers[1:])
    assert_texts(
        [
            *(FAMILY.title, rules.summary, *rules.texts, *rules.codes.values()),
            *(text for technique in techniques for text in (technique.name, technique.text)),
            *(goal.text for goal in FAMILY.solve.goals.values()),
            *(codec.text for codec in codecs),
            *(text for _, text in (*play.examples, *play.editor.examples)),
        ]
    )


@pytest.mark.parametrize("case", FAMILY.cases, ids=lambda case: case.about[:30])
def test_the_cases(case: Case) -> None:
    puzzle, answer = read_case(FAMILY, case)
    assert isinstance(puzzle, Shisen)
    assert_texts([*steps(puzzle, None), grade(puzzle, Budget()).text, *drawn(puzzle, answer)])
    if isinstance(answer, Clearing):
        violations = check(puzzle, answer)
        assert_texts([name for name, _ in progress(puzzle, answer).parts])
        assert_texts([spot.text for spot in spots(puzzle, answer)])
        for violation in violations:
            assert_texts([violation.text])
        if {violation.code for violation in violations} <= {"left"}:
            for text in steps(puzzle, answer):
                assert_texts([text])


def steps(puzzle: Shisen, answer: Clearing | None) -> Iterator[object]:
    """The texts of all steps, and of the moves of some tiles."""
    places = list(islice(puzzle.tiles, PLACES)) if answer is None else []
    for place in (None, *places):
        for step in explain(puzzle, answer, Budget(), place):
            yield from (step.technique, step.text)
            if step.reason:
                yield step.reason


def drawn(puzzle: Shisen, answer: object) -> Iterator[object]:
    """The title of the drawing, and the captions of its panels."""
    drawing = FAMILY.draw(puzzle, answer, Look())
    yield drawing.title
    for shape in drawing.shapes:
        if isinstance(shape, Label) and shape.room > 1:
            yield shape.text


def test_steps_of_many_boards() -> None:
    for puzzle in small_boards(40):
        assert_texts([*steps(puzzle, None)])


BOARDS = (
    *("shisen\n..", "shisen\nABCDEFG", "shisen\nAAA", "shisen\nmerged A A\nAA"),
    *("shisen\nmerged A\nAA", "shisen\nA abcdefghijklm"),
)
ANSWERS = (
    *("1: r1c1 r1c2", "0:\n2:", "0: r1c1", "0: r1c1 r1", "; nothing", "0: r1c1 r1c2 over"),
    "0: r1c1 r9c9",
)
MOVES = ("?", "r1c1-r1c1", "r1c1-r1c2", "r1c3-r2c1")
RECIPES: tuple[dict[str, Any], ...] = (
    {"rows": 1, "cols": 1},
    {"rows": 2, "cols": 2, "holes": 1},
    {"rows": 2, "cols": 2, "kinds": 3},
    {"rows": 2, "cols": 2, "unsolvable": True, "grade": "easy"},
)


@pytest.mark.parametrize("text", BOARDS)
def test_boards_that_are_refused(text: str) -> None:
    assert_refused(lambda: read_text(text))


@pytest.mark.parametrize("text", ANSWERS)
def test_answers_that_are_refused(text: str) -> None:
    assert_refused(lambda: check(BOARD, read_answer(text)))


@pytest.mark.parametrize("text", MOVES)
def test_moves_that_are_refused(text: str) -> None:
    assert_refused(lambda: move(BOARD, start(BOARD), text))


def test_an_edit_that_is_refused() -> None:
    assert_refused(lambda: edit(BOARD, "?"))


@pytest.mark.parametrize("options", RECIPES)
def test_recipes_that_are_refused(options: dict[str, Any]) -> None:
    assert_refused(lambda: generate(ShisenRecipe(**options), Source(1), Budget()))


def assert_refused(action: Callable[[], object]) -> None:
    with pytest.raises(BadInput) as refused:
        action()
    assert_texts([refused.value.text])


def test_a_step_in_other_languages() -> None:
    (step,) = explain(Shisen(board=(("A", "B"), ("B", "A"))), None, Budget())
    assert translate(step.text, "pt") == (
        "O tabuleiro não pode ser esvaziado: A espera por B, e B por A."
    )
    assert translate(step.text, "es") == "El tablero no se puede vaciar: A espera a B, y B a A."

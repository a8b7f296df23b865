"""Everything that Kojun and Symmetry say is a text, which has a translation into each language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quebra.contract.errors import BadInput
from quebra.contract.family import GRADES, Case, Look
from quebra.contract.random import Source
from quebra.contract.registry import AnyFamily, get_family
from quebra.engine.budget import Budget
from quebra.families._template import family as template
from quebra.families.kojun import Kojun
from quebra.families.symmetry import Symmetry
from quebra.grid.cells import GridAnswer
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.testing import read_case
from translations import untranslated

FAMILIES = [get_family("kojun"), get_family("symmetry")]
CASES = [(family, case) for family in (*FAMILIES, template) for case in family.cases]
MOVES = ("?", "=", "1=1", "r1c1=?", "r99c1=1", "r1c1=1", "r1c2=1", "r2c1=1")


def assert_texts(family: AnyFamily, found: list[object]) -> None:
    """All are texts, and those of a family of Quebra have translations."""
    assert found
    for text in found:
        assert isinstance(text, Text), text
        assert family is template or not list(untranslated(text)), text


@pytest.mark.parametrize("family", [*FAMILIES, template], ids=lambda family: family.name)
def test_the_description_of_a_family(family: AnyFamily) -> None:
    rules, play = family.rules, family.play
    assert play and play.editor
    techniques = family.explain.techniques
    codecs = (*family.formats.puzzles[1:], *family.formats.answers[1:])
    assert_texts(
        family,
        [
            *(family.title, rules.summary, *rules.texts, *rules.codes.values()),
            *(text for technique in techniques for text in (technique.name, technique.text)),
            *(goal.text for goal in family.solve.goals.values()),
            *(codec.text for codec in codecs),
            *(text for _, text in (*play.examples, *play.editor.examples)),
        ],
    )


@pytest.mark.parametrize(
    ("family", "case"), CASES, ids=[f"{family.name}-{case.about[:30]}" for family, case in CASES]
)
def test_the_cases(family: AnyFamily, case: Case) -> None:
    puzzle, answer = read_case(family, case)
    found = [*said_of(family, puzzle), family.draw(puzzle, answer, Look()).title]
    if isinstance(answer, GridAnswer):
        assert family.play
        found += [violation.text for violation in family.rules.check(puzzle, answer)]
        found += [name for name, _ in family.rules.progress(puzzle, answer).parts]
        found += steps(family, puzzle, answer)
        found += [spot.text for spot in family.play.spots(puzzle, answer)]
    assert_texts(family, found)


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_new_puzzles(family: AnyFamily, grade: str) -> None:
    recipe = family.make_recipe({"grade": grade})
    assert_texts(family, said_of(family, family.generate.make(recipe, Source(1), Budget())))


def said_of(family: AnyFamily, puzzle: object) -> list[object]:
    grade = family.explain.grade(puzzle, Budget())
    return [*steps(family, puzzle, None), grade.text, *(name for name, _ in grade.techniques)]


def steps(family: AnyFamily, puzzle: object, answer: object) -> Iterator[object]:
    for step in family.explain.steps(puzzle, answer, Budget()):
        yield from (step.technique, step.text)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_moves_that_are_refused(family: AnyFamily) -> None:
    assert family.play
    refused = []
    for case in family.cases:
        puzzle, _ = read_case(family, case)
        for move in MOVES:
            try:
                family.play.move(puzzle, family.play.start(puzzle), move)
            except BadInput as error:
                refused.append(error.text)
    assert_texts(family, [*refused])


def test_steps_in_other_languages() -> None:
    puzzle = Kojun(
        regions=(("a", "a", "b"), ("c", "b", "b"), ("c", "c", "c")),
        givens=((1, 2, 3), (0, 1, 2), (0, 4, 0)),
    )
    *_, bounds = (
        step
        for step in get_family("kojun").explain.steps(puzzle, None, Budget())
        if step.technique == "bounds"
    )
    assert translate(bounds.text, "pt") == (
        "Na linha 2, coluna 1 está no máximo 3; então na linha 3, coluna 1, abaixo, está no "
        "máximo 2."
    )
    symmetry = get_family("symmetry").explain.steps(
        Symmetry(clues=((1, 0, -1, 2, 0),)), None, Budget()
    )
    assert translate(next(symmetry).text, "es") == (
        "Las formas de las puntas de la fila 1 deben coincidir; entonces en la fila 1, columna 5 "
        "está ■."
    )

"""All texts of tangram have translations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

import quebra
from quebra.contract.family import Case, Look
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.families.tangram.model import Assembly, Piece, Tangram
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve.choice import tilings
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.testing import read_case
from translations import texts_in, untranslated

family = get_family("tangram")


def faults(puzzle: Tangram, results: object) -> list[str]:
    """What has no translation in results, apart from the names of pieces of the puzzle."""
    names = tuple(f": {piece.name}" for piece in puzzle.pieces)
    found = [fault for text in texts_in(results) for fault in untranslated(text)]
    return [fault for fault in found if not fault.endswith(names)]


def results(puzzle: Tangram, answer: Assembly | None) -> Iterator[object]:
    """The results of all verbs."""
    assert family.play
    for attempt in filter(None, (answer, Assembly(places=()))):
        yield family.rules.check(puzzle, attempt)
        yield family.rules.progress(puzzle, attempt)
        yield family.play.spots(puzzle, attempt)
        yield list(islice(family.explain.steps(puzzle, attempt, Budget()), 5))
        yield family.draw(puzzle, attempt, Look()).title
    yield quebra.solve(puzzle, time=5).text


@pytest.mark.parametrize("case", family.cases, ids=lambda case: case.about)
def test_the_verbs_give_texts(case: Case) -> None:
    puzzle, answer = read_case(family, case)
    found = list(results(puzzle, answer))
    assert faults(puzzle, found) == []
    for steps in (each for each in found if isinstance(each, list)):
        assert all(isinstance(step.text, Text) for step in steps)
        assert all(isinstance(step.technique, Text) for step in steps)
    for violation in found[0]:  # type: ignore[attr-defined]
        assert isinstance(violation.text, Text)


def test_what_the_family_says_of_itself() -> None:
    assert family.play
    said = (
        family.title,
        family.rules.summary,
        family.rules.texts,
        dict(family.rules.codes),
        family.explain.techniques,
        family.play.examples,
        [codec.text for codec in (*family.formats.puzzles[1:], *family.formats.answers[1:])],
    )
    assert len(list(texts_in(said))) > 60
    assert not [fault for text in texts_in(said) for fault in untranslated(text)]


def test_pieces_are_named_in_the_language() -> None:
    puzzle = SETS["classic"].puzzle("square")
    first = family.rules.check(puzzle, Assembly(places=()))[0].text
    assert first == "Piece large triangle 1 is missing."
    assert translate(first, "pt") == "Falta a peça triângulo grande 1."
    assert translate(first, "es") == "Falta la pieza triángulo grande 1."


def test_places_are_named_in_the_language() -> None:
    puzzle = SETS["classic"].puzzle("square")
    step = next(family.explain.steps(puzzle, None, Budget()))
    assert "corner of the figure" in step.text
    assert "da figura" in translate(step.text, "pt")
    assert "de la figura" in translate(step.text, "es")


@pytest.mark.parametrize("name", ["{n}", "{", "a}b", "{0}", "%s", "Not known."])
def test_names_that_look_like_templates(name: str) -> None:
    piece = Piece(name=name, outline="M0 0 H1 V1 H0 Z", count=2)
    puzzle = Tangram(pieces=(piece,), figure="M0 0 H2 V1 H0 Z")
    (answer,) = islice(tilings(puzzle, Budget()), 1)
    missing, _ = family.rules.check(puzzle, Assembly(places=answer.places[:1]))
    assert missing.text == f"Piece {name} 2 is missing."
    assert translate(missing.text, "pt").startswith("Falta a peça ")

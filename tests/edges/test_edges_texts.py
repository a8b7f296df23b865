"""All that edge-matching says is a text with translations; colours are named as they are drawn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quebra.contract.errors import BadInput
from quebra.contract.family import Case, Look
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.edges import family
from quebra.families.edges.draw import motifs
from quebra.families.edges.explain import explain, grade
from quebra.families.edges.generate import EdgesRecipe, generate
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.names import GROUNDS, MAX_MOTIFS, MOTIFS, colour_name
from quebra.families.edges.play import EDITS, MOVES, move, spots, start
from quebra.families.edges.rules import GOALS, RULES, check, progress
from quebra.families.edges.solve.infeasibility import infeasibility
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.papers.edge_matching_algebra.formats import SYSTEMS
from quebra.testing import read_case
from translations import OTHERS, untranslated

SHAPES = [
    EdgesRecipe(rows=4, cols=4),
    EdgesRecipe(rows=3, cols=3, colours=2, frameless=True, fixed=True),
    EdgesRecipe(rows=2, cols=3, colours=2, shape="hexagon"),
    EdgesRecipe(rows=3, cols=3, colours=2, shape="triangle"),
    EdgesRecipe(rows=2, cols=2, layers=1, colours=2, shape="cube"),
]
NO_MOVES = ("?", "r1c1=?", "r9c9=1", "r1c1=99", "r1c1=1/99", "r1c1/", "r1c1>r1c2", "rc=1", "r0c1=1")


def assert_translated(texts: list[str]) -> None:
    assert texts and not [text for text in texts if not isinstance(text, Text)]
    assert not [each for text in texts if isinstance(text, Text) for each in untranslated(text)]


def said(puzzle: Edges, answer: Filling | None) -> Iterator[str]:
    attempt = answer or start(puzzle)
    for violation in check(puzzle, attempt):
        yield violation.text
    for part, _ in progress(puzzle, attempt).parts:
        yield part
    for spot in spots(puzzle, attempt):
        yield spot.text
    for step in explain(puzzle, answer, Budget()):
        yield from (step.technique, step.text)
    yield family.draw(puzzle, answer, Look()).title
    yield from filter(None, [infeasibility(puzzle)])
    if not answer:
        found = grade(puzzle, Budget())
        yield from (found.text, *(name for name, _ in found.techniques))


def refusals(puzzle: Edges) -> Iterator[str]:
    for text in NO_MOVES:
        try:
            move(puzzle, start(puzzle), text)
        except BadInput as error:
            yield error.text


def test_what_the_family_says_of_itself() -> None:
    assert_translated(
        [
            *(family.title, RULES.summary, *RULES.texts, *RULES.codes.values()),
            *(words for each in family.explain.techniques for words in (each.name, each.text)),
            *(goal.text for goal in GOALS.values()),
            *(words for _, words in (*MOVES, *EDITS)),
            *(codec.text for codec in (*family.formats.puzzles[1:], *SYSTEMS)),
            *(codec.text for codec in family.formats.answers[1:]),
        ]
    )


@pytest.mark.parametrize("case", family.cases, ids=lambda case: case.about)
def test_what_is_said_of_the_cases(case: Case) -> None:
    puzzle, answer = read_case(family, case)
    assert_translated([*said(puzzle, None), *said(puzzle, answer), *refusals(puzzle)])


@pytest.mark.parametrize("recipe", SHAPES, ids=lambda recipe: recipe.shape)
def test_what_is_said_of_new_boards(recipe: EdgesRecipe) -> None:
    for seed in range(3):
        puzzle = generate(recipe, Source(seed), Budget())
        assert_translated(list(said(puzzle, None)))


def test_a_step_in_other_languages() -> None:
    puzzle = Edges(rows=1, cols=2, pieces=((0, 0, 0, 1), (0, 1, 0, 0)), frame=0)
    _, last = explain(puzzle, None, Budget())
    assert [translate(last.text, lang) for lang in OTHERS] == [
        "Solo la pieza 1 cabe en la fila 1, columna 2, que pide gris arriba, a la derecha y abajo "
        "y círculo en azul a la izquierda.",
        "Só a peça 1 cabe na linha 1, coluna 2, que pede cinza acima, à direita e abaixo "
        "e círculo em azul à esquerda.",
    ]


def test_colours_have_the_names_of_what_is_drawn() -> None:
    assert len(MOTIFS) == len(motifs.MOTIFS) and len(GROUNDS) == len(motifs.KINDS)
    many = Edges(rows=1, cols=1, pieces=(tuple(range(4)),) * (MAX_MOTIFS + 1))
    assert colour_name(many, 3) == "colour 3", "motifs are not drawn"
    free = Edges(rows=1, cols=1, pieces=((10, 20, 30, 40),))
    assert colour_name(free, 40) == "orange spool"

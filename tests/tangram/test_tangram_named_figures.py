"""Figures with names: right, connected, no two alike, translated, and served by the generator."""

from __future__ import annotations

from cmath import phase
from collections import Counter
from importlib.resources import files
from math import degrees
from typing import Any

import msgspec
import pytest
from babel.messages.pofile import read_po

from quebra.contract.errors import BadInput, NotFound
from quebra.engine.budget import Budget
from quebra.families.tangram.explain.grade import grade
from quebra.families.tangram.figures import (
    CATEGORY_TITLES,
    NamedFigure,
    all_figures,
    described_categories,
    figure_of,
    figure_puzzle,
    named_figures,
)
from quebra.families.tangram.figures.naming import figure_name
from quebra.families.tangram.formats import FORMATS
from quebra.families.tangram.generate import shipped_figure_keys
from quebra.families.tangram.model import Placement, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.silhouette import congruence_key
from quebra.geometry.arrangement import Arrangement
from quebra.geometry.edges import chained, signed_area
from quebra.geometry.outline import Contour
from quebra.geometry.region import area_of, merged
from quebra.geometry.signature import mirrored
from quebra.i18n.catalogue import languages
from quebra.service import verbs
from shared_data import shared_cases

FIGURES = list(all_figures())
IDS = [f"{figure.set_name}-{figure.name}" for figure in FIGURES]
GTANS = "tangram/gtans-191.json"
SAME_NAMES = {"letters", "digits"}
"""Categories whose names are the same in all languages."""


def test_names_are_unique_in_a_set() -> None:
    names = Counter((figure.set_name, figure.name.casefold()) for figure in FIGURES)
    assert max(names.values()) == 1
    for set_name, found in SETS.items():
        assert not set(found.figures) & set(named_figures(set_name))


def test_there_are_three_hundred_figures_of_all_categories() -> None:
    assert len(FIGURES) >= 300
    counts = Counter(figure.category for figure in FIGURES)
    assert set(counts) == set(CATEGORY_TITLES)
    assert min(counts.values()) >= 10
    assert len(named_figures("classic")) >= 250


@pytest.mark.parametrize("figure", FIGURES, ids=IDS)
def test_figures_are_right_and_connected(figure: NamedFigure) -> None:
    puzzle = figure.puzzle()
    assert check(puzzle, figure.answer()) == ()
    assert abs(area_of(puzzle.target) - area_of(SETS[figure.set_name].puzzle().target)) < 1e-6
    assert is_connected(puzzle)


def is_connected(puzzle: Tangram) -> bool:
    """Whether the figure is in one part; parts that touch in a point count as one."""
    plan = Arrangement([puzzle.target], puzzle.tolerance_used)
    parts = {vertex: vertex for vertex in range(len(plan.vertices))}

    def root(vertex: int) -> int:
        while parts[vertex] != vertex:
            vertex = parts[vertex]
        return vertex

    for seam in range(len(plan.seams)):
        parts[root(plan.tail(2 * seam))] = root(plan.tail(2 * seam + 1))
    holes = sum(not face.cover for face in plan.faces[1:])
    return len({root(vertex) for vertex in parts}) <= 1 + holes


def test_no_two_figures_are_alike() -> None:
    seen = {name: dict.fromkeys(shipped_figure_keys(name), "one of the set") for name in SETS}
    for figure in FIGURES:
        known = seen[figure.set_name]
        key = congruence_key(figure.puzzle().target)
        assert key not in known, f"{figure.name} is {known[key]}"
        known[key] = figure.name


DRAWN = 0.02
"""Published figures are drawn by hand; lengths this close count as equal."""


def test_no_figure_is_a_published_one() -> None:
    published = [drawn_sides(figure) for figure in shared_cases(GTANS, "figures")]
    for figure in named_figures("classic").values():
        ours = [sides_of(merged(contour, DRAWN)) for contour in figure.puzzle().target]
        alike = [theirs for theirs in published if are_alike(ours, theirs)]
        assert not alike, figure.name


Sides = list[tuple[float, float]]
"""The length of each side of a contour, and the angle to the next one in degrees."""


def drawn_sides(figure: dict[str, Any]) -> list[Sides]:
    """The sides of the contours of a published figure."""
    pieces = [chained([complex(*point) for point in piece["poly"]]) for piece in figure["pieces"]]
    upright = [piece if signed_area(piece) > 0 else mirrored(piece) for piece in pieces]
    plan = Arrangement([(piece,) for piece in upright], DRAWN)
    return [sides_of(merged(contour, DRAWN)) for contour in plan.contours(bool)]


def sides_of(contour: Contour) -> Sides:
    turns = [
        degrees(phase(after.heading(0) / before.heading(1)))
        for before, after in zip(contour, (*contour[1:], contour[0]), strict=True)
    ]
    return [(edge.length, turn) for edge, turn in zip(contour, turns, strict=True)]


def are_alike(ours: list[Sides], theirs: list[Sides]) -> bool:
    if sorted(map(len, ours)) != sorted(map(len, theirs)):
        return False
    one, other = max(ours, key=len), max(theirs, key=len)
    # Read backwards, the turn of a side is that of the side before it.
    back = [(one[i][0], one[i - 1][1]) for i in reversed(range(len(one)))]
    return any(
        all(
            abs(mine[0] - yours[0]) < 5 * DRAWN and abs(mine[1] - yours[1]) < 5
            for mine, yours in zip(sides[i:] + sides[:i], other, strict=True)
        )
        for sides in (one, back)
        for i in range(len(one))
    )


@pytest.mark.parametrize("language", languages()[1:])
def test_names_are_translated(language: str) -> None:
    texts = catalogue(language)
    for figure in FIGURES:
        if figure.category not in SAME_NAMES:
            assert texts.get(figure.name), figure.name


def test_a_name_is_one_figure_in_all_languages() -> None:
    texts = [catalogue(language) for language in languages()[1:]]
    for set_name in SETS:
        known = {name: name for name in named_figures(set_name)}
        for name in named_figures(set_name):
            for each in texts:
                assert known.setdefault(each.get(name, name), name) == name


def catalogue(language: str) -> dict[str, str]:
    path = files("quebra.i18n") / "catalogues" / f"{language}.po"
    with path.open("rb") as file:
        return {str(message.id): str(message.string or "") for message in read_po(file)}


def test_paradoxes_are_pairs() -> None:
    paradoxes = [figure for figure in FIGURES if figure.category == "paradoxes"]
    for figure in paradoxes:
        assert figure.pair
        assert figure_puzzle(figure.set_name, figure.pair)
    pairs = {figure.name: figure.pair for figure in FIGURES if figure.pair}
    both = [name for name, other in pairs.items() if pairs.get(other) == name]
    assert len(both) >= 10
    assert all(
        figure.pair in both for figure in FIGURES if figure.category != "paradoxes" and figure.pair
    )


def test_a_figure_is_found_by_its_name_in_any_language() -> None:
    swan = named_figures("classic")["swan"].puzzle()
    for name in ("swan", "Swan", "cisne", "CISNE"):
        assert figure_puzzle("classic", name) == swan
    assert figure_puzzle("classic", "polar-bear") == figure_puzzle("classic", "polar bear")
    assert figure_puzzle("classic", "square") == SETS["classic"].puzzle("square")
    for name in ("unicorn", "", "heart of gold"):
        with pytest.raises(BadInput, match="has no figure"):
            figure_puzzle("classic", name)
    with pytest.raises(BadInput, match="There is no set"):
        figure_puzzle("chess", "swan")
    assert verbs.parse("tangram classic polar-bear") == figure_puzzle("classic", "polar bear")


def test_the_generator_serves_figures_by_name_category_and_grade() -> None:
    swan = named_figures("classic")["swan"].puzzle()
    assert verbs.generate("tangram", seed=1, figure="swan") == swan
    animals = [f.puzzle() for f in named_figures("classic").values() if f.category == "animals"]
    made = [verbs.generate("tangram", seed=seed, category="animals") for seed in (1, 1, 2, 3)]
    assert made[0] == made[1]
    assert len({each.figure for each in made if isinstance(each, Tangram)}) == 3
    assert all(each in animals for each in made)
    easy = verbs.generate("tangram", seed=1, category="birds", grade="easy")
    assert isinstance(easy, Tangram)
    assert grade(easy, Budget()).name == "easy"


def test_what_the_generator_cannot_serve() -> None:
    with pytest.raises(NotFound, match="no such figure: try another category"):
        verbs.generate("tangram", seed=1, set="egg", category="animals")
    with pytest.raises(BadInput, match="Only one of these options may be given: shape, figure"):
        verbs.generate("tangram", seed=1, figure="swan", shape="M0 0 H1 V1 H0 Z")
    found = grade(named_figures("classic")["swan"].puzzle(), Budget()).name
    other = "expert" if found != "expert" else "easy"
    with pytest.raises(NotFound, match=f"The grade of this shape is {found}, not {other}"):
        verbs.generate("tangram", seed=1, figure="swan", grade=other)


def test_an_arrangement_becomes_a_figure() -> None:
    swan = named_figures("classic")["swan"]
    for codec in FORMATS.answers:
        made = verbs.generate("tangram", seed=1, arrangement=codec.write(swan.answer()))
        assert isinstance(made, Tangram)
        assert congruence_key(made.target) == congruence_key(swan.puzzle().target)
        assert check(made, swan.answer()) == ()
    blank = SETS["classic"].puzzle()
    with pytest.raises(BadInput, match="parallelogram is missing"):
        figure_of(blank, swan.places[:-1])
    with pytest.raises(BadInput, match="overlap"):
        figure_of(blank, [Placement(place.piece, 0, 0) for place in swan.places])
    with pytest.raises(BadInput, match="there is no piece 9"):
        figure_of(blank, [Placement(9, 0, 0)])
    with pytest.raises(BadInput):
        verbs.generate("tangram", seed=1, arrangement="{}")


def test_choices_list_every_name() -> None:
    choices = described_categories()
    for figure in FIGURES:
        assert figure.name.casefold() in choices[figure.category].text.casefold()


@pytest.mark.parametrize("figure", FIGURES[::10], ids=IDS[::10])
def test_the_title_of_a_drawing_has_the_name_of_its_figure(figure: NamedFigure) -> None:
    title = verbs.draw(figure.puzzle()).title
    assert title == f"Tangram, {figure.title}, {figure.puzzle().extent} pieces"


def test_another_figure_has_no_name() -> None:
    swan = figure_puzzle("classic", "swan")
    assert figure_name(swan) == "swan"
    assert figure_name(msgspec.structs.replace(swan, figure="M0 0 H8 V1 H0 Z")) is None
    others = (msgspec.structs.replace(swan.pieces[0], flip=False), *swan.pieces[1:])
    assert figure_name(msgspec.structs.replace(swan, pieces=others)) is None
    assert figure_name(SETS["egg"].puzzle()) == "egg"

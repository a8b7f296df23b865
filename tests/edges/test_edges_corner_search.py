"""The exact search for polygons with coloured sides: all fillings, proofs, steps and grades."""

from __future__ import annotations

from math import cos, radians, sin

import msgspec
import pytest
from lattice import classes, fillings, lattice_puzzle

from commands import run
from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.contract.results import Outcome, Step
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families.edges.cutting import cut_polygons
from quebra.families.edges.model import Edges, Filling, Laid
from quebra.families.edges.polygons import Corners, piece_sides
from quebra.i18n.messages import translate

family = get_family("edges")

HALF = ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0))
SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
TINY = ((0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.0, 0.5))
HALVES = Edges(
    ((0, 0, 1, 0), (1, 0, 0, 0)), shape="polygon", outlines=(HALF,) * 2, figure=SQUARE, frame=0
)
FOUR = Edges(
    ((0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)),
    shape="polygon",
    outlines=(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),) * 4,
    figure=SQUARE,
    frame=0,
)


def changed(puzzle: Edges, **fields: object) -> Edges:
    return msgspec.structs.replace(puzzle, **fields)


def outcome(puzzle: Edges, count: int = 1000) -> Outcome[Filling]:
    return solve(family, puzzle, count=count)


def steps(puzzle: Edges, answer: Filling | None = None) -> list[Step]:
    return list(family.explain.steps(puzzle, answer, Budget()))


def half_turn(puzzle: Edges, answer: Filling) -> Filling:
    """A filling of a rectangle at the origin, turned by half a turn."""
    wide, high = puzzle.figure[2]
    places = (Laid(p.piece, wide - p.x, high - p.y, (p.turn + 2) % 4) for p in answer.places)
    return Filling(places=tuple(places))


def close(one: Filling, other: Filling) -> bool:
    pairs = list(zip(one.places, other.places, strict=True))
    return all(a.turn == b.turn and abs(complex(a.x - b.x, a.y - b.y)) < 1e-5 for a, b in pairs)


@pytest.mark.parametrize("rotate", [False, (0, 2), (1, 3), True])
@pytest.mark.parametrize("size", [(2, 2), (1, 4), (2, 3)])
@pytest.mark.parametrize("seed", range(3))
def test_all_fillings_are_found(
    seed: int, size: tuple[int, int], rotate: bool | tuple[int, ...]
) -> None:
    source = Source(seed)
    made = lattice_puzzle(source, *size, 3 + source.below(2), 1 + source.below(2), rotate)
    spoilt = [list(colours) for colours in made.pieces]
    spoilt[0][0] = source.below(3)
    doubled = {
        "pieces": (*made.pieces, made.pieces[1]),
        "outlines": (*made.outlines, made.outlines[1]),
    }
    own = tuple(source.choice([None, (0,), (0, 1)]) for _ in made.pieces)
    for puzzle in (
        made,
        changed(made, frame=None),
        changed(made, pieces=tuple(map(tuple, spoilt))),
        changed(made, **doubled),
        changed(made, piece_turns=own),
    ):
        found, right = outcome(puzzle), fillings(puzzle)
        different = classes(puzzle, right)
        assert found.complete and len(found.solutions) == different
        assert found.status == ("none", "unique", "many")[min(2, different)]
        assert found.stats.get("tilings", 0) == len(right)


@pytest.mark.parametrize("rotate", [False, (0, 2), True])
@pytest.mark.parametrize("seed", range(3))
def test_what_sdp_finds_is_among_all(seed: int, rotate: bool | tuple[int, ...]) -> None:
    puzzle = cut_polygons((3, 4), 6, 2, Source(100 + seed), rotate, 0)
    every = outcome(puzzle)
    assert every.status == "unique"
    assert every.stats["tilings"] == (1 if rotate is False else 2)
    found = solve(family, puzzle, engine="sdp", count=1).solutions[0]
    (answer,) = every.solutions
    assert close(found, answer) or close(found, half_turn(puzzle, answer))


def test_many_pieces_are_proved_unique() -> None:
    puzzle = cut_polygons((5, 7), 40, 2, Source(4), False, 0)
    assert outcome(puzzle).status == "unique"


def test_pieces_that_look_the_same_count_once() -> None:
    alike = changed(FOUR, pieces=((0, 1, 1, 0), (0, 0, 1, 1), (1, 1, 0, 0), (1, 0, 0, 1)))
    assert outcome(FOUR).status == outcome(alike).status == "unique"
    plain = changed(FOUR, pieces=((0, 0, 0, 0),) * 4)
    assert outcome(plain).status == outcome(changed(plain, rotate=True)).status == "unique"
    split = changed(plain, piece_turns=((0,), (1,), (0, 1), (2, 3)), rotate=True)
    assert outcome(split).status == "unique", "whoever takes which place, it looks the same"
    assert [laid.piece for laid in outcome(split).solutions[0].places] == [0, 1, 2, 3]


def test_whole_turns_are_one_solution() -> None:
    turned = changed(FOUR, rotate=True)
    found = outcome(turned)
    assert found.status == "unique" and found.stats["tilings"] == 4
    alike = solve(family, turned, count=9, up_to_symmetry=True)
    assert alike.text == "Exactly one solution up to symmetry: proved."
    wide = cut_polygons((3, 4), 6, 2, Source(2), True, 0)
    assert outcome(wide).status == "unique" and outcome(wide).stats["tilings"] == 2
    assert solve(family, wide, count=9, up_to_symmetry=True).status == "unique"
    rim = changed(turned, rim=(0, 0, 0, 5))
    assert outcome(rim).status == "none"


def test_corners_in_a_side_do_not_matter() -> None:
    more = ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0))
    puzzle = changed(HALVES, outlines=(more, HALF), pieces=((0, 0, 0, 1, 0), (1, 0, 0, 0)))
    assert outcome(puzzle).status == "unique"
    both = changed(puzzle, pieces=((0, 0, 0, 0, 0), (0, 0, 0, 0)))
    assert outcome(both).status == "unique", "the halves look the same"
    assert outcome(changed(puzzle, pieces=((0, 3, 0, 1, 0), (1, 0, 0, 0)))).status == "none"


def test_pieces_may_be_left_over() -> None:
    more = changed(HALVES, pieces=(*HALVES.pieces, (5, 6, 5, 7)), outlines=(HALF, HALF, TINY))
    found = outcome(more)
    assert found.status == "unique" and [p.piece for p in found.solutions[0].places] == [0, 1]
    with pytest.raises(BadInput, match="lays all polygons, and these are larger"):
        solve(family, more, engine="sdp")


def test_the_figure_may_be_turned_and_have_dents() -> None:
    turn = complex(cos(radians(17)), sin(radians(17)))

    def turned(corners: Corners) -> Corners:
        spots = (complex(*corner) * turn for corner in corners)
        return tuple((spot.real, spot.imag) for spot in spots)

    made = lattice_puzzle(Source(3), 3, 3, 6, 2, False)
    odd = changed(
        made, figure=turned(made.figure), outlines=tuple(turned(each) for each in made.outlines)
    )
    assert len(outcome(odd).solutions) == len(outcome(made).solutions) > 0
    star = ((0.0, 0.0), (3.0, 0.0), (2.0, 1.0), (3.0, 3.0), (1.0, 2.0), (0.0, 3.0))
    assert outcome(changed(FOUR, pieces=((1,) * 6,), outlines=(star,), figure=star, frame=1)).proved


@pytest.mark.parametrize(("off", "status"), [(1e-8, "unique"), (1e-3, "none")])
def test_the_tolerance_is_that_of_check(off: float, status: str) -> None:
    wide = ((0.0, 0.0), (2.0 + off, 0.0), (2.0, 1.0), (0.0, 1.0))
    assert outcome(changed(HALVES, outlines=(wide, HALF))).status == status


def test_a_search_that_is_cut_says_so() -> None:
    found = solve(family, FOUR, count=2, seconds=0)
    assert found.status == "unknown" and found.reason == "time"
    with pytest.raises(BadInput, match="no goal 'matched'"):
        solve(family, FOUR, goal="matched")


@pytest.mark.parametrize("seed", range(3))
def test_the_seed_changes_the_order_alone(seed: int) -> None:
    puzzle = cut_polygons((2, 2), 5, 1, Source(seed), True, 0)
    one = solve(family, puzzle, engine="backtrack", count=99, seed=seed)
    other = solve(family, puzzle, engine="backtrack", count=99, seed=seed + 1)
    assert one.complete and other.complete and len(one.solutions) == len(other.solutions)
    assert one.stats["tilings"] == other.stats["tilings"]


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_steps_lead_to_a_solution(seed: int, rotate: bool) -> None:
    puzzle = lattice_puzzle(Source(seed), 2, 3, 5, 2, rotate)
    told = steps(puzzle)
    laid = [placed(step) for step in told]
    assert not family.rules.check(puzzle, Filling(places=tuple(laid)))
    assert {step.technique for step in told} <= {"only piece", "trial", "choice"}
    for step in told:
        assert translate(step.text, "pt", family) != step.text
    every = [{looks(puzzle, each) for each in answer.places} for answer in fillings(puzzle)]
    for step, place in zip(told, laid, strict=True):
        if step.technique == "choice":
            break
        assert all(looks(puzzle, place) in answer for answer in every)


def placed(step: Step) -> Laid:
    """The piece that a step lays."""
    (change,) = step.changes
    x, y, turn = str(change.value).split()
    return Laid(change.where[0], float(x), float(y), int(turn))


def looks(puzzle: Edges, laid: Laid) -> frozenset[object]:
    return frozenset((s.start, s.end, s.colour) for s in piece_sides(puzzle, laid))


def test_steps_go_on_from_an_attempt() -> None:
    puzzle = cut_polygons((3, 4), 6, 2, Source(1), True, 0)
    answer = half_turn(puzzle, outcome(puzzle).solutions[0])
    for count in range(7):
        rest = steps(puzzle, Filling(places=answer.places[:count]))
        assert {step.where[0][0] for step in rest} == set(range(count, 6)) or not count
        if count:
            laid = sorted(map(placed, rest), key=lambda each: each.piece)
            assert close(Filling(places=tuple(laid)), Filling(places=answer.places[count:]))


def test_what_is_wrong_with_an_attempt() -> None:
    (overlap,) = steps(FOUR, Filling(places=(Laid(0, 0, 0), Laid(1, 0.5, 0))))
    assert overlap.technique == "mistake" and "overlap" in overlap.text
    loose = changed(FOUR, frame=None)
    (fatal,) = steps(loose, Filling(places=(Laid(1, 1, 0), Laid(0, 0, 0.5))))
    assert fatal.text == (
        "With piece 1 there, after 1 other, the figure cannot be filled: proved by a search."
    )
    assert fatal.changes[0].where == (0,) and translate(fatal.text, "pt", family) != fatal.text
    (first,) = steps(loose, Filling(places=(Laid(0, 0.5, 0),)))
    assert first.text == "With piece 1 there the figure cannot be filled: proved by a search."


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"outlines": (HALF, TINY)},
            "The figure has an area of 4, and the pieces have 2.25 in all.",
        ),
        ({"frame": 3}, "The rim has a length of 8 of the colour 3, and the pieces have 0."),
        (
            {"pieces": ((0, 0, 1, 0), (2, 0, 0, 0))},
            "Colour 1 is on piece 1 alone, and so it can meet no other.",
        ),
        (
            {"outlines": (HALF, ((0.0, 0.0), (2.001, 0.0), (2.0, 1.0), (0.0, 1.0)))},
            "Nothing fits exactly; with corners up to 0.002 apart it would, so tell them with "
            "more digits.",
        ),
        (
            {"pieces": ((0, 1, 0, 0), (0, 1, 0, 0))},
            "A search proves that nothing fits, so the figure cannot be filled.",
        ),
    ],
)
def test_why_there_is_no_solution(fields: dict[str, object], words: str) -> None:
    puzzle = changed(HALVES, **fields)
    assert outcome(puzzle).status == "none"
    (step,) = steps(puzzle)
    assert (step.technique, step.text) == ("dead end", words)
    assert translate(words, "pt", family) != words
    assert family.explain.grade(puzzle, Budget()).text == "No solution, so no grade."


def test_grades() -> None:
    assert family.explain.grade(HALVES, Budget()).text == "Easy: all 2 pieces follow by logic."
    turned = family.explain.grade(cut_polygons((3, 4), 6, 1, Source(1), True, 0), Budget())
    assert turned.name == "easy" and "of trying" in turned.text


def test_the_command_line_proves_and_explains() -> None:
    made = run("generate", "edges", "--shape", "polygon", "--size", "3x4", "--seed", "6").stdout
    assert "Exactly one solution: proved." in run("solve", "-", "--count", "2", stdin=made).stdout
    assert "Only piece" in run("explain", "-", stdin=made).stdout
    assert "follow by logic" in run("grade", "-", stdin=made).stdout

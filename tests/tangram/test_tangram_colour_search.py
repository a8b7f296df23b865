"""The corner search with coloured sides: all fillings, proofs, steps and grades."""

from __future__ import annotations

from math import cos, radians, sin

import msgspec
import pytest
from coloured_lattice import classes, fillings, laid, lattice_puzzle, piece_sides

from commands import run
from parameters import every
from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.contract.results import Outcome, Step
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families.tangram.cutting import cut_polygons
from quebra.families.tangram.formats.edges_polygons import Corners, OlderPuzzle
from quebra.families.tangram.model import Assembly, Placement, Tangram
from quebra.i18n.text import Text
from translations import untranslated

family = get_family("tangram")

HALF = ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0))
SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
TURNS: dict[object, tuple[int, ...]] = {False: (0,), (0, 2): (0, 2), True: (0, 1, 2, 3)}
TINY = ((0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.0, 0.5))
HALVES = OlderPuzzle(
    ((0, 0, 1, 0), (1, 0, 0, 0)), shape="polygon", outlines=(HALF,) * 2, figure=SQUARE, frame=0
)
FOUR = OlderPuzzle(
    ((0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)),
    shape="polygon",
    outlines=(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),) * 4,
    figure=SQUARE,
    frame=0,
)


def changed(puzzle: OlderPuzzle, **fields: object) -> OlderPuzzle:
    return msgspec.structs.replace(puzzle, **fields)


def as_tangram(puzzle: OlderPuzzle | Tangram) -> Tangram:
    return puzzle.tangram() if isinstance(puzzle, OlderPuzzle) else puzzle


def outcome(puzzle: OlderPuzzle | Tangram, count: int = 1000) -> Outcome[Assembly]:
    return solve(family, as_tangram(puzzle), count=count)


def steps(puzzle: OlderPuzzle | Tangram, answer: Assembly | None = None) -> list[Step]:
    return list(family.explain.steps(as_tangram(puzzle), answer, Budget()))


def half_turn(answer: Assembly, wide: float, high: float) -> Assembly:
    """A filling of a rectangle at the origin, turned by half a turn."""
    places = (
        Placement(p.piece, wide - p.x, high - p.y, (p.angle + 180) % 360) for p in answer.places
    )
    return Assembly(places=tuple(places))


def close(one: Assembly, other: Assembly) -> bool:
    pairs = list(zip(one.places, other.places, strict=True))
    return all(a.angle == b.angle and abs(complex(a.x - b.x, a.y - b.y)) < 1e-5 for a, b in pairs)


@pytest.mark.parametrize("rotate", [False, (0, 2), (1, 3), True])
@pytest.mark.parametrize("size", [(2, 2), (1, 4), (2, 3)])
@pytest.mark.parametrize("seed", every(3, range(3)))
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
@pytest.mark.parametrize("seed", every(3, range(3)))
def test_what_sdp_finds_is_among_all(seed: int, rotate: bool | tuple[int, ...]) -> None:
    puzzle = cut_polygons((3, 4), 6, 2, Source(100 + seed), TURNS[rotate])
    every = outcome(puzzle)
    assert every.status == "unique"
    assert every.stats["tilings"] == (1 if rotate is False else 2)
    found = solve(family, puzzle, engine="sdp", count=1).solutions[0]
    (answer,) = every.solutions
    assert close(found, answer) or close(found, half_turn(answer, 4, 3))


def test_many_pieces_are_proved_unique() -> None:
    puzzle = cut_polygons((5, 7), 40, 2, Source(4))
    assert outcome(puzzle).status == "unique"


def test_pieces_that_look_the_same_count_once() -> None:
    alike = changed(FOUR, pieces=((0, 1, 1, 0), (0, 0, 1, 1), (1, 1, 0, 0), (1, 0, 0, 1)))
    assert outcome(FOUR).status == outcome(alike).status == "unique"
    plain = changed(FOUR, pieces=((0, 0, 0, 0),) * 4)
    assert outcome(plain).status == outcome(changed(plain, rotate=True)).status == "unique"
    split = changed(plain, piece_turns=((0,), (1,), (0, 1), (2, 3)), rotate=True)
    assert outcome(split).status == "unique", "whichever takes which place, it looks the same"
    assert [laid.piece for laid in outcome(split).solutions[0].places] == [0, 1, 2, 3]


def test_whole_turns_are_one_solution() -> None:
    turned = changed(FOUR, rotate=True)
    found = outcome(turned)
    assert found.status == "unique" and found.stats["tilings"] == 4
    wide = cut_polygons((3, 4), 6, 2, Source(2), TURNS[True])
    assert outcome(wide).status == "unique" and outcome(wide).stats["tilings"] == 2
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
    with pytest.raises(BadInput, match="places all pieces; here some may be left over"):
        solve(family, more.tangram(), engine="sdp")


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
    found = solve(family, FOUR.tangram(), count=2, seconds=0)
    assert found.status == "unknown" and found.reason == "time"


@pytest.mark.parametrize("seed", every(3, range(3)))
def test_the_seed_changes_the_order_alone(seed: int) -> None:
    puzzle = cut_polygons((2, 2), 5, 1, Source(seed), TURNS[True])
    one = solve(family, puzzle, engine="own", count=99, seed=seed)
    other = solve(family, puzzle, engine="own", count=99, seed=seed + 1)
    assert one.complete and other.complete and len(one.solutions) == len(other.solutions)
    assert one.stats["tilings"] == other.stats["tilings"]


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("seed", every(3, range(3)))
def test_steps_lead_to_a_solution(seed: int, rotate: bool) -> None:
    puzzle = lattice_puzzle(Source(seed), 2, 3, 5, 2, rotate)
    told = steps(puzzle)
    places = [step.changes[0].value for step in told]
    assert not family.rules.check(puzzle.tangram(), Assembly(places=tuple(places)))
    for step in told:
        assert isinstance(step.text, Text) and not list(untranslated(step.text))
    every = [{looks(puzzle, each) for each in answer.places} for answer in fillings(puzzle)]
    for step, place in zip(told, places, strict=True):
        if step.technique in ("either way", "choice"):
            break
        assert all(looks(puzzle, place) in answer for answer in every)


def looks(puzzle: OlderPuzzle, place: Placement) -> frozenset[object]:
    return frozenset(piece_sides(puzzle, place))


def test_steps_go_on_from_an_attempt() -> None:
    puzzle = cut_polygons((3, 4), 6, 2, Source(1), TURNS[True])
    answer = half_turn(outcome(puzzle).solutions[0], 4, 3)
    for count in range(1, 6):
        rest = steps(puzzle, Assembly(places=answer.places[:count]))
        places = sorted((step.changes[0].value for step in rest), key=lambda each: each.piece)
        assert close(Assembly(places=tuple(places)), Assembly(places=answer.places[count:]))


def test_what_is_wrong_with_an_attempt() -> None:
    (overlap,) = steps(FOUR, Assembly(places=(laid(0, 0, 0), laid(1, 0.5, 0))))
    assert overlap.technique == "mistake" and "overlap" in overlap.reason
    loose = changed(FOUR, frame=None)
    (seam,) = steps(loose, Assembly(places=(laid(0, 0, 0), laid(2, 1, 0))))
    assert "Colour 1 of piece 1 meets colour 0 of piece 3." in seam.reason
    crossed = changed(loose, pieces=((0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 5)))
    four = Assembly(places=(laid(0, 0, 0), laid(1, 1, 0), laid(2, 0, 1), laid(3, 1, 1)))
    assert "verdict" not in {step.technique for step in steps(crossed, four)}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"outlines": (HALF, TINY)},
            "The figure has an area of 4, and all pieces together have 2.25.",
        ),
        (
            {"frame": 3},
            "The outline has a length of 8 in colour 3, and the pieces have only 0.",
        ),
        (
            {"pieces": ((0, 0, 1, 0), (2, 0, 0, 0))},
            "Colour 1 is on piece 1 alone, so no other side can meet it.",
        ),
        (
            {"pieces": ((0, 1, 0, 0), (0, 1, 0, 0))},
            "The pieces do not form the figure: a search proves it.",
        ),
    ],
)
def test_why_there_is_no_solution(fields: dict[str, object], words: str) -> None:
    puzzle = changed(HALVES, **fields)
    assert outcome(puzzle).status == "none"
    (step,) = steps(puzzle)
    assert (step.technique, step.text) == ("dead end", words)
    assert isinstance(step.text, Text) and not list(untranslated(step.text))
    assert family.explain.grade(puzzle.tangram(), Budget()).text == "No solution, so no grade."


def test_a_larger_tolerance_is_named() -> None:
    wide = ((0.0, 0.0), (2.001, 0.0), (2.0, 1.0), (0.0, 1.0))
    found = outcome(changed(HALVES, outlines=(HALF, wide)))
    assert found.status == "none" and found.why.startswith("The figure has an area of 4")
    assert "With a tolerance of" in found.why


def test_grades() -> None:
    assert family.explain.grade(HALVES.tangram(), Budget()).name == "easy"
    turned = family.explain.grade(cut_polygons((3, 4), 6, 1, Source(1), TURNS[True]), Budget())
    assert turned.name == "easy" and "5 of 6 pieces" in turned.text


def test_the_command_line_proves_and_explains() -> None:
    made = run("generate", "tangram", "--colours", "4", "--seed", "6").stdout
    assert "Exactly one solution: proved." in run("solve", "-", "--count", "2", stdin=made).stdout
    assert "Only the" in run("explain", "-", stdin=made).stdout
    assert "6 of 6 pieces" in run("grade", "-", stdin=made).stdout

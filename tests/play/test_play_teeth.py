"""The contract fails a family whose moves do not keep it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from changed import changed
from quebra.contract.family import Look
from quebra.contract.play import Spot, by_code
from quebra.contract.results import Place, Step
from quebra.families._template import family
from quebra.families._template.model import Latin
from quebra.families._template.symmetry import images
from quebra.grid.cells import GridAnswer
from quebra.i18n.text import Text
from quebra.render import Drawing
from quebra.testing import AnyFamily, check_family
from quebra.testing.playing import PLAYING

assert family.play and family.play.editor
PLAY, EDITOR = family.play, family.play.editor


def forgetful(puzzle: Latin, attempt: GridAnswer, text: str) -> GridAnswer:
    PLAY.move(puzzle, attempt, text)
    return attempt


def credulous(puzzle: Latin, attempt: GridAnswer, text: str) -> GridAnswer:
    try:
        return PLAY.move(puzzle, attempt, text)
    except ValueError:
        return attempt


def same_places(puzzle: Latin, attempt: GridAnswer) -> tuple[Spot, ...]:
    return PLAY.spots(puzzle, attempt) * 2


def far_away(puzzle: Latin, attempt: GridAnswer) -> tuple[Spot, ...]:
    return (Spot((0, 0), (99.0, 0.0, 1.0, 1.0), Text("Row 1, column 1")),)


def no_moves(puzzle: Latin, attempt: GridAnswer, *more: Any) -> tuple[str, ...]:
    return ()


def wrong_moves(puzzle: Latin, attempt: GridAnswer, *more: Any) -> tuple[str, ...]:
    n, _ = puzzle.size
    empty = next((r, c) for r in range(n) for c in range(n) if not puzzle.givens[r][c])
    return (f"r{empty[0] + 1}c{empty[1] + 1}=1", f"r{empty[0] + 1}c{empty[1] + 1}=2")


def nothing(puzzle: Latin, attempt: GridAnswer) -> Latin | None:
    n, _ = puzzle.size
    return Latin(givens=((1,) * n,) * n)


def filled(puzzle: Latin) -> GridAnswer:
    n, _ = puzzle.size
    return GridAnswer(grid=((1,) * n,) * n)


def heavier(puzzle: Latin) -> Iterator[tuple[Place, str]]:
    clue = next(value for row in puzzle.givens for value in row if value)
    r, row = next((r, row) for r, row in enumerate(puzzle.givens) if clue in row)
    yield (r, row.index(clue)), f"r{r + 1}c{row.index(clue) + 1}={clue}"


def wrong_clues(puzzle: Latin, answer: GridAnswer) -> Iterator[tuple[Place, str]]:
    return EDITOR.clues_from(puzzle, GridAnswer(tuple(row[::-1] for row in answer.grid)))


def anything(puzzle: Latin, text: str) -> Latin:
    return puzzle


def tiny(puzzle: Latin, attempt: GridAnswer, look: Look) -> Drawing:
    return Drawing(1, 1, Text("Tiny"), ())


@pytest.mark.parametrize(
    "play",
    [
        replace(PLAY, move=forgetful),
        replace(PLAY, move=credulous),
        replace(PLAY, spots=same_places),
        replace(PLAY, spots=far_away),
        replace(PLAY, moves_to=no_moves),
        replace(PLAY, moves_for=wrong_moves),
        replace(PLAY, remaining=nothing),
        replace(PLAY, start=filled),
        replace(PLAY, editor=replace(EDITOR, clue_removals=heavier)),
        replace(PLAY, editor=replace(EDITOR, clues_from=wrong_clues)),
        replace(PLAY, draw=tiny),
        replace(PLAY, editor=replace(EDITOR, examples=())),
        replace(PLAY, editor=replace(EDITOR, edit=anything)),
        replace(PLAY, is_unfinished=by_code()),
    ],
    ids=[
        *("forgetful", "credulous", "same places", "far away", "no moves", "wrong moves"),
        *("nothing left", "filled", "heavier", "wrong clues", "tiny", "no edits told", "any edit"),
        "never unfinished",
    ],
)
def test_moves_that_break_the_contract_are_found(play: Any) -> None:
    with pytest.raises(AssertionError):
        keep_the_rules_of_play(replace(family, play=play))


def keep_the_rules_of_play(played: AnyFamily) -> None:
    for rule in PLAYING:
        rule(played)


def test_the_template_keeps_the_rules_of_play() -> None:
    keep_the_rules_of_play(family)


def test_a_family_need_not_be_played() -> None:
    check_family(replace(family, play=None), images)


def test_steps_that_place_nothing_are_no_obstacle() -> None:
    """A search helps on where a family explains nothing."""

    def silent(puzzle: Latin, *more: object, **options: object) -> Iterator[Step]:
        return iter(())

    keep_the_rules_of_play(changed(family, explain={"steps": silent}))


def test_an_example_of_another_technique_is_found_out() -> None:
    other = changed(family)
    case = other.case("unique")
    other.__dict__["cases"] = (*other.cases, msgspec.structs.replace(case, technique="pear"))
    with pytest.raises(AssertionError, match="pear is not taught"):
        keep_the_rules_of_play(other)

"""The contract of families whose puzzles can be played."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial, wraps
from itertools import chain, islice
from typing import Any

from quebra.contract.codec import choose_codec
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import register_temporarily
from quebra.contract.results import Step
from quebra.engine.budget import Budget
from quebra.engine.search import search
from quebra.play import (
    Game,
    Hint,
    compare,
    follow,
    from_link,
    hint,
    link,
    lost_at,
    moves_for,
    new_game,
    open_steps,
    read_game,
    solvable,
    write_game,
)
from quebra.play.analysis import SEARCH
from quebra.play.lessons import case_game, taught
from quebra.testing.cases import AnyFamily, fair_puzzles

Rule = Callable[[AnyFamily], None]

NO_MOVES = (
    *("", " ", "?", "=", "*", "-", "@x", "@1", "é\u2028😀", "1" * 101),
    *("r0c0", "r1c1", "r1c1=", "=1", "r99999c1=1", "r1c1=99999999999", "r1c1-r1c1", "r1c1>"),
    *("1=", "1=a,b,c", "1=nan,0,0", "1=1e999,0,0"),
)
SLACK = 1e-6
FEW = 2
"""Clues of each puzzle whose removal is tested."""
HINTS = 120
"""Hints after which a game must be solved."""


def games_begin_well(family: AnyFamily) -> None:
    """A new game breaks no rule, is solvable, and has no entry that differs from the solution."""
    for game, solution in _games(family):
        assert not game.broken, f"broken at the start: {game.broken}"
        assert not game.solved, f"solved at the start: {game.puzzle}"
        assert solvable(game, Budget()), f"not solvable: {game.puzzle}"
        assert not compare(game, solution).wrong, "wrong before the first move"


def moves_lead_to_a_solution(family: AnyFamily) -> None:
    """`moves_to` leads to the solution, games on the way are solvable, and undo leads back."""
    for game, solution in _games(family):
        moves = game.play.moves_to(game.puzzle, game.attempt, solution)
        for number, move in enumerate(moves):
            assert not game.solved, f"solved before {move}"
            assert not game.broken, f"{move} of a solution breaks {game.broken}"
            if number == len(moves) // 2:
                assert solvable(game, Budget()), f"not solvable on the way: {game.moves}"
            game = game.move(move)
        assert game.solved, (
            f"not solved by {moves}: {family.rules.check(game.puzzle, game.attempt)}"
        )
        assert lost_at(game, Budget()) is None
        differs = compare(game, solution)
        assert not differs.wrong and not differs.missing, differs
        assert not game.play.moves_to(game.puzzle, game.attempt, solution)
        undone = game
        while undone.done:
            undone = undone.undo()
        assert undone.attempt == game.play.start(game.puzzle) == game.clear().attempt
        assert list(undone.redo().replay) == list(game.replay)[:2]


def hints_lead_to_a_solution(family: AnyFamily) -> None:
    """Hints do what they say, break no rule, and solve a game from the start and from halfway."""
    for game, solution in _games(family):
        moves = game.play.moves_to(game.puzzle, game.attempt, solution)
        halfway = game
        for move in moves[: len(moves) // 2]:
            halfway = halfway.move(move)
        for played in (game, halfway):
            for _ in range(HINTS):
                if played.solved:
                    break
                taken = hint_with_moves(played)
                after = follow(played, taken)
                _does_what_it_says(played, taken.step, after)
                played = after
                assert not played.broken, f"{taken} breaks {played.broken}"
            assert played.solved, f"not solved after {HINTS} hints: {played.moves}"


def hint_with_moves(game: Game) -> Hint:
    """The first hint that has moves; those before it only rule something out."""
    found = (hint(game, Budget(), seen) for seen in range(HINTS))
    return next(each for each in found if each.moves)


def _does_what_it_says(before: Game, step: Step, after: Game) -> None:
    """The moves of a hint make exactly the changes of its step."""
    left = moves_for(after, step, Budget())
    assert not left, f"moves_for still has {left} after they were made: {step.text}"
    if not before.has_marks or step.technique == SEARCH:
        return
    name_of = before.play.values(before.puzzle).name_of
    entered = {c.where for c in step.changes if c.action == "place" and c.value}
    changed = {*compare(after, before.attempt).wrong}
    assert changed == entered, f"enters {entered}, but its moves change {changed}: {step.text}"
    marks = {each.where: {*each.values} for each in after.marks}
    known = {each.where for each in before.marks}
    for cell in step.candidates:
        values, held = {*map(name_of, cell.values)}, marks.get(cell.where)
        assert cell.where in known or held == values, (
            f"leaves {values} in {cell.where}, but its pencil marks are {held}: {step.text}"
        )


def examples_use_their_technique(family: AnyFamily) -> None:
    """The easiest step at a case with a technique uses it, and the technique can be learned."""
    known = {str(each.name) for each in taught(family)}
    for case in family.cases:
        if case.technique is None:
            continue
        assert case.technique in known, f"{case.about}: {case.technique} is not taught"
        found = next((step for step, _ in open_steps(case_game(family, case), Budget())), None)
        name = found.technique if found else "no step"
        assert name == case.technique, f"{case.about}: {name} comes before {case.technique}"


def bad_moves_are_refused(family: AnyFamily) -> None:
    """Texts that are not moves, or not edits, raise `BadInput` with one sentence."""
    for game, _ in _games(family):
        for text in NO_MOVES:
            _is_refused(game.move, text)
            if game.play.editor:
                _is_refused(partial(game.play.editor.edit, game.puzzle), text)


def spots_fit_the_picture(family: AnyFamily) -> None:
    """Spots are distinct, have a text, and lie within the drawing of the game."""
    for game, solution in _games(family):
        moves = game.play.moves_to(game.puzzle, game.attempt, solution)
        for played in (game, game.move(moves[0])):
            spots, picture = played.spots, played.drawing()
            assert len({(spot.part, spot.where) for spot in spots}) == len(spots)
            assert all(spot.text for spot in spots)
            for left, top, width, height in (s.box for s in spots if s.part == "board"):
                assert width > 0 < height and left > -SLACK < top, "a box without room"
                assert left + width < picture.width + SLACK, f"beside the picture: {left + width}"
                assert top + height < picture.height + SLACK, f"below the picture: {top + height}"
            assert {spot.part for spot in spots} <= {"board", "tray"}


def games_are_kept(family: AnyFamily) -> None:
    """Games survive JSON, links and savepoints; links leave out undone moves."""
    for game, solution in _games(family):
        first, *_ = game.play.moves_to(game.puzzle, game.attempt, solution)
        played = game.save("start").move(first).undo()
        assert read_game(write_game(played)) == played
        assert from_link(link(played.redo(), moves=True)).attempt == played.redo().attempt
        assert from_link(link(played.redo())) == game
        assert played.redo().restore("start").attempt == game.attempt


def puzzles_can_be_set(family: AnyFamily) -> None:
    """Edits have examples; with a clue less or more, a puzzle differs and keeps the solution."""
    for game, solution in _games(family):
        editor, puzzle = game.play.editor, game.puzzle
        if editor is None:
            return
        assert editor.examples, "edits without an example"
        write = choose_codec(family.formats.puzzles, "json").write
        assert editor.blank(*(family.model.default_size or (0, 0))).family == family.name
        changes = (editor.clue_removals(puzzle), editor.clues_from(puzzle, solution))
        for place, edit in chain(*(islice(each, FEW) for each in changes)):
            other = editor.edit(puzzle, edit)
            assert isinstance(place, tuple) and write(other) != write(puzzle)
            assert not family.rules.check(other, solution), f"after {edit}, the solution is wrong"


def _of_a_guest(rule: Rule) -> Rule:
    """The rule for a family that is registered only while the rule runs."""

    @wraps(rule)
    def checked(family: AnyFamily) -> None:
        with register_temporarily(family):
            rule(family)

    return checked


PLAYING = tuple(
    _of_a_guest(rule)
    for rule in (
        games_begin_well,
        moves_lead_to_a_solution,
        hints_lead_to_a_solution,
        examples_use_their_technique,
        bad_moves_are_refused,
        spots_fit_the_picture,
        games_are_kept,
        puzzles_can_be_set,
    )
)


@lru_cache(maxsize=4)
def _games(family: AnyFamily) -> tuple[tuple[Game, Any], ...]:
    """New games of the first and the last fair puzzle, each with a solution."""
    if family.play is None:
        return ()
    games = [game for puzzle in fair_puzzles(family) if (game := _game(puzzle))]
    unsolved = [game for game in games if not game.solved]
    assert unsolved, "there is nothing to play"
    played = dict.fromkeys((unsolved[0].puzzle, unsolved[-1].puzzle))
    return tuple((new_game(puzzle), next(search(family, puzzle, Budget()))) for puzzle in played)


def _game(puzzle: Puzzle) -> Game | None:
    """A new game, or None for a puzzle that cannot be played."""
    try:
        return new_game(puzzle)
    except BadInput as error:
        assert str(error).endswith("."), error
        return None


def _is_refused(make: Callable[[str], object], text: str) -> None:
    try:
        made = make(text)
    except BadInput as error:
        assert "\n" not in str(error) and len(str(error)) < 300, f"{text!r}: {error}"
        assert str(error).endswith("."), f"{text!r}: {error}"
    else:
        raise AssertionError(f"{text!r} was taken for a move: {made}")

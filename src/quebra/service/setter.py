"""Requests for setters of puzzles: blank boards, edits, and what is known of a puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import option
from quebra.contract.play import Editor
from quebra.contract.puzzle import Puzzle, size_of
from quebra.contract.registry import family_of, get_family
from quebra.contract.results import BrokenRules, Violation
from quebra.contract.settings import admit_extent
from quebra.engine.budget import Budget
from quebra.i18n.text import Text
from quebra.play import Game, judge, link, new_game
from quebra.service import results, verbs
from quebra.service.arguments import read_size
from quebra.service.requests import Grade, PuzzleRequest, VerbRequest


class Blank(VerbRequest, frozen=True, kw_only=True, tag="blank"):
    """The board of a family to begin with; returns its view for the editor."""

    family: str
    size: Annotated[str | None, option(Text("rows and columns, such as 10x10"), "RxC")] = None

    def run(self, budget: Budget) -> object:
        family = get_family(self.family)
        editor = _editor(family)
        size = read_size(self.size) if self.size else family.model.default_size or (0, 0)
        admit_extent(family.name, size[0] * size[1])
        return edit_view(new_game(editor.blank(*size)), self.lang)


class Edit(PuzzleRequest, frozen=True, kw_only=True, tag="edit"):
    """Change a puzzle by a move, if there is one; returns its view for the editor.

    In families whose puzzles are arranged, `moves` are those made so far, and the move is one more.
    """

    move: str | None = None
    moves: tuple[str, ...] = ()

    def run(self, budget: Budget) -> object:
        puzzle, _ = self.read(budget)
        family = family_of(puzzle)
        moves = self.moves
        if self.move is not None:
            editor = _editor(family)
            if editor.arranged:
                moves = (*moves, self.move)
            else:
                puzzle = editor.edit(puzzle, self.move)
        return edit_view(_played(puzzle, moves), self.lang)


class Arrange(PuzzleRequest, frozen=True, kw_only=True, tag="arrange"):
    """A puzzle for the editor, with its pieces placed as in a solution, if one is found in time.

    That is so in families whose puzzles are arranged; others place nothing.
    """

    quick = False

    def run(self, budget: Budget) -> object:
        puzzle, _ = self.read(budget)
        game = new_game(puzzle)
        if _editor(family_of(puzzle)).arranged:
            found = verbs.solve(puzzle, count=1, time=budget.left()).solutions
            if found:
                game = _played(puzzle, game.play.moves_to(puzzle, game.attempt, found[0]))
        return edit_view(game, self.lang)


def _played(puzzle: Puzzle, moves: Iterable[str]) -> Game:
    game = new_game(puzzle)
    for move in moves:
        game = game.move(move)
    return game


def _is_blank(puzzle: Puzzle, editor: Editor[Any, Any]) -> bool:
    """Whether a puzzle is the board to begin with, on which nothing is set."""
    return bool(puzzle == editor.blank(*(size_of(puzzle) or (0, 0))))


def _editor(family: Any) -> Editor[Any, Any]:
    editor = family.play.editor if family.play else None
    if editor is None:
        raise BadInput(Text("{title} puzzles cannot be edited.", title=family.title))
    assert isinstance(editor, Editor)
    return editor


def edit_view(game: Game, lang: str) -> dict[str, object]:
    """The puzzle of a game for the editor.

    `made` is null until its pieces make one; `broken` are rules for which they make none. `blank`
    is whether nothing is set yet. `solving` are moves to the solution of `made` that is known.
    """
    puzzle, play = game.puzzle, game.play
    made, missing, broken = made_by(game)
    editor = play.editor
    return {
        "puzzle": puzzle,
        "family": puzzle.family,
        "size": size_of(puzzle),
        "svg": game.drawing().in_language(lang).svg("page"),
        "spots": game.spots,
        "values": play.values(puzzle).all,
        "pieces": [each.svg("page") for each in play.draw_pieces(puzzle)],
        "link": link(new_game(made)) if made else "",
        "text": verbs.convert(made or puzzle, "text"),
        "moves": game.moves[: game.done],
        "answer": game.attempt,
        "made": made,
        "solving": _solving(game, made),
        "missing": missing,
        "broken": broken,
        "blank": bool(editor and not (editor.arranged and game.done) and _is_blank(puzzle, editor)),
    }


def made_by(game: Game) -> tuple[Puzzle | None, Text, tuple[Violation, ...]]:
    """The puzzle that a setter has made: the edited one, or the one that the pieces make.

    If there is none yet, the text says what is missing, and the violations are those of the pieces.
    """
    editor = game.play.editor
    arranged = editor.arranged if editor else None
    if not editor or not arranged or (not game.done and not _is_blank(game.puzzle, editor)):
        return game.puzzle, Text(), ()
    try:
        return arranged(game.puzzle, game.attempt), Text(), ()
    except BrokenRules as error:
        return None, error.text, error.violations
    except BadInput as error:
        return None, error.text, ()


def _solving(game: Game, made: Puzzle | None) -> tuple[str, ...]:
    """The moves of a game, in the puzzle that was made from it."""
    if made is None or made == game.puzzle:
        return game.moves[: game.done]
    return game.play.moves_to(made, game.play.start(made), game.attempt)


class Judge(PuzzleRequest, frozen=True, kw_only=True, tag="judge"):
    """Judge a puzzle for its setter: its solutions, where they differ, its grade and its clues.

    If `moves` lead to a solution, others are compared with it.
    """

    quick = False
    moves: tuple[str, ...] = ()

    def run(self, budget: Budget) -> results.Judged:
        puzzle, _ = self.read(budget)
        found = judge(puzzle, budget, _played(puzzle, self.moves).attempt if self.moves else None)
        graded = Grade(puzzle=puzzle).run(budget) if found.solutions else None
        fields = msgspec.structs.asdict(found)
        return results.Judged(family=puzzle.family, grade=graded, **fields)

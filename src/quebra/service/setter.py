"""Requests for setters of puzzles: editing, and checking clues."""

from __future__ import annotations

from collections.abc import Sequence

from quebra.contract.errors import BadInput, Cut
from quebra.contract.puzzle import Puzzle, size_of
from quebra.contract.registry import family_of
from quebra.contract.results import Place
from quebra.engine.budget import Budget
from quebra.i18n.text import Text
from quebra.play import link, new_game
from quebra.service import verbs
from quebra.service.requests import Grade, PuzzleRequest, Solve


class Edit(PuzzleRequest, frozen=True, kw_only=True, tag="edit"):
    """Change a puzzle by a move, if there is one; returns its view for the editor."""

    move: str | None = None

    def run(self, budget: Budget) -> object:
        puzzle, _ = self.read(budget)
        family = family_of(puzzle)
        if self.move is not None:
            if family.play is None or family.play.editor is None:
                raise BadInput(Text("{title} puzzles cannot be edited.", title=family.title))
            puzzle = family.play.editor.edit(puzzle, self.move)
        game = new_game(puzzle)
        return {
            "puzzle": puzzle,
            "family": puzzle.family,
            "size": size_of(puzzle),
            "svg": game.drawing().in_language(self.lang).svg("page"),
            "spots": game.spots,
            "values": game.play.values(puzzle).all,
            "pieces": [each.svg("page") for each in game.play.draw_pieces(puzzle)],
            "link": link(game),
            "text": verbs.convert(puzzle, "text"),
        }


class Setter(PuzzleRequest, frozen=True, kw_only=True, tag="setter"):
    """Analyse a puzzle: its solutions, its grade, and the clues that are not needed.

    `clues` is the number of clues, and `complete` is whether all were tried in time.
    """

    quick = False

    def run(self, budget: Budget) -> object:
        puzzle, _ = self.read(budget)
        outcome = Solve(puzzle=puzzle, count=2).run(budget)
        graded = Grade(puzzle=puzzle).run(budget) if outcome.solutions else None
        play = family_of(puzzle).play
        clues: ClueRemovals = ()
        if outcome.status == "unique" and play and play.editor:
            clues = tuple(play.editor.clue_removals(puzzle))
        unneeded, complete = _unneeded(clues, budget)
        return {
            "family": puzzle.family,
            "status": outcome.status,
            "text": outcome.text,
            "solutions": outcome.solutions,
            "grade": graded,
            "clues": len(clues),
            "unneeded": unneeded,
            "complete": complete,
        }


ClueRemovals = Sequence[tuple[Place, Puzzle]]
"""The places of a puzzle's clues, each with the puzzle that lacks it."""


def _unneeded(clues: ClueRemovals, budget: Budget) -> tuple[list[Place], bool]:
    """The clues that are not needed for uniqueness, and whether all were tried."""
    found: list[Place] = []
    try:
        for place, without in clues:
            budget.pause()
            outcome = verbs.solve(without, count=2, time=budget.left(), cancel=budget.cancel)
            if outcome.status == "unique":
                found.append(place)
    except Cut:
        return found, False
    return found, True

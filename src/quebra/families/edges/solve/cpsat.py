"""The engine `cpsat`: a model with variables for candidates in cells and for colours of seams."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from quebra.engine.budget import Budget
from quebra.engine.cpsat import enumerate_model, improve_model, new_model
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.rules import matched_seams
from quebra.families.edges.solve.bound import most_matches
from quebra.families.edges.solve.domains import (
    Candidates,
    Domains,
    consistent_domains,
    frame_domains,
)
from quebra.families.edges.solve.repair_tables import start_board
from quebra.families.edges.solve.stack import admit_goal
from quebra.grid.candidates import bits

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolverSolutionCallback, IntVar

Placements = list[dict[int, "IntVar"]]
"""For each cell the variables of its candidates."""


def cpsat(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """All boards, or boards with more and more matched seams."""
    admit_goal(puzzle, goal)
    return all_boards(puzzle, budget, seed) if goal == "any" else best_boards(puzzle, budget, seed)


def all_boards(
    puzzle: Edges, budget: Budget, seed: int | None, effort: float | None = None
) -> Iterator[Filling]:
    """All boards; raises `Cut` if the effort, in deterministic time, is not enough."""
    candidates = Candidates(puzzle)
    domains = consistent_domains(candidates)
    if all(domains):
        model, placed, seams = _model(candidates, domains, budget, equal=True)
        for seam in seams:
            model.add_exactly_one(seam)
        yield from enumerate_model(model, partial(_read, candidates, placed), budget, seed, effort)


def best_boards(puzzle: Edges, budget: Budget, seed: int | None) -> Iterator[Filling]:
    """Boards with more and more matched seams, up to the best."""
    candidates = Candidates(puzzle)
    domains = frame_domains(candidates)
    if all(domains):
        model, placed, seams = _model(candidates, domains, budget, equal=False)
        budget.bound = most_matches(candidates, domains)
        _hint(model, placed, start_board(candidates, budget) or {})
        total = sum(colour for seam in seams for colour in seam)
        model.add(total <= budget.bound)
        model.maximize(total)
        boards = improve_model(model, partial(_read, candidates, placed), budget, seed)
        yield from _better(puzzle, boards)


def _model(
    candidates: Candidates, domains: Domains, budget: Budget, *, equal: bool
) -> tuple[CpModel, Placements, list[list[IntVar]]]:
    """The model, the variables of candidates, and for each seam those of its colours.

    If `equal`, all seams must match.
    """
    model = new_model(budget)
    placed = _pieces(model, candidates, domains, budget)
    _unlike(model, candidates, placed)
    seams = []
    for number in range(len(candidates.puzzle.layout.seams)):
        budget.pause()
        seams.append(_seam(model, candidates, placed, number, equal))
    return model, placed, seams


def _read(
    candidates: Candidates, placed: Placements, callback: CpSolverSolutionCallback
) -> Filling:
    return candidates.filling(
        {
            cell: next(n for n, variable in here.items() if callback.boolean_value(variable))
            for cell, here in enumerate(placed)
        }
    )


def _hint(model: CpModel, placed: Placements, start: dict[int, int]) -> None:
    """Start the search from a known board."""
    for cell, candidate in start.items():
        for number, variable in placed[cell].items():
            model.add_hint(variable, number == candidate)


def _better(puzzle: Edges, boards: Iterator[Filling]) -> Iterator[Filling]:
    """The boards with more matches than all before: the model need not count every match."""
    most = -1
    for board in boards:
        if (matched := matched_seams(puzzle, board)) > most:
            most = matched
            yield board


def _pieces(model: CpModel, candidates: Candidates, domains: Domains, budget: Budget) -> Placements:
    """One candidate in each cell, and no more pieces of a kind than there are."""
    placed: Placements = []
    of_kind: list[list[IntVar]] = [[] for _ in candidates.kinds]
    for cell, domain in enumerate(domains):
        budget.pause()
        placed.append({n: model.new_bool_var(f"cell {cell}: {n}") for n in bits(domain)})
        model.add_exactly_one(placed[cell].values())
        for number, variable in placed[cell].items():
            of_kind[candidates.all[number].kind].append(variable)
    for variables, pieces in zip(of_kind, candidates.kinds, strict=True):
        if len(pieces) > 1:
            total = sum(variables)
            model.add(total == len(pieces) if candidates.exact else total <= len(pieces))
        elif candidates.exact:
            model.add_exactly_one(variables)
        else:
            model.add_at_most_one(variables)
    return placed


def _unlike(model: CpModel, candidates: Candidates, placed: Placements) -> None:
    """No colour twice on a long side of a stack."""
    for sides in candidates.puzzle.layout.all_different:
        for colour in candidates.colours:
            shown = (_showing(candidates, placed[cell], side, colour) for cell, side in sides)
            model.add_at_most_one(variable for variables in shown for variable in variables)


def _seam(
    model: CpModel, candidates: Candidates, placed: Placements, number: int, equal: bool
) -> list[IntVar]:
    """For each colour a variable that is 1 only if both cells show it at the seam.

    If `equal`, it is 1 exactly if either cell shows it.
    """
    a, side, b, other = candidates.puzzle.layout.seams[number]
    shown = []
    for colour in candidates.colours:
        here = _showing(candidates, placed[a], side, colour)
        there = _showing(candidates, placed[b], other, colour)
        if here and there:
            both = model.new_bool_var(f"seam {number} colour {colour}")
            for cell in (here, there):
                if equal:
                    model.add_exactly_one(both.negated(), *cell)
                else:
                    model.add_bool_or(both.negated(), *cell)
            shown.append(both)
    return shown


def _showing(
    candidates: Candidates, here: dict[int, IntVar], side: int, colour: int
) -> list[IntVar]:
    return [variable for n, variable in here.items() if candidates.all[n].colours[side] == colour]

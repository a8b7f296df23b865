"""CP-SAT on the colours of seams and the ways that pieces lie in cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from quebra.engine.budget import Budget
from quebra.engine.cpsat import enumerate_model, improve_model, new_model
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.rules import matched_seams
from quebra.families.edges.solve.board import start_of
from quebra.families.edges.solve.bound import most_matches
from quebra.families.edges.solve.domains import Ways, consistent_domains, frame_domains, members
from quebra.families.edges.solve.stack import admit_goal

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolverSolutionCallback, IntVar

Lying = list[dict[int, "IntVar"]]
"""For each cell the variables of its ways."""


def cpsat(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """All boards, or boards with more and more matched seams."""
    admit_goal(puzzle, goal)
    return all_boards(puzzle, budget, seed) if goal == "any" else best_boards(puzzle, budget, seed)


def all_boards(
    puzzle: Edges, budget: Budget, seed: int | None, effort: float | None = None
) -> Iterator[Filling]:
    """All boards, or as many as an effort is enough for; `Cut` tells that it was not."""
    ways = Ways(puzzle)
    domains = consistent_domains(ways)
    if all(domains):
        model, lying, seams = _model(ways, domains, budget, equal=True)
        for seam in seams:
            model.add_exactly_one(seam)
        yield from enumerate_model(model, partial(_read, ways, lying), budget, seed, effort)


def best_boards(puzzle: Edges, budget: Budget, seed: int | None) -> Iterator[Filling]:
    """Boards with more and more matched seams, up to the best."""
    ways = Ways(puzzle)
    domains = frame_domains(ways)
    if all(domains):
        model, lying, seams = _model(ways, domains, budget, equal=False)
        budget.bound = most_matches(ways, domains)
        _hint(model, lying, start_of(ways, budget) or {})
        total = sum(colour for seam in seams for colour in seam)
        model.add(total <= budget.bound)
        model.maximize(total)
        yield from _better(puzzle, improve_model(model, partial(_read, ways, lying), budget, seed))


def _model(
    ways: Ways, domains: list[int], budget: Budget, *, equal: bool
) -> tuple[CpModel, Lying, list[list[IntVar]]]:
    """The pieces and, for each seam, its colours; whether all seams must match."""
    model = new_model(budget)
    lying = _pieces(model, ways, domains, budget)
    _unlike(model, ways, lying)
    seams = []
    for number in range(len(ways.puzzle.layout.seams)):
        budget.pause()
        seams.append(_seam(model, ways, lying, number, equal))
    return model, lying, seams


def _read(ways: Ways, lying: Lying, callback: CpSolverSolutionCallback) -> Filling:
    return ways.filling(
        {
            cell: next(n for n, variable in here.items() if callback.boolean_value(variable))
            for cell, here in enumerate(lying)
        }
    )


def _hint(model: CpModel, lying: Lying, start: dict[int, int]) -> None:
    """Let the search begin at a board that is known."""
    for cell, way in start.items():
        for number, variable in lying[cell].items():
            model.add_hint(variable, number == way)


def _better(puzzle: Edges, boards: Iterator[Filling]) -> Iterator[Filling]:
    """The boards that match more than those before: the model may overlook a match at first."""
    most = -1
    for board in boards:
        if (matched := matched_seams(puzzle, board)) > most:
            most = matched
            yield board


def _pieces(model: CpModel, ways: Ways, domains: list[int], budget: Budget) -> Lying:
    """One piece in each cell, and no piece more often than there are such."""
    lying: Lying = []
    of_kind: list[list[IntVar]] = [[] for _ in ways.kinds]
    for cell, domain in enumerate(domains):
        budget.pause()
        lying.append({n: model.new_bool_var(f"cell {cell} way {n}") for n in members(domain)})
        model.add_exactly_one(lying[cell].values())
        for number, variable in lying[cell].items():
            of_kind[ways.ways[number].kind].append(variable)
    for variables, pieces in zip(of_kind, ways.kinds, strict=True):
        if len(pieces) > 1:
            total = sum(variables)
            model.add(total == len(pieces) if ways.exact else total <= len(pieces))
        elif ways.exact:
            model.add_exactly_one(variables)
        else:
            model.add_at_most_one(variables)
    return lying


def _unlike(model: CpModel, ways: Ways, lying: Lying) -> None:
    """No colour twice on a long side of a stack."""
    for sides in ways.puzzle.layout.unlike:
        for colour in ways.colours:
            shown = (_showing(ways, lying[cell], side, colour) for cell, side in sides)
            model.add_at_most_one(variable for variables in shown for variable in variables)


def _seam(model: CpModel, ways: Ways, lying: Lying, number: int, equal: bool) -> list[IntVar]:
    """For each colour a variable: whether both cells show it at the seam.

    Where cells have to show an equal colour, either one decides it.
    """
    a, side, b, other = ways.puzzle.layout.seams[number]
    shown = []
    for colour in ways.colours:
        here = _showing(ways, lying[a], side, colour)
        there = _showing(ways, lying[b], other, colour)
        if here and there:
            both = model.new_bool_var(f"seam {number} colour {colour}")
            for cell in (here, there):
                if equal:
                    model.add_exactly_one(both.negated(), *cell)
                else:
                    model.add_bool_or(both.negated(), *cell)
            shown.append(both)
    return shown


def _showing(ways: Ways, here: dict[int, IntVar], side: int, colour: int) -> list[IntVar]:
    return [variable for n, variable in here.items() if ways.ways[n].colours[side] == colour]

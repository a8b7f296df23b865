"""The engine `cpsat`: a model with variables for ways in cells and for colours of seams."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from quebra.engine.budget import Budget
from quebra.engine.cpsat import enumerate_model, improve_model, new_model
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.rules import matched_seams
from quebra.families.edges.solve.bound import most_matches
from quebra.families.edges.solve.domains import Ways, consistent_domains, frame_domains, members
from quebra.families.edges.solve.repair_tables import start_board
from quebra.families.edges.solve.stack import admit_goal

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolverSolutionCallback, IntVar

Placements = list[dict[int, "IntVar"]]
"""For each cell the variables of its ways."""


def cpsat(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """All boards, or boards with more and more matched seams."""
    admit_goal(puzzle, goal)
    return all_boards(puzzle, budget, seed) if goal == "any" else best_boards(puzzle, budget, seed)


def all_boards(
    puzzle: Edges, budget: Budget, seed: int | None, effort: float | None = None
) -> Iterator[Filling]:
    """All boards; raises `Cut` if the effort, in deterministic time, is not enough."""
    ways = Ways(puzzle)
    domains = consistent_domains(ways)
    if all(domains):
        model, placed, seams = _model(ways, domains, budget, equal=True)
        for seam in seams:
            model.add_exactly_one(seam)
        yield from enumerate_model(model, partial(_read, ways, placed), budget, seed, effort)


def best_boards(puzzle: Edges, budget: Budget, seed: int | None) -> Iterator[Filling]:
    """Boards with more and more matched seams, up to the best."""
    ways = Ways(puzzle)
    domains = frame_domains(ways)
    if all(domains):
        model, placed, seams = _model(ways, domains, budget, equal=False)
        budget.bound = most_matches(ways, domains)
        _hint(model, placed, start_board(ways, budget) or {})
        total = sum(colour for seam in seams for colour in seam)
        model.add(total <= budget.bound)
        model.maximize(total)
        yield from _better(puzzle, improve_model(model, partial(_read, ways, placed), budget, seed))


def _model(
    ways: Ways, domains: list[int], budget: Budget, *, equal: bool
) -> tuple[CpModel, Placements, list[list[IntVar]]]:
    """The model, the variables of ways, and for each seam those of its colours.

    If `equal`, all seams must match.
    """
    model = new_model(budget)
    placed = _pieces(model, ways, domains, budget)
    _unlike(model, ways, placed)
    seams = []
    for number in range(len(ways.puzzle.layout.seams)):
        budget.pause()
        seams.append(_seam(model, ways, placed, number, equal))
    return model, placed, seams


def _read(ways: Ways, placed: Placements, callback: CpSolverSolutionCallback) -> Filling:
    return ways.filling(
        {
            cell: next(n for n, variable in here.items() if callback.boolean_value(variable))
            for cell, here in enumerate(placed)
        }
    )


def _hint(model: CpModel, placed: Placements, start: dict[int, int]) -> None:
    """Start the search from a known board."""
    for cell, way in start.items():
        for number, variable in placed[cell].items():
            model.add_hint(variable, number == way)


def _better(puzzle: Edges, boards: Iterator[Filling]) -> Iterator[Filling]:
    """The boards with more matches than all before: the model need not count every match."""
    most = -1
    for board in boards:
        if (matched := matched_seams(puzzle, board)) > most:
            most = matched
            yield board


def _pieces(model: CpModel, ways: Ways, domains: list[int], budget: Budget) -> Placements:
    """One way in each cell, and no more pieces of a kind than there are."""
    placed: Placements = []
    of_kind: list[list[IntVar]] = [[] for _ in ways.kinds]
    for cell, domain in enumerate(domains):
        budget.pause()
        placed.append({n: model.new_bool_var(f"cell {cell} way {n}") for n in members(domain)})
        model.add_exactly_one(placed[cell].values())
        for number, variable in placed[cell].items():
            of_kind[ways.ways[number].kind].append(variable)
    for variables, pieces in zip(of_kind, ways.kinds, strict=True):
        if len(pieces) > 1:
            total = sum(variables)
            model.add(total == len(pieces) if ways.exact else total <= len(pieces))
        elif ways.exact:
            model.add_exactly_one(variables)
        else:
            model.add_at_most_one(variables)
    return placed


def _unlike(model: CpModel, ways: Ways, placed: Placements) -> None:
    """No colour twice on a long side of a stack."""
    for sides in ways.puzzle.layout.unlike:
        for colour in ways.colours:
            shown = (_showing(ways, placed[cell], side, colour) for cell, side in sides)
            model.add_at_most_one(variable for variables in shown for variable in variables)


def _seam(model: CpModel, ways: Ways, placed: Placements, number: int, equal: bool) -> list[IntVar]:
    """For each colour a variable that is 1 only if both cells show it at the seam.

    If `equal`, it is 1 exactly if either cell shows it.
    """
    a, side, b, other = ways.puzzle.layout.seams[number]
    shown = []
    for colour in ways.colours:
        here = _showing(ways, placed[a], side, colour)
        there = _showing(ways, placed[b], other, colour)
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

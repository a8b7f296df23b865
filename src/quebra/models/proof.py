"""Proofs that others can check: that a CNF has no solution, with the lemmas of a SAT solver."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer

from quebra.contract.errors import BadInput, Cut, EngineFault, ExternalError
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.results import Outcome
from quebra.engine.budget import Budget
from quebra.i18n.text import Text, Verbatim
from quebra.models.cnf import Cnf
from quebra.models.codecs import head_lines
from quebra.models.problem import AtMost, Problem
from quebra.models.puzzle_model import PuzzleModel, model_of
from quebra.models.texts import dimacs_lines

SOLVER = "glucose4"
"""The solver of PySAT that can be interrupted and writes proofs."""
CADICAL = "cadical"
NO_SOLVER = Text("A proof needs python-sat (pip install 'quebra[proofs]') or the program cadical.")


@dataclass(frozen=True)
class Proof:
    """A formula in the DIMACS format without a solution, and its proof in the DRAT format."""

    formula: str
    proof: str
    clauses: int
    lemmas: int


def prove(
    puzzle: Puzzle, outcome: Outcome[Answer], goal: str = "any", budget: Budget | None = None
) -> Proof:
    """The proof of an outcome of `solve` whose status is unique, none or optimal.

    For `none` the formula is the CNF of the puzzle. For `unique` one more clause excludes the
    solution; for `optimal` more clauses demand a better one.

    >>> from quebra.engine.search import solve
    >>> from quebra.families.kojun import Kojun, family
    >>> board = Kojun(regions=((0, 0),), givens=((0, 1),))
    >>> prove(board, solve(family, board)).proof
    '0\\n'
    """
    model = model_of(puzzle)
    cnf, meaning = _formula(model, outcome, goal)
    lines = _refutation(cnf, budget or Budget(), outcome.status)
    head = head_lines("cnf", puzzle, (meaning, *model.notes))
    formula = "".join(f"{line}\n" for line in (*head, *dimacs_lines(cnf)))
    lemmas = sum(not line.startswith("d") for line in lines)
    return Proof(formula, "".join(f"{line}\n" for line in lines), len(cnf.clauses), lemmas)


def _formula(
    model: PuzzleModel[Puzzle, Answer], outcome: Outcome[Answer], goal: str
) -> tuple[Cnf, str]:
    """The CNF that has no solution if the outcome is right, and what it states."""
    if outcome.status == "none":
        return Cnf(model.complete()), "It states the rules of the puzzle."
    if outcome.status == "unique":
        values = model.values(outcome.solutions[0])
        cnf = Cnf(model.complete())
        cnf.exclude(values, model.decisions)
        shown = " ".join(f"{name}={value}" for name, value in values.items())
        return cnf, f"It states the rules, and in its last clause that this does not hold: {shown}"
    if outcome.status == "optimal":
        problem = model.complete(goal)
        best = model.measure(goal, outcome.solutions[-1])
        _demand_less(problem, best)
        return Cnf(problem), f"It states the rules, and that the goal {goal} is less than {best}."
    raise BadInput(
        Text(
            "There is no proof for the status {status}, only for unique, none and optimal.",
            status=Verbatim(outcome.status),
        )
    )


def _demand_less(problem: Problem, best: int) -> None:
    assert problem.minimised is not None
    problem.add(AtMost(problem.minimised, best - 1))


def _refutation(cnf: Cnf, budget: Budget, status: str) -> list[str]:
    """The lines of a proof that a CNF has no solution."""
    if [] in cnf.clauses:
        return ["0"]
    try:
        from pysat.solvers import Solver
    except ImportError:
        lines = _refute_by_program(cnf, budget)
    else:
        lines = _refute_by_library(Solver, cnf, budget)
    if lines is None:
        raise EngineFault(
            Text(
                "The SAT solver found a solution that contradicts the status {status}.",
                status=Verbatim(status),
            )
        )
    return lines if "0" in lines[-1:] else [*lines, "0"]


def _refute_by_library(solver_class: type, cnf: Cnf, budget: Budget) -> list[str] | None:
    """The proof by a solver of PySAT, or None if there is a solution; `Cut` at the end of time."""
    left = budget.left()
    if left is not None and left <= 0:
        raise Cut("time")
    with solver_class(name=SOLVER, bootstrap_with=cnf.clauses, with_proof=True) as solver:
        timer = None
        if left is not None:
            timer = Timer(left, solver.interrupt)
            timer.start()
        try:
            found = solver.solve_limited(expect_interrupt=True)
        finally:
            if timer:
                timer.cancel()
        if found is None:
            raise Cut("time")
        return None if found else [line.strip() for line in solver.get_proof()]


def _refute_by_program(cnf: Cnf, budget: Budget) -> list[str] | None:
    """The proof by the program cadical, or None if there is a solution."""
    program = shutil.which(CADICAL)
    if program is None:
        raise ExternalError(NO_SOLVER)
    left = budget.left()
    limit = [] if left is None else ["-t", str(max(1, ceil(left)))]
    with TemporaryDirectory() as folder:
        formula, proof = Path(folder) / "formula.cnf", Path(folder) / "proof.drat"
        _write_lines(formula, dimacs_lines(cnf))
        command = [program, "-q", "--no-binary", *limit, str(formula), str(proof)]
        status = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
        if status not in (_SATISFIABLE, _UNSATISFIABLE):
            raise Cut("time")
        return None if status == _SATISFIABLE else proof.read_text("ascii").splitlines()


_SATISFIABLE, _UNSATISFIABLE = 10, 20
"""Exit statuses of SAT solvers."""


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="ascii") as file:
        file.writelines(f"{line}\n" for line in lines)

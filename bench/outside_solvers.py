"""Outside solvers for the models of Quebra: CaDiCaL in python-sat, clingo, and MiniZinc."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from resource import RLIMIT_CPU, setrlimit

from clingo import Control
from pysat.solvers import Solver

from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Answer, Puzzle
from quebra.models.codecs import read_output, write_model
from quebra.models.puzzle_model import model_of
from quebra.service.verbs import check

Verdict = str
OutsideSolver = Callable[[str], str]
"""From the text of a model to the output of its solver."""


MINIZINC_SECONDS = 5
"""CPU time for a model; Gecode learns nothing from conflicts, and needs long for some."""


class NotSettled(Exception):
    """The solver did not end in time."""


def by_sat(model: str) -> str:
    """The output of CaDiCaL for a CNF."""
    clauses = [
        [int(word) for word in line.split()[:-1]]
        for line in model.splitlines()
        if line[:1] not in ("c", "p", "")
    ]
    if [] in clauses:
        return "s UNSATISFIABLE\n"
    with Solver(name="cadical153", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return "s UNSATISFIABLE\n"
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"


def by_clingo(model: str) -> str:
    """The output of clingo for a program."""
    control = Control(["--warn=none"])
    control.add("base", [], model)
    control.ground([("base", [])])
    found: list[str] = []
    control.solve(on_model=lambda each: found.append(str(each)))
    return f"Answer: 1\n{found[0]}\nSATISFIABLE\n" if found else "UNSATISFIABLE\n"


def by_minizinc(model: str) -> str:
    """The output of MiniZinc with Gecode for a model."""
    run = subprocess.run(
        ["minizinc", "--solver", "gecode", "--input-from-stdin"],
        input=model,
        capture_output=True,
        text=True,
        preexec_fn=partial(setrlimit, RLIMIT_CPU, (MINIZINC_SECONDS, MINIZINC_SECONDS)),
    )
    if "=====ERROR=====" in run.stdout:  # the solver was ended
        raise NotSettled
    run.check_returncode()
    return run.stdout


SOLVERS: dict[str, OutsideSolver] = {"cnf": by_sat, "asp": by_clingo, "mzn": by_minizinc}


def exclusion(name: str, puzzle: Puzzle, answer: Answer) -> str:
    """The constraint, in the language of a model, that the answer is another one."""
    values = model_of(puzzle).values(answer)
    if name == "asp":
        return f":- {', '.join(f'value({x},{v})' for x, v in values.items())}.\n"
    different = " \\/ ".join(f"{x} != {v}" for x, v in values.items())
    return f"constraint {different};\n"


def excluded(name: str, puzzle: Puzzle, model: str, answer: Answer) -> str:
    """The model with a constraint that excludes an answer."""
    if name != "cnf":
        return model + exclusion(name, puzzle, answer)
    mapped = (line.split()[2:] for line in model.splitlines() if line.startswith("c map "))
    numbers = {name: int(number) for number, name in mapped}
    values, clause = model_of(puzzle).values(answer), []
    for variable in model_of(puzzle).decisions:
        value = values[variable.name]
        if len(variable.values) == 2 and value == variable.values[0]:
            clause.append(numbers[f"{variable.name}={variable.values[1]}"])
        elif len(variable.values) > 1:
            clause.append(-numbers[f"{variable.name}={value}"])
    return f"{model}{' '.join(map(str, clause))} 0\n"


def verdict_of(name: str, puzzle: Puzzle) -> Verdict:
    """The verdict of an outside solver; its solutions must be right."""
    solve, model = SOLVERS[name], write_model(name, puzzle)
    answers: list[Answer] = []
    with suppress(BadInput):
        answers.append(read_output(name, puzzle, solve(model)))
        answers.append(read_output(name, puzzle, solve(excluded(name, puzzle, model, answers[0]))))
    for answer in answers:
        assert not check(puzzle, answer), (name, puzzle, answer)
    assert len(set(answers)) == len(answers)
    return ("none", "unique", "many")[len(answers)]

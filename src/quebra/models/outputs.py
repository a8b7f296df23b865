"""What solvers print: the values of variables in the outputs of SAT, CP, ASP and MIP solvers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.i18n.text import Text
from quebra.models.cnf import Cnf
from quebra.models.problem import Problem, Variable

Values = dict[str, int]

NO_SOLUTION = Text("The solver's output has no solution.")
MAX_DIGITS = 9

_MINIZINC_END = "----------"
_MINIZINC = re.compile(r"^([A-Za-z]\w*) *= *(-?[0-9]{1,9});", re.MULTILINE | re.ASCII)
_ASP = re.compile(r"\bvalue\(([a-z]\w*),(-?[0-9]{1,9})\)", re.ASCII)
_ASP_ANSWER = re.compile(r"^Answer:.*\n", re.MULTILINE)
_MIP = re.compile(
    r"^[ \t]*(?:[0-9]{1,9}[ \t]+)?([A-Za-z]\w*)[ \t]+([-+0-9.eE]{1,40})(?:[ \t]|$)",
    re.MULTILINE | re.ASCII,
)


def sat_literals(text: str) -> list[int]:
    """The literals of a SAT solver's output: lines `v …`, or the line after `SAT`.

    >>> sat_literals("c a remark\\ns SATISFIABLE\\nv 1 -2\\nv 3 0\\n")
    [1, -2, 3]
    """
    lines = [line.strip() for line in text.splitlines()]
    if "SAT" in lines:
        words = [word for line in lines[lines.index("SAT") + 1 :] for word in line.split()]
    else:
        words = [word for line in lines if line.startswith("v ") for word in line.split()[1:]]
    for word in words:
        if not re.fullmatch("-?[0-9]+", word, re.ASCII) or len(word) > MAX_DIGITS:
            raise BadInput(Text("{word} is not a literal of the CNF.", word=quoted(word)))
    literals = [int(word) for word in words]
    return literals[: literals.index(0)] if 0 in literals else literals


def read_sat(text: str, decisions: Iterable[Variable]) -> Values:
    """The values of the decisions in the output of a SAT solver."""
    literals = sat_literals(text)
    if not literals and "s SATISFIABLE" not in text:
        raise BadInput(NO_SOLUTION)
    decisions = tuple(decisions)
    true = {number for number in literals if number > 0}
    return single_values(numbered(decisions).values(true, decisions))


def write_sat(values: Mapping[str, int], decisions: Iterable[Variable]) -> str:
    """The decisions as the output of a SAT solver."""
    decisions = tuple(decisions)
    literals = numbered(decisions).literals(values, decisions)
    return f"s SATISFIABLE\nv {' '.join(map(str, (*literals, 0)))}\n"


def numbered(decisions: Iterable[Variable]) -> Cnf:
    """A CNF without constraints, in which the decisions have the numbers of the whole one."""
    problem = Problem()
    problem.variables = list(decisions)
    return Cnf(problem)


def read_minizinc(text: str, decisions: Iterable[Variable]) -> Values:
    """The values in the last solution that MiniZinc printed."""
    solutions = text.split(_MINIZINC_END)
    if len(solutions) < 2:
        raise BadInput(NO_SOLUTION)
    return _named_values(_MINIZINC.findall(solutions[-2]), decisions)


def write_minizinc(values: Mapping[str, int], decisions: Iterable[Variable]) -> str:
    """The decisions as the output of MiniZinc."""
    lines = [f"{each.name} = {values[each.name]};" for each in decisions]
    return "\n".join((*lines, _MINIZINC_END, ""))


def read_asp(text: str, decisions: Iterable[Variable]) -> Values:
    """The values in the last answer set that clingo printed."""
    answers = _ASP_ANSWER.split(text)
    if len(answers) < 2:
        raise BadInput(NO_SOLUTION)
    return _named_values(_ASP.findall(answers[-1].partition("\n")[0]), decisions)


def write_asp(values: Mapping[str, int], decisions: Iterable[Variable]) -> str:
    """The decisions as the output of clingo."""
    atoms = (f"value({each.name},{values[each.name]})" for each in decisions)
    return f"Answer: 1\n{' '.join(atoms)}\nSATISFIABLE\n"


def _named_values(pairs: Iterable[tuple[str, str]], decisions: Iterable[Variable]) -> Values:
    decisions = tuple(decisions)
    found: dict[str, list[int]] = {each.name: [] for each in decisions}
    for name, value in pairs:
        if name in found and int(value) not in found[name]:
            found[name].append(int(value))
    return single_values(found, decisions)


def chosen_names(text: str) -> set[str]:
    """The names of the choices that are 1 in the solution file of a MIP solver.

    >>> sorted(chosen_names("# Objective value = 0\\nx_1 1\\nx_2 1e-9\\n  7 x_3  0.9999  0\\n"))
    ['x_1', 'x_3']
    """
    found = set()
    for name, number in _MIP.findall(text):
        try:
            if float(number) > 0.5:
                found.add(name)
        except ValueError:
            continue
    return found


def single_values(found: Mapping[str, list[int]], decisions: Iterable[Variable] = ()) -> Values:
    """The one value of each variable; raises `BadInput` if one has none or several."""
    allowed = {each.name: each.values for each in decisions}
    for name, values in found.items():
        if len(values) != 1:
            sentence = Text("The solver's output has no value of {name}.", name=quoted(name))
            if values:
                sentence = Text("The solver's output has two values of {name}.", name=quoted(name))
            raise BadInput(sentence)
        if name in allowed and values[0] not in allowed[name]:
            raise BadInput(
                Text(
                    "The solver's output has the value {value} of {name}, which is not allowed.",
                    value=values[0],
                    name=quoted(name),
                )
            )
    return {name: values[0] for name, values in found.items()}

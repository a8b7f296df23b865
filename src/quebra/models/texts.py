"""Models as texts: DIMACS, MiniZinc and ASP, without headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.models.cnf import Cnf
from quebra.models.problem import (
    AllDifferent,
    AtMost,
    Clause,
    Constraint,
    Less,
    Literal,
    Problem,
    Total,
    Variable,
)

WORDS_A_LINE = 12


def dimacs_lines(cnf: Cnf) -> Iterator[str]:
    """A CNF in the DIMACS format; comments say which value each number stands for.

    >>> problem = Problem()
    >>> x = problem.add_variable("x", (1, 2))
    >>> problem.require(x.equals(2))
    >>> print("\\n".join(dimacs_lines(Cnf(problem))))
    c map 1 x=2
    p cnf 1 1
    1 0
    """
    for number, name, value in cnf.mapping():
        yield f"c map {number} {name}={value}"
    yield f"p cnf {cnf.count} {len(cnf.clauses)}"
    for clause in cnf.clauses:
        yield " ".join(map(str, (*clause, 0)))


def minizinc_lines(problem: Problem, decisions: Sequence[Variable]) -> Iterator[str]:
    """A MiniZinc model that needs no data file; its output are the decisions.

    >>> problem = Problem()
    >>> x, y = problem.add_variable("x", range(3)), problem.add_variable("y", (0, 2))
    >>> problem.add(Less(x, y))
    >>> print("\\n".join(minizinc_lines(problem, [x])))
    include "alldifferent.mzn";
    var 0..2: x;
    var {0,2}: y;
    constraint x < y;
    solve :: int_search([x], first_fail, indomain_min) satisfy;
    output ["x = \\(x);\\n"];
    """
    yield 'include "alldifferent.mzn";'
    for variable in problem.variables:
        yield f"var {_domain(variable)}: {variable.name};"
    for constraint in problem.constraints:
        yield f"constraint {_minizinc(constraint)};"
    names = ", ".join(each.name for each in decisions)
    search = f"solve :: int_search([{names}], first_fail, indomain_min)"
    if problem.minimised is None:
        yield f"{search} satisfy;"
    else:
        yield f"{search} minimize {_minizinc_total(problem.minimised)};"
    shown = (f'"{each.name} = \\({each.name});\\n"' for each in decisions)
    yield f"output [{', '.join(shown)}];"


def _domain(variable: Variable) -> str:
    values = variable.values
    if values and values[-1] - values[0] == len(values) - 1:
        return f"{values[0]}..{values[-1]}"
    return f"{{{','.join(map(str, values))}}}"


def _minizinc(constraint: Constraint) -> str:
    match constraint:
        case Clause(literals):
            return " \\/ ".join(map(_comparison, literals)) or "false"
        case AtMost(total, most):
            return f"{_minizinc_total(total)} <= {most}"
        case AllDifferent((one, other)):
            return f"{one.name} != {other.name}"
        case AllDifferent(variables):
            return f"alldifferent([{', '.join(each.name for each in variables)}])"
        case Less(lower, upper, unless):
            return " \\/ ".join((*map(_comparison, unless), f"{lower.name} < {upper.name}"))


def _minizinc_total(total: Total) -> str:
    terms = (
        *(f"bool2int({_comparison(each)})" for each in total.literals),
        *(each.name for each in total.variables),
    )
    return f"sum([{', '.join(terms)}])" if terms else "0"


def _comparison(literal: Literal) -> str:
    return f"{literal.variable.name} {'=' if literal.equal else '!='} {literal.value}"


ASP_RULES = (
    "1 { value(X,V) : domain(X,V) } 1 :- variable(X).",
    ":- different(G,X), different(G,Y), X < Y, value(X,V), value(Y,V).",
    ":- less(X,Y), value(X,V), value(Y,W), V >= W.",
    "#show value(X,V) : decision(X), value(X,V).",
)
"""The rules of all models; the rest are facts and constraints."""


def asp_lines(problem: Problem, decisions: Sequence[Variable]) -> Iterator[str]:
    """An ASP program for clingo: `value(X,V)` says that variable X has value V.

    >>> problem = Problem()
    >>> x, y = problem.add_variable("x", range(3)), problem.add_variable("y", (0, 2))
    >>> problem.add(Less(x, y, unless=(x.equals(1),)))
    >>> print("\\n".join(list(asp_lines(problem, [x]))[4:]))
    decision(x).
    variable(x). domain(x,(0;1;2)).
    variable(y). domain(y,(0;2)).
    :- not value(x,1), value(x,V), value(y,W), V >= W.
    """
    yield from ASP_RULES
    for variable in decisions:
        yield f"decision({variable.name})."
    for variable in problem.variables:
        name, values = variable.name, ";".join(map(str, variable.values))
        yield f"variable({name})." + (f" domain({name},({values}))." if values else "")
    for number, constraint in enumerate(problem.constraints, 1):
        yield _asp(number, constraint)
    if problem.minimised is not None:
        yield f"#minimize {{ {_asp_terms(problem.minimised)} }}."


def _asp(number: int, constraint: Constraint) -> str:
    match constraint:
        case Clause(literals):
            return f":- {', '.join(map(_failed, literals)) or '#true'}."
        case AtMost(total, most):
            return f":- #sum {{ {_asp_terms(total)} }} > {most}."
        case AllDifferent(variables):
            return f"different({number},({';'.join(each.name for each in variables)}))."
        case Less(lower, upper, ()):
            return f"less({lower.name},{upper.name})."
        case Less(lower, upper, unless):
            failed = "".join(f"{_failed(each)}, " for each in unless)
            return f":- {failed}value({lower.name},V), value({upper.name},W), V >= W."


def _failed(literal: Literal) -> str:
    """The condition that a literal does not hold."""
    value = _value(literal)
    return f"not {value}" if literal.equal else value


def _value(literal: Literal) -> str:
    return f"value({literal.variable.name},{literal.value})"


def _asp_terms(total: Total) -> str:
    terms = [
        f"1,{i} : {_value(each) if each.equal else f'not {_value(each)}'}"
        for i, each in enumerate(total.literals)
    ]
    terms += [f"V,{each.name} : value({each.name},V)" for each in total.variables]
    return "; ".join(terms)

"""The systems as files: polynomials to read, and the program of known places for other solvers.

Their comments carry the board, so that a file is also a puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput
from quebra.contract.family import Family
from quebra.engine.program import Program
from quebra.families.edges.formats.cells import write_cell
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.solve.domains import Candidates, frame_domains
from quebra.i18n.text import Text
from quebra.papers.edge_matching_algebra.polynomials import (
    Functions,
    Polynomial,
    as_text,
    equations,
)

if TYPE_CHECKING:
    from quebra.papers.edge_matching_algebra.linear import System

POLYNOMIALS = "# Edge-matching, a polynomial system"
LINEAR = "\\ Edge-matching, the linear system of known places"
BOARD = "board: "
PIECE = 100
"""Characters of the board on a line, for readers with short lines."""
MOST_TERMS = 200_000
"""The most terms of all polynomials together."""
MOST_CHOICES = 200_000
"""The most variables of a program."""
MOST_TO_MEASURE = 2e9
"""The limit of rows * columns * min(rows, columns), the cost of singular values."""

_JSON = json_codec(Edges, "edges")
_UNKNOWNS: dict[Functions, str] = {
    "exponential": "4 to the power of its row and column, counted from 0",
    "monomial": "its row and column, counted from 0",
}


def write_polynomials(family: Functions, puzzle: Edges) -> str:
    """The equations of free places, one a line.

    >>> board = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> print("\\n".join(write_polynomials("monomial", board).splitlines()[:3]))
    # Edge-matching, a polynomial system: sums of monomials over the edges of each type
    # y1 and x1 are of piece 1: its row and column, counted from 0.
    # Equations: 16. Terms: 47. Degree: at most 3.
    """
    system: list[Polynomial] = []
    terms = 0
    for equation in equations(puzzle, family):
        system.append(equation)
        terms += len(equation)
        if terms > MOST_TERMS:
            raise BadInput(Text("The system would have more than {most:,} terms.", most=MOST_TERMS))
    degree = max(sum(power for _, power in term) for each in system for term in each)
    letters = "z1, y1 and x1" if puzzle.shape == "cube" else "y1 and x1"
    where = _UNKNOWNS[family].replace("row", "layer, row") if puzzle.shape == "cube" else None
    head = [
        f"{POLYNOMIALS}: sums of {family}s over the edges of each type",
        f"# {letters} are of piece 1: {where or _UNKNOWNS[family]}.",
        f"# Equations: {len(system)}. Terms: {terms}. Degree: at most {degree}.",
        *_carried(puzzle, "# "),
    ]
    return "".join(f"{line}\n" for line in (*head, *map(as_text, system)))


def write_linear(puzzle: Edges) -> str:
    """The program of known places, with the measures of each family of test functions.

    A cell has one piece, a piece one cell, and at each place as many edges of a colour face one way
    as the other: the system of delta functions. Whole numbers that satisfy it are the solutions.
    """
    candidates = Candidates(puzzle)
    domains = frame_domains(candidates)
    if not all(domains):
        raise BadInput(
            Text("The frame and the hints leave no piece for some cell, so there is no program.")
        )
    if (choices := sum(held.bit_count() for held in domains)) > MOST_CHOICES:
        raise BadInput(
            Text(
                "The program would have {count:,} variables: at most {most:,}.",
                count=choices,
                most=MOST_CHOICES,
            )
        )
    from quebra.papers.edge_matching_algebra.linear import System

    system = System(candidates, domains)
    head = [
        f"{LINEAR}, with delta functions",
        "\\ pN_CELL is 1 if piece N, or one like it, lies in the cell; _tK tells its turn.",
        "\\ Each family of functions on the same places:",
        *(f"\\ {line}" for line in _measured(system, domains)),
        *_carried(puzzle, "\\ "),
    ]
    return "".join(f"{line}\n" for line in head) + _program(system).lp()


def _carried(puzzle: Edges, mark: str) -> Iterator[str]:
    board = _JSON.write(puzzle)
    for start in range(0, len(board), PIECE):
        yield f"{mark}{BOARD}{board[start : start + PIECE]}"


def _read(heading: str, text: str) -> Edges:
    """The board in the comments; the equations are not read."""
    if not _recognised(heading, text):
        raise BadInput(Text("The first line is not that of a system that Quebra wrote."))
    mark = f"{heading[0]} {BOARD}"
    pieces = [line.removeprefix(mark) for line in text.splitlines() if line.startswith(mark)]
    if not pieces:
        raise BadInput(Text("The system has no comment with the board."))
    return _JSON.read("".join(pieces))


def _recognised(heading: str, text: str) -> bool:
    return text.lstrip().startswith(heading)


def _measured(system: System, domains: list[int]) -> Iterator[str]:
    """A table of the families with the size and condition of their systems."""
    from quebra.papers.edge_matching_algebra.functions import FAMILIES
    from quebra.papers.edge_matching_algebra.linear import System

    rows, columns = system.matrix.shape
    if rows * columns * min(rows, columns) > MOST_TO_MEASURE:
        yield f"not measured: {rows} x {columns} numbers are too many"
        return
    width = max(map(len, FAMILIES))
    yield f"{'functions':{width}}   rows  columns  nonzeros   rank  condition"
    for name, functions in FAMILIES.items():
        try:
            found = System(system.candidates, domains, functions).measure()
        except BadInput:
            yield f"{name:{width}}  needs a frame and coordinates"
            continue
        yield (
            f"{name:{width}} {found.rows:6} {found.columns:8} {found.nonzeros:9} {found.rank:6} "
            f"{found.condition:10.3g}"
        )


def _program(system: System) -> Program:
    program, candidates = Program(), system.candidates
    cells: list[list[int]] = [[] for _ in candidates.puzzle.layout.cells]
    kinds: list[list[int]] = [[] for _ in candidates.kinds]
    for cell, number in system.choices:
        candidate = candidates.all[number]
        turn = f"_t{candidate.turn}" if candidate.turn else ""
        where = write_cell(candidates.puzzle.layout.cells[cell])
        choice = program.add_choice(f"p{candidates.kinds[candidate.kind][0] + 1}_{where}{turn}")
        cells[cell].append(choice)
        kinds[candidate.kind].append(choice)
    for choices in cells:
        program.add_row(_sum(choices), 1, 1)
    for choices, pieces in zip(kinds, candidates.kinds, strict=True):
        if choices and candidates.exact:
            program.add_row(_sum(choices), len(pieces), len(pieces))
        elif choices:
            program.add_row(_sum(choices), high=len(pieces))
    matrix, right = system.matrix, system.right
    for row in range(len(right)):
        span = slice(matrix.indptr[row], matrix.indptr[row + 1])
        terms = list(zip(map(int, matrix.data[span]), map(int, matrix.indices[span]), strict=True))
        if terms:
            program.add_row(terms, right[row], right[row])
    return program


def _sum(choices: Iterable[int]) -> Iterator[tuple[int, int]]:
    return ((1, choice) for choice in choices)


def _polynomial_codec(name: str, family: Functions, about: Text) -> Codec[Edges]:
    heading = f"{POLYNOMIALS}: sums of {family}s"
    return Codec(
        name,
        about,
        partial(_recognised, heading),
        partial(_read, heading),
        partial(write_polynomials, family),
    )


SYSTEMS: tuple[Codec[Edges], ...] = (
    _polynomial_codec(
        "polynomials",
        "exponential",
        Text("the paper's system of free places, with exponentials"),
    ),
    _polynomial_codec(
        "monomials", "monomial", Text("the paper's system of free places, with monomials")
    ),
    Codec(
        "lp",
        Text("the system of known places, for other solvers, with its rank and condition"),
        partial(_recognised, LINEAR),
        partial(_read, LINEAR),
        write_linear,
    ),
)


def add_systems(family: Family[Edges, Filling]) -> Family[Edges, Filling]:
    """The family with the formats `polynomials`, `monomials` and `lp`."""
    formats = replace(family.formats, puzzles=(*family.formats.puzzles, *SYSTEMS))
    return replace(family, formats=formats)

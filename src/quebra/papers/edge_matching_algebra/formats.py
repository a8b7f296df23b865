"""The systems as files: polynomials to read, and the program of known places for other solvers.

Their comments carry the board, so that a file is also a puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeVar, get_args

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput
from quebra.contract.family import Family, FormatOptions, Formats, option
from quebra.contract.puzzle import Puzzle
from quebra.engine.carried import has_heading, puzzle_comments, read_puzzle_comments
from quebra.engine.program import Program
from quebra.families.edges.formats.cells import write_cell
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.solve.domains import Candidates, frame_domains
from quebra.i18n.text import Text, Verbatim, any_of
from quebra.papers.edge_matching_algebra.coordinates import Coordinates, Polynomial
from quebra.papers.edge_matching_algebra.polynomials import (
    SystemKind,
    as_text,
    coordinates_of,
    predicted_terms,
    signed_equations,
)
from quebra.papers.edge_matching_algebra.signed_edges import Board, SignedEdges
from quebra.papers.edge_matching_algebra.sums import Functions

if TYPE_CHECKING:
    from quebra.papers.edge_matching_algebra.linear import System

T = TypeVar("T")

POLYNOMIALS = "# Edge-matching, a polynomial system"
LINEAR_TITLE = "Edge-matching, the linear system of known places"
LINEAR, LINEAR_MPS = f"\\ {LINEAR_TITLE}", f"* {LINEAR_TITLE}"
MOST_TERMS = 200_000
"""The most terms of all polynomials together."""
MOST_PREDICTED = 2 * MOST_TERMS
"""The most terms that are predicted; a system with more is refused before any is written."""
MOST_CHOICES = 200_000
"""The most variables of a program."""
MOST_TO_MEASURE = 2e9
"""The limit of rows * columns * min(rows, columns), the cost of singular values."""

_JSON = json_codec(Edges, "edges")
TITLES: dict[Functions, str] = {
    "exponential": "exponentials",
    "monomial": "monomials",
    "chebyshev": "Chebyshev polynomials",
    "delta": "delta functions",
}
MONOMIALS = f"{POLYNOMIALS}: sums of {TITLES['monomial']}"
FUNCTIONS_TEXT = Text("the test functions whose sums are zero")
SYSTEM_TEXT = Text("all orders of functions, or as few as the paper's proposition 2 needs")


class PolynomialOptions(FormatOptions, frozen=True):
    """Options of the polynomial systems."""

    functions: Annotated[Functions, option(FUNCTIONS_TEXT)] = "exponential"
    system: Annotated[SystemKind, option(SYSTEM_TEXT)] = "redundant"


class MonomialOptions(FormatOptions, frozen=True):
    """Options of the polynomial system of monomials."""

    system: Annotated[SystemKind, option(SYSTEM_TEXT)] = "redundant"


class LinearOptions(FormatOptions, frozen=True):
    """Options of the linear system of known places."""

    functions: Annotated[Functions, option(FUNCTIONS_TEXT)] = "delta"


EXPONENTIAL, MONOMIAL, DELTA = PolynomialOptions(), MonomialOptions(), LinearOptions()


def write_polynomials(puzzle: Edges, options: PolynomialOptions = EXPONENTIAL) -> str:
    """The equations of free places, one a line."""
    board = Board(puzzle)
    lines = partial(_place_lines, board)
    return write_system(POLYNOMIALS, puzzle, board.signed_edges(), options, lines)


def write_monomials(puzzle: Edges, options: MonomialOptions = MONOMIAL) -> str:
    """The equations of free places with monomials, one a line.

    >>> board = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> print("\\n".join(write_monomials(board).splitlines()[:3]))
    # Edge-matching, a polynomial system: sums of monomials over the edges of each type
    # y1 and x1 are of piece 1: its row and column, counted from 0.
    # Equations: 16. Terms: 47. Degree: at most 3.
    """
    return write_polynomials(puzzle, PolynomialOptions("monomial", options.system))


def write_system(
    heading: str,
    puzzle: Puzzle,
    signed: SignedEdges,
    options: PolynomialOptions,
    place_lines: Callable[[Coordinates], Iterable[str]],
) -> str:
    """A system with its sizes and the puzzle in comments."""
    predicted = predicted_terms(signed, options.functions, options.system)
    if predicted > MOST_PREDICTED:
        raise _too_large(signed, options, predicted)
    system: list[Polynomial] = []
    terms = 0
    for equation in signed_equations(signed, options.functions, options.system):
        system.append(equation)
        terms += len(equation)
        if terms > MOST_TERMS:
            raise _too_large(signed, options, max(terms, predicted))
    degrees = (sum(power for _, power in term) for each in system for term in each)
    coordinates = coordinates_of(signed, options.functions, options.system)
    head = [
        f"{heading}: sums of {TITLES[options.functions]} over the edges of each type",
        *(f"# {line}" for line in place_lines(coordinates)),
        f"# Equations: {len(system)}. Terms: {terms}. Degree: at most {max(degrees, default=0)}.",
        *puzzle_comments(puzzle, "#"),
    ]
    return "".join(f"{line}\n" for line in (*head, *map(as_text, system)))


def _too_large(signed: SignedEdges, options: PolynomialOptions, count: int) -> BadInput:
    """The refusal of a system with too many terms, with the functions that have fewer."""
    redundant, minimal = (
        [
            Verbatim(functions)
            for functions in TITLES
            if options.system == "redundant" and _fits(signed, functions, system)
        ]
        for system in get_args(SystemKind)
    )
    if redundant:
        return BadInput(
            Text(
                "The system would have about {count:,} terms, more than {most:,}: choose the "
                "functions {functions}.",
                count=count,
                most=MOST_TERMS,
                functions=any_of(redundant),
            )
        )
    if minimal:
        return BadInput(
            Text(
                "The system would have about {count:,} terms, more than {most:,}: choose the "
                "minimal system with the functions {functions}.",
                count=count,
                most=MOST_TERMS,
                functions=any_of(minimal),
            )
        )
    return BadInput(
        Text(
            "The system would have about {count:,} terms, more than {most:,}: only a puzzle with "
            "fewer pieces or turns can be written.",
            count=count,
            most=MOST_TERMS,
        )
    )


def _fits(signed: SignedEdges, functions: Functions, system: SystemKind) -> bool:
    try:
        return predicted_terms(signed, functions, system) <= MOST_TERMS
    except BadInput:
        return False


def _place_lines(board: Board, coordinates: Coordinates) -> Iterator[str]:
    """What the unknowns are: in words, or where this is not simple a list for cells and turns."""
    letters = [f"{letter}1" for letter in coordinates.letters]
    names = " and ".join(filter(None, (", ".join(letters[:-1]), letters[-1])))
    verb = "are" if len(letters) > 1 else "is"
    words = {2: "row and column", 3: "layer, row and column"}.get(len(letters))
    plain = len(board.group) == 1 and board.puzzle.shape != "free"
    if plain and words:
        power = f"{2**2} to the power of " if coordinates.exponential else ""
        yield f"{names} {verb} of piece 1: {power}its {words}, counted from 0."
        return
    yield f"{names} {verb} of piece 1; {verb} the numbers of its cell and turn:"
    pieces_of: dict[int, list[int]] = {}
    for piece, base in enumerate(board.bases):
        pieces_of.setdefault(base, []).append(piece)
    for pieces in pieces_of.values():
        if len(pieces_of) > 1:
            yield f"pieces {' '.join(str(piece + 1) for piece in pieces)}"
        yield from _places_of(board, coordinates, pieces[0])


def _places_of(board: Board, coordinates: Coordinates, piece: int) -> Iterator[str]:
    turns = board.puzzle.turns_of(piece)
    for number, cell in enumerate(board.puzzle.layout.cells):
        for turn in turns:
            values = coordinates.embed(board.place(number, piece, turn))
            pairs = zip(coordinates.letters, values, strict=True)
            shown = ", ".join(f"{letter} = {value}" for letter, value in pairs)
            turned = f" turn {turn}" if len(turns) > 1 else ""
            yield f"{write_cell(cell)}{turned}: {shown}"


def write_linear(puzzle: Edges, options: LinearOptions = DELTA) -> str:
    """The program of known places, with the measures of each family of test functions.

    A cell has one piece, a piece one cell, and at each place as many edges of a colour face one way
    as the other: the system of delta functions, or a family that says the same. Whole numbers that
    satisfy it are the solutions.
    """
    system, domains = _linear_system(puzzle, options)
    measures = ("Each family of functions on the same places:", *_measured(system, domains))
    return _linear_head(LINEAR, puzzle, options, measures) + _program(system).lp()


def write_linear_mps(puzzle: Edges, options: LinearOptions = DELTA) -> str:
    """The program of `write_linear` as an MPS file, without the measures."""
    system, _ = _linear_system(puzzle, options)
    return _linear_head(LINEAR_MPS, puzzle, options) + _program(system).mps()


def _linear_system(puzzle: Edges, options: LinearOptions) -> tuple[System, list[int]]:
    """The system of known places, and the domains of the cells."""
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
    from quebra.papers.edge_matching_algebra.functions import TestFunctions
    from quebra.papers.edge_matching_algebra.linear import System

    return System(candidates, domains, TestFunctions(options.functions)), domains


def _linear_head(
    heading: str, puzzle: Edges, options: LinearOptions, measures: Iterable[str] = ()
) -> str:
    mark = heading[0]
    notes = (
        "pN_CELL is 1 if piece N, or one like it, lies in the cell; _tK tells its turn.",
        *measures,
    )
    lines = (
        f"{heading}, with {TITLES[options.functions]}",
        *(f"{mark} {note}" for note in notes),
        *puzzle_comments(puzzle, mark),
    )
    return "".join(f"{line}\n" for line in lines)


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
        found = System(system.candidates, domains, functions).measure()
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
        terms = list(zip(matrix.data[span].tolist(), matrix.indices[span].tolist(), strict=True))
        if terms:
            program.add_row(terms, right[row], right[row])
    return program


def _sum(choices: Iterable[int]) -> Iterator[tuple[int, int]]:
    return ((1, choice) for choice in choices)


def is_polynomials(text: str) -> bool:
    """Whether this is a polynomial system with other functions than monomials."""
    return has_heading(POLYNOMIALS, text) and not has_heading(MONOMIALS, text)


SYSTEMS: tuple[Codec[Edges], ...] = (
    Codec(
        "polynomials",
        Text("the paper's system of free places, with exponentials or other functions"),
        is_polynomials,
        partial(read_puzzle_comments, POLYNOMIALS, _JSON),
        write_polynomials,
    ),
    Codec(
        "monomials",
        Text("the paper's system of free places, with monomials"),
        partial(has_heading, MONOMIALS),
        partial(read_puzzle_comments, MONOMIALS, _JSON),
        write_monomials,
    ),
    Codec(
        "lp",
        Text("the system of known places, for other solvers, with its rank and condition"),
        partial(has_heading, LINEAR),
        partial(read_puzzle_comments, LINEAR, _JSON),
        write_linear,
    ),
    Codec(
        "mps",
        Text("the system of known places as an MPS file"),
        partial(has_heading, LINEAR_MPS),
        partial(read_puzzle_comments, LINEAR_MPS, _JSON),
        write_linear_mps,
    ),
)


def system_formats(_family: Family[Edges, Filling]) -> Formats[Edges, Filling]:
    """The formats `polynomials`, `monomials`, `lp` and `mps`."""
    return Formats(SYSTEMS)

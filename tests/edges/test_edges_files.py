"""The systems as files, and the course of the iterations: what other programs and people read."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import highspy
import msgspec
import pytest
from boards import blank, random_board

from commands import run
from quebra.contract.codec import Codec, choose_codec
from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.search import solve
from quebra.engine.trace import Frame
from quebra.families.edges.model import Edges, Filling, Hint, Placed
from quebra.families.tangram.model import Piece, Tangram
from quebra.papers.edge_matching_algebra.formats import SYSTEMS
from quebra.papers.edge_matching_algebra.mixture import draw_mixture
from quebra.render import Polygon

family = get_family("edges")
tangrams = get_family("tangram")

SMALL = random_board(blank(2, 3, frame=0), 3, Source(4))
BOARDS = {
    "squares": SMALL,
    "cubes": random_board(blank(1, 2, 6, shape="cube", layers=2, frame=0), 3, Source(1)),
    "hexagons": random_board(blank(2, 2, 6, shape="hexagon", frame=0), 3, Source(2)),
}
TERM = re.compile(r"([+-]?) ?([0-9]+(?:/[0-9]+)?)?\*?((?:[xyz][0-9]+(?:\^[0-9]+)?\*?)*)")


def value(equation: str, unknowns: dict[str, Fraction]) -> Fraction:
    """The left side of an equation, read as anybody would."""
    left, right = equation.split(" = ")
    assert right == "0"
    total = Fraction(0)
    for term in re.split(r" (?=[+-])", left):
        found = TERM.fullmatch(term)
        assert found, term
        sign, factor, names = found.groups()
        product = Fraction(factor or 1) * (-1 if sign == "-" else 1)
        for name in filter(None, names.split("*")):
            unknown, _, power = name.partition("^")
            product *= unknowns[unknown] ** int(power or 1)
        total += product
    return total


def unknowns_of(answer: Filling, base: int | None) -> dict[str, Fraction]:
    """Layer, row and column of each piece, or powers of the base."""
    found = {}
    for placed in answer.cells:
        letters = "zyx"[-len(placed.cell) :]
        for letter, number in zip(letters, placed.cell, strict=True):
            name = f"{letter}{placed.piece + 1}"
            found[name] = Fraction(number if base is None else base**number)
    return found


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(("format", "base"), [("polynomials", 4), ("monomials", None)])
def test_written_polynomials_vanish_at_solutions_alone(
    name: str, format: str, base: int | None
) -> None:
    puzzle = BOARDS[name]
    text = choose_codec(SYSTEMS, format).write(puzzle)
    equations = [line for line in text.splitlines() if not line.startswith("#")]
    assert f"# Equations: {len(equations)}. " in text
    right = solve(family, puzzle, count=1).solutions[0]
    assert not any(value(each, unknowns_of(right, base)) for each in equations)
    first, second, *others = right.cells
    swapped = (
        msgspec.structs.replace(first, piece=second.piece),
        msgspec.structs.replace(second, piece=first.piece),
    )
    wrong = unknowns_of(Filling(cells=(*swapped, *others)), base)
    same = puzzle.pieces[first.piece] == puzzle.pieces[second.piece]
    assert any(value(each, wrong) for each in equations) != same


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("hinted", [False, True])
def test_another_solver_reads_the_program(tmp_path: Path, rotate: bool, hinted: bool) -> None:
    puzzle = random_board(blank(3, 3, frame=0, rotate=rotate), 4, Source(7))
    known = solve(family, puzzle, count=1).solutions[0].cells[0]
    if hinted:
        hint = Hint(known.cell, known.piece, known.turn)
        puzzle = msgspec.structs.replace(puzzle, hints=(hint,))
    file = tmp_path / "board.lp"
    file.write_text(choose_codec(SYSTEMS, "lp").write(puzzle), encoding="utf-8")
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.readModel(str(file)) == highspy.HighsStatus.kOk
    solver.run()
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    names, values = solver.getLp().col_names_, solver.getSolution().col_value
    chosen = [n for n, x in zip(names, values, strict=True) if x > 0.5]
    assert len(chosen) == 9 and {re.sub(r"^p[0-9]+_|_t[0-9]$", "", n) for n in chosen} == {
        f"r{r}c{c}" for r in (1, 2, 3) for c in (1, 2, 3)
    }
    if hinted:
        turn = f"_t{known.turn}" if known.turn else ""
        assert f"p{known.piece + 1}_r1c1{turn}" in chosen


def test_the_program_tells_the_measures_of_all_families() -> None:
    text = choose_codec(SYSTEMS, "lp").write(random_board(blank(4, 4, frame=0), 4, Source(1)))
    rows = re.findall(r"^\\ (.+?) +([0-9]+) +([0-9]+) +([0-9]+) +([0-9]+) +(\S+)$", text, re.M)
    assert [name.split(",")[0] for name, *_ in rows] == [
        "delta",
        "exponential",
        "exponential",
        "monomial",
        "Chebyshev",
    ]
    columns, ranks = {row[2] for row in rows}, [int(row[4]) for row in rows]
    assert len(columns) == 1 and ranks[0] == ranks[3] == ranks[4] == max(ranks)
    assert float(rows[0][5]) < float(rows[1][5])
    unframed = choose_codec(SYSTEMS, "lp").write(random_board(blank(2, 2), 4, Source(1)))
    assert len(re.findall(r"^\\ (?:delta|exp|mono|Cheb).* [0-9.e+]+$", unframed, re.M)) == 5


@pytest.mark.parametrize("codec", SYSTEMS, ids=lambda codec: codec.name)
def test_files_carry_their_board(codec: Codec[Edges]) -> None:
    text = codec.write(SMALL)
    assert codec.recognises(text) and codec.read(text) == SMALL
    assert [other.name for other in SYSTEMS if other.recognises(text)] == [codec.name]
    with pytest.raises(BadInput, match="not that of a file"):
        codec.read(text[5:])
    heading = text.splitlines()[0]
    with pytest.raises(BadInput, match="no comment with the board"):
        codec.read(heading)


@pytest.mark.slow
def test_boards_without_a_system() -> None:
    polynomials = choose_codec(SYSTEMS, "polynomials")
    with pytest.raises(BadInput, match="needs the same turns for all pieces"):
        polynomials.write(blank(2, 2, frame=0, rotate=(0, 1)))
    with pytest.raises(BadInput, match="as many pieces as cells"):
        polynomials.write(Edges(rows=1, cols=1, pieces=((0, 0, 0, 0),) * 2, frame=0))
    with pytest.raises(BadInput, match="more than 200,000 terms"):
        polynomials.write(random_board(blank(14, 14, frame=0), 1, Source(1)))
    with pytest.raises(BadInput, match="leave no piece"):
        choose_codec(SYSTEMS, "lp").write(Edges(pieces=((1, 1, 1, 1),), frame=0))


def traced(puzzle: Edges | Tangram, engine: str) -> list[Frame]:
    frames: list[Frame] = []
    if isinstance(puzzle, Edges):
        solve(family, puzzle, engine=engine, count=1, trace=frames.append)
    else:
        solve(tangrams, puzzle, engine=engine, count=1, trace=frames.append)
    return frames


def test_the_first_algorithm_leaves_its_iterations() -> None:
    puzzle = random_board(blank(7, 7, frame=0), 3, Source(2))
    frames = traced(puzzle, "lp")
    numbers = [frame.numbers for frame in frames]
    assert len(frames) > 1
    assert [n["iteration"] for n in numbers if n["attempt"] == 1][:2] == [1, 2]
    assert numbers[0]["objective"] == 0 < numbers[1]["objective"]
    assert numbers[0]["distance"] > numbers[1]["distance"]
    assert all(n["cpu_seconds"] > 0 for n in numbers)
    first, last = frames[0].draw(), frames[-1].draw()
    assert "%" in first.svg() and first.width == last.width == 7


def test_blended_colours_are_the_mean() -> None:
    puzzle = Edges(pieces=((1, 1, 1, 1), (2, 1, 1, 1), (3, 1, 1, 1)), frame=None)
    parts = [(Placed((0, 0), piece), part) for piece, part in enumerate((0.5, 0.2, 0.3))]
    shapes = draw_mixture(puzzle, [parts]).shapes
    upper = ((0, 0), (1, 0), (0.5, 0.5))
    mean: dict[str, float] = {}
    for shape in shapes:
        if isinstance(shape, Polygon) and shape.points == upper:
            mean = {colour: share * (1 - shape.opacity) for colour, share in mean.items()}
            mean[shape.fill] = shape.opacity
    assert sorted(round(share, 2) for share in mean.values()) == [0.2, 0.3, 0.5]


def test_the_second_algorithm_leaves_its_iterations() -> None:
    puzzle = random_board(blank(2, 2, frame=0), 3, Source(1))
    (*_, last) = traced(puzzle, "sdp")
    assert {"degree", "objective", "distance", "misfit", "cpu_seconds"} < last.numbers.keys()
    halves = tuple(
        Piece(name=name, outline=outline, flip=False, angles=(0.0,))
        for name, outline in (("low", "M0 0 H1 V1 Z"), ("high", "M0 0 L1 1 H0 Z"))
    )
    frames = traced(Tangram(pieces=halves, figure="M0 0 H1 V1 H0 Z"), "sdp")
    assert frames and "shapes on a figure" in frames[0].draw().title


def test_traces_are_written_by_the_command_line(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(
        family.formats.puzzles[1].write(random_board(blank(6, 6, frame=0), 2, Source(3)))
    )
    numbers, strip, png = (tmp_path / f"course.{end}" for end in ("jsonl", "svg", "png"))
    options = [arg for file in (numbers, strip, png) for arg in ("--trace", str(file))]
    result = run("solve", str(board), "--engine", "lp", *options)
    assert result.exit_code in (0, 3)
    lines = [json.loads(line) for line in numbers.read_text().splitlines()]
    assert lines and all({"iteration", "objective", "distance"} <= line.keys() for line in lines)
    assert strip.read_text().count("objective") == len(lines)
    assert png.read_bytes().startswith(b"\x89PNG")


def test_traces_that_cannot_be(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(family.formats.puzzles[1].write(SMALL))
    result = run("solve", str(board), "--trace", str(tmp_path / "course.doc"))
    assert result.exit_code == 2 and "one of .jsonl, .svg, .png, .pdf." in result.stderr
    result = run("solve", str(board), "--trace", str(tmp_path / "course.svg"))
    assert result.exit_code == 0 and "has no iterations to trace" in result.stderr
    assert not (tmp_path / "course.svg").exists()
    result = run("solve", str(board), "--engine", "lp", "--trace", str(tmp_path / "no" / "c.svg"))
    assert result.exit_code == 2 and "cannot be written" in result.stderr

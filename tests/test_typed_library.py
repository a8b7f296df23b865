"""The library is typed for the programs that use it: a project of its own passes mypy --strict."""

from __future__ import annotations

import os
import subprocess
import sys
from inspect import isfunction, signature
from pathlib import Path

import pytest

import quebra

PROGRAM = """
from pathlib import Path
from threading import Event
from typing import assert_type

import quebra
from quebra.families.edges import Edges, Filling
from quebra.families.kojun import Kojun
from quebra.grid.cells import GridAnswer

BOARD = "kojun\\nregions\\na a\\ngivens\\n2 ."


def first_row(board: Kojun) -> tuple[int, ...]:
    return board.givens[0]


def solve_kojun(source: str | Path) -> GridAnswer | None:
    board = quebra.load(source, Kojun)
    assert_type(board, Kojun)
    outcome = quebra.solve(board, time=5, cancel=Event())
    assert_type(outcome, quebra.Outcome[GridAnswer])
    assert_type(quebra.load_answer(board, "2 1"), GridAnswer)
    for answer in quebra.solutions(board, 2, time=1.5):
        print(answer.grid, quebra.check(board, answer))
    print(first_row(board), quebra.grade(board, time=5).name)
    print([step.text for step in quebra.explain(board, outcome.solutions[0], time=5)])
    return outcome.solutions[0] if outcome.solutions else None


def count_pieces(seed: int) -> int:
    made = quebra.generate(Edges, "3x3", seed=seed, time=60, grade="easy")
    assert_type(quebra.solve(made).solutions, tuple[Filling, ...])
    return len(made.pieces)


def any_family(source: str) -> str:
    puzzle = quebra.load(source)
    assert_type(puzzle, quebra.Puzzle)
    assert_type(quebra.solve(puzzle).solutions, tuple[quebra.Answer, ...])
    try:
        return quebra.convert(puzzle, "text")
    except quebra.BadInput as error:
        return f"{error.line} {error.column} {error.path}"


print(solve_kojun(BOARD))
"""
WRONG = """
import quebra
from quebra.families.kojun import Kojun

board = quebra.load("board.txt", Kojun)
print(board.clues)
print(quebra.solve(board).solutions[0].places)
quebra.grade(board, seconds=5)
"""


def mypy(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    """Check a project with a single module, for which the library is installed."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    (folder / "pyproject.toml").write_text("[tool.mypy]\nstrict = true\n", encoding="utf-8")
    library = str(Path(quebra.__file__).parents[1])
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--follow-imports=silent", "program.py"],
        cwd=folder, env={**os.environ, "MYPYPATH": library}, capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.integration
def test_a_project_passes(tmp_path: Path) -> None:
    assert (Path(quebra.__file__).parent / "py.typed").exists()
    checked = mypy(tmp_path, PROGRAM)
    assert checked.returncode == 0, checked.stdout
    ran = subprocess.run(
        [sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True
    )
    assert ran.stdout.endswith("GridAnswer(grid=((2, 1),))\n"), ran.stderr
    # The second run is quick: what is known of the library is in the folder's cache.
    checked = mypy(tmp_path, WRONG)
    assert '"Kojun" has no attribute "clues"' in checked.stdout
    assert '"GridAnswer" has no attribute "places"' in checked.stdout
    assert 'Unexpected keyword argument "seconds"' in checked.stdout


def test_no_signature_has_any() -> None:
    functions = [each for name in quebra.__all__ if isfunction(each := getattr(quebra, name))]
    assert len(functions) > 10
    assert [each.__name__ for each in functions if "Any" in str(signature(each))] == []

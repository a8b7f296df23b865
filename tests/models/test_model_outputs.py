"""What outside solvers print, read back by `check` and `convert`; bad requests get a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from highspy import Highs

import quebra
from commands import NONE, RIGHT, UNIQUE, run
from outside_solvers import by_clingo, by_sat
from quebra.contract.errors import BadInput
from quebra.contract.registry import get_family
from quebra.families.kojun.model import Kojun
from quebra.models.puzzle_model import MODELLED
from quebra.testing import read_case


@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("family", MODELLED)
def test_highs_solves_the_programs(family: str, format: str, tmp_path: Path) -> None:
    known = get_family(family)
    unique = [read_case(known, case)[0] for case in known.cases if case.status == "unique"]
    puzzle = min(unique, key=lambda each: each.extent)
    model, solution = tmp_path / f"model.{format}", tmp_path / "model.sol"
    model.write_text(quebra.convert(puzzle, format))
    highs = Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(model))
    highs.run()
    highs.writeSolution(str(solution), 0)
    assert run("check", str(model), "--answer-from", str(solution)).exit_code == 0


def test_answers_of_sat_and_asp_solvers(tmp_path: Path) -> None:
    board, output = tmp_path / "board.txt", tmp_path / "model.sol"
    board.write_text(UNIQUE)
    for name, solve in (("cnf", by_sat), ("asp", by_clingo)):
        model = run("convert", str(board), "--to", name).stdout
        output.write_text(solve(model))
        assert run("check", str(board), "--answer-from", str(output)).exit_code == 0
        written = run("convert", str(board), "--answer", str(output), "--to", "text").stdout
        assert written == RIGHT
        none = solve(run("convert", "-", "--to", name, stdin=NONE).stdout)
        output.write_text(none)
        refused = run("check", str(board), "--answer-from", str(output))
        assert refused.exit_code == 2 and "has no solution" in refused.stderr


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("s SATISFIABLE\nv 1 x 0\n", "'x' is not a literal of the CNF."),
        ("s SATISFIABLE\nv 0\n", "The solver's output has no value of 'r1c3'."),
        ("r1c1 = 2;\n----------\n", "The solver's output has no value of 'r1c2'."),
        ("r1c1 = 1;\n----------\n", "has the value 1 of 'r1c1', which is not allowed."),
        ("Answer: 1\nvalue(r1c1,1) value(r1c1,2)\n", "has two values of 'r1c1'."),
        ("# Solution for model x\nr1c1_2 0\n", "The solver's output has no value of 'r1c1'."),
        ("=====UNSATISFIABLE=====\n", "The solver's output has no solution."),
    ],
)
def test_bad_outputs(output: str, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        quebra.load_answer(quebra.load(UNIQUE), output)
    assert sentence in str(refused.value)


def test_bad_requests(board: str) -> None:
    big = Kojun(regions=((0,) * 50,) * 50, givens=((0,) * 50,) * 50)
    with pytest.raises(BadInput, match="too large for a model"):
        quebra.convert(big, "cnf")
    symmetry, _ = read_case(get_family("symmetry"), get_family("symmetry").case("unique"))
    with pytest.raises(BadInput, match="The model has no goal 'best'; it has: any, fewest, most"):
        quebra.convert(symmetry, "mzn", goal="best")
    assert "solve ::" in quebra.convert(symmetry, "mzn", goal="most")
    tangram = quebra.convert(quebra.generate("tangram", seed=1), "json")
    refused = run("solve", "-", "--proof", "never.drat", stdin=tangram)
    assert refused.exit_code == 2 and "has no model for other solvers" in refused.stderr
    assert run("convert", "-", "--to", "cnf", stdin=tangram).exit_code == 2
    for args in ((), ("1", "--answer-from", "2")):
        assert run("check", board, *args).exit_code == 2

"""Proofs of unique, none and optimal, and the checker that refuses everything else."""

from __future__ import annotations

import shutil
import subprocess
import sys
from itertools import islice, product
from pathlib import Path

import msgspec
import pytest

import quebra
from commands import MANY, NONE, UNIQUE, run
from model_boards import boards
from quebra.contract.errors import BadInput, Cut, EngineFault, ExternalError
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.random import Source
from quebra.contract.registry import family_of
from quebra.contract.results import Outcome
from quebra.engine.budget import Budget
from quebra.families.symmetry.model import Symmetry
from quebra.models.proof import Proof, prove
from quebra.testing.proofs import Refused, check_proof, main, read_formula

PROVED = ("kojun", "symmetry", "edges", "shisen")


def proofs_of(family: str, count: int) -> list[Proof]:
    """Proofs for the first boards that are unique or have no solution."""
    outcomes = ((board, quebra.solve(board, count=2)) for board in boards(family))
    proved = ((board, each) for board, each in outcomes if each.status in ("unique", "none"))
    return [prove(*pair) for pair in islice(proved, count)]


@pytest.mark.parametrize("family", PROVED)
def test_proofs_are_verified(family: str) -> None:
    for found in proofs_of(family, 4):
        verified = check_proof(found.formula, found.proof)
        assert verified.clauses == found.clauses and verified.lemmas <= found.lemmas


@pytest.mark.slow
@pytest.mark.parametrize("family", PROVED[:3])
def test_fifty_proofs_are_verified(family: str) -> None:
    for found in proofs_of(family, 50):
        check_proof(found.formula, found.proof)


@pytest.mark.slow
@pytest.mark.integration
@pytest.mark.parametrize("family", PROVED[:3])
def test_fifty_proofs_are_verified_by_drat_trim(family: str, tmp_path: Path) -> None:
    checker = shutil.which("drat-trim")
    if not checker:
        pytest.skip("drat-trim is not here.")
    formula, proof = tmp_path / "board.cnf", tmp_path / "board.drat"
    for found in proofs_of(family, 50):
        formula.write_text(found.formula)
        proof.write_text(found.proof)
        ended = subprocess.run([checker, formula, proof], capture_output=True, text=True)
        assert "s VERIFIED" in ended.stdout.splitlines(), found.formula


@pytest.mark.parametrize(
    ("family", "goal"),
    [("symmetry", "fewest"), ("symmetry", "most"), ("shisen", "sum"), ("shisen", "rounds")],
)
def test_the_best_value_is_proved(family: str, goal: str) -> None:
    board = {
        "shisen": quebra.generate("shisen", "4x4", seed=4),
        "symmetry": Symmetry(clues=((1, 0, 0, 0), (0, 0, 2, 0), (0, 0, 0, 0))),
    }[family]
    outcome = quebra.solve(board, goal=goal)
    found = prove(board, outcome, goal)
    check_proof(found.formula, found.proof)
    with pytest.raises(EngineFault):
        prove(board, worse_outcome(board, goal, outcome), goal)


def worse_outcome(board: Puzzle, goal: str, best: Outcome[Answer]) -> Outcome[Answer]:
    """An outcome that calls a solution optimal which is not."""
    measure = family_of(board).solve.goals[goal].measure
    value = measure(board, best.solutions[-1])
    other = next(each for each in quebra.solutions(board) if measure(board, each) != value)
    return msgspec.structs.replace(best, solutions=(other,))


def satisfiable(clauses: list[list[int]], variables: int) -> bool:
    return any(
        all(any(values[abs(n) - 1] == (n > 0) for n in clause) for clause in clauses)
        for values in product((False, True), repeat=variables)
    )


def test_no_random_proof_is_accepted_for_a_formula_with_a_solution() -> None:
    source, accepted = Source(1), 0
    for _ in range(600):
        formula, proof = (
            "".join(_random_clause(source) for _ in range(count)) for count in (14, 8)
        )
        text = f"p cnf 4 14\n{formula}"
        try:
            check_proof(text, f"{proof}0\n")
        except Refused:
            continue
        accepted += 1
        assert not satisfiable(read_formula(text)[1], 4), text
    assert accepted > 20, "the test shows nothing if no proof is accepted"


def _random_clause(source: Source) -> str:
    variables = [1, 2, 3, 4]
    source.shuffle(variables)
    literals = (n if source.chance(0.5) else -n for n in variables[: 1 + source.below(3)])
    return f"{' '.join(map(str, literals))} 0\n"


@pytest.mark.parametrize("family", PROVED[:3])
def test_a_clause_less_or_a_literal_flipped_is_refused(family: str) -> None:
    """Without the clause that excludes the solution, or with another one, there is a solution."""
    board = next(each for each in boards(family) if quebra.solve(each, count=2).status == "unique")
    found = prove(board, quebra.solve(board, count=2))
    *lines, last = found.formula.splitlines()
    header = next(line for line in lines if line.startswith("p "))
    _, _, variables, count = header.split()
    with pytest.raises(Refused, match="header"):
        check_proof("\n".join(lines), found.proof)
    fewer = "\n".join(lines).replace(header, f"p cnf {variables} {int(count) - 1}")
    with pytest.raises(Refused, match=r"does not follow|ends before"):
        check_proof(fewer, found.proof)
    flipped = " ".join(map(str, (-int(last.split()[0]), *last.split()[1:])))
    with pytest.raises(Refused, match=r"does not follow|ends before"):
        check_proof("\n".join((*lines, flipped)), found.proof)


def test_lemmas_that_do_not_follow_are_refused() -> None:
    formula = "p cnf 3 5\n1 2 0\n1 -2 0\n-1 3 0\n-1 -3 2 0\n-2 -3 0\n"
    assert check_proof(formula, "1 0\n0\n").lemmas == 1
    with pytest.raises(Refused, match="Line 1 of the proof does not follow: -1"):
        check_proof(formula.replace("-2 -3 0", "-2 3 0"), "-1 0\n0\n")
    with pytest.raises(Refused, match="Line 2 of the proof does not follow: the empty clause"):
        check_proof(formula.replace("-2 -3 0", "-2 3 0"), "1 0\n0\n")
    with pytest.raises(Refused, match="ends before the empty clause"):
        check_proof(formula.replace("-2 -3 0", "-2 3 0"), "1 0\n")


def test_deleted_clauses_no_longer_count_and_rat_lemmas_do() -> None:
    formula = "p cnf 3 4\n1 2 3 0\n1 2 -3 0\n-1 2 0\n-2 1 0\n"
    with pytest.raises(Refused, match="Line 3"):
        check_proof(formula, "d 1 2 3 0\nd 1 2 -3 0\n1 2 0\n0\n")
    # 4 occurs nowhere: -4 has the property RAT, although it does not follow.
    widened = formula.replace("p cnf 3", "p cnf 4")
    with pytest.raises(Refused, match="Line 3 of the proof does not follow: the empty clause"):
        check_proof(widened, "-4 0\n4 1 0\n0\n")


def test_malformed_files_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for formula, proof in (
        ("1 0\n", "0\n"),
        ("p cnf 1 1\n1\n", "0\n"),
        ("p cnf 1 1\n2 0\n", "0\n"),
        ("p cnf 1 1\n1 0\n", "1\n"),
        ("p cnf 1 1\n1 0\n", "x 0\n"),
    ):
        with pytest.raises(Refused):
            check_proof(formula, proof)
    cnf, drat = tmp_path / "a.cnf", tmp_path / "a.drat"
    cnf.write_text("p cnf 1 2\n1 0\n-1 0\n")
    drat.write_text("0\n")
    assert main([str(cnf), str(drat)]) == 0
    cnf.write_text("p cnf 1 1\n1 0\n")
    assert main([str(cnf), str(drat)]) == 1
    assert main([str(cnf)]) == main([str(cnf), str(tmp_path / "none")]) == 2
    assert "Refused. Line 1" in capsys.readouterr().out


def test_a_wrong_verdict_is_found() -> None:
    """A proof that would need a false statement is not made."""
    several = quebra.load(MANY)
    unique = quebra.solve(quebra.load(UNIQUE))
    with pytest.raises(EngineFault, match="contradicts the status unique"):
        prove(several, unique)


def test_statuses_without_a_proof() -> None:
    several = quebra.load(MANY)
    with pytest.raises(BadInput, match="There is no proof for the status many"):
        prove(several, quebra.solve(several))


def test_time_and_missing_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    board = quebra.generate("shisen", "6x6", seed=1)
    outcome = quebra.solve(board, goal="sum")
    with pytest.raises(Cut):
        prove(board, outcome, "sum", Budget(0))
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(ExternalError, match="python-sat"):
        prove(board, outcome, "sum")


@pytest.mark.integration
def test_the_program_cadical(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    for found in proofs_of("edges", 3):
        check_proof(found.formula, found.proof)


def test_command(tmp_path: Path) -> None:
    path = tmp_path / "board.drat"
    for board, status in ((UNIQUE, 0), (NONE, 1)):
        result = run("solve", "-", "--proof", str(path), stdin=board)
        assert result.exit_code == status and "Proof written" in result.stdout, result.output
        formula = path.with_suffix(".cnf").read_text()
        check_proof(formula, path.read_text())
        assert quebra.load(formula) == quebra.load(board)
    path.unlink()
    result = run("solve", "-", "--proof", str(path), stdin=MANY)
    assert result.exit_code == 2 and "no proof for the status many" in result.stderr
    assert not path.exists()
    result = run("solve", "-", "--proof", str(tmp_path / "a.cnf"), stdin=UNIQUE)
    assert result.exit_code == 2 and "name the proof .drat" in result.stderr
    result = run("solve", "-", "--proof", str(path), "--up-to-symmetry", stdin=UNIQUE)
    assert result.exit_code == 2 and "without --up-to-symmetry" in result.stderr

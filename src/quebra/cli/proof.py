"""The files of `solve --proof`: a formula without a solution, and its proof."""

from __future__ import annotations

from pathlib import Path

from quebra.cli.common import save, usage_error
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.contract.results import Outcome
from quebra.engine.budget import Budget
from quebra.i18n.text import Plural, Text

FORMULA = ".cnf"


def admit_proof(path: Path | None, up_to_symmetry: bool) -> None:
    """Refuse options that do not go with a proof."""
    if path is None:
        return
    if path.suffix == FORMULA:
        raise usage_error(Text("--proof: the formula is written to .cnf; name the proof .drat."))
    if up_to_symmetry:
        raise usage_error(Text("--proof is about all solutions, so without --up-to-symmetry."))


def admit_model(puzzle: Puzzle) -> None:
    """Raise `BadInput` before the search if the puzzle has no model to prove something about."""
    from quebra.models.puzzle_model import model_of

    model_of(puzzle)


def write_proof(
    path: Path, puzzle: Puzzle, outcome: Outcome[Answer], goal: str, budget: Budget
) -> Text:
    """Write the proof and its formula; returns a sentence about them."""
    from quebra.models.proof import prove

    found = prove(puzzle, outcome, goal, budget)
    formula = path.with_suffix(FORMULA)
    save(formula, found.formula.encode())
    save(path, found.proof.encode())
    return Plural(
        "Proof written: {n:,} lemma in {path}, about {formula} with {clauses:,} clauses.",
        "Proof written: {n:,} lemmas in {path}, about {formula} with {clauses:,} clauses.",
        n=found.lemmas,
        path=quoted(path, MAX_PATH),
        formula=quoted(formula, MAX_PATH),
        clauses=found.clauses,
    )

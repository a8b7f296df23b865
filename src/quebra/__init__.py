"""Quebra, a puzzle workbench: check, solve, prove, explain, grade, generate, draw and play."""

# Importing the package of that name here keeps it from taking the function's place later.
import quebra.families  # noqa: F401
from quebra.core import (
    Answer,
    BadInput,
    Budget,
    Cut,
    Grade,
    Look,
    NotFound,
    Outcome,
    Progress,
    Puzzle,
    QuebraError,
    Step,
    Violation,
    families,
)
from quebra.verbs import (
    check,
    convert,
    draw,
    explain,
    generate,
    grade,
    load,
    load_answer,
    progress,
    solutions,
    solve,
)

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "BadInput",
    "Budget",
    "Cut",
    "Grade",
    "Look",
    "NotFound",
    "Outcome",
    "Progress",
    "Puzzle",
    "QuebraError",
    "Step",
    "Violation",
    "check",
    "convert",
    "draw",
    "explain",
    "families",
    "generate",
    "grade",
    "load",
    "load_answer",
    "progress",
    "solutions",
    "solve",
]

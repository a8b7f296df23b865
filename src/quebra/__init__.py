"""Quebra, a puzzle workbench: check, solve, prove, explain, grade, generate, draw and play."""

# Importing the package of that name here keeps it from taking the function's place later.
import quebra.families  # noqa: F401

TYPE_CHECKING = False  # type checkers take it for true; the module typing need not be imported

if TYPE_CHECKING:
    from quebra.contract.errors import BadInput, Cut, NotFound, QuebraError
    from quebra.contract.family import Look
    from quebra.contract.puzzle import Answer, Puzzle
    from quebra.contract.registry import families
    from quebra.contract.results import Grade, Outcome, Progress, Step, Violation
    from quebra.service.bars import progress_bar, track
    from quebra.service.html import Playable, to_html
    from quebra.service.verbs import (
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
else:
    del families

    def __getattr__(name: str) -> object:
        """Import names when they are first used, so that programs start at once."""
        from importlib import import_module

        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        modules = (
            *("service.verbs", "service.html", "service.bars"),
            *("contract.errors", "contract.registry"),
        )
        homes = (import_module(f"quebra.{module}") for module in modules)
        value = next(vars(home)[name] for home in homes if name in vars(home))
        return globals().setdefault(name, value)

    def __dir__() -> list[str]:
        return [*globals(), *__all__]


__version__ = "0.1.0"

__all__ = [
    "Answer",
    "BadInput",
    "Cut",
    "Grade",
    "Look",
    "NotFound",
    "Outcome",
    "Playable",
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
    "progress_bar",
    "solutions",
    "solve",
    "to_html",
    "track",
]

"""What the verbs answer as JSON: the same on the command line, from the server and in batches."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from quebra.contract.errors import Cut, Reason
from quebra.contract.family import DESCRIBED, GRADES, Choice
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.registry import AnyFamily
from quebra.contract.results import Grade, Place, Step, Technique, Violation
from quebra.engine.budget import Budget
from quebra.grid.ladder import sentence
from quebra.service import verbs

CUTS: Mapping[Reason, str] = {
    "time": "Time is over.",
    "memory": "It does not fit into memory.",
    "cancelled": "Stopped: cancelled.",
    "method": "The engine has no way to settle it.",
}
"""Why something was stopped early, as a sentence."""


class Checked(msgspec.Struct, frozen=True):
    """What `check` answers."""

    ok: bool
    violations: tuple[Violation, ...]
    progress: float
    parts: dict[str, float]


class Explained(msgspec.Struct, frozen=True):
    """What `explain` answers."""

    family: str
    reason: Reason | None
    steps: tuple[Step, ...]


class Graded(msgspec.Struct, frozen=True):
    """What `grade` answers."""

    family: str
    reason: Reason | None
    grade: str | None
    score: float
    techniques: dict[str, int]
    text: str


class Converted(msgspec.Struct, frozen=True):
    """What `convert` answers."""

    family: str
    format: str
    text: str


class Option(msgspec.Struct, frozen=True):
    """An option of `generate` that a family adds: a `flag`, a `choice`, a `number` or a `text`.

    Choices whose names say too little are `described`.
    """

    name: str
    kind: str
    choices: tuple[str, ...]
    text: str
    default: object
    described: Mapping[str, Choice] = {}


class Facts(msgspec.Struct, frozen=True):
    """What a family says of itself."""

    name: str
    title: str
    summary: str
    rules: tuple[str, ...]
    formats: tuple[str, ...]
    answer_formats: tuple[str, ...]
    engines: tuple[str, ...]
    goals: tuple[str, ...]
    violations: Mapping[str, str]
    techniques: tuple[Technique, ...]
    size: tuple[int, int] | None
    options: tuple[Option, ...]


def check(puzzle: Puzzle, answer: Answer) -> Checked:
    """The broken rules of an attempt, and how far it is.

    >>> board = verbs.load("kojun\\nregions\\na a\\ngivens\\n2 .")
    >>> check(board, verbs.parse_answer(board, "2 1")).ok
    True
    """
    violations = verbs.check(puzzle, answer)
    progress = verbs.progress(puzzle, answer)
    return Checked(not violations, violations, progress.value, dict(progress.parts))


def explain(
    puzzle: Puzzle,
    answer: Answer | None = None,
    *,
    at: Place | None = None,
    steps: int | None = None,
    to_next: bool = False,
    budget: Budget,
) -> Explained:
    """The steps found before the budget ended: all, so many, or up to the first that places."""
    found: list[Step] = []
    reason: Reason | None = None
    try:
        most = None if steps is None else min(steps, sys.maxsize)
        for step in islice(verbs.explain(puzzle, answer, at=at, budget=budget), most):
            found.append(step)
            if to_next and any(change.action == "place" for change in step.changes):
                break
    except Cut as cut:
        reason = cut.reason
    except KeyboardInterrupt:
        reason = "cancelled"
    return Explained(puzzle.family, reason, tuple(map(_for_json, found)))


def _for_json(step: Step) -> Step:
    """The step with texts in place of the values that are structs of a family."""
    changes = (
        change if isinstance(change.value, int) else replace(change, value=str(change.value))
        for change in step.changes
    )
    return replace(step, changes=tuple(changes))


def grade(puzzle: Puzzle, *, budget: Budget) -> Graded:
    """How hard a puzzle is, or why that is not known."""
    reason: Reason | None = None
    try:
        found = verbs.grade(puzzle, budget=budget)
    except Cut as cut:
        reason = cut.reason
        found = Grade(None, 0.0, (), CUTS[reason])
    counts = dict(found.techniques)
    return Graded(puzzle.family, reason, found.name, found.score, counts, found.text)


def convert(puzzle: Puzzle, to: str) -> Converted:
    """The puzzle in another format.

    >>> convert(verbs.load("kojun\\nregions\\na a\\ngivens\\n2 ."), "puzzlink").text
    'https://puzz.link/p?cojun/2/1/02g'
    """
    return Converted(puzzle.family, to, verbs.convert(puzzle, to))


def facts(family: AnyFamily) -> Facts:
    """All that a family says of itself."""
    return Facts(
        name=family.name,
        title=family.title,
        summary=family.rules.summary,
        rules=family.rules.texts,
        formats=tuple(codec.name for codec in family.formats.puzzles),
        answer_formats=tuple(codec.name for codec in family.formats.answers),
        engines=family.solve.engine_names,
        goals=("any", *family.solve.goals),
        violations=family.rules.codes,
        techniques=family.explain.techniques,
        size=family.model.default_size,
        options=options(family, describe=True),
    )


def options(family: AnyFamily, *, describe: bool = False) -> tuple[Option, ...]:
    """One option for each field of the family's recipe but the size; with `describe`, its choices.

    >>> from quebra.contract.registry import get_family
    >>> options(get_family("tangram"), describe=True)[1].described["egg"].title
    'Egg of Columbus'
    """
    recipe = msgspec.inspect.type_info(family.generate.recipe)
    assert isinstance(recipe, msgspec.inspect.StructType)
    fields = (field for field in recipe.fields if field.name not in ("rows", "cols"))
    return tuple(_option(field, describe) for field in fields)


def _option(field: msgspec.inspect.Field, describe: bool) -> Option:
    kind: Any = field.type
    text = ""
    described: Mapping[str, Choice] = {}
    if isinstance(kind, msgspec.inspect.Metadata):
        text = sentence((kind.extra_json_schema or {})["description"])
        described = (kind.extra or {}).get(DESCRIBED, dict)() if describe else {}
        kind = kind.type
    kinds = getattr(kind, "types", (kind,))
    default = None if field.default is msgspec.NODEFAULT else field.default
    for each in kinds:
        match each:
            case msgspec.inspect.BoolType():
                return Option(field.name, "flag", (), text, default)
            case msgspec.inspect.LiteralType():
                order = {name: place for place, name in enumerate(GRADES)}
                choices = sorted(map(str, each.values), key=lambda name: order.get(name, 0))
                return Option(field.name, "choice", tuple(choices), text, default, described)
            case msgspec.inspect.StrType():
                return Option(field.name, "text", (), text, default)
    return Option(field.name, "number", (), text, default)

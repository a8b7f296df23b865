"""The results of requests, with the same JSON on the command line, in the API and in batches."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from quebra.contract.errors import Reason
from quebra.contract.puzzle import Puzzle
from quebra.contract.results import Step, Violation


class Loaded(msgspec.Struct, frozen=True):
    """The result of the request `load`."""

    puzzle: Puzzle
    family: str
    size: tuple[int, int] | None
    link: str
    text: str


class Checked(msgspec.Struct, frozen=True):
    """The result of the request `check`."""

    ok: bool
    violations: tuple[Violation, ...]
    progress: float
    parts: dict[str, float]


class Measured(msgspec.Struct, frozen=True):
    """The result of the request `progress`."""

    value: float
    parts: dict[str, float]


class Drawn(msgspec.Struct, frozen=True):
    """The result of the request `draw`: the drawing as `svg` or as `text`."""

    family: str
    format: str
    title: str
    svg: str | UnsetType = UNSET
    text: str | UnsetType = UNSET


class Converted(msgspec.Struct, frozen=True):
    """The result of the request `convert`."""

    family: str
    format: str
    text: str


class Explained(msgspec.Struct, frozen=True):
    """The result of the request `explain`."""

    family: str
    reason: Reason | None
    steps: tuple[Step, ...]


class Graded(msgspec.Struct, frozen=True):
    """The result of the request `grade`."""

    family: str
    reason: Reason | None
    grade: str | None
    score: float
    techniques: dict[str, int]
    text: str


def step_for_json(step: Step) -> Step:
    """The step with texts in place of the values that are structs of a family."""
    changes = (
        change if isinstance(change.value, int) else replace(change, value=str(change.value))
        for change in step.changes
    )
    return replace(step, changes=tuple(changes))

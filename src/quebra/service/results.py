"""The results of requests, with the same JSON on the command line, in the API and in batches."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from quebra.contract.errors import Reason
from quebra.contract.puzzle import Puzzle
from quebra.contract.results import Place, Step, Violation
from quebra.i18n.catalogue import translator
from quebra.i18n.text import ENGLISH, Text
from quebra.play.setting import Judgement


class Loaded(msgspec.Struct, frozen=True):
    """The result of the request `load`; `key` is equal for puzzles that are written alike."""

    puzzle: Puzzle
    key: str
    family: str
    size: tuple[int, int] | None
    link: str
    text: str


class Checked(msgspec.Struct, frozen=True):
    """The result of the request `check`."""

    ok: bool
    violations: tuple[Violation, ...]
    progress: float
    parts: dict[Text, float]


class Measured(msgspec.Struct, frozen=True):
    """The result of the request `progress`."""

    value: float
    parts: dict[Text, float]


class Drawn(msgspec.Struct, frozen=True):
    """The result of the request `draw`: the drawing as `svg` or `text`, or the file as `html`."""

    family: str
    format: str
    title: Text
    svg: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    html: str | UnsetType = UNSET


class Printed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of requests for paper: the PDF in base64, or its pages as SVG.

    A preview has the PDF and its first pages as PNG in base64. `sheets` is the number of all pages.
    `repeated` is the number of puzzles that were left out because they are the same as others;
    `skipped` says of each puzzle that was skipped why.
    """

    puzzles: int
    repeated: int
    skipped: tuple[Text, ...] = ()
    pdf: str = ""
    pages: tuple[str, ...] = ()
    sheets: int = 0


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
    """The result of the request `grade`; `crux` has the places of the hardest moment."""

    family: str
    reason: Reason | None
    grade: str | None
    score: float
    techniques: dict[str, int]
    text: Text
    bottlenecks: int = 0
    crux: tuple[Place, ...] = ()


class Judged(Judgement, frozen=True, kw_only=True):
    """The result of the request `judge`: the judgement, and the grade if there is a solution."""

    family: str
    grade: Graded | None


def to_json(value: object, lang: str = ENGLISH) -> bytes:
    """The JSON of a result, with its texts in a language.

    Keys stay English, such as the parts of progress.

    >>> to_json({"text": Text("No solution: proved.")}, "pt").decode()
    '{"text":"Nenhuma solução: provado."}'
    """
    return msgspec.json.encode(value, enc_hook=translator(lang))


def step_for_json(step: Step) -> Step:
    """The step with texts in place of the values that are structs of a family."""
    changes = (
        change if isinstance(change.value, int) else replace(change, value=str(change.value))
        for change in step.changes
    )
    return replace(step, changes=tuple(changes))

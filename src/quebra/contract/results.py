"""The results of the verbs: frozen structs, which are their own JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar

import msgspec

from quebra.contract.errors import BadInput, Reason
from quebra.i18n.text import Text, sentences

A = TypeVar("A", covariant=True)
V = TypeVar("V")

Place = tuple[int, ...]
"""A place: (row, column) from 0 on a grid, (piece,) elsewhere."""

Status = Literal["unique", "many", "none", "optimal", "found", "unknown"]

UP_TO_SYMMETRY = "up_to_symmetry"
"""In `Outcome.stats`: solutions that are one another turned as a whole count once."""


class Violation(msgspec.Struct, frozen=True):
    """A broken rule: its code, the places that break it, and a sentence."""

    code: str
    where: tuple[Place, ...]
    text: Text


class BrokenRules(BadInput):
    """What is arranged breaks rules, so that it makes no puzzle; the message is one of them."""

    def __init__(self, text: Text, violations: tuple[Violation, ...] = ()) -> None:
        super().__init__(text)
        self.violations = violations


class Progress(msgspec.Struct, frozen=True):
    """How far an attempt is, from 0 to 1, with its parts; 1 exactly when nothing is broken."""

    value: float
    parts: tuple[tuple[Text, float], ...] = ()


class Change(msgspec.Struct, Generic[V], frozen=True):
    """One consequence of a step: a value is put in a place, or ruled out there.

    The value is a number, or a struct of the family such as a placement or a pair of tiles. In the
    JSON of `explain`, the text of the struct stands for it.
    """

    action: Literal["place", "remove"]
    where: Place
    value: V


class Line(msgspec.Struct, frozen=True, tag="line"):
    """A line over the board of a step, in units of its drawing, with an arrow at its end or not."""

    points: tuple[tuple[float, float], ...]
    arrow: bool = False


class Badge(msgspec.Struct, frozen=True, tag="badge"):
    """A small disc on the board of a step, such as the number of a move in a plan."""

    at: tuple[float, float]
    text: str = ""


class CellFilling(msgspec.Struct, frozen=True, tag="filling"):
    """One way to fill some cells, which a step shows as a small picture beside the board."""

    where: tuple[Place, ...]
    values: tuple[int, ...]


Figure = Line | Badge | CellFilling


class CellCandidates(msgspec.Struct, frozen=True):
    """The candidates of a cell after a step; 0 is for a cell that may stay blank."""

    where: Place
    values: tuple[int, ...]


MAX_WHERE = 4
"""The most places that a step highlights."""
MAX_WORDS = 25
"""The most words in the sentence of a step."""


class Step(msgspec.Struct, frozen=True):
    """One step that a person could find: one idea, in one sentence of at most `MAX_WORDS` words.

    `where` are the at most `MAX_WHERE` places to look at, the first of which is the most important.
    `others` are further places, in a lighter tone: the tiles of a deadlock or the moves of a plan.
    `changes` are exactly what the sentence says. `reason` is the complete argument, for those who
    ask. `figures` are drawn over the board, and `candidates` are those that the cells of an
    elimination have left, which become pencil marks when a player carries the step out.
    """

    technique: Text
    where: tuple[Place, ...]
    changes: tuple[Change[Any], ...]
    text: Text
    reason: Text = Text()
    others: tuple[Place, ...] = ()
    figures: tuple[Figure, ...] = ()
    candidates: tuple[CellCandidates, ...] = ()

    def _repr_html_(self) -> str:
        from quebra.contract.notebook import step_html

        return step_html(self)


class Technique(msgspec.Struct, frozen=True):
    """A named kind of step; grades follow from the levels, of which 1 is the easiest."""

    name: Text
    level: int
    text: Text


class Grade(msgspec.Struct, frozen=True):
    """The difficulty of a puzzle: a name, a finer score, and the count of steps by technique.

    A harder grade always has a higher score. `bottlenecks` is the number of moments at which only
    one step was possible, and `crux` are the places of the hardest one. A puzzle that is not unique
    has no grade: the name is None, and the text is the reason.
    """

    name: str | None
    score: float
    techniques: tuple[tuple[Text, int], ...]
    text: Text
    bottlenecks: int = 0
    crux: tuple[Place, ...] = ()

    def _repr_html_(self) -> str:
        from quebra.contract.notebook import grade_html

        return grade_html(self)


class Outcome(msgspec.Struct, Generic[A], frozen=True):
    """The result of `solve`.

    `unique`, `many`, `none` and `optimal` are proved; `found` and `unknown` are not. `reason` is
    the limit that ended the search, if one did. Every solution has passed `check`. `why` is the
    reason why there is no solution, if the engine knows it, or a way to find out more.
    `stats["exhausted"]` is 1 if the search was complete: the solutions are then all.
    """

    family: str
    status: Status
    reason: Reason | None
    solutions: tuple[A, ...]
    objective: int | float | None
    bound: int | float | None
    engine: str
    seconds: float
    cpu_seconds: float
    stats: dict[str, int | float]
    why: Text = Text()

    def __hash__(self) -> int:
        return hash((self.family, self.status, self.reason, self.solutions, self.objective))

    @property
    def proved(self) -> bool:
        """Whether the status is proved."""
        return self.status not in ("found", "unknown")

    @property
    def complete(self) -> bool:
        """Whether the solutions are known to be all."""
        return bool(self.stats.get("exhausted"))

    @property
    def text(self) -> Text:
        """The status as a sentence, which says whether it is proved."""
        return _verdict(self)

    def _repr_html_(self) -> str:
        from quebra.contract.notebook import outcome_html

        return outcome_html(self)


CUTS: Mapping[Reason, Text] = {
    "time": Text("The time limit was reached."),
    "memory": Text("It does not fit into memory."),
    "cancelled": Text("It was cancelled."),
    "method": Text("The engine has no way to settle it."),
}
"""A sentence for each reason of an early end."""


def _verdict(outcome: Outcome[A]) -> Text:
    cut = CUTS[outcome.reason] if outcome.reason else Text()
    return sentences(_status_text(outcome), cut, outcome.why)


def _status_text(outcome: Outcome[A]) -> Text:
    n, value = len(outcome.solutions), outcome.objective
    alike = Text(" up to symmetry") if outcome.stats.get(UP_TO_SYMMETRY) else Text()
    match outcome.status:
        case "unique":
            return Text("Exactly one solution{alike}: proved.", alike=alike)
        case "many" if outcome.complete:
            return Text("Exactly {n} solutions{alike}: proved.", n=n, alike=alike)
        case "many":
            return Text(
                "More than one solution{alike}: proved by {n} different ones.", n=n, alike=alike
            )
        case "none":
            return Text("No solution: proved.")
        case "optimal":
            return Text("The best is {value:g}: proved.", value=value or 0)
        case "found" if value is not None and outcome.bound is not None:
            return Text(
                "Found {value:g}, no better than {bound:g}; there may be better ones.",
                value=value,
                bound=outcome.bound,
            )
        case "found" if value is not None:
            return Text("Found {value:g}; there may be better ones.", value=value)
        case "found":
            return Text("Found a solution; there may be others.")
        case _:
            return Text("Not known.")

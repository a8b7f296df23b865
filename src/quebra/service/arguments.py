"""Validation of arguments: `BadInput` for a wrong type or value."""

from __future__ import annotations

import re
from threading import Event

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Answer, Puzzle, size_of
from quebra.contract.quoting import quoted
from quebra.contract.registry import family_of
from quebra.contract.results import Place
from quebra.engine.budget import Budget
from quebra.grid.entries import admit_cell
from quebra.i18n.text import Text, Verbatim, any_of, names


def admit_type(what: str, value: object, *kinds: type) -> None:
    """Raise `BadInput` for a value of another type; a bool is not a number.

    >>> admit_type("seed", "x", int)
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: The seed must be int, not str.
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise BadInput(
            Text(
                "The {argument} must be {kinds}, not {found}.",
                argument=Verbatim(what),
                kinds=any_of(names(kind.__name__ for kind in kinds)),
                found=Verbatim(type(value).__name__),
            )
        )


def read_named_value(text: str) -> tuple[str, object]:
    """The name and the value of an option of the form NAME=VALUE; the value may be JSON.

    >>> read_named_value("clue-count=3")
    ('clue_count', 3)
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise BadInput(
            Text("The option {option} is not of the form NAME=VALUE.", option=quoted(text))
        )
    try:
        return name.replace("-", "_"), msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name.replace("-", "_"), value


def admit_limits(time: float | None, cancel: Event | None) -> None:
    """Raise `BadInput` for a wrong time limit or cancel event."""
    if time is not None:
        admit_type("time", time, int, float)
        if not time >= 0:
            raise BadInput(Text("The time must be 0 seconds or more."))
    if cancel is not None:
        admit_type("cancel", cancel, Event)


def make_budget(time: float | None, cancel: Event | None, wanted: int | None = None) -> Budget:
    """A budget with these limits, after their validation."""
    admit_limits(time, cancel)
    return Budget(time, wanted, cancel)


def admit_answer(puzzle: Puzzle, answer: Answer | None) -> None:
    """Raise `BadInput` for an answer that is not of the puzzle's family; None is accepted."""
    if answer is not None:
        admit_type("answer", answer, family_of(puzzle).model.answer)


def admit_place(puzzle: Puzzle, place: Place) -> None:
    """Raise `BadInput` for a place that is malformed or not on the board."""
    if not isinstance(place, tuple) or not all(type(part) is int for part in place):
        raise BadInput(Text("A place is a tuple of numbers, such as (0, 1)."))
    if size := size_of(puzzle):
        admit_cell(place, size)


def family_name(family: str | type[Puzzle]) -> str:
    """The name of a family that is given by its name or by the type of its puzzles.

    >>> from quebra.families.kojun import Kojun
    >>> family_name(Kojun)
    'kojun'
    """
    if isinstance(family, type) and issubclass(family, Puzzle) and family.__struct_config__.tag:
        return str(family.__struct_config__.tag)
    if not isinstance(family, str):
        raise BadInput(
            Text(
                "The family must be a name or a type, not {found}.",
                found=Verbatim(type(family).__name__),
            )
        )
    return family


def read_size(size: str | tuple[int, int]) -> tuple[int, int]:
    """Rows and columns, given as a text or a tuple.

    >>> read_size("10x12")
    (10, 12)
    """
    if isinstance(size, str):
        match = re.fullmatch(r"([0-9]{1,6})[xX×]([0-9]{1,6})", size.strip())
        if match:
            return int(match[1]), int(match[2])
    elif isinstance(size, tuple) and len(size) == 2 and all(type(side) is int for side in size):
        return size
    raise BadInput(
        Text("The size {size} is not of the form ROWSxCOLUMNS, such as 10x10.", size=quoted(size))
    )

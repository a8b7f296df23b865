"""What every task has, and how it reads puzzles and answers."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from quebra.contract.puzzle import Answer, Puzzle
from quebra.engine.budget import Budget
from quebra.service import verbs

Json = msgspec.Raw
"""A puzzle or an answer: its JSON, or its text or link as one string."""
NOTHING = Json(b"")
Seconds = Annotated[float, msgspec.Meta(ge=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class Task(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="verb",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A verb with its options, which are named as on the command line.

    `time` is how many seconds it may take, `lang` the tongue of the words in the answer. What is
    `quick` need not wait for what takes long.
    """

    quick: ClassVar[bool] = True
    time: Seconds | None = None
    lang: str = "en"

    @property
    def verb(self) -> str:
        """The name of the verb."""
        return str(self.__struct_config__.tag)

    def run(self, budget: Budget) -> object:
        """The answer, as JSON can tell it."""
        raise NotImplementedError


def read_puzzle(raw: Json) -> Puzzle:
    """A puzzle from its JSON, or from a string that holds its text or link.

    >>> read_puzzle(Json(b'"https://puzz.link/p?cojun/2/1/02g"')).family
    'kojun'
    """
    return verbs.parse(_text(raw))


def read_answer(puzzle: Puzzle, raw: Json) -> Answer:
    """An answer from its JSON, or from a string that holds its text."""
    return verbs.parse_answer(puzzle, _text(raw))


def given(raw: Json) -> bool:
    """Whether there is anything: JSON may leave it out, or say null."""
    return bytes(raw) not in (b"", b"null")


def _text(raw: Json) -> str:
    data = bytes(raw)
    return msgspec.json.decode(data, type=str) if data[:1] == b'"' else data.decode()

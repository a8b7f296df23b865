"""The base classes of requests, which read puzzles and answers."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec

from quebra.contract.puzzle import Answer, Puzzle
from quebra.engine.budget import Budget
from quebra.engine.time_limit import reading_within
from quebra.service import verbs

Json = msgspec.Raw
"""The JSON of a puzzle or an answer, or a JSON string with its text or link."""
NOTHING = Json(b"")
METAVAR = "metavar"
"""The key in `msgspec.Meta(extra=…)` of the word for a value in the help of the command line."""

if TYPE_CHECKING:
    PuzzleField = Puzzle | Json
    AnswerField = Answer | Json
else:  # decoders leave both as they are
    PuzzleField = AnswerField = Json


def option(text: str, metavar: str | None = None) -> msgspec.Meta:
    """Metadata that makes a field of a request an option of the command line."""
    return msgspec.Meta(description=text, extra={METAVAR: metavar})


Seconds = Annotated[float, msgspec.Meta(ge=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class _AbstractStruct(ABCMeta, msgspec.StructMeta):
    """The metaclass of structs with abstract methods."""


class VerbRequest(
    msgspec.Struct,
    metaclass=_AbstractStruct,
    frozen=True,
    kw_only=True,
    tag_field="verb",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A verb with its options: the JSON body of the API, of jobs in batches and of workers.

    Fields that are an `option` have the same name on the command line. A request that is `quick`
    has its own workers, and `in_batches` means that it can be run for many puzzles. `lang` is the
    language of the texts in the result.
    """

    quick: ClassVar[bool] = True
    in_batches: ClassVar[bool] = False
    time: Annotated[Seconds | None, option("stop after S seconds", "S")] = None
    lang: str = "en"

    @abstractmethod
    def run(self, budget: Budget) -> object:
        """Run the verb; the result can be encoded as JSON."""


class PuzzleRequest(VerbRequest, frozen=True, kw_only=True):
    """A request about a puzzle, which is a `Puzzle`, or JSON that is read by `run`."""

    puzzle: PuzzleField

    def read(self, budget: Budget) -> tuple[Puzzle, Answer | None]:
        """The puzzle, and the answer if there is one; `Cut` is raised when the budget ends."""
        answer = getattr(self, "answer", NOTHING)
        # Workers interrupt quick requests as a whole.
        with nullcontext() if self.quick else reading_within(budget):
            puzzle = read_puzzle(self.puzzle)
            return puzzle, read_answer(puzzle, answer) if given(answer) else None


def read_puzzle(value: PuzzleField) -> Puzzle:
    """A puzzle from its JSON, or from a string that holds its text or link.

    >>> read_puzzle(Json(b'"https://puzz.link/p?cojun/2/1/02g"')).family
    'kojun'
    """
    return value if isinstance(value, Puzzle) else verbs.parse(_text(value))


def read_answer(puzzle: Puzzle, value: AnswerField) -> Answer:
    """An answer from its JSON, or from a string that holds its text."""
    return value if isinstance(value, Answer) else verbs.parse_answer(puzzle, _text(value))


def given(value: object) -> bool:
    """Whether a field has a value: in JSON it may be left out, or be null."""
    return not isinstance(value, Json) or bytes(value) not in (b"", b"null")


def _text(raw: Json) -> str:
    data = bytes(raw)
    return msgspec.json.decode(data, type=str) if data[:1] == b'"' else data.decode()

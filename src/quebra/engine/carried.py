"""Files of systems and models that carry their puzzle in comments, from which it is read back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Puzzle
from quebra.i18n.text import Text

T = TypeVar("T")

BOARD = "board: "
PIECE = 100
"""Characters of the board on a line, for readers with short lines."""


def puzzle_comments(puzzle: Puzzle, mark: str) -> Iterator[str]:
    """The comments that carry a puzzle; each begins with the mark."""
    board = msgspec.json.encode(puzzle).decode()
    for start in range(0, len(board), PIECE):
        yield f"{mark} {BOARD}{board[start : start + PIECE]}"


def read_puzzle_comments(heading: str, codec: Codec[T], text: str) -> T:
    """The puzzle in the comments of a file with this heading, whose first word is the mark."""
    if not has_heading(heading, text):
        raise BadInput(Text("The first line is not that of a file that Quebra wrote."))
    mark = f"{heading.partition(' ')[0]} {BOARD}"
    pieces = [line.removeprefix(mark) for line in text.splitlines() if line.startswith(mark)]
    if not pieces:
        raise BadInput(Text("The file has no comment with the board."))
    return codec.read("".join(pieces))


def has_heading(heading: str, text: str) -> bool:
    """Whether a text begins with the heading."""
    return text.lstrip().startswith(heading)

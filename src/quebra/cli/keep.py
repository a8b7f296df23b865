"""The best answer so far in a file, which is whole at every moment."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec

from quebra.cli.common import plain_errors, save
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.quoting import MAX_PATH, shown
from quebra.service import verbs


class Kept(msgspec.Struct, frozen=True):
    """An answer and the sign of its puzzle, in the form of an outcome, which all verbs read."""

    family: str
    puzzle: str
    solutions: tuple[Answer, ...]
    status: str = "found"


class _Sign(msgspec.Struct):
    puzzle: str


def kept_answer(puzzle: Puzzle, path: Path) -> Answer | None:
    """The answer in the file, if there is a file; any answer will do that names no puzzle."""
    if not path.exists():
        return None
    with plain_errors(str(path)):
        if _sign_in(path) not in (None, sign(puzzle)):
            raise BadInput(f"The file {shown(path, MAX_PATH)} keeps an answer of another puzzle.")
        return verbs.load_answer(puzzle, path)


def keep_answer(answer: Answer, puzzle: Puzzle, path: Path) -> None:
    """Write the answer to the file, with the sign of its puzzle."""
    kept = Kept(puzzle.family, sign(puzzle), (answer,))
    save(path, msgspec.json.encode(kept) + b"\n")


def sign(puzzle: Puzzle) -> str:
    """What tells a puzzle from every other, whose answers may fit it by chance.

    >>> len(sign(verbs.load("kojun\\nregions\\na a\\ngivens\\n2 .")))
    16
    """
    return sha256(msgspec.json.encode(puzzle)).hexdigest()[:16]


def _sign_in(path: Path) -> str | None:
    """The sign of the puzzle that the answer in a file is for, where it is told."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Sign).puzzle
    except (OSError, msgspec.MsgspecError):
        return None

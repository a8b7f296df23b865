"""The file of `solve --keep`, which has the best answer so far."""

from __future__ import annotations

from pathlib import Path

import msgspec

from quebra.cli.common import errors_as_messages, save
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.i18n.text import Text
from quebra.service import verbs


class SavedAnswer(msgspec.Struct, frozen=True):
    """An answer and the digest of its puzzle, as JSON that all verbs read as an outcome."""

    family: str
    puzzle: str
    solutions: tuple[Answer, ...]
    status: str = "found"


class _Digest(msgspec.Struct):
    puzzle: str


def load_answer(puzzle: Puzzle, path: Path) -> Answer | None:
    """The answer in the file, if it exists; raises `BadInput` for one of another puzzle."""
    if not path.exists():
        return None
    with errors_as_messages(str(path)):
        if _saved_digest(path) not in (None, digest(puzzle)):
            raise BadInput(
                Text(
                    "The file {path} has an answer to another puzzle.",
                    path=quoted(path, MAX_PATH),
                )
            )
        return verbs.load_answer(puzzle, path)


def save_answer(answer: Answer, puzzle: Puzzle, path: Path) -> None:
    """Write the answer and the digest of its puzzle to the file."""
    saved = SavedAnswer(puzzle.family, digest(puzzle), (answer,))
    save(path, msgspec.json.encode(saved) + b"\n")


def digest(puzzle: Puzzle) -> str:
    """A digest of a puzzle; answers of other puzzles may fit it by chance.

    >>> len(digest(verbs.load("kojun\\nregions\\na a\\ngivens\\n2 .")))
    16
    """
    from hashlib import sha256

    return sha256(msgspec.json.encode(puzzle)).hexdigest()[:16]


def _saved_digest(path: Path) -> str | None:
    """The digest in a file; None in a file without one."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Digest).puzzle
    except (OSError, msgspec.MsgspecError):
        return None

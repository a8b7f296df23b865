"""Which puzzles are the same: in writing, or as images under the symmetries of their family."""

from __future__ import annotations

import msgspec

from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import family_of

EMPTY: tuple[object, ...] = (None, False, [], {})


def key_of(puzzle: Puzzle) -> str:
    """A hash of the canonical form, equal for puzzles that are images of one another.

    >>> from quebra import load
    >>> boards = "kojun\\nregions\\na a\\ngivens\\n2 .", "kojun\\nregions\\nb b\\ngivens\\n. 2"
    >>> len({key_of(load(board)) for board in boards})
    1
    """
    family = family_of(puzzle)
    form = family.symmetry.canonical(puzzle) if family.symmetry.canonical else puzzle
    return _hash(msgspec.json.encode(form))


def puzzle_key(puzzle: bytes) -> str:
    """A key of a puzzle's JSON, equal for games of that puzzle.

    Fields without content are ignored, since a puzzle may have been written without them.

    >>> puzzle_key(b'{"family": "a", "b": []}') == puzzle_key(b'{"family":"a"}')
    True
    """
    fields = msgspec.json.decode(puzzle, type=dict[str, object])
    known = {name: value for name, value in fields.items() if value not in EMPTY}
    return _hash(msgspec.json.encode(known, order="sorted"))[:20]


def _hash(form: bytes) -> str:
    from hashlib import sha256  # imports OpenSSL, and few commands need it

    return sha256(form).hexdigest()

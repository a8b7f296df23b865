"""Which puzzles are the same: images of one another under the symmetries of their family."""

from __future__ import annotations

import hashlib

import msgspec

from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import family_of


def key_of(puzzle: Puzzle) -> str:
    """A hash of the canonical form, equal for puzzles that are images of one another.

    >>> from quebra import load
    >>> boards = "kojun\\nregions\\na a\\ngivens\\n2 .", "kojun\\nregions\\nb b\\ngivens\\n. 2"
    >>> len({key_of(load(board)) for board in boards})
    1
    """
    family = family_of(puzzle)
    form = family.symmetry.canonical(puzzle) if family.symmetry.canonical else puzzle
    return hashlib.sha256(msgspec.json.encode(form)).hexdigest()

"""Pieces of a puzzle to be cut out of paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quebra.i18n.text import Text

if TYPE_CHECKING:
    from quebra.render import Drawing


@dataclass(frozen=True)
class CutOuts:
    """Drawings of all pieces, and of a board to lay them on, at one scale.

    `unit` is the length, in cells of the drawings, that is printed at the size asked for: `measure`
    says what it is, and `millimetres` is its usual size. With `in_grid` all pieces are rectangles
    of one size, which lie side by side without a gap. The `note` says what to do after cutting.
    """

    pieces: tuple[Drawing, ...]
    unit: float
    measure: Text
    millimetres: float
    board: Drawing | None = None
    in_grid: bool = False
    note: Text = field(default_factory=Text)

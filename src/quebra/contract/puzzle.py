"""The base of every family's puzzles and answers: frozen values that are their own JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, cast

import msgspec

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from quebra.render import Drawing

    A = TypeVar("A", bound="Answer", covariant=True, default="Answer")
    P = TypeVar("P", bound="Puzzle", default="Puzzle")
else:
    from typing import TypeVar

    A, P = TypeVar("A"), TypeVar("P")


class Answer(msgspec.Struct, frozen=True):
    """An attempt at a puzzle, or its solution."""


class Puzzle(msgspec.Struct, Generic[A], frozen=True):
    """A puzzle, such as `class Kojun(Puzzle[GridAnswer], …)`; the parameter is its answers' type.

    Subclasses set `tag_field="family"` and their family's name as `tag`.
    """

    @property
    def family(self) -> str:
        """The name of the puzzle's family."""
        return cast(str, self.__struct_config__.tag)

    @property
    def extent(self) -> int:
        """The number of cells or pieces, to which the size limits apply; 0 where there are none."""
        rows, cols = size_of(self) or (0, 0)
        return rows * cols

    def _repr_svg_(self) -> str:
        return self._drawing().svg()

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return self._drawing()._repr_mimebundle_()

    def _drawing(self) -> Drawing:
        from quebra.contract.family import Look
        from quebra.contract.registry import family_of

        return family_of(self).draw(self, None, Look())


def size_of(puzzle: Puzzle) -> tuple[int, int] | None:
    """Rows and columns of a puzzle; None if it has neither."""
    return cast(tuple[int, int] | None, getattr(puzzle, "size", None))

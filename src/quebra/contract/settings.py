"""Settings with defaults and environment variables; here, the size limits of input."""

from __future__ import annotations

import os
from functools import cache
from typing import Annotated, TypeVar

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.i18n.text import Text, Verbatim

Limit = Annotated[int, msgspec.Meta(ge=1)]
S = TypeVar("S", bound=msgspec.Struct)


class Settings(msgspec.Struct, frozen=True):
    """The size limits of all parsers.

    >>> Settings().max_cells
    10000
    """

    max_bytes: Limit = 4_000_000
    """Largest input that is read, in bytes (`QUEBRA_MAX_BYTES`)."""
    max_cells: Limit = 10_000
    """Largest board, in cells or pieces (`QUEBRA_MAX_CELLS`)."""
    family_cells: str = ""
    """The same for single families, such as `kojun=400 tangram=50` (`QUEBRA_FAMILY_CELLS`)."""

    @property
    def by_family(self) -> dict[str, int]:
        """The limits of single families, by name.

        >>> Settings(family_cells="kojun=400 tangram=50").by_family
        {'kojun': 400, 'tangram': 50}
        """
        found = {}
        for word in self.family_cells.split():
            name, _, number = word.partition("=")
            if not (name and number.isascii() and number.isdigit() and int(number[:9])):
                raise BadInput(
                    Text(
                        "QUEBRA_FAMILY_CELLS has {word}, but must have words like kojun=400.",
                        word=quoted(word),
                    )
                )
            found[name] = int(number)
        return found


@cache
def settings() -> Settings:
    """The settings: defaults, or the values of environment variables."""
    return from_environment(Settings)


def from_environment(kind: type[S]) -> S:
    """A struct of settings, with the values of environment variables in place of defaults."""
    found = {
        name: value
        for name in kind.__struct_fields__
        if (value := os.environ.get(f"QUEBRA_{name.upper()}"))
    }
    try:
        return msgspec.convert(found, kind, strict=False)
    except msgspec.ValidationError as error:
        name = str(error).rpartition("$.")[2].rstrip("`")
        raise BadInput(
            Text(
                "{variable} is {value}, but must be a whole number of 1 or more.",
                variable=Verbatim(f"QUEBRA_{name.upper()}"),
                value=quoted(found[name]),
            )
        ) from None


def admit_size(rows: int, cols: int) -> None:
    """Raise `BadInput` for a board without cells, or with more than the settings allow.

    >>> admit_size(0, 5)
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: The board has no cells.
    """
    if rows < 1 or cols < 1:
        raise BadInput(Text("The board has no cells."))
    most = settings().max_cells
    if rows * cols > most:
        raise BadInput(
            Text(
                "The board of {rows} x {cols} cells is too large: at most {most} cells.",
                rows=rows,
                cols=cols,
                most=most,
            )
        )


def admit_extent(family: str, extent: int) -> None:
    """Raise `BadInput` for a puzzle with more cells or pieces than its family may have.

    >>> admit_extent("kojun", 400)
    """
    most = settings().by_family.get(family, settings().max_cells)
    if extent > most:
        raise BadInput(
            Text(
                "The puzzle is too large: {extent} cells or pieces; {family} has at most {most}.",
                extent=extent,
                family=Verbatim(family),
                most=most,
            )
        )


def admit_bytes(size: int) -> None:
    """Raise `BadInput` for an input that is longer than the settings allow."""
    most = settings().max_bytes
    if size > most:
        raise BadInput(Text("The input is too long: more than {most} bytes.", most=most))

"""Files for printing pieces in plastic: STL as text, and 3MF, which is zipped, in base64.

Both carry the puzzle, so that they can be read back.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from base64 import b64decode, b64encode
from typing import Annotated

from msgspec import Meta

from quebra.contract.codec import json_codec
from quebra.contract.errors import BadInput
from quebra.contract.family import FormatOptions, option
from quebra.contract.settings import admit_bytes, settings
from quebra.families.solids.export import GAP, UNIT, admit_size, as_3mf, puzzle_in_3mf, stl_text
from quebra.families.solids.model import Solids
from quebra.i18n.text import Text

STL_HEADING = "solid quebra "
ZIP = "UEsDB"
"""The first characters of a zipped file in base64."""
DAMAGED = Text("The 3MF file is damaged, or not one that Quebra wrote.")
JSON = json_codec(Solids, "solids")


class BodyOptions(FormatOptions, frozen=True):
    """The size of the pieces."""

    unit: Annotated[float, Meta(gt=0, le=1000), option(Text("The edge of a cube in mm."))] = UNIT
    gap: Annotated[
        float, Meta(ge=0, le=100), option(Text("What is taken off each outer face, in mm."))
    ] = GAP
    piece: Annotated[
        int, Meta(ge=0), option(Text("The number of the only piece to write; 0 for all."))
    ] = 0


USUAL = BodyOptions()


def _wanted(puzzle: Solids, options: BodyOptions) -> tuple[int, ...]:
    admit_size(options.unit, options.gap)
    if options.piece > len(puzzle.pieces):
        raise BadInput(
            Text(
                "There is no piece {piece}; they are 1 to {last}.",
                piece=options.piece,
                last=len(puzzle.pieces),
            )
        )
    return (options.piece - 1,) if options.piece else tuple(range(len(puzzle.pieces)))


def write_stl(puzzle: Solids, options: BodyOptions = USUAL) -> str:
    """The pieces beside each other as STL."""
    kinds = _wanted(puzzle, options)
    return STL_HEADING + stl_text(puzzle, kinds, options.unit, options.gap, JSON.write(puzzle))


def is_stl(text: str) -> bool:
    """Whether this is STL that Quebra wrote."""
    return text.lstrip().startswith(STL_HEADING + "{")


def read_stl(text: str) -> Solids:
    """The puzzle that the first line of the STL carries."""
    if not is_stl(text):
        raise BadInput(Text("This is no STL file that Quebra wrote."))
    return JSON.read(text.lstrip().removeprefix(STL_HEADING).partition("\n")[0])


def write_3mf(puzzle: Solids, options: BodyOptions = USUAL) -> str:
    """The pieces beside each other as 3MF, with names and colours, in base64."""
    kinds = _wanted(puzzle, options)
    content = as_3mf(puzzle, kinds, options.unit, options.gap, JSON.write(puzzle))
    return b64encode(content).decode()


def is_3mf(text: str) -> bool:
    """Whether this is a zipped file in base64."""
    return text.lstrip().startswith(ZIP)


def read_3mf(text: str) -> Solids:
    """The puzzle that a 3MF file carries."""
    admit_bytes(len(text))
    try:
        with zipfile.ZipFile(io.BytesIO(b64decode(text.strip(), validate=True))) as file:
            found = puzzle_in_3mf(file, settings().max_bytes)
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile, zlib.error,
            NotImplementedError, RuntimeError):  # fmt: skip
        raise BadInput(DAMAGED) from None
    return JSON.read(found)

"""Text: a section for each piece and for the target, with its layers, the lowest first.

A layer is a line with rows divided by bars, or a block of rows; blank lines divide the blocks. If
any section has several blocks of rows, all sections without bars are read as blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.families.solids.formats.blocks import (
    are_rows,
    blank_lines,
    in_blocks,
    layers_of,
)
from quebra.families.solids.formats.places import read_place
from quebra.families.solids.model import Piece, Solids
from quebra.grid.text import Line, has_heading, lines_after, whole_number
from quebra.i18n.text import Text, Verbatim

HEADING = "solids"
LAYER = frozenset("#+.|")
SECTIONS = ("piece", "target")


@dataclass
class Section:
    """The kind of a section, the rest of its first line, its layers, and its other lines."""

    kind: str
    name: str
    layers: list[Line] = field(default_factory=list)
    settings: list[Line] = field(default_factory=list)


def is_text(text: str) -> bool:
    """Whether a text has the heading of this format."""
    return has_heading(text, HEADING)


def read_text(text: str) -> Solids:
    """The puzzle of a text.

    >>> read_text("solids\\npiece I\\ncount 2\\n##\\ntarget\\n##|##").pieces[0].count
    2
    """
    given, others = [], []
    mirror = False
    for number, line in lines_after(text, HEADING):
        if line == "mirror":
            mirror = True
        elif line.startswith("given "):
            given.append(read_place(line.removeprefix("given "), _at(number)))
        else:
            others.append((number, line))
    blank = blank_lines(text)
    sections = list(_sections(others))
    blocks = [in_blocks(section.layers, blank) for section in sections]
    rows = any(map(are_rows, blocks))
    layers = [layers_of(each, rows=rows) for each in blocks]
    read = list(zip(sections, layers, strict=True))
    pieces = tuple(_piece(section, cells) for section, cells in read if section.kind == "piece")
    targets = [cells for section, cells in read if section.kind == "target"]
    if len(targets) != 1:
        raise BadInput(Text("There must be one target; there are {n}.", n=len(targets)))
    return Solids(pieces=pieces, target=targets[0], mirror=mirror, given=tuple(given))


def write_text(puzzle: Solids) -> str:
    """A puzzle as text.

    >>> print(write_text(Solids(pieces=(Piece("I", ("##",)),), target=("##",))), end="")
    solids
    piece I
    ##
    target
    ##
    """
    lines = [HEADING]
    for piece in puzzle.pieces:
        lines.append(f"piece {piece.name}")
        lines += [f"count {piece.count}"] if piece.count > 1 else []
        lines += ["loose"] if piece.loose else []
        if piece.turns is not None:
            lines.append(f"turns {' '.join(word or '-' for word in piece.turns)}")
        lines += piece.cells
    lines += ["target", *puzzle.target]
    lines += ["mirror"] if puzzle.mirror else []
    lines += [f"given {place}" for place in puzzle.given]
    return "\n".join(lines) + "\n"


def _sections(lines: Iterable[Line]) -> Iterator[Section]:
    section: Section | None = None
    for number, line in lines:
        word, _, rest = line.partition(" ")
        if word in SECTIONS:
            if section:
                yield section
            section = Section(word, rest.strip())
        elif section is None:
            raise _wrong(number, line)
        elif LAYER.issuperset(line):
            section.layers.append((number, line))
        elif section.kind == "target":
            raise _wrong(number, line)
        else:
            section.settings.append((number, line))
    if section:
        yield section


def _piece(section: Section, cells: tuple[str, ...]) -> Piece:
    count, loose, turns = 1, False, None
    for number, line in section.settings:
        word, _, rest = line.partition(" ")
        if word == "count":
            count = whole_number(rest, _at(number))
        elif word == "turns":
            turns = tuple("" if each == "-" else each for each in rest.split())
        elif line == "loose":
            loose = True
        else:
            raise _wrong(number, line)
    return Piece(name=section.name, cells=cells, count=count, turns=turns, loose=loose)


def _at(number: int) -> Text:
    return Text("line {line}", line=number)


def _wrong(number: int, line: str) -> BadInput:
    return BadInput(
        Text(
            "Line {line}: {text} is no layer, and none of: {known}.",
            line=number,
            text=quoted(line),
            known=Verbatim("piece, target, count, turns, loose, mirror, given"),
        )
    )

"""Text: a section for each piece and for the target, with one layer on a line, the lowest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.families.solids.formats.places import read_place
from quebra.families.solids.model import Piece, Solids
from quebra.grid.text import Line, has_heading, lines_after, whole_number
from quebra.i18n.text import Text, Verbatim

HEADING = "solids"
LAYER = frozenset("#+.|")
SECTIONS = ("piece", "target")
Section = tuple[str, str, list[Line]]
"""The kind of a section, the rest of its first line, and its other lines."""


def is_text(text: str) -> bool:
    """Whether a text has the heading of this format."""
    return has_heading(text, HEADING)


def read_text(text: str) -> Solids:
    """The puzzle of a text.

    >>> read_text("solids\\npiece I\\ncount 2\\n##\\ntarget\\n##|##").pieces[0].count
    2
    """
    pieces, targets, given, others = [], [], [], []
    mirror = False
    for number, line in lines_after(text, HEADING):
        if line == "mirror":
            mirror = True
        elif line.startswith("given "):
            given.append(read_place(line.removeprefix("given "), _at(number)))
        else:
            others.append((number, line))
    for kind, name, lines in _sections(others):
        if kind == "piece":
            pieces.append(_piece(name, lines))
        else:
            targets.append(_layers(lines))
    if len(targets) != 1:
        raise BadInput(Text("There must be one target; there are {n}.", n=len(targets)))
    return Solids(pieces=tuple(pieces), target=targets[0], mirror=mirror, given=tuple(given))


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
            section = (word, rest.strip(), [])
        elif section is None:
            raise _wrong(number, line)
        else:
            section[2].append((number, line))
    if section:
        yield section


def _piece(name: str, lines: list[Line]) -> Piece:
    count, loose, turns, layers = 1, False, None, []
    for number, line in lines:
        word, _, rest = line.partition(" ")
        if LAYER.issuperset(line):
            layers.append(line)
        elif word == "count":
            count = whole_number(rest, _at(number))
        elif word == "turns":
            turns = tuple("" if each == "-" else each for each in rest.split())
        elif line == "loose":
            loose = True
        else:
            raise _wrong(number, line)
    return Piece(name=name, cells=tuple(layers), count=count, turns=turns, loose=loose)


def _layers(lines: list[Line]) -> tuple[str, ...]:
    for number, line in lines:
        if not LAYER.issuperset(line):
            raise _wrong(number, line)
    return tuple(line for _, line in lines)


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

"""Formats of answers: JSON, a line for each placement, and layers of letters."""

from __future__ import annotations

import re

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.families.solids.formats.blocks import are_rows, blank_lines, in_blocks, layers_of
from quebra.families.solids.formats.places import read_place
from quebra.families.solids.model import Assembly, Placed, Shift, Solids
from quebra.families.solids.space import Cell, corner, normalised, orientations, read_layers
from quebra.grid.text import first_line, read_lines
from quebra.i18n.text import Text

_SHIFT = re.compile(r"([0-9]{1,5}(?:,[0-9]{1,5})*)>([+-][xyz])([0-9]{1,4})", re.ASCII)


def read_answer(text: str) -> Assembly:
    """An answer of lines such as `3=1,0,2,xy`, then moves such as `1,2>+z3`."""
    places, shifts = [], []
    for number, line in read_lines(text):
        if found := _SHIFT.fullmatch(line):
            pieces = tuple(int(each) - 1 for each in found[1].split(","))
            shifts.append(Shift(pieces, found[2], int(found[3])))
        else:
            places.append(read_place(line, Text("line {line}", line=number)))
    return Assembly(places=tuple(places), apart=tuple(shifts))


def write_answer(answer: Assembly) -> str:
    """The lines of an answer.

    >>> write_answer(Assembly((Placed(0, (1, 0, 0)),), (Shift((0,), "+z", 0),)))
    '1=1,0,0\\n1>+z0\\n'
    """
    if not answer.places:
        raise BadInput(Text("The answer has no placements."))
    lines = list(map(str, answer.places))
    for shift in answer.apart:
        pieces = ",".join(str(piece + 1) for piece in shift.pieces)
        lines.append(f"{pieces}>{shift.direction}{shift.steps}")
    return "\n".join(lines) + "\n"


def read_letters(puzzle: Solids, text: str) -> Assembly:
    """An answer of layers of letters, of which every piece has one; `.` is an empty cell.

    A layer is a line with rows divided by bars, or a block of rows.
    """
    lying: dict[str, list[Cell]] = {}
    blocks = in_blocks(read_lines(text), blank_lines(text))
    for cell, letter in read_layers(layers_of(blocks, rows=are_rows(blocks))).items():
        lying.setdefault(letter, []).append(cell)
    places = []
    for letter, cells in lying.items():
        if letter not in puzzle.letters:
            raise BadInput(
                Text("There is no piece with the letter {letter}.", letter=quoted(letter))
            )
        number = puzzle.numbers.index(puzzle.letters.index(letter))
        if puzzle.pieces[puzzle.numbers[number]].count > 1:
            raise BadInput(_several(letter))
        word = orientations(puzzle.body_of(number), puzzle.words_of(number)).get(normalised(cells))
        if word is None:
            raise BadInput(Text("The cells of {letter} are not that piece.", letter=quoted(letter)))
        places.append(Placed(number, corner(cells), word))
    return Assembly(places=tuple(sorted(places, key=lambda place: place.piece)))


def write_letters(puzzle: Solids, answer: Assembly) -> str:
    """The layers of letters of an answer whose pieces are all different."""
    if answer.apart:
        raise BadInput(Text("Layers of letters have no moves of taking apart."))
    marks: dict[Cell, str] = {}
    for place in answer.places:
        if not 0 <= place.piece < len(puzzle.numbers):
            raise BadInput(Text("There is no piece {piece}.", piece=place.piece + 1))
        letter = puzzle.letters[puzzle.numbers[place.piece]]
        if puzzle.pieces[puzzle.numbers[place.piece]].count > 1:
            raise BadInput(_several(letter))
        for cell in puzzle.cells_of(place):
            if min(cell) < 0 or cell in marks:
                raise BadInput(Text("Layers of letters have no overlaps and no negative places."))
            marks[cell] = letter
    _admit_round_trip(puzzle, answer)
    width, depth, height = (max(each) + 1 for each in zip(*marks, (0, 0, 0), strict=True))
    return "".join(
        "|".join("".join(marks.get((x, y, z), ".") for x in range(width)) for y in range(depth))
        + "\n"
        for z in range(height)
    )


def _admit_round_trip(puzzle: Solids, answer: Assembly) -> None:
    """Refuse placements that letters cannot tell from others, such as turns that do nothing."""
    numbers = [place.piece for place in answer.places]
    first = {n: orientations(puzzle.body_of(n), puzzle.words_of(n)) for n in numbers}
    for place in answer.places:
        body = normalised(puzzle.cells_of(place))
        if first[place.piece].get(body) != place.turn or numbers != sorted({*numbers}):
            raise BadInput(Text("Layers of letters cannot express this answer."))


def _several(letter: str) -> Text:
    return Text(
        "There are several pieces {letter}, which letters cannot tell apart.", letter=quoted(letter)
    )


def _refuse(text: str) -> Assembly:
    raise BadInput(Text("Layers of letters are read with their puzzle."))


def _refuse_to_write(answer: Assembly) -> str:
    raise BadInput(Text("Layers of letters are written with their puzzle."))


def _has_places(text: str) -> bool:
    return "=" in first_line(text)


def _has_letters(text: str) -> bool:
    line = first_line(text)
    return bool(line) and all(char.isalnum() or char in ".|?" for char in line)


ANSWER_CODECS: tuple[Codec[Assembly], ...] = (
    json_codec(Assembly),
    Codec("text", Text("a line for each placement"), _has_places, read_answer, write_answer),
    Codec(
        "layers",
        Text("layers of letters"),
        _has_letters,
        _refuse,
        _refuse_to_write,
        read_letters,
        write_letters,
    ),
)

"""Packing in space: pieces of cubes that fill a target."""

from __future__ import annotations

from functools import cached_property

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.family import Model
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.quoting import quoted
from quebra.contract.settings import settings
from quebra.families.solids.names import letters_of
from quebra.families.solids.space import (
    FRAMES,
    MIRRORED,
    STEPS,
    TURNS,
    Body,
    Cell,
    components,
    corner,
    frame_of,
    orientations,
    read_layers,
    shifted,
    turned_body,
    word_of,
    write_layers,
)
from quebra.i18n.text import Text, Verbatim

MUST, MAY = "#", "+"
"""The marks of a target's cells: those to be filled, and those that may stay empty."""
MAX_NAME_LENGTH = 40
FARTHEST = 1_000
"""The largest coordinate of a placement."""


class Piece(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A kind of piece: its layers from the bottom, rows divided by `|`, `#` for a cube.

    There are `count` copies. `turns` are the turns allowed, None for all. A `loose` piece may have
    several parts.

    >>> Piece(name="V", cells=(".##|.#.",)).cells
    ('##|#.',)
    """

    name: str
    cells: tuple[str, ...]
    count: int = 1
    turns: tuple[str, ...] | None = None
    loose: bool | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "name", self.name.strip())
        name = Verbatim(self.name)
        if not self.name or len(self.name) > MAX_NAME_LENGTH or not self.name.isprintable():
            raise BadInput(
                Text(
                    "{name} is not a name of 1 to {most} characters.",
                    name=quoted(self.name),
                    most=MAX_NAME_LENGTH,
                )
            )
        what = Text("Piece {name}", name=name)
        marks = _marks(self.cells, MUST, what)
        if not 1 <= self.count <= settings().max_cells:
            raise BadInput(
                Text(
                    "Piece {name}: the count is not from 1 to {most}.",
                    name=name,
                    most=settings().max_cells,
                )
            )
        several = len(components(marks)) > 1
        if several and not self.loose:
            raise BadInput(Text("Piece {name} has several parts.", name=name))
        turns = None if self.turns is None else _turn_words(self.turns, what)
        for field, value in (
            ("cells", write_layers(_to_corner(marks))),
            ("turns", turns),
            ("loose", several or msgspec.UNSET),
        ):
            msgspec.structs.force_setattr(self, field, value)

    @cached_property
    def body(self) -> Body:
        """The cells in ascending order."""
        return tuple(sorted(read_layers(self.cells)))


class Placed(msgspec.Struct, frozen=True):
    """A piece, by its number from 0 among all copies, at its least corner after a turn."""

    piece: int
    at: Cell
    turn: str = ""

    def __str__(self) -> str:
        x, y, z = self.at
        return f"{self.piece + 1}={x},{y},{z}" + (f",{self.turn}" if self.turn else "")


class Shift(msgspec.Struct, frozen=True, array_like=True):
    """A move of taking apart: pieces go some steps in a direction; with 0 steps they come off."""

    pieces: tuple[int, ...]
    direction: str
    steps: int


class Assembly(Answer, frozen=True, forbid_unknown_fields=True):
    """Placements of pieces, and optionally the moves that take them apart."""

    places: tuple[Placed, ...]
    apart: tuple[Shift, ...] = ()

    def __post_init__(self) -> None:
        places = tuple(_normal_place(place) for place in self.places)
        msgspec.structs.force_setattr(self, "places", places)
        for shift in self.apart:
            if shift.direction not in STEPS or shift.steps < 0 or not shift.pieces:
                raise BadInput(
                    Text(
                        "A move of taking apart has pieces, one of {known}, and steps from 0.",
                        known=Verbatim(" ".join(STEPS)),
                    )
                )


class Solids(
    Puzzle[Assembly],
    frozen=True,
    dict=True,
    tag_field="family",
    tag="solids",
    forbid_unknown_fields=True,
):
    """Pieces of cubes, and a target: `#` cells are to be filled, `+` cells may stay empty.

    The target may be formed anywhere and turned as a whole, except where pieces are `given` in
    their places or have restricted turns. With `mirror`, pieces may be mirrored.

    >>> bar = Piece(name="I", cells=("##",), count=2)
    >>> Solids(pieces=(bar,), target=("##|##",)).numbers
    (0, 0)
    """

    pieces: tuple[Piece, ...]
    target: tuple[str, ...]
    mirror: bool = False
    given: tuple[Placed, ...] = ()

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "pieces", tuple(self.pieces))
        if not self.pieces:
            raise BadInput(Text("There are no pieces."))
        seen: set[str] = set()
        for piece in self.pieces:
            if piece.name in seen:
                raise BadInput(Text("Two pieces have the name {name}.", name=quoted(piece.name)))
            seen.add(piece.name)
        marks = _marks(self.target, MUST + MAY, Text("The target"))
        if MUST not in marks.values():
            raise BadInput(Text("The target has no cell that is to be filled."))
        by = corner(marks)
        msgspec.structs.force_setattr(self, "target", write_layers(_to_corner(marks)))
        given = tuple(_normal_place(each) for each in self.given)
        moved = tuple(msgspec.structs.replace(each, at=_minus(each.at, by)) for each in given)
        msgspec.structs.force_setattr(self, "given", moved)
        self._admit_volume()
        self._admit_given()

    def _admit_volume(self) -> None:
        most = settings().max_cells
        volume = sum(len(piece.body) * piece.count for piece in self.pieces)
        if max(volume, self.extent) > most:
            raise BadInput(
                Text(
                    "There are {n:,} cubes; at most {most} are allowed.",
                    n=max(volume, self.extent),
                    most=most,
                )
            )

    def _admit_given(self) -> None:
        used: set[int] = set()
        filled: set[Cell] = set()
        for place in self.given:
            if not 0 <= place.piece < len(self.numbers) or place.piece in used:
                raise BadInput(
                    Text(
                        "Piece {piece} cannot be given: it does not exist or is given twice.",
                        piece=place.piece + 1,
                    )
                )
            cells = self.cells_of(place)
            if place.turn not in self.words_of(place.piece) or not self.marks.keys() >= {*cells}:
                raise BadInput(
                    Text("Piece {piece} is given where it cannot lie.", piece=place.piece + 1)
                )
            if filled & {*cells}:
                raise BadInput(
                    Text("Piece {piece} is given where another one lies.", piece=place.piece + 1)
                )
            used.add(place.piece)
            filled.update(cells)

    @property
    def extent(self) -> int:
        """The number of cells of the target."""
        return len(self.marks)

    @cached_property
    def marks(self) -> dict[Cell, str]:
        """The mark of each cell of the target."""
        return read_layers(self.target)

    @cached_property
    def required(self) -> frozenset[Cell]:
        """The cells that are to be filled."""
        return frozenset(cell for cell, mark in self.marks.items() if mark == MUST)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """For each copy of a piece, the number of its kind."""
        return tuple(kind for kind, piece in enumerate(self.pieces) for _ in range(piece.count))

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """One sign for each kind of piece."""
        return tuple(letters_of([piece.name for piece in self.pieces]))

    @property
    def is_fixed(self) -> bool:
        """Whether the assembly may not be turned as a whole."""
        return bool(self.given) or any(piece.turns is not None for piece in self.pieces)

    def name_of(self, number: int) -> Text:
        """The name of a copy: that of its piece, with a number if there are several."""
        kind = self.numbers[number]
        piece = self.pieces[kind]
        if piece.count == 1:
            return Text("{name}", name=Verbatim(piece.name))
        return Text(
            "{name} {copy}", name=Verbatim(piece.name), copy=number - self.numbers.index(kind) + 1
        )

    def words_of(self, number: int) -> tuple[str, ...]:
        """The turns that a copy may have."""
        turns = self.pieces[self.numbers[number]].turns or tuple(TURNS)
        return (*turns, *(MIRRORED + word for word in turns)) if self.mirror else turns

    def body_of(self, number: int) -> Body:
        """The cells of a copy without a turn."""
        return self.pieces[self.numbers[number]].body

    def cells_of(self, place: Placed) -> list[Cell]:
        """The cells that a placement fills."""
        return shifted(turned_body(self.body_of(place.piece), place.turn), place.at)

    @cached_property
    def kinds(self) -> tuple[tuple[int, ...], ...]:
        """The copies that are interchangeable: their turns make the same bodies."""
        found: dict[frozenset[Body], list[int]] = {}
        for number in range(len(self.numbers)):
            forms = frozenset(orientations(self.body_of(number), self.words_of(number)))
            found.setdefault(forms, []).append(number)
        return tuple(map(tuple, found.values()))


def _marks(layers: tuple[str, ...], known: str, what: Text) -> dict[Cell, str]:
    """The marks of layers that have one size; `BadInput` with the place of what is wrong."""
    planes = [layer.split("|") for layer in layers]
    sizes = {(len(rows), len(row)) for rows in planes for row in rows}
    if len(sizes) > 1:
        raise BadInput(Text("{what}: the layers and rows differ in size.", what=what))
    marks = read_layers(layers)
    for (_, y, z), mark in marks.items():
        if mark not in known:
            raise BadInput(
                Text(
                    "{what}, layer {layer}, row {row}: {mark} is none of {known}.",
                    what=what,
                    layer=z + 1,
                    row=y + 1,
                    mark=quoted(mark),
                    known=Verbatim(" ".join((*known, "."))),
                )
            )
    if not marks:
        raise BadInput(Text("{what} has no cubes.", what=what))
    if len(marks) > settings().max_cells:
        raise BadInput(
            Text("{what} has more than {most} cubes.", what=what, most=settings().max_cells)
        )
    return marks


def _to_corner(marks: dict[Cell, str]) -> dict[Cell, str]:
    by = corner(marks)
    return {_minus(cell, by): mark for cell, mark in marks.items()}


def _minus(cell: Cell, by: Cell) -> Cell:
    return cell[0] - by[0], cell[1] - by[1], cell[2] - by[2]


def _turn_words(words: tuple[str, ...], what: Text) -> tuple[str, ...] | None:
    """The shortest words, each once, in order; None for all 24."""
    found = {_shortest(word, what) for word in words}
    if not found or any(word.startswith(MIRRORED) for word in found):
        raise BadInput(Text("{what}: turns are words of x, y and z.", what=what))
    return tuple(word for word in TURNS if word in found) if len(found) < len(TURNS) else None


def _shortest(word: str, what: Text) -> str:
    frame = frame_of(word) if len(word) <= MAX_NAME_LENGTH else None
    if frame is None:
        raise BadInput(
            Text("{what}: {word} is no word of x, y and z.", what=what, word=quoted(word))
        )
    return word_of(frame)


def _normal_place(place: Placed) -> Placed:
    if max(map(abs, place.at)) > FARTHEST:
        raise BadInput(Text("Piece {piece} lies too far away.", piece=place.piece + 1))
    if place.turn in FRAMES:
        return place
    word = _shortest(place.turn, Text("Piece {name}", name=place.piece + 1))
    return msgspec.structs.replace(place, turn=word)


MODEL = Model(puzzle=Solids, answer=Assembly, default_size=None)

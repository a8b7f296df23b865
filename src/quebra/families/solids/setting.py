"""Puzzles of packing as their setter changes them: cells of the target, pieces and given places."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.play import Editor
from quebra.contract.quoting import quoted
from quebra.contract.results import Place
from quebra.families.solids.explain.steps import with_places
from quebra.families.solids.formats.places import read_place
from quebra.families.solids.model import Assembly, Piece, Placed, Solids
from quebra.families.solids.names import cell_name, letters_of, place_of
from quebra.families.solids.sets import SETS
from quebra.families.solids.space import (
    TURNS,
    orientations,
    read_layers,
    shifted,
    size_of,
    write_layers,
)
from quebra.i18n.text import Text

EDITS = (
    ("l2r1c3=#", Text("make a cell one that is to be filled")),
    ("l2r1c3=+", Text("make a cell one that may stay empty")),
    ("l2r1c3=.", Text("take a cell out of the target")),
    ("target=### ##+", Text("take another target, by its layers; rows are divided by bars")),
    ("target=### ##+@1,0,0", Text("the same, and where the corner of the former target is in it")),
    ("set=soma", Text("take the pieces of a set")),
    ("+=### .#.", Text("add a piece, by its layers")),
    ("-3", Text("remove piece 3")),
    ("3=1,0,2,xy", Text("give piece 3 in this place")),
    ("3=.", Text("give it no longer")),
)
CHANGE = Text("the change")
_CELL = re.compile(r"l([0-9]{1,4})r([0-9]{1,4})c([0-9]{1,4})=([#+.])", re.ASCII)
_TARGET = re.compile(r"target=([#+.| ]+)(?:@([0-9]{1,3}),([0-9]{1,3}),([0-9]{1,3}))?", re.ASCII)
_ADD = re.compile(r"\+=([#.| ]+)", re.ASCII)
_REMOVE = re.compile(r"-([0-9]{1,5})", re.ASCII)
_NOT_GIVEN = re.compile(r"([0-9]{1,5})=\.", re.ASCII)


def edit(puzzle: Solids, text: str) -> Solids:
    """The puzzle with another cell, target, piece or given place.

    >>> puzzle = Solids(pieces=(Piece("I", ("##",)),), target=("###",))
    >>> edit(puzzle, "l1r1c3=.").target, edit(puzzle, "target=#.|##").target
    (('##',), ('#.|##',))
    >>> [(each.name, each.count) for each in edit(edit(puzzle, "+=#|#"), "+=##|#.").pieces]
    [('I', 2), ('A', 1)]
    """
    text = text.strip()
    if found := _CELL.fullmatch(text):
        return _with_cell(puzzle, *(int(found[i]) - 1 for i in (3, 2, 1)), mark=found[4])
    if found := _TARGET.fullmatch(text):
        return _with_target(puzzle, found[1], *(int(found[i] or 0) for i in (2, 3, 4)))
    if text.startswith("set="):
        return _with_set(puzzle, text.removeprefix("set="))
    if found := _ADD.fullmatch(text):
        return _with_piece(puzzle, tuple(found[1].split()))
    if found := _REMOVE.fullmatch(text):
        return _without_piece(puzzle, piece_number(puzzle, found[1]))
    if found := _NOT_GIVEN.fullmatch(text):
        piece = piece_number(puzzle, found[1])
        given = tuple(place for place in puzzle.given if place.piece != piece)
        return msgspec.structs.replace(puzzle, given=given)
    place = read_place(text, CHANGE)
    piece_number(puzzle, str(place.piece + 1))
    return with_places(puzzle, (place,))


def _with_cell(puzzle: Solids, x: int, y: int, z: int, *, mark: str) -> Solids:
    cell = (x, y, z)
    size = size_of(puzzle.marks)
    if min(cell) < 0 or any(a > b for a, b in zip(cell, size, strict=True)):
        raise BadInput(Text("There is no {cell}.", cell=cell_name(cell)))
    marks = {**puzzle.marks, cell: mark}
    if mark == ".":
        del marks[cell]
    if not marks:
        raise BadInput(Text("The target has no cell that is to be filled."))
    return msgspec.structs.replace(puzzle, target=write_layers(marks))


def _with_target(puzzle: Solids, layers: str, *by: int) -> Solids:
    """The puzzle with another target; pieces that no longer lie in it are not given."""
    target = tuple(layers.split())
    marks = read_layers(target)
    x, y, z = by
    given = []
    for place in puzzle.given:
        if marks.keys() >= {*shifted(puzzle.cells_of(place), (x, y, z))}:
            at = shifted([place.at], (x, y, z))[0]
            given.append(msgspec.structs.replace(place, at=at))
    return msgspec.structs.replace(puzzle, target=target, given=tuple(given))


def _with_set(puzzle: Solids, name: str) -> Solids:
    if name not in SETS:
        raise BadInput(Text("There is no set {name}.", name=quoted(name)))
    return msgspec.structs.replace(puzzle, pieces=SETS[name].pieces, given=())


def _with_piece(puzzle: Solids, cells: tuple[str, ...]) -> Solids:
    """The puzzle with one more piece: another copy of a kind that has its form, else a new kind."""
    names = [piece.name for piece in puzzle.pieces]
    added = Piece(name=letters_of([*names, "A"])[-1], cells=cells)
    for kind, piece in enumerate(puzzle.pieces):
        if piece.turns is None and added.body in orientations(piece.body, TURNS):
            return _with_count(puzzle, kind, piece.count + 1)
    return msgspec.structs.replace(puzzle, pieces=(*puzzle.pieces, added))


def _with_count(puzzle: Solids, kind: int, count: int) -> Solids:
    """The puzzle with another number of copies, which are added or removed after the others."""
    piece = msgspec.structs.replace(puzzle.pieces[kind], count=count)
    pieces = (*puzzle.pieces[:kind], piece, *puzzle.pieces[kind + 1 :])
    end = puzzle.numbers.index(kind) + puzzle.pieces[kind].count
    more = count - puzzle.pieces[kind].count
    return msgspec.structs.replace(puzzle, pieces=pieces, given=_moved(puzzle, end, more))


def _without_piece(puzzle: Solids, number: int) -> Solids:
    """The puzzle without a copy of a piece."""
    kind = puzzle.numbers[number]
    piece = puzzle.pieces[kind]
    rest = (msgspec.structs.replace(piece, count=piece.count - 1),) if piece.count > 1 else ()
    kept = tuple(place for place in puzzle.given if place.piece != number)
    puzzle = msgspec.structs.replace(puzzle, given=kept)
    return msgspec.structs.replace(
        puzzle,
        pieces=(*puzzle.pieces[:kind], *rest, *puzzle.pieces[kind + 1 :]),
        given=_moved(puzzle, number + 1, -1),
    )


def _moved(puzzle: Solids, first: int, by: int) -> tuple[Placed, ...]:
    """The given places; the numbers of pieces from the first one on are moved."""
    return tuple(
        msgspec.structs.replace(each, piece=each.piece + (by if each.piece >= first else 0))
        for each in puzzle.given
    )


def blank(rows: int, cols: int) -> Solids:
    """The Soma set with a cube as its target; the size is ignored."""
    return SETS["soma"].puzzle()


def clue_removals(puzzle: Solids) -> Iterator[tuple[Place, str]]:
    """For each given piece its first cell and the edit that gives it no longer."""
    for place in puzzle.given:
        yield _first_cell(puzzle, place), f"{place.piece + 1}=."


def clues_from(puzzle: Solids, answer: Assembly) -> Iterator[tuple[Place, str]]:
    """For each piece that is not given its first cell and the edit that gives it."""
    given = {place.piece for place in puzzle.given}
    for place in answer.places:
        if place.piece not in given:
            yield _first_cell(puzzle, place), str(place)


def _first_cell(puzzle: Solids, place: Placed) -> Place:
    return min(map(place_of, puzzle.cells_of(place)))


def shown(puzzle: Solids, answer: Assembly) -> dict[Place, str]:
    """The kind of the piece in each filled cell, as layer, row and column."""
    return {
        place_of(cell): puzzle.letters[puzzle.numbers[place.piece]]
        for place in answer.places
        for cell in puzzle.cells_of(place)
    }


def piece_number(puzzle: Solids, text: str) -> int:
    """The number of a piece, from 0, that is written from 1."""
    if not 1 <= int(text) <= len(puzzle.numbers):
        raise BadInput(
            Text(
                "There is no piece {piece}; they are 1 to {last}.",
                piece=int(text),
                last=len(puzzle.numbers),
            )
        )
    return int(text) - 1


EDITOR: Editor[Solids, Assembly] = Editor(
    examples=EDITS,
    edit=edit,
    blank=blank,
    clue_removals=clue_removals,
    clues_from=clues_from,
    shown=shown,
)

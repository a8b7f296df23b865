"""Small random packings, for tests of engines and hints."""

from __future__ import annotations

from itertools import product
from math import dist

import msgspec

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.solids.model import Piece, Solids
from quebra.families.solids.solve.own import own
from quebra.families.solids.space import TURNS, Cell, corner, turned, write_layers

BOXES = ((2, 2, 1), (2, 2, 2), (3, 2, 2), (3, 3, 1), (4, 2, 1), (4, 2, 2))


def random_puzzle(seed: int) -> Solids:
    """A small puzzle; some have cells that may stay empty, holes, copies, loose or mirrored pieces,
    restricted turns, or pieces that are given."""
    source = Source(seed)
    width, depth, height = source.choice(BOXES)
    cells = list(product(range(width), range(depth), range(height)))
    free = 0.35 if source.chance(0.5) else 0
    marks = {cell: "+" if source.chance(free) else "#" for cell in cells if source.chance(0.93)}
    marks |= {cells[0]: "#", cells[-1]: "#"}
    needed = sum(mark == "#" for mark in marks.values())
    volume = needed + source.below(len(marks) - needed + 1)
    is_loose, is_fixed = source.chance(0.15), source.chance(0.3)
    pieces: list[Piece] = []
    while volume > 0:
        body = _random_body(source, min(volume, 1 + source.below(4)), is_loose)
        count = min(source.choice((1, 1, 1, 2, 3)), volume // len(body))
        words = source.shuffled([*TURNS])[: source.choice((1, 2, 4))]
        turns = tuple(words) if is_fixed and source.chance(0.6) else None
        pieces.append(Piece(f"P{len(pieces)}", layers_of(body), count, turns, loose=True))
        volume -= len(body) * count
    puzzle = Solids(tuple(pieces), layers_of(marks), mirror=source.chance(0.25))
    answer = next(own(puzzle, Budget(), goal="any", seed=seed), None)
    if answer and source.chance(0.3):
        given = source.shuffled(answer.places)[: 1 + source.below(2)]
        puzzle = msgspec.structs.replace(puzzle, given=tuple(given))
    return puzzle


def _random_body(source: Source, size: int, is_loose: bool) -> dict[Cell, str]:
    room = list(product(range(2), range(2), range(3)))
    cells = [source.choice(room)]
    while len(cells) < size:
        beside = [c for c in room if is_loose or any(dist(c, d) == 1 for d in cells)]
        cells.append(source.choice([c for c in beside if c not in cells]))
    return dict.fromkeys(turned(cells, source.choice(list(TURNS.values()))), "#")


def layers_of(marks: dict[Cell, str]) -> tuple[str, ...]:
    """The layers of marked cells anywhere."""
    x, y, z = corner(marks)
    return write_layers({(a - x, b - y, c - z): mark for (a, b, c), mark in marks.items()})

"""Which puzzles and which assemblies are equivalent, and how a puzzle is divided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

import msgspec

from quebra.contract.symmetry import Symmetries
from quebra.families.solids.model import Assembly, Piece, Solids
from quebra.families.solids.rules import aligned
from quebra.families.solids.solve.options import options_of
from quebra.families.solids.space import (
    FRAMES,
    MIRRORED,
    TURNS,
    Body,
    corner,
    normalised,
    orientations,
    shifted,
    turned,
    write_layers,
)


def solution_key(puzzle: Solids, answer: Assembly) -> Hashable:
    """The first of all turned and mirrored images of an assembly."""
    options = options_of(puzzle)
    choice = options.choice_of(aligned(puzzle, answer))
    if choice is None:
        return answer
    mirrored = options.mirrored(choice)
    least = options.least_turned(choice)
    return least if mirrored is None else min(least, mirrored)


def canonical(puzzle: Solids) -> Solids:
    """The first of all turned and mirrored images, with sorted pieces and new names.

    Pieces that are given or may not be turned freely keep their place; such a puzzle only gets
    new names.
    """
    if puzzle.is_fixed:
        pieces = (
            msgspec.structs.replace(piece, name=f"P{number + 1}")
            for number, piece in enumerate(puzzle.pieces)
        )
        return msgspec.structs.replace(puzzle, pieces=tuple(pieces))
    return min(images(puzzle), key=lambda image: (image.target, str(image.pieces)))


def images(puzzle: Solids) -> Iterator[Solids]:
    """The images of a puzzle under all turns and reflections, with its pieces in order."""
    counts: Counter[Body] = Counter()
    for piece in puzzle.pieces:
        counts[piece.body] += piece.count
    for word, frame in FRAMES.items():
        mirrored = word.startswith(MIRRORED)
        words = FRAMES if puzzle.mirror else TURNS
        forms: Counter[Body] = Counter()
        for body, count in counts.items():
            image = normalised(turned(body, FRAMES[MIRRORED])) if mirrored else body
            forms[min(orientations(image, words))] += count
        pieces = tuple(
            Piece(f"P{number}", write_layers(dict.fromkeys(body, "#")), count, None, True)
            for number, (body, count) in enumerate(sorted(forms.items()), 1)
        )
        cells = turned(puzzle.marks, frame)
        x, y, z = corner(cells)
        target = dict(zip(shifted(cells, (-x, -y, -z)), puzzle.marks.values(), strict=True))
        yield Solids(pieces=pieces, target=write_layers(target), mirror=puzzle.mirror)


def split(puzzle: Solids) -> tuple[Solids, ...]:
    """The puzzle with one piece in each of its places, up to turns of the whole.

    The piece must have one copy, and no turn of the target may keep any of its places: otherwise
    a solution would be in one part twice.
    """
    options = options_of(puzzle)
    best: list[int] | None = None
    for kind, copies in enumerate(options.kinds):
        numbers = [n for n, option in enumerate(options.options) if option.kind == kind]
        if len(copies) > 1 or len(numbers) < 2:
            continue
        orbits = {frozenset(image[number] for image in options.turns) for number in numbers}
        if any(len(orbit) < len(options.turns) for orbit in orbits):
            continue
        if best is None or len(orbits) < len(best):
            best = sorted(map(min, orbits))
    if best is None or len(best) < 2:
        return ()
    parts = []
    for number in best:
        option = options.options[number]
        (place,) = (
            place
            for place in options.assembly([number]).places
            if place.piece == options.kinds[option.kind][0]
        )
        parts.append(msgspec.structs.replace(puzzle, given=(*puzzle.given, place)))
    return tuple(parts)


SYMMETRY: Symmetries[Solids, Assembly] = Symmetries(
    canonical=canonical, solution_key=solution_key, split=split
)

"""Puzzles that are equivalent to a given one, for each family: `canonical` is tested with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec

from quebra.families._template import symmetry as latin
from quebra.families.edges.model import Edges
from quebra.families.edges.symmetry.canonical import placed_images, rearranged
from quebra.families.kojun import symmetry as kojun
from quebra.families.shisen import symmetry as shisen
from quebra.families.solids import symmetry as solids
from quebra.families.solids.model import Solids
from quebra.families.symmetry import symmetry
from quebra.families.tangram.colours import moved_colours
from quebra.families.tangram.model import Piece, Tangram
from quebra.families.tangram.silhouette import scaled
from quebra.geometry.motion import Motion
from quebra.geometry.outline import write_outline
from quebra.geometry.region import moved


def edges_images(puzzle: Edges) -> Iterator[Edges]:
    """Some equivalent puzzles, each changed in all ways at once."""
    if not (puzzle.turns_freely or puzzle.turns_never):
        return
    numbers = range(len(puzzle.pieces))
    frame = () if puzzle.frame is None else (puzzle.frame,)
    colours = sorted({colour for edges in (*puzzle.pieces, frame) for colour in edges})
    names = dict(zip(colours, reversed(colours), strict=True))
    turns = [piece % len(puzzle.turns) if puzzle.turns_freely else 0 for piece in numbers]
    for image in placed_images(puzzle):
        yield image
        yield rearranged(image, numbers[::-1], turns, names)


def tangram_images(puzzle: Tangram) -> Iterator[Tangram]:
    """Some equivalent puzzles: moved, turned, flipped and scaled."""
    yield puzzle
    for flip, turn, scale in ((False, 30.0, 2.5), (True, 200.0, 0.75)):
        pieces: list[Piece] = []
        for piece, shape in zip(puzzle.pieces, puzzle.shapes, strict=True):
            free = piece.angles is None
            motion = Motion(3 + len(pieces) * 1j, turn * len(pieces) if free else 0.0, flip)
            angles = None if piece.angles is None else [-a if flip else a for a in piece.angles]
            pieces.append(
                msgspec.structs.replace(
                    piece,
                    name=f"piece {len(pieces)}",
                    outline=write_outline(scaled(moved(shape, motion), scale)),
                    angles=None if angles is None else tuple(angles),
                    colours=moved_colours(shape, piece.colours or (), flip=flip),
                )
            )
        lying = Motion(-7j, 0.0 if puzzle.upright else turn, flip)
        yield Tangram(
            pieces=tuple(reversed(pieces)),
            figure=write_outline(scaled(moved(puzzle.target, lying), scale)),
            colours=moved_colours(puzzle.target, puzzle.colours or (), flip=flip),
            upright=puzzle.upright,
            spare=puzzle.spare,
            mirror=puzzle.mirror,
            tolerance=None if puzzle.tolerance is None else puzzle.tolerance * scale,
        )


def solids_images(puzzle: Solids) -> Iterator[Solids]:
    """Some equivalent puzzles: turned and mirrored, with pieces in another order."""
    if not puzzle.is_fixed:
        for image in islice(solids.images(puzzle), 0, None, 13):
            yield msgspec.structs.replace(image, pieces=image.pieces[::-1])


IMAGES: dict[str, Callable[[Any], Iterator[Any]]] = {
    "edges": edges_images,
    "kojun": kojun.images,
    "latin": latin.images,
    "shisen": shisen.images,
    "solids": solids_images,
    "symmetry": symmetry.images,
    "tangram": tangram_images,
}

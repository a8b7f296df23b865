"""Random puzzles of the edge-matching study, each with a solution."""

from __future__ import annotations

from cmath import exp, pi
from dataclasses import dataclass
from itertools import count

import msgspec

from quebra.contract.random import Source
from quebra.contract.results import Place
from quebra.engine.budget import Budget
from quebra.families.edges.layout import Layout, Seam, grid_layout
from quebra.families.edges.model import Edges
from quebra.families.tangram.cutting import cut_polygons
from quebra.families.tangram.model import Piece, Tangram, placed_regions
from quebra.families.tangram.sets import piece_set
from quebra.families.tangram.solve import own
from quebra.geometry.edges import chained
from quebra.geometry.motion import Motion
from quebra.geometry.outline import write_outline

DIGITS = 9
FRAME = 0
FIGURE = (4, 5)
"""The rows and columns of rectangles that are cut into polygons."""


@dataclass(frozen=True)
class Board:
    """A kind of random boards: the colours of all seams are drawn at random, the rim is grey.

    `rotate` allows all turns or those listed. Cells in `holes` are left out.
    """

    shape: str
    size: tuple[int, ...]
    colours: int
    rotate: bool | tuple[int, ...] = False
    holes: tuple[Place, ...] = ()

    @property
    def name(self) -> str:
        """The size and the shape in words.

        >>> Board("hexagon", (4, 4), 6, True, ((1, 1),)).name
        '4x4 hexagons, turned, with a hole'
        """
        size = "x".join(map(str, self.size)) if len(self.size) > 1 else f"{self.size[0]} rows of"
        turned = ", turned" if self.rotate is True else ", half turns" if self.rotate else ""
        return f"{size} {self.shape}s{turned}{', with a hole' if self.holes else ''}"

    def puzzle(self, seed: int) -> Edges:
        """The board of a seed.

        >>> len(Board("triangle", (3,), 4).puzzle(1).pieces)
        9
        """
        layout, source = grid_layout(self.shape, self.size), Source(seed)
        kept = [n for n, cell in enumerate(layout.cells) if cell not in self.holes]
        number = {cell: n for n, cell in enumerate(kept)}
        seams = [
            (number[a], side, number[b], other)
            for a, side, b, other in layout.seams
            if a in number and b in number
        ]
        cells = [[FRAME] * layout.sides for _ in kept]
        for a, side, b, other in seams:
            cells[a][side] = cells[b][other] = 1 + source.below(self.colours)
        pieces = source.shuffled(cells)
        return self._edges([self._turned(layout, piece, source) for piece in pieces], seams)

    def _turned(self, layout: Layout, piece: list[int], source: Source) -> tuple[int, ...]:
        turns = range(len(layout.turns)) if self.rotate is True else self.rotate or (0,)
        return tuple(piece[edge] for edge in layout.turns[source.choice(turns)])

    def _edges(self, pieces: list[tuple[int, ...]], seams: list[Seam]) -> Edges:
        if self.holes:
            return Edges(
                pieces=tuple(pieces),
                shape="free",
                seams=tuple(seams),
                frame=FRAME,
                rotate=self.rotate,
            )
        names = ("layers", "rows", "cols")[3 - len(self.size) :] if self.size[1:] else ("rows",)
        fields = {
            **dict(zip(names, self.size, strict=True)),
            "family": "edges",
            "pieces": pieces,
            "shape": self.shape,
            "frame": FRAME,
            "rotate": self.rotate,
        }
        return msgspec.convert(fields, Edges)


@dataclass(frozen=True)
class Cut:
    """A kind of rectangles cut into polygons that may be turned into `turns` orientations.

    With `hole`, a piece that does not touch the outline is left out of pieces and figure.
    """

    pieces: int
    colours: int
    turns: int = 1
    hole: bool = False

    @property
    def name(self) -> str:
        """The number of polygons and what is special, in words."""
        return f"{self.pieces} polygons{', with a hole' if self.hole else ''}"

    def puzzle(self, seed: int) -> Tangram:
        """The puzzle of a seed.

        >>> len(Cut(6, 4, 8).puzzle(1).pieces[0].angles)
        8
        """
        puzzle = self._with_hole(seed) if self.hole else self._cut(Source(seed))
        source = Source(seed)
        pieces = tuple(self._turned(piece, source) for piece in puzzle.pieces)
        return msgspec.structs.replace(puzzle, pieces=pieces)

    def _cut(self, source: Source) -> Tangram:
        return cut_polygons(FIGURE, self.pieces + self.hole, self.colours, source)

    def _turned(self, piece: Piece, source: Source) -> Piece:
        turn = exp(-2j * pi * source.below(self.turns) / self.turns)
        shape = Tangram((piece,), piece.outline).shapes[0]
        corners = [_rounded(edge.start * turn) for edge in shape[0]]
        angles = tuple(360.0 * k / self.turns for k in range(self.turns))
        return msgspec.structs.replace(
            piece, outline=write_outline([chained(corners)]), angles=angles
        )

    def _with_hole(self, seed: int) -> Tangram:
        """The first cut from a seed on with a piece that does not touch the outline."""
        for attempt in count(1000 * seed):
            puzzle = self._cut(Source(attempt))
            inner = [
                n for n, piece in enumerate(puzzle.pieces) if FRAME not in (piece.colours or ())
            ]
            if inner:
                return _without(puzzle, inner[0])
        raise AssertionError


def _without(puzzle: Tangram, left_out: int) -> Tangram:
    answer = next(iter(own(puzzle, Budget(), goal="any", seed=None)))
    number = [piece for piece, _ in answer.pieces].index(left_out)
    region = [region for _, region in placed_regions(puzzle, answer)][number]
    hole = write_outline([chained([_rounded(edge.start) for edge in region[0]])])
    pieces = puzzle.pieces[:left_out] + puzzle.pieces[left_out + 1 :]
    colours = (*(puzzle.colours or ()), *(puzzle.pieces[left_out].colours or ()))
    return msgspec.structs.replace(
        puzzle, pieces=pieces, figure=f"{puzzle.figure} {hole}", colours=colours
    )


def _rounded(point: complex) -> complex:
    return complex(round(point.real, DIGITS), round(point.imag, DIGITS)) + 0


def oriented_tangram(name: str) -> Tangram:
    """A figure of the classic tangram, with each piece turned as it has to lie."""
    puzzle, answer = piece_set("classic").puzzle(name), piece_set("classic").answer(name)
    pieces = []
    for number, (_, region) in enumerate(placed_regions(puzzle, answer)):
        home = region[0][0].start
        outline = write_outline([[e.moved(Motion(-home)) for e in each] for each in region])
        pieces.append(Piece(name=f"piece{number}", outline=outline, flip=False, angles=(0.0,)))
    return Tangram(pieces=tuple(pieces), figure=puzzle.figure)

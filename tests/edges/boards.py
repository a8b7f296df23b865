"""Boards for tests: random ones, and those of the shared data."""

from __future__ import annotations

from quebra.contract.random import Source
from quebra.families.edges.layout import Layout
from quebra.families.edges.model import Edges
from shared_data import shared_text


def pieces_file(name: str) -> Edges:
    """A board with a grey frame and rotations from a pieces file; skips if it is absent."""
    text = shared_text(f"edges/{name}.txt")
    (rows, cols), *pieces = [
        tuple(map(int, line.split())) for line in text.splitlines() if line.strip()
    ]
    return Edges(rows=rows, cols=cols, pieces=tuple(pieces), frame=0, rotate=True)


def random_board(empty: Edges, colours: int, source: Source) -> Edges:
    """The empty board with random pieces that fill it, shuffled and turned."""
    layout = empty.layout
    sides: dict[tuple[int, int], int] = {}
    for a, side, b, other in layout.seams:
        sides[a, side] = sides[b, other] = 1 + source.below(colours)
    for place in layout.rim:
        sides[place] = 1 + source.below(colours) if empty.frame is None else empty.frame
    pieces = [
        tuple(sides[cell, side] for side in range(layout.sides))
        for cell in range(len(layout.cells))
    ]
    source.shuffle(pieces)
    if empty.rotate:
        pieces = [turned(layout, piece, source) for piece in pieces]
    return replaced(empty, tuple(pieces))


def turned(layout: Layout, piece: tuple[int, ...], source: Source) -> tuple[int, ...]:
    """The piece in a random turn."""
    return tuple(piece[edge] for edge in source.choice(layout.turns))


def with_one_edge_changed(puzzle: Edges, colours: int, source: Source) -> Edges:
    """The board with another colour on one edge that is not grey."""
    piece, side = source.choice(
        [(p, s) for p, edges in enumerate(puzzle.pieces) for s, c in enumerate(edges) if c]
    )
    pieces = [list(edges) for edges in puzzle.pieces]
    pieces[piece][side] = 1 + pieces[piece][side] % colours
    return replaced(puzzle, tuple(map(tuple, pieces)))


def replaced(puzzle: Edges, pieces: tuple[tuple[int, ...], ...]) -> Edges:
    """The board with other pieces."""
    return Edges(
        pieces=pieces,
        rows=puzzle.rows,
        cols=puzzle.cols,
        layers=puzzle.layers,
        shape=puzzle.shape,
        frame=puzzle.frame,
        rotate=puzzle.rotate,
        piece_turns=puzzle.piece_turns,
        hints=puzzle.hints,
        seams=puzzle.seams,
    )


def blank(rows: int, cols: int, sides: int = 4, **more: object) -> Edges:
    """A board with placeholder pieces, for `random_board`."""
    layers = more.get("layers", 1)
    assert isinstance(layers, int)
    cells = rows * rows if more.get("shape") == "triangle" else rows * cols * layers
    pieces = ((0,) * sides,) * cells
    return Edges(pieces=pieces, rows=rows, cols=cols, **more)  # type: ignore[arg-type]

"""The drawing of a board, and of an attempt as a strip of panels, one for each round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil

import msgspec

from quebra.contract.family import Look
from quebra.contract.results import Badge, Figure, Line, Place
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.families.shisen.paths import free_path, joined_tiles, path_cells
from quebra.families.shisen.rules import Round, replay
from quebra.families.shisen.signs import colour_of, sign, sign_numbers
from quebra.families.shisen.standing import StandingTiles
from quebra.grid.cells import Cell, cells
from quebra.grid.drawing import figures
from quebra.i18n.text import Plural, Text, as_is
from quebra.render import Circle, Colour, Drawing, Label, Lines, Point, Shape, rectangle
from quebra.render.terminal import columns_of

COLUMNS = 80
"""Columns of the terminal that a strip should fit."""
MAX_TILES = 20_000
"""Tiles that a strip shows; the middle rounds of a longer one are left out."""
MAX_POINTS = 1_000
"""Points of a path that is drawn; valid paths have fewer."""
MAX_LABEL_LENGTH = 3
HEADING = 1
CAPTION = 0.5
"""The size of the letters above a panel."""
MARGIN = 1
"""Cells around a board to play on, for the paths outside it."""
RIM = 0.2
"""Distance of row and column numbers from the edge, where those paths do not hide them."""
PATH = 4
BEND = 0.35
CORNER = 0.08
TINTS = 6
"""Tints that appear one after the other on a solved board."""

Marks = dict[Place, tuple[Colour, str]]


@dataclass(frozen=True)
class _Panel:
    """One panel of a strip: the tiles before a round, and its moves."""

    caption: Text
    standing: Mapping[Cell, Cell]
    """The cell of each tile, and its cell at the start, which differ if it has fallen."""
    moves: tuple[tuple[Move, bool], ...] = ()
    """Each move, and whether it is valid."""
    kinds: tuple[str, ...] = ()
    """The kind of the tiles of each move; it is empty where there is none."""
    made: bool = False
    """Whether the moves have been made, so that other tiles may have fallen into their cells."""


def draw(puzzle: Shisen, answer: Clearing | None, look: Look) -> Drawing:
    """The board; or the rounds of an attempt, and its last position if tiles are left."""
    title = _title(puzzle)
    panels = _panels(puzzle, answer) if answer else []
    if not any(panel.moves for panel in panels):
        return _single(puzzle, look, title)
    return _strip(puzzle, panels, look, title)


def _title(puzzle: Shisen) -> Text:
    rows, cols = puzzle.size
    if puzzle.gravity:
        return Plural(
            "Shisen-Sho, {rows} x {cols}, {n} kind, with gravity",
            "Shisen-Sho, {rows} x {cols}, {n} kinds, with gravity",
            n=len(puzzle.groups),
            rows=rows,
            cols=cols,
        )
    return Plural(
        "Shisen-Sho, {rows} x {cols}, {n} kind",
        "Shisen-Sho, {rows} x {cols}, {n} kinds",
        n=len(puzzle.groups),
        rows=rows,
        cols=cols,
    )


def draw_position(puzzle: Shisen, attempt: Clearing, look: Look) -> Drawing:
    """The board after an attempt, with the path of its last move, or with a step.

    A cleared board that is tinted shows where the tiles were.
    """
    title = _title(puzzle)
    rows, cols = puzzle.size
    moves = [move for _, move in attempt.moves]
    tiles = StandingTiles(puzzle, moves[:-1])
    shown = () if look.step else tuple(moves[-1:])
    kinds = tuple(tiles.kind(move.pair[0]) for move in shown)
    tiles.remove(cell for move in moves[-1:] for cell in move.pair)
    if look.tint and not tiles.cells:
        shapes = (*_numbers(rows, cols, RIM), *_former_tiles(puzzle))
        return Drawing(cols + 2 * MARGIN, rows + 2 * MARGIN, title, shapes)
    panel = _Panel(Text(), tiles.origins, tuple((move, True) for move in shown), kinds, made=True)
    shapes = (
        *_numbers(rows, cols, RIM),
        *map(_with_role, _shapes(puzzle, panel, (MARGIN, MARGIN), look)),
        *_figures(look, (MARGIN, MARGIN)),
    )
    wide = _width(cols + 2 * MARGIN, _letters(puzzle, look))
    return Drawing(cols + 2 * MARGIN, rows + 2 * MARGIN, title, shapes, (wide, 1))


def _former_tiles(puzzle: Shisen) -> Iterator[Shape]:
    """The signs of all tiles on a tint for each kind, at the cells where the game began."""
    numbers = sign_numbers(set(puzzle.tiles.values()))
    for (r, c), kind in puzzle.tiles.items():
        x, y = c + MARGIN, r + MARGIN
        fill, role = colour_of(numbers[kind]), f"tint-{numbers[kind] % TINTS}"
        yield rectangle(x, y, 1, 1, fill=fill, opacity=0.14, role=role)
        yield from sign(numbers[kind], (x + 0.5, y + 0.5), 0.24)


def draw_tiles(puzzle: Shisen) -> tuple[Drawing, ...]:
    """A drawing of the tile of each name, with the name as its title.

    >>> [drawing.title for drawing in draw_tiles(Shisen(board=(("B", "A", "A", "B"),)))]
    ['A', 'B']
    """
    numbers, labels = sign_numbers(set(puzzle.tiles.values())), labels_of(puzzle)
    kinds = {puzzle.board[r][c] or "": kind for (r, c), kind in puzzle.tiles.items()}
    return tuple(
        Drawing(1, 1, as_is(name), tuple(_tile_shapes((0.5, 0.5), numbers[kinds[name]], label)))
        for name, label in labels.items()
    )


def _with_role(shape: Shape) -> Shape:
    """The shape with the role by which the page finds the path of the last move."""
    return replace(shape, role="last-path") if isinstance(shape, Lines) else shape


def _single(puzzle: Shisen, look: Look, title: Text) -> Drawing:
    """The board alone, with the numbers of rows and columns."""
    rows, cols = puzzle.size
    panel = _Panel(Text(), StandingTiles(puzzle).origins)
    digits = len(str(max(rows, cols)))
    beyond = MARGIN if look.step else 0  # the path of a step may run outside
    wide = _width(MARGIN + cols + beyond, max(digits, _letters(puzzle, look)))
    shapes = (
        *_numbers(rows, cols),
        *_shapes(puzzle, panel, (MARGIN, MARGIN), look),
        *_figures(look, (MARGIN, MARGIN)),
    )
    return Drawing(MARGIN + cols + beyond, MARGIN + rows + beyond, title, shapes, (wide, 1))


def _strip(puzzle: Shisen, panels: list[_Panel], look: Look, title: Text) -> Drawing:
    rows, cols = puzzle.size[0] + 2 + HEADING, puzzle.size[1] + 2
    wide = _width(cols * len(panels), _letters(puzzle, look))
    fitting = max(1, COLUMNS // (cols * (wide + 1)))
    down = ceil(len(panels) / fitting)
    beside = ceil(len(panels) / down)
    shapes: list[Shape] = []
    for i, panel in enumerate(panels):
        x, y = i % beside * cols, i // beside * rows
        shapes.append(Label((x + cols / 2, y + 0.6), panel.caption, "soft", CAPTION, room=cols))
        marked = look if panel is panels[-1] else Look()
        corner = x + MARGIN, y + MARGIN + HEADING
        shapes += _shapes(puzzle, panel, corner, marked)
        shapes += _figures(marked, corner)
    return Drawing(beside * cols, down * rows, title, tuple(shapes), (wide, 1))


def _panels(puzzle: Shisen, answer: Clearing) -> list[_Panel]:
    """A panel for each round with moves, and for the last position if tiles are left."""
    left = StandingTiles(puzzle)
    gone: Set[Cell] = frozenset()
    panels: list[_Panel] = []
    skipped, room = None, MAX_TILES
    for played in replay(puzzle, answer):
        left.remove(gone)
        gone = played.gone
        room -= len(left.cells) + len(played.moves)
        if room >= 0 or not panels:
            panels.append(_panel_before(played, left))
        else:
            skipped = played
    if skipped:
        panels.append(_panel_before(skipped, left))
    left.remove(gone)
    if left.cells:
        caption = Plural("{n:,} tile left", "{n:,} tiles left", n=len(left.cells))
        panels.append(_Panel(caption, left.origins))
    return panels


def _panel_before(played: Round, left: StandingTiles) -> _Panel:
    moves = tuple((move, not wrong) for move, wrong in played.moves[:MAX_TILES])
    firsts = (move.pair[0] for move, _ in moves)
    kinds = tuple(left.kind(cell) if cell in left.cells else "" for cell in firsts)
    return _Panel(Text("round {n}", n=played.number), left.origins.copy(), moves, kinds)


def _shapes(puzzle: Shisen, panel: _Panel, corner: Point, look: Look) -> Iterator[Shape]:
    """The shapes of one panel from back to front: ground, paths, tiles, invalid paths, signs."""
    rows, cols = puzzle.size
    numbers = sign_numbers(set(puzzle.tiles.values()))
    labels = labels_of(puzzle)
    marks = _marks(puzzle, panel, look)
    lines = [
        (_move_path(puzzle, move, valid, panel.standing.keys()), kind, valid)
        for (move, valid), kind in zip(panel.moves, panel.kinds, strict=True)
    ]
    passed = {cell for line, _, _ in lines if _straight(line) for cell in path_cells(line)}
    yield rectangle(*corner, cols, rows, fill="rule", opacity=0.3)
    if puzzle.gravity:
        yield Label((corner[0] - 0.5, corner[1] - 0.5), "↓", "soft", 0.5, bold=True)
    for cell in cells(rows, cols):
        if cell not in panel.standing and cell not in passed:
            yield Circle(_middle(corner, cell), 0.05, "rule", glyph="·")
    for line, kind, valid in lines:
        if valid:
            yield _path(line, corner, colour_of(numbers[kind]))
    for cell, (r, c) in sorted(panel.standing.items()):
        (x, y), (colour, _) = _middle(corner, cell), marks.get(cell, ("", ""))
        label = labels[puzzle.board[r][c] or ""]
        light = cell in look.others
        yield from _tile_shapes((x, y), numbers[puzzle.tiles[r, c]], label, colour, light=light)
    yield from (_path(line, corner, "bad") for line, _, valid in lines if not valid)
    yield from _signs(marks, panel.standing.keys(), corner)


def _tile_shapes(
    middle: Point, number: int, label: str, colour: Colour = "", light: bool = False
) -> Iterator[Shape]:
    """A tile with its sign and its label."""
    x, y = middle
    yield from _tile(middle, colour, light)
    yield from sign(number, (x, y - 0.11), 0.24)
    size = min(0.24, 0.7 / len(label))
    yield Label((x, y + 0.28), label, colour or "ink", size, bold=bool(colour))


def _tile(middle: Point, colour: Colour, light: bool) -> Iterator[Shape]:
    """A tile with a soft edge; in colour, the edge is a ring and the face is tinted.

    In a lighter tone, only the face is tinted.
    """
    x, y = middle[0] - 0.38, middle[1] - 0.39
    if colour:
        yield rectangle(x, y, 0.76, 0.76, fill=colour, softened=CORNER + 0.05)
    else:
        yield rectangle(x, y + 0.04, 0.76, 0.76, fill="soft", softened=CORNER + 0.01, opacity=0.6)
    yield rectangle(x, y, 0.76, 0.76, fill="paper", softened=CORNER)
    if colour or light:
        tint = colour or "hint"
        yield rectangle(x, y, 0.76, 0.76, fill=tint, softened=CORNER, opacity=0.16)


def _marks(puzzle: Shisen, panel: _Panel, look: Look) -> Marks:
    """The colour of each marked cell, and its sign, which may be empty."""
    marks: Marks = {}
    if look.candidates:
        marks |= dict.fromkeys(_can_go(puzzle, panel.standing), ("good", "+"))
    for move, valid in panel.moves:
        cells = (cell for cell in move.pair if not (panel.made and cell in panel.standing))
        marks |= dict.fromkeys(cells, ("focus" if valid else "bad", ""))
    marks |= dict.fromkeys(look.others, ("", "·"))
    marks |= dict.fromkeys(look.where, ("hint", "?"))
    return marks | dict.fromkeys(look.broken, ("bad", "!"))


def _can_go(puzzle: Shisen, standing: Mapping[Cell, Cell]) -> Iterator[Cell]:
    kinds = {cell: puzzle.tiles[origin] for cell, origin in standing.items()}
    for cell in kinds:
        if any(kinds[mate] == kinds[cell] for mate in joined_tiles(puzzle, cell, kinds.keys())):
            yield cell


def _signs(marks: Marks, standing: Set[Cell], corner: Point) -> Iterator[Shape]:
    """A sign for each mark, for readers without colours, and a tint on cells without a tile."""
    for cell, (colour, text) in marks.items():
        x, y = _middle(corner, cell)
        if cell not in standing:
            yield rectangle(
                x - 0.36, y - 0.36, 0.72, 0.72, fill=colour, opacity=0.2, softened=CORNER
            )
        if text:
            yield Label((x + 0.34, y - 0.3), text, colour or "hint", 0.26, bold=True)


def _figures(look: Look, corner: Point) -> Iterator[Shape]:
    """The paths, arrows and numbers of a step, on the board with its corner here."""
    if look.step is None:
        return
    dx, dy = corner[0] - MARGIN, corner[1] - MARGIN

    def moved(figure: Figure) -> Figure:
        match figure:
            case Line():
                points = tuple((x + dx, y + dy) for x, y in figure.points)
                return msgspec.structs.replace(figure, points=points)
            case Badge():
                at = figure.at[0] + dx, figure.at[1] + dy
                return msgspec.structs.replace(figure, at=at)
        return figure

    yield from figures(
        msgspec.structs.replace(look.step, figures=tuple(map(moved, look.step.figures)))
    )


def _move_path(puzzle: Shisen, move: Move, valid: bool, standing: Set[Cell]) -> tuple[Cell, ...]:
    """The path to draw for a move: its own, or a free one if it has none; may be empty."""
    rows, cols = puzzle.size
    if not move.path and valid:
        return free_path(puzzle, *move.pair, standing)
    on_board = all(-1 <= r <= rows and -1 <= c <= cols for r, c in move.path[:MAX_POINTS])
    return move.path if on_board and len(move.path) <= MAX_POINTS else ()


def _straight(line: tuple[Cell, ...]) -> bool:
    """Whether a path is not empty and runs along rows and columns."""
    return bool(line) and all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(line))


def _path(line: tuple[Cell, ...], corner: Point, colour: Colour) -> Lines:
    points = [_middle(corner, cell) for cell in line]
    return Lines(tuple(pairwise(points)), colour, PATH, BEND)


def _middle(corner: Point, cell: Place) -> Point:
    return corner[0] + cell[1] + 0.5, corner[1] + cell[0] + 0.5


def _numbers(rows: int, cols: int, rim: float = 0.65) -> Iterator[Label]:
    """The numbers of rows and columns, at the distance `rim` from the edge of the drawing."""
    for c in range(cols):
        yield Label((c + 1.5, rim), str(c + 1), "soft", 0.3)
    for r in range(rows):
        yield Label((rim, r + 1.5), str(r + 1), "soft", 0.3)


def labels_of(puzzle: Shisen) -> dict[str, str]:
    """The label of each name: the name itself, or if it is long its beginning or a number."""
    names = sorted({name for row in puzzle.board for name in row if name})
    if max(map(len, names)) <= MAX_LABEL_LENGTH:
        return {name: name for name in names}
    if len({name[:MAX_LABEL_LENGTH] for name in names}) == len(names):
        return {name: name[:MAX_LABEL_LENGTH] for name in names}
    return {name: str(number) for number, name in enumerate(names, start=1)}


def _letters(puzzle: Shisen, look: Look) -> int:
    """The columns that a cell needs in the terminal, with room for a sign beside the label."""
    longest = max(len(columns_of(label)) for label in labels_of(puzzle).values())
    return longest + 2 if look.candidates or look.where or look.broken else longest


def _width(across: int, letters: int) -> int:
    """The width of a cell in the terminal: at least three columns if that fits, else `letters`."""
    return max(3, letters) if across * (max(3, letters) + 1) <= COLUMNS else letters

"""The drawing of a puzzle: views of the target or the pieces, layer plans, and all pieces."""

from __future__ import annotations

from quebra.contract.family import Look
from quebra.families.solids.draw.layers import Owners, colour_of, owners_of, plan
from quebra.families.solids.draw.playing import board_title
from quebra.families.solids.draw.view import Block, as_inset, box_of, view_of
from quebra.families.solids.model import Assembly, Placed, Solids
from quebra.families.solids.rules import aligned
from quebra.families.solids.space import size_of
from quebra.i18n.text import Text, as_is
from quebra.render import Drawing, Inset, Label, Shape

__all__ = ["draw"]

GAP = 0.6
TITLE = 0.6
"""The height of the heading of a plan."""
LETTERS, UPRIGHT_LETTERS = 0.42, 0.45
"""The size of the letters of headings."""
SPREAD, LIFT = 0.95, 1.18
"""How far pieces move from the middle in the exploded view, to the sides and up."""
PIECE_SCALE = 0.37
UPRIGHT, HEADING = 9.0, 3.6
"""The least width of rows of plans below the view, and of a plan with its heading."""
UPRIGHT_PIECE_SCALE = 0.55
TRAY_GAP = 0.35


def draw(puzzle: Solids, answer: Assembly | None, look: Look) -> Drawing:
    """The drawing of a puzzle; with an answer, its pieces together and apart."""
    if answer is not None:
        answer = aligned(puzzle, answer)
    title = board_title(puzzle)
    views = _views(puzzle, answer, exploded=not look.cover)
    width, height, shapes = _in_a_column(views, (title,) if look.cover else ())
    if look.cover:
        return Drawing(width, height, title, shapes)
    plans = _plans(owners_of(puzzle, answer), look)
    if look.upright:
        return _upright(puzzle, Drawing(width, height, title, shapes), plans)
    plans_width, plans_height, plan_shapes = layer_flow(plans, width + 1.2, height)
    right = width + 1.2 + plans_width
    below = max(height, plans_height) + GAP
    tray_width, tray_height, tray = _tray(puzzle, right, below)
    return Drawing(
        max(right, tray_width), below + tray_height, title, (*plan_shapes, *tray, *shapes)
    )


def _upright(puzzle: Solids, view: Drawing, plans: list[Drawing]) -> Drawing:
    """The view, below it the plans in rows, and below them all pieces."""
    high, wide = plans[0].height + TITLE + GAP, max(plans[0].width, HEADING) + GAP
    columns = max(1, min(len(plans), round(max(UPRIGHT, view.width) / wide)))
    rows = -(-len(plans) // columns)
    right = max(columns * wide - GAP, view.width)
    shapes: list[Shape] = [Inset(((right - view.width) / 2, 0.0), view)]
    for number, each in enumerate(plans):
        row, column = divmod(number, columns)
        x, y = column * wide, view.height + GAP + row * high + TITLE
        shapes += [
            Label((x, y - TITLE / 2), each.title, "soft", UPRIGHT_LETTERS, align="start"),
            Inset((x, y), each),
        ]
    below = view.height + GAP + rows * high
    tray_width, tray_height, tray = _tray(puzzle, right, below, UPRIGHT_PIECE_SCALE)
    size = max(right, tray_width), below + tray_height
    return Drawing(*size, view.title, (*shapes, *tray))


def _views(
    puzzle: Solids, answer: Assembly | None, *, exploded: bool
) -> list[tuple[tuple[Shape, ...], float]]:
    """Views with their scales: of the target, or of the pieces together and apart."""
    places = answer.places if answer else puzzle.given
    together = [_block(puzzle, place) for place in places]
    filled = {cell for block in together for cell in block.cells}
    empty = tuple(cell for cell in puzzle.required if cell not in filled)
    if empty:
        together.append(Block(empty, "target"))
    if not exploded or len(places) < 2:
        return [(view_of(together), 1.0)]
    apart = [_moved_out(puzzle, block) for block in together if block.colour != "target"]
    return [(view_of(together), 0.7), (view_of(apart), 1.0)]


def _block(puzzle: Solids, place: Placed) -> Block:
    return Block(
        tuple(puzzle.cells_of(place)),
        colour_of(puzzle, place.piece),
        puzzle.letters[puzzle.numbers[place.piece]],
    )


def _moved_out(puzzle: Solids, block: Block) -> Block:
    """A piece moved away from the middle of the target."""
    middle = [side / 2 for side in size_of(puzzle.marks)]
    own = [sum(cell[axis] + 0.5 for cell in block.cells) / len(block.cells) for axis in range(3)]
    dx, dy, dz = (SPREAD * (a - b) for a, b in zip(own, middle, strict=True))
    return Block(block.cells, block.colour, block.letter, (dx, dy, dz * LIFT / SPREAD))


def _in_a_column(
    views: list[tuple[tuple[Shape, ...], float]], legend: tuple[Text, ...]
) -> tuple[float, float, tuple[Shape, ...]]:
    """Views below one another: the width, the height, and the shapes."""
    sizes = [box_of(shapes) for shapes, _ in views]
    width = max(
        (right - left) * scale for (left, _, right, _), (_, scale) in zip(sizes, views, strict=True)
    )
    top, found = 0.0, []
    for (left, upper, right, lower), (shapes, scale) in zip(sizes, views, strict=True):
        at = ((width - (right - left) * scale) / 2, top)
        found.append(as_inset(shapes, at, scale, legend))
        top += (lower - upper) * scale + GAP
    return width, top - GAP, tuple(found)


def _plans(owners: Owners, look: Look) -> list[Drawing]:
    """The plans of all layers, the top first."""
    _, _, layers = size_of(owners.puzzle.marks)
    return [plan(owners, layer, look) for layer in reversed(range(layers))]


def layer_flow(
    plans: list[Drawing], left: float, room: float
) -> tuple[float, float, tuple[Shape, ...]]:
    """Plans with headings in columns of a height, beginning at the left: size and shapes."""
    high, wide = plans[0].height + TITLE + GAP, max(plans[0].width, HEADING)
    rows = max(1, min(len(plans), round(room / high)))
    shapes: list[Shape] = []
    for number, (x, y) in enumerate(plan_corners(wide, plans[0].height, len(plans), rows)):
        heading = plans[number].title
        shapes += [
            Label((left + x, y - TITLE / 2), heading, "soft", LETTERS, align="start"),
            Inset((left + x, y), plans[number]),
        ]
    columns = -(-len(plans) // rows)
    return columns * (wide + GAP) - GAP, rows * high - GAP, tuple(shapes)


def plan_corners(width: float, depth: float, count: int, rows: int) -> list[tuple[float, float]]:
    """The upper left corners of plans in columns of some rows."""
    high = depth + TITLE + GAP
    return [
        ((number // rows) * (width + GAP), (number % rows) * high + TITLE)
        for number in range(count)
    ]


def _tray(
    puzzle: Solids, room: float, top: float, scale: float = PIECE_SCALE
) -> tuple[float, float, tuple[Shape, ...]]:
    """All pieces with their names, in rows of a width; a terminal shows their layers."""
    views = []
    for kind, piece in enumerate(puzzle.pieces):
        colour = colour_of(puzzle, puzzle.numbers.index(kind))
        views.append(view_of([Block(piece.body, colour)]))
    boxes = [box_of(view) for view in views]
    widths = [max((right - left) * scale, 0.8) for left, _, right, _ in boxes]
    heights = [(lower - upper) * scale for _, upper, _, lower in boxes]
    shapes: list[Shape] = []
    y, widest = top, 0.0
    for row in _rows(widths, max(room, 6.0)):
        high = max(heights[kind] for kind in row)
        x = 0.0
        for kind in row:
            piece = puzzle.pieces[kind]
            at, layers = (x, y + high - heights[kind]), as_is(" ".join(piece.cells))
            shapes.append(as_inset(views[kind], at, scale, (layers,)))
            name = piece.name if piece.count == 1 else f"{piece.count} x {piece.name}"
            shapes.append(Label((x + widths[kind] / 2, y + high + 0.3), name, "ink", 0.36, True))
            x += widths[kind] + TRAY_GAP
        widest, y = max(widest, x - TRAY_GAP), y + high + 0.6 + GAP / 2
    return widest, y - GAP / 2 - top, tuple(shapes)


def _rows(widths: list[float], room: float) -> list[list[int]]:
    """Numbers of things of some widths, in rows that fit the room."""
    rows: list[list[int]] = [[]]
    used = 0.0
    for number, width in enumerate(widths):
        if rows[-1] and used + width > room:
            rows.append([])
            used = 0.0
        rows[-1].append(number)
        used += width + TRAY_GAP
    return rows

"""Places pieces: tiles into cells, and tangram pieces close to their positions."""

from __future__ import annotations

from itertools import chain

from playwright.sync_api import Locator, expect

from page.desk import Desk
from quebra.families.solids.draw.playing import cell_boxes
from quebra.families.solids.formats.places import read_place
from quebra.families.solids.model import Placed, Solids
from quebra.families.solids.names import place_of
from quebra.families.tangram.draw import Region
from quebra.families.tangram.label_point import label_point
from quebra.families.tangram.model import Placement, Tangram
from quebra.geometry.edges import box_around
from quebra.i18n.text import Text

TURN = 45
QUARTERS = {"x": "Tip back", "y": "Tip right", "z": "Turn round"}
"""Buttons of the quarter turns of a piece of cubes."""
COARSE, FINE = 0.5, 0.05
"""Distance that a key moves a piece, in sides of the smallest piece."""
Pixel = tuple[float, float]


class Tiling:
    """Pieces from the tray into cells: r1c2=5/1."""

    def mouse(self, desk: Desk, move: str) -> None:
        cell, tile, turns = self._read(desk, move)
        if turns:
            tile.click()
            self._turn(desk, turns)
        tile.drag_to(desk.cell(cell))

    def keyboard(self, desk: Desk, move: str) -> None:
        cell, tile, turns = self._read(desk, move)
        desk.page.locator(".layer [tabindex='0']").focus()
        desk.walk_to(cell)
        desk.press("p")
        wanted = tile.get_attribute("data-piece")
        for _ in range(desk.page.locator(".tile:visible").count()):
            if desk.page.locator(".tile:focus").get_attribute("data-piece") == wanted:
                break
            desk.press("ArrowRight")
        desk.press("]", turns)
        desk.press("Enter", 2)

    def touch(self, desk: Desk, move: str) -> None:
        cell, tile, turns = self._read(desk, move)
        tile.tap()
        self._turn(desk, turns)
        desk.cell(cell).tap()

    def _read(self, desk: Desk, move: str) -> tuple[str, Locator, int]:
        cell, what = move.split("=")
        piece, _, turns = what.partition("/")
        tile = desk.page.locator(f'.tile[data-piece="{int(piece) - 1}"]')
        desk.page.locator(f'[role="tab"][data-kind="{tile.get_attribute("data-kind")}"]').click()
        return cell, tile, int(turns or 0)

    def _turn(self, desk: Desk, turns: int) -> None:
        for _ in range(turns):
            desk.button("Turn right").click()


class Assembling:
    """Pieces of a tangram, turned and flipped in the tray and then moved: 3=x,y,angle,f."""

    def __init__(self, puzzle: Tangram) -> None:
        self.puzzle = puzzle

    def mouse(self, desk: Desk, move: str) -> None:
        piece = self._prepared(desk, move)
        (x, y), (from_x, from_y), (to_x, to_y) = piece.grip, piece.middle, piece.goal
        desk.page.mouse.move(x, y)
        desk.page.mouse.down()
        desk.page.mouse.move(x + to_x - from_x, y + to_y - from_y, steps=8)
        desk.page.mouse.up()

    def touch(self, desk: Desk, move: str) -> None:
        desk.page.touchscreen.tap(*self._prepared(desk, move).goal)

    def keyboard(self, desk: Desk, move: str) -> None:
        piece = Held(desk, self.puzzle, move)
        desk.page.locator(f'.middle [role="button"][data-where="{piece.where}"]').focus()
        desk.press("f", piece.flips)
        desk.press("]", piece.turns)
        desk.press("Enter")
        right, down = piece.way
        for way, keys in ((right, ("ArrowRight", "ArrowLeft")), (down, ("ArrowDown", "ArrowUp"))):
            key, steps = keys[way < 0], round(abs(way) / FINE)
            coarse, fine = divmod(steps, round(COARSE / FINE))
            desk.press(key, coarse)
            desk.press(f"Shift+{key}", fine)
        desk.press("Enter")

    def _prepared(self, desk: Desk, move: str) -> Held:
        piece = Held(desk, self.puzzle, move)
        expect(desk.page.locator(".piece > g:empty")).to_have_count(0)
        desk.page.mouse.click(*piece.grip)
        for _ in range(piece.flips):
            desk.button("Flip").click()
        for _ in range(piece.turns):
            desk.button("Turn right").click()
        return piece


class Packing:
    """Pieces of cubes, turned in the tray and laid by their first cell: 3=1,0,2,xy.

    The mouse drags them; fingers tap.
    """

    def __init__(self, puzzle: Solids) -> None:
        self.puzzle = puzzle
        boxes = cell_boxes(puzzle)
        tops, lefts = (sorted({box[i] for box in boxes.values()}) for i in (1, 0))
        self.grid = {
            where: (tops.index(box[1]), lefts.index(box[0])) for where, box in boxes.items()
        }

    def mouse(self, desk: Desk, move: str) -> None:
        place, tile = self._read(desk, move)
        tile.click()
        for letter in place.turn:
            desk.button(QUARTERS[letter]).click()
        tile.drag_to(self._cell(desk, place))

    def keyboard(self, desk: Desk, move: str) -> None:
        place, tile = self._read(desk, move)
        desk.page.locator(".layer [tabindex='0']").focus()
        desk.press("p")
        wanted = tile.get_attribute("data-piece")
        for _ in range(desk.page.locator(".tile").count()):
            if desk.page.locator(".tile:focus").get_attribute("data-piece") == wanted:
                break
            desk.press("ArrowRight")
        for letter in place.turn:
            desk.press(letter)
        desk.press("Enter")
        self._walk(desk, self._where(place))
        desk.press("Enter")

    def touch(self, desk: Desk, move: str) -> None:
        place, tile = self._read(desk, move)
        tile.tap()
        for letter in place.turn:
            desk.button(QUARTERS[letter]).tap()
        self._cell(desk, place).tap()

    def _read(self, desk: Desk, move: str) -> tuple[Placed, Locator]:
        place = read_place(move, Text("the move"))
        return place, desk.page.locator(f'.tile[data-piece="{place.piece}"]')

    def _where(self, place: Placed) -> tuple[int, int]:
        """The place in the grid of the first cell of a piece."""
        return self.grid[min(map(place_of, self.puzzle.cells_of(place)))]

    def _cell(self, desk: Desk, place: Placed) -> Locator:
        row, column = self._where(place)
        return desk.page.locator(f'.layer [data-where="{row},{column}"]')

    def _walk(self, desk: Desk, goal: tuple[int, int]) -> None:
        """Move along cells of the grid with arrows, around the gaps between them."""
        where = desk.page.locator('.layer [aria-selected="true"]').get_attribute("data-where")
        row, column = (int(part) for part in (where or "").split(","))
        for key in arrow_path({*self.grid.values()}, (row, column), goal):
            desk.press(key)


ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (1, -1), "ArrowRight": (1, 1)}
"""For each arrow the coordinate that it changes, and the direction."""


def arrow_path(
    cells: set[tuple[int, int]], start: tuple[int, int], goal: tuple[int, int]
) -> tuple[str, ...]:
    """The fewest arrows from a cell to another; an arrow goes on beyond gaps and the edge."""
    paths: dict[tuple[int, int], tuple[str, ...]] = {start: ()}
    edge = [start]
    while goal not in paths:
        here = edge.pop(0)
        for key, (axis, step) in ARROWS.items():
            line = sorted(cell for cell in cells if cell[1 - axis] == here[1 - axis])
            there = line[(line.index(here) + step) % len(line)]
            if there not in paths:
                paths[there] = (*paths[here], key)
                edge.append(there)
    return paths[goal]


class Held:
    """A piece on the page that a move places."""

    def __init__(self, desk: Desk, puzzle: Tangram, move: str) -> None:
        name, _, where = move.partition("=")
        x, y, angle, *flip = where.split(",")
        self.desk = desk
        self.puzzle = puzzle
        # The small map of a zoomed board has pieces too.
        self.ring = desk.page.locator(f':is(.board, .tray) .piece[data-number="{name}"] .ring')
        self.kind, self.copy = _copies(puzzle)[int(name) - 1]
        self.place = Placement(self.kind, float(x), float(y), float(angle), bool(flip))

    @property
    def where(self) -> str:
        """The name of the piece in the layer."""
        return f"{self.kind},{self.copy}"

    @property
    def flips(self) -> int:
        """The number of flips that the move needs."""
        return int(self.place.flip)

    @property
    def turns(self) -> int:
        """The number of turns after flipping; a flip from left to right adds half a turn."""
        return round((self.place.angle - 180 * self.flips) / TURN) % (360 // TURN)

    @property
    def grip(self) -> Pixel:
        """A pixel well inside the piece at its current place."""
        return _pixel(self.ring, label_point(self.puzzle.pieces[self.kind].outline)[0])

    @property
    def middle(self) -> Pixel:
        """The pixel in the middle of the piece at its current place."""
        return _pixel(self.ring, self._centre)

    @property
    def goal(self) -> Pixel:
        """The pixel of the middle of the piece after the move."""
        figure = self.desk.page.locator(".board .workspace path").first
        return _pixel(figure, self.place.motion(self._centre))

    @property
    def way(self) -> tuple[float, float]:
        """Its way from the middle of the figure, in sides of the smallest piece."""
        smallest = min(min(_size(shape)) for shape in self.puzzle.shapes)
        way = self.place.motion(self._centre) - _centre(self.puzzle.target)
        return way.real / smallest, way.imag / smallest

    @property
    def _centre(self) -> complex:
        return _centre(self.puzzle.shapes[self.kind])


def _copies(puzzle: Tangram) -> list[tuple[int, int]]:
    return [(kind, copy) for kind, piece in enumerate(puzzle.pieces) for copy in range(piece.count)]


def _centre(shape: Region) -> complex:
    left, top, right, bottom = box_around(chain(*shape))
    return complex(left + right, top + bottom) / 2


def _size(shape: Region) -> tuple[float, float]:
    left, top, right, bottom = box_around(chain(*shape))
    return right - left, bottom - top


def _pixel(element: Locator, point: complex) -> Pixel:
    """The pixel that shows a point in the coordinates of an element."""
    x, y = element.evaluate(
        "(each, [x, y]) => { const p = new DOMPoint(x, y).matrixTransform(each.getScreenCTM());"
        " return [p.x, p.y]; }",
        [point.real, point.imag],
    )
    return x, y

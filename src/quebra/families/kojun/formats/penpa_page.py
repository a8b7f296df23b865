"""Writes a Kojun board as a link to a new page of penpa+."""

from __future__ import annotations

import msgspec

from quebra.contract.errors import BadInput
from quebra.families.kojun.formats.penpa_pack import (
    CELL,
    CORNER,
    SIDE_BELOW,
    SIDE_RIGHT,
    Frame,
    pack,
)
from quebra.families.kojun.formats.shared import (
    holes_of,
    refuse_column_order,
    walls_below,
    walls_right,
)
from quebra.families.kojun.model import Kojun
from quebra.grid.cells import cells
from quebra.i18n.text import Text

_MAX_SIDE = 100
_CELL_SIZE = 38
_THICK = 2
_NORMAL = "1"
_VERSION = [3, 1, 4]
_STACKS = ("command_redo", "command_undo", "command_replay")
_MAPS = ("surface", "number", "numberS", "symbol", "freeline", "freelineE")
_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon")
_MORE_MAPS = ("line", "lineE", "wall", "cage", "deletelineE")
_MORE_LISTS = ("killercages", "nobulbthermo")


def write_link(puzzle: Kojun) -> str:
    """A link that opens the puzzle in penpa+; holes are missing from the list of cells.

    >>> write_link(Kojun(regions=((1,),), givens=((1,),))).partition("&p=")[0]
    'https://swaroopg92.github.io/penpa-edit/#m=edit'
    """
    refuse_column_order(puzzle, Text("a penpa link"))
    if max(puzzle.size) > _MAX_SIDE:
        raise BadInput(Text("A penpa board has at most {most} rows and columns.", most=_MAX_SIDE))
    frame = Frame(*puzzle.size)
    mode = _json(_mode())
    empty = _json(_layer())
    problem = _json(_layer(number=_givens(puzzle, frame), lineE=_walls(puzzle, frame)))
    return pack(
        [
            _header(frame),
            "[0,0,0,0]",
            mode,
            problem,
            empty,
            _json(_cell_list(puzzle, frame)),
            '["Number Normal"]',
            "{}",
            '"x"',
            '"x"',
            _json(_VERSION),
            mode,
            '"x"',
            "0",
            empty,
            empty,
            "{}",
            '["cojun"]',
        ]
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _header(frame: Frame) -> str:
    canvas = ((frame.cols + 1) * _CELL_SIZE, (frame.rows + 1) * _CELL_SIZE)
    middle = _middle(frame)
    numbers = (frame.cols, frame.rows, _CELL_SIZE, 0, 1, 1, *canvas, middle, middle, 0, 0, 0, 0)
    return f"square,{','.join(map(str, numbers))},Title: ,Author: ,,,OFF,false"


def _middle(frame: Frame) -> int:
    """The number of the centre of the board: a cell, a corner or a side."""
    even_rows, even_cols = frame.rows % 2 == 0, frame.cols % 2 == 0
    kind = {
        (False, False): CELL,
        (True, True): CORNER,
        (True, False): SIDE_BELOW,
        (False, True): SIDE_RIGHT,
    }[even_rows, even_cols]
    return frame.index(((frame.rows - 1) // 2, (frame.cols - 1) // 2), kind)


def _givens(puzzle: Kojun, frame: Frame) -> dict[str, object]:
    return {
        str(frame.index((r, c))): [str(given), 1, _NORMAL]
        for r, row in enumerate(puzzle.givens)
        for c, given in enumerate(row)
        if given
    }


def _walls(puzzle: Kojun, frame: Frame) -> dict[str, object]:
    """The edges between regions; penpa itself draws the outline and that of holes."""
    holes = set(holes_of(puzzle))
    found: dict[str, object] = {}
    for (dr, dc), walls in (((0, 1), walls_right(puzzle)), ((1, 0), walls_below(puzzle))):
        for r, row in enumerate(walls):
            for c, wall in enumerate(row):
                if wall and not holes & {(r, c), (r + dr, c + dc)}:
                    ends = frame.index((r - dc, c - dr), CORNER), frame.index((r, c), CORNER)
                    found[f"{ends[0]},{ends[1]}"] = _THICK
    return found


def _cell_list(puzzle: Kojun, frame: Frame) -> list[int]:
    """The numbers of the cells, each as the difference from the one before."""
    holes = set(holes_of(puzzle))
    indices = [frame.index(cell) for cell in cells(*puzzle.size) if cell not in holes]
    return [index - before for before, index in zip([0, *indices], indices, strict=False)]


def _layer(**filled: dict[str, object]) -> dict[str, object]:
    layer: dict[str, object] = {name: {"__a": []} for name in _STACKS}
    layer |= {name: {} for name in _MAPS} | {name: [] for name in _LISTS}
    layer |= {name: {} for name in _MORE_MAPS} | {name: [] for name in _MORE_LISTS}
    return layer | filled


def _mode() -> dict[str, object]:
    return {"qa": "pu_a", "grid": ["1", "2", "1"], "pu_q": _tools(2, 1, 1), "pu_a": _tools(3, 2, 9)}


def _tools(line: int, number: int, sudoku: int) -> dict[str, object]:
    """The initial settings of the tools, with the colours of lines and numbers."""
    return {
        "edit_mode": "number",
        "surface": ["", 1],
        "line": ["1", line],
        "lineE": ["1", line],
        "wall": ["", line],
        "cage": ["1", 10],
        "number": ["1", number],
        "symbol": ["circle_L", 1],
        "special": ["thermo", ""],
        "board": ["", ""],
        "move": ["1", ""],
        "combi": ["battleship", ""],
        "sudoku": ["1", sudoku],
    }

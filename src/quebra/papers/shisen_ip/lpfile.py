"""The paper's program as an LP file for other solvers, with the board in comments."""

from __future__ import annotations

from dataclasses import replace

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput, Cut
from quebra.contract.family import Family
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Clearing, Shisen
from quebra.i18n.text import Text
from quebra.papers.shisen_ip.model import MOST_ROWS, PaperModel

HEADING = "\\ Shisen-Sho, the smallest sum of the tiles' rounds"
BOARD = "\\ board: "
PIECE = 100
"""Characters of the board on a line, for readers with short lines."""

_JSON = json_codec(Shisen, "shisen")


def read_lp(text: str) -> Shisen:
    """The board in the comments; the program is not read."""
    if not recognises_lp(text):
        raise BadInput(Text("The first line is not that of an LP file that Quebra wrote."))
    pieces = [line.removeprefix(BOARD) for line in text.splitlines() if line.startswith(BOARD)]
    if not pieces:
        raise BadInput(Text("The LP file has no comment with the board."))
    return _JSON.read("".join(pieces))


def write_lp(puzzle: Shisen) -> str:
    """The program, without dominated paths.

    >>> print(write_lp(Shisen(board=(("A", "B"), ("A", "B")))), end="")
    \\ Shisen-Sho, the smallest sum of the tiles' rounds
    \\ c_I is the round of the tile in cell I; p_I_J_K is 1 if I and J go together on path K.
    \\ board: {"family":"shisen","board":[["A","B"],["A","B"]],"merged":[],"gravity":false}
    Minimize
     cost: + c_1 + c_2 + c_3 + c_4
    Subject To
     r1: + p_1_3_1 = 1
     r2: + p_2_4_1 = 1
     r3: + p_1_3_1 = 1
     r4: + p_2_4_1 = 1
    Binaries
     p_1_3_1 p_2_4_1
    End
    """
    if puzzle.gravity:
        raise BadInput(Text("The paper's program cannot say that tiles fall."))
    try:
        program = PaperModel(puzzle, Budget()).program
    except Cut:
        raise BadInput(
            Text("The board is too large for an LP file: more than {n:,} constraints.", n=MOST_ROWS)
        ) from None
    board = _JSON.write(puzzle)
    comments = [
        HEADING,
        "\\ c_I is the round of the tile in cell I; p_I_J_K is 1 if I and J go together on path K.",
        *(BOARD + board[i : i + PIECE] for i in range(0, len(board), PIECE)),
    ]
    return "\n".join(comments) + "\n" + program.lp()


def recognises_lp(text: str) -> bool:
    """Whether a text is an LP file written by `write_lp`."""
    return text.lstrip().startswith(HEADING)


LP: Codec[Shisen] = Codec(
    "lp", Text("the paper's program, for other solvers"), recognises_lp, read_lp, write_lp
)


def add_lp(family: Family[Shisen, Clearing]) -> Family[Shisen, Clearing]:
    """The family with the format `lp`."""
    formats = replace(family.formats, puzzles=(*family.formats.puzzles, LP))
    return replace(family, formats=formats)

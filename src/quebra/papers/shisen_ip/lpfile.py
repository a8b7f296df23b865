"""The paper's program as an LP or MPS file for other solvers, with the board in comments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput, Cut
from quebra.contract.family import Family, Formats
from quebra.engine.budget import Budget
from quebra.engine.carried import has_heading, puzzle_comments, read_puzzle_comments
from quebra.engine.program import Program
from quebra.families.shisen.model import Clearing, Shisen
from quebra.i18n.text import Text
from quebra.papers.shisen_ip.model import MOST_ROWS, PaperModel

TITLE = "Shisen-Sho, the smallest sum of the tiles' rounds"
HEADINGS = {"lp": f"\\ {TITLE}", "mps": f"* {TITLE}"}
NOTE = "c_I is the round of the tile in cell I; p_I_J_K is 1 if I and J go together on path K."

_JSON = json_codec(Shisen, "shisen")


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
    return _head("lp", puzzle) + _program(puzzle).lp()


def write_mps(puzzle: Shisen) -> str:
    """The program of `write_lp` as an MPS file."""
    return _head("mps", puzzle) + _program(puzzle).mps()


def _program(puzzle: Shisen) -> Program:
    if puzzle.gravity:
        raise BadInput(Text("The paper's program cannot say that tiles fall."))
    try:
        return PaperModel(puzzle, Budget()).program
    except Cut:
        raise BadInput(
            Text("The board is too large for an LP file: more than {n:,} constraints.", n=MOST_ROWS)
        ) from None


def _head(format: str, puzzle: Shisen) -> str:
    heading = HEADINGS[format]
    lines = (heading, f"{heading[0]} {NOTE}", *puzzle_comments(puzzle, heading[0]))
    return "".join(f"{line}\n" for line in lines)


def _codec(format: str, text: Text, write: Callable[[Shisen], str]) -> Codec[Shisen]:
    heading = HEADINGS[format]
    return Codec(
        format,
        text,
        partial(has_heading, heading),
        partial(read_puzzle_comments, heading, _JSON),
        write,
    )


LP = _codec("lp", Text("the paper's program, for other solvers"), write_lp)
MPS = _codec("mps", Text("the paper's program as an MPS file"), write_mps)


def lp_formats(_family: Family[Shisen, Clearing]) -> Formats[Shisen, Clearing]:
    """The formats `lp` and `mps`."""
    return Formats((LP, MPS))

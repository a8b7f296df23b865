"""The first solution of one board in a new process: in CPU seconds, cold, then warm.

Reads the board from the standard input; `bench/symmetry.py` calls it. What the engine imports and
compiles while it works counts as cold; Quebra itself is imported before. Warm is the second run
with the compiled engine.
"""

from __future__ import annotations

import sys
import time

import msgspec

from quebra.engine.budget import Budget
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.solve import kernel, solutions
from quebra.families.symmetry.solve.run import KERNELS
from quebra.families.symmetry.solve.search import new_state


def first(board: Symmetry) -> float:
    """CPU seconds, all threads together."""
    started = time.process_time()
    next(solutions(board, Budget()))
    return time.process_time() - started


if __name__ == "__main__":
    board = msgspec.json.decode(sys.stdin.buffer.read(), type=Symmetry)
    cold = first(board)
    KERNELS[kernel.search].compile((new_state(board),))
    first(board)
    print(cold, first(board))

"""The smallest sum of one board in a new process: cold, then warm, as CPU seconds in JSON.

Reads the board from the standard input, and the limit in seconds as its argument;
`bench/shisen.py` calls it. What the engine imports and compiles while it works counts as cold.
"""

from __future__ import annotations

import sys

import msgspec

from quebra.contract.registry import get_family
from quebra.engine.search import solve
from quebra.families.shisen.model import Shisen

if __name__ == "__main__":
    board = msgspec.json.decode(sys.stdin.buffer.read(), type=Shisen)
    limit = float(sys.argv[1])
    family = get_family("shisen")
    runs = [solve(family, board, goal="sum", engine="own", seconds=limit) for _ in range(2)]
    sys.stdout.write(msgspec.json.encode([run.cpu_seconds for run in runs]).decode())

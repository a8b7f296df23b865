"""The smallest sum of one board in a new process: cold, then warm, as JSON.

Reads the board from the standard input, and the limit in seconds as its argument;
`bench/shisen.py` calls it. What the engine imports and compiles while it works counts as cold.
"""

from __future__ import annotations

import sys

import msgspec

from quebra.families.shisen.model import Shisen
from shisen_study import run

if __name__ == "__main__":
    board = msgspec.json.decode(sys.stdin.buffer.read(), type=Shisen)
    limit = float(sys.argv[1])
    cold = run("own", board, limit)
    sys.stdout.write(msgspec.json.encode((cold, run("own", board, limit))).decode())

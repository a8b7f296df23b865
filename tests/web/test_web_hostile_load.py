"""Checks are answered while slow loads are sent and aborted: none is lost, and all are right.

How long they take is for `bench/hostile_load.py` to tell; a busy machine must not fail a test.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from servers import Served

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from hostile_load import measure

pytestmark = pytest.mark.integration


def test_checks_while_slow_loads_are_aborted(served: Served) -> None:
    tally, aborted, _ = asyncio.run(
        measure(served.port, clients=50, seconds=2, pause=0.1, rate=20, after=0.1)
    )
    assert tally.wrong == []
    assert len(tally.seconds) >= 50 and aborted > 0

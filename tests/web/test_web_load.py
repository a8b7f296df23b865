"""Checks are answered at once whatever else runs: none is lost, and every answer is right.

How long they take is for `bench/page_load.py` to tell; a busy machine must not fail a test.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from servers import Served

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from page_load import measure

pytestmark = [pytest.mark.integration, pytest.mark.slow]


def test_checks_of_many_clients_while_hard_puzzles_are_solved(served: Served) -> None:
    tally = asyncio.run(measure(served.port, clients=50, seconds=2, pause=0.1))
    assert tally.wrong == []
    assert len(tally.seconds) >= 50

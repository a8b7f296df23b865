"""A PostgreSQL server that is restarted during a batch: the batch waits for it and goes on."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from batches import Place
from databases import Server

pytestmark = pytest.mark.integration

AWAITED = "does not answer; it is tried again for up to 300 s."


@pytest.fixture
def own_server() -> Iterator[Server]:
    server = Server()
    yield server
    server.remove()


def test_a_batch_goes_on_after_the_server_was_restarted(tmp_path: Path, own_server: Server) -> None:
    place = Place(tmp_path, own_server.new(), boards=60)
    place.hold_after(20)
    command = place.start()
    try:
        place.wait_for(20)
        own_server.stop()
        assert command.stderr is not None
        line = command.stderr.readline()
        assert line.startswith("quebra: The database ") and line.endswith(f"{AWAITED}\n")
        own_server.start()
        place.hold_after(None)
        _, err = command.communicate(timeout=300)
    finally:
        command.kill()
    assert command.returncode == 0 and "quebra:" not in err
    place.check_each_is_there_once()


def test_a_batch_that_waits_for_its_server_ends_at_once_when_it_is_told_to(
    tmp_path: Path, own_server: Server
) -> None:
    place = Place(tmp_path, own_server.new(), boards=60)
    place.hold_after(5)
    command = place.start()
    try:
        place.wait_for(5)
        own_server.stop()
        assert command.stderr is not None
        assert AWAITED in command.stderr.readline()
        command.send_signal(signal.SIGINT)
        _, err = command.communicate(timeout=120)  # it would wait for 300 s
    finally:
        command.kill()
        own_server.start()
    assert command.returncode == 3 and err.endswith("quebra: It was cancelled.\n")

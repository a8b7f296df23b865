"""Workers in a sandbox: no network, no secrets, a temporary folder of their own."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

import pytest

from processes import TIMEOUT
from quebra.service.protocol import read_request
from quebra.workers import Done, Limits, WorkerPool
from quebra.workers.sandbox import Sandbox

pytestmark = pytest.mark.integration

REQUEST = b'{"verb": "grade", "puzzle": "kojun\\nregions\\na a\\ngivens\\n2 ."}'


@pytest.mark.skipif(sys.platform != "linux", reason="namespaces are Linux's")
def test_a_worker_works_without_network_and_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("QUEBRA_TOKEN", "a-secret-of-the-server")

    async def look() -> None:
        async with WorkerPool(1, Limits(wall=TIMEOUT, cpu=TIMEOUT), in_sandbox=True) as pool:
            entered = pool.sandbox
            assert entered is not None
            (pid,) = pool.pids
            (folder,) = tmp_path.iterdir()
            secrets = Path(f"/proc/{pid}/environ").read_bytes() if os.geteuid() == 0 else b""
            assert b"a-secret" not in secrets
            if entered.no_network:
                own, theirs = (os.readlink(f"/proc/{each}/ns/net") for each in ("self", pid))
                assert own != theirs and entered.missing is None
            else:  # the system allows no namespaces, and the server says so
                assert entered.reason and entered.missing
            events = [event async for event in pool.run(read_request(REQUEST))]
            assert isinstance(events[-1], Done)
            assert folder.is_dir()
        assert [*tmp_path.iterdir()] == []

    asyncio.run(look())


def test_a_missing_sandbox_is_said_in_a_sentence() -> None:
    text = Sandbox(reason="Operation not permitted").missing
    assert text == "Worker processes run without a sandbox: Operation not permitted."
    assert Sandbox(no_network=True).missing is None

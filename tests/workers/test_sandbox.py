"""Workers in a sandbox: no network, no secrets, a temporary folder of their own."""

import asyncio
import json
import os
import socket
import sys
import tempfile
from pathlib import Path

import pytest

from processes import TIMEOUT
from quebra.service.protocol import read_request
from quebra.workers import Done, Failed, Limits, WorkerPool
from quebra.workers.sandbox import Sandbox
from troublemakers import BOARD, LISTENER, install

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


@pytest.mark.skipif(sys.platform != "linux", reason="namespaces are Linux's")
def test_what_a_worker_tries_in_its_sandbox_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine connects to a server that listens, leaves the network and writes a large file."""
    site, temporary = tmp_path / "site", tmp_path / "temporary"
    site.mkdir()
    temporary.mkdir()
    install(site, monkeypatch)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    request = json.dumps({"verb": "solve", "puzzle": BOARD, "engine": "prying"}).encode()

    async def tried(in_sandbox: bool) -> tuple[dict[str, str], Sandbox | None]:
        limits = Limits(wall=TIMEOUT, cpu=TIMEOUT)
        async with WorkerPool(1, limits, in_sandbox=in_sandbox) as pool:
            *_, end = [event async for event in pool.run(read_request(request))]
            assert isinstance(end, Failed)
            seen = [path.name for path in temporary.rglob("*") if path.is_file()]
            assert not pool.sandbox or not pool.sandbox.own_folder or seen == []
            return json.loads(str(end.text)), pool.sandbox

    with socket.create_server(("127.0.0.1", 0)) as listener:
        monkeypatch.setenv(LISTENER, str(listener.getsockname()[1]))
        outside, _ = asyncio.run(tried(False))
        found, entered = asyncio.run(tried(True))
    assert outside["loopback"] == outside["own file"] == outside["large file"] == "done"
    assert entered is not None and found["own file"] == "done"
    assert found["large file"] == "EFBIG"
    if entered.no_network:
        assert found["loopback"] == found["elsewhere"] == "ENETUNREACH"
    if entered.no_privileges:
        assert found["become root"] in ("EPERM", "EINVAL") and found["mount"] == "EPERM"


def test_a_missing_sandbox_is_said_in_a_sentence() -> None:
    text = Sandbox(reason="Operation not permitted").missing
    assert text == "Worker processes run without a sandbox: Operation not permitted."
    assert Sandbox(no_network=True).missing is None

"""The commands of the unit for systemd and of the container image, in their environments."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from processes import TIMEOUT
from servers import FEW_PROCESSES, Served

pytestmark = pytest.mark.integration

DEPLOY = Path(__file__).parents[2] / "docs" / "deploy"
PORT = "8017"


def test_the_unit_starts_a_healthy_server_and_ends_it(tmp_path: Path) -> None:
    text = (DEPLOY / "quebra.service").read_text()
    (command,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    variables = re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE)
    with _started(shlex.split(command), dict(variables), tmp_path) as served:
        assert served.client.get("/health").json() == {"live": True, "ready": True}
    assert (tmp_path / "quebra.db").exists()


def test_the_container_starts_a_server_that_its_check_finds_healthy(tmp_path: Path) -> None:
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", "")
    entry, arguments, check = (
        json.loads(re.findall(rf"^{word} .*?(\[.*\])$", text, re.MULTILINE)[0])
        for word in ("ENTRYPOINT", "CMD", "HEALTHCHECK")
    )
    variables = dict(
        each.split("=", 1)
        for line in re.findall(r"^ENV (.*)$", text, re.MULTILINE)
        for each in line.split()
        if not each.startswith("PATH=")
    )
    source = check[-1]
    assert f":{PORT}/health" in source
    assert re.findall(r"^USER (\w+)$", text, re.MULTILINE) not in ([], ["root"], ["0"])
    with _started([*entry, *arguments], variables, tmp_path) as served:
        found = subprocess.run(
            [sys.executable, "-c", source.replace(PORT, str(served.port))], check=False
        )
        assert found.returncode == 0
    assert (tmp_path / "quebra.db").exists()


@contextmanager
def _started(command: list[str], variables: dict[str, str], folder: Path) -> Iterator[Served]:
    """A server by a command of an installed Quebra; it keeps its files in a folder."""
    assert PORT in command
    own = {name: str(folder / Path(value).name) for name, value in variables.items()}
    few = {name: str(value) for name, value in FEW_PROCESSES.items()}
    process = subprocess.Popen(
        [sys.executable, "-m", "quebra", *command[1:], "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **few, **own},
    )
    try:
        served = Served(process)
        yield served
        served.client.close()
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT) == -signal.SIGTERM
        assert process.stdout
        process.stdout.close()

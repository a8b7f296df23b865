"""A server that tests start as a process and send requests to."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from processes import TIMEOUT, alive, small_nice
from quebra.workers.protocol import SOLVER_NICE

Ask = Callable[..., httpx.Response]
"""Sends a request to a server in the same process: method, path and fields of the body."""
MOST_NICE = 19
STREAM = {"accept": "text/event-stream"}


class Served:
    """A running server and a client of it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout
        said = process.stdout.readline()
        assert "http" in said, said
        self.page = said.split()[-1]
        self.address = self.page.partition("?")[0].rstrip("/")
        self.client = httpx.Client(base_url=self.address, timeout=TIMEOUT)

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def post(self, path: str, status: int = 200, **body: object) -> Any:
        """The JSON of the response, which must have the status."""
        answer = self.client.post(f"/api/{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.client.get(f"/api/{path}")
        assert answer.status_code == status, answer.text
        return answer.json()

    @contextmanager
    def events(self, path: str, **body: object) -> Iterator[Iterator[tuple[str, Any]]]:
        """The events of a job, while the stream is open."""
        with self.client.stream("POST", f"/api/{path}", json=body, headers=STREAM) as answer:
            if answer.status_code != 200:
                answer.read()
            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"].startswith("text/event-stream")
            yield read_events(answer.iter_lines())

    def raw(self, request: bytes) -> bytes:
        """The response to raw bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=TIMEOUT) as connection:
            connection.sendall(request)
            answer = b""
            while chunk := connection.recv(65536):
                answer += chunk
        return answer

    @property
    def workers(self) -> tuple[int, ...]:
        """The IDs of the worker processes."""
        return children(self.process.pid)

    def busy_workers(self) -> tuple[int, ...]:
        """The workers that solve, recognised by their niceness above that of the server."""
        own = os.getpriority(os.PRIO_PROCESS, self.process.pid)
        nice = min(own + small_nice(SOLVER_NICE), MOST_NICE)
        return tuple(pid for pid in self.workers if os.getpriority(os.PRIO_PROCESS, pid) == nice)


def started(events: Iterator[tuple[str, Any]]) -> str:
    """Wait until the engine of a job has reported progress; returns the job's name."""
    job: str = next(data["job"] for name, data in events if name == "started")
    next(data for name, data in events if name == "advanced" and data["bound"])
    return job


def read_events(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def children(parent: int) -> tuple[int, ...]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and alive(int(entry.name)):
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == parent:
                found.append(int(entry.name))
    return tuple(found)


WIDE_LIMITS: dict[str, object] = {
    "QUEBRA_BODY_SECONDS": int(TIMEOUT),
    "QUEBRA_QUICK_SECONDS": int(2 * TIMEOUT),
    "QUEBRA_JOB_SECONDS": int(2 * TIMEOUT),
    "QUEBRA_JOB_CPU_SECONDS": int(2 * TIMEOUT),
}
"""Limits that end no request on a machine under load, and no job earlier than a test fails."""
FEW_PROCESSES: dict[str, object] = {"QUEBRA_JOBS_RUNNING": 1, "QUEBRA_QUICK_RUNNING": 1}
MANY_PROCESSES: dict[str, object] = {"QUEBRA_JOBS_RUNNING": 2, "QUEBRA_QUICK_RUNNING": 2}
"""The default numbers of workers; each takes two seconds to start."""


@contextmanager
def server(data: Path, *options: str, port: object = 0, **settings: object) -> Iterator[Served]:
    """A server with its games in a file; settings are environment variables."""
    program = (sys.executable, "-m", "quebra", "play", "--no-browser")
    command = (*program, "--port", str(port), "--host", "127.0.0.1", *options)
    settings = WIDE_LIMITS | FEW_PROCESSES | settings
    env = {**os.environ, **{name: str(value) for name, value in settings.items()}}
    process = subprocess.Popen(
        [*command, "--data", str(data)], stdout=subprocess.PIPE, text=True, env=env
    )
    try:
        served = Served(process)
        yield served
        served.client.close()
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait(TIMEOUT)
        assert process.stdout
        process.stdout.close()

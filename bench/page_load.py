"""The time of checks while hard puzzles are being solved: `python bench/page_load.py`.

Many clients check answers, each as soon as it has the answer to the last one or after a pause,
while the server solves as many hard puzzles as it may. Every answer is looked at.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory

from quebra.contract.registry import families
from quebra.service import verbs

HARD = {"puzzle": "symmetry\n" + ("." * 40 + "\n") * 40, "engine": "cpsat"}
"""An empty board that CP-SAT does not solve within the time of the measurement."""


@dataclass
class Tally:
    """The results of the checks: the seconds of each, and errors."""

    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def report(self) -> str:
        """The figures in one line."""
        if len(self.seconds) < 2:
            return f"{len(self.seconds)} checks, {len(self.wrong)} lost or wrong"
        cuts = quantiles(self.seconds, n=100)
        marks = [f"{share} % within {1000 * cuts[share - 1]:.0f} ms" for share in (50, 95, 99)]
        marks.append(f"all within {1000 * max(self.seconds):.0f} ms")
        return f"{len(self.seconds)} checks, lost or wrong {len(self.wrong)}: {', '.join(marks)}"


class Client:
    """One persistent connection on a plain socket, so that no client library is measured."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def __aenter__(self) -> Client:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def __aexit__(self, *error: object) -> None:
        self.writer.close()

    async def post(self, verb: str, body: bytes) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        head = (
            f"POST /api/{verb} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(answer.partition("content-length: ")[2].partition("\r\n")[0])
        return int(answer.split()[1]), await self.reader.readexactly(length)


@cache
def questions() -> list[tuple[bytes, bool]]:
    """Requests from the cases of every family, each with whether its answer is right."""
    found = []
    for family in families():
        for case in family.cases:
            if case.answer and case.violations is not None:
                puzzle = verbs.parse(case.puzzle, family=family.name)
                body = {"puzzle": verbs.convert(puzzle, "json"), "answer": case.answer}
                found.append((json.dumps(body).encode(), not case.violations))
    return found


async def ask(port: int, number: int, tally: Tally, end: float, pause: float) -> None:
    """One client until the end, with pauses of an average length; it sends at least one request."""
    chance = Random(number)
    async with Client(port) as client:
        over = False
        while not over:
            await asyncio.sleep(chance.uniform(0, 2 * pause))
            body, right = chance.choice(questions())
            started = time.monotonic()
            status, answer = await client.post("check", body)
            tally.seconds.append(time.monotonic() - started)
            if status != 200 or json.loads(answer)["ok"] != right:
                tally.wrong.append(answer.decode()[:200])
            over = time.monotonic() >= end


async def measure(
    port: int, clients: int, seconds: float, pause: float = 0.0, hard: int = 2
) -> Tally:
    """Check with some clients while some hard puzzles are being solved."""
    tally = Tally()
    assert questions()
    async with AsyncExitStack() as stack:
        solving = []
        for _ in range(hard):
            client = await stack.enter_async_context(Client(port))
            solving.append(asyncio.create_task(client.post("solve", json.dumps(HARD).encode())))
        await asyncio.sleep(1 if hard else 0)
        end = time.monotonic() + seconds
        asking = (ask(port, number, tally, end, pause) for number in range(clients))
        await asyncio.gather(*asking)
        if any(task.done() for task in solving):
            tally.wrong.append("a hard puzzle was done before the checks were")
        for task in solving:
            task.cancel()
    return tally


@contextmanager
def server() -> Iterator[int]:
    """The port of a server that runs inside the `with` block."""
    command = (sys.executable, "-m", "quebra", "play", "--no-browser", "--port", "0", "--data")
    with TemporaryDirectory() as folder:
        data = str(Path(folder) / "games.db")
        process = subprocess.Popen([*command, data], stdout=subprocess.PIPE, text=True)
        assert process.stdout
        try:
            yield int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        finally:
            process.terminate()
            process.wait()


def main(arguments: Sequence[str] | None = None) -> None:
    """Start a server, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args(arguments)
    with server() as port:
        for hard in (0, 2):
            for pause in (1.0, 0.0):
                how = f"{options.clients} clients, a pause of {pause:g} s, {hard} hard puzzles"
                tally = asyncio.run(measure(port, options.clients, options.seconds, pause, hard))
                print(f"{how}: {tally.report()}", flush=True)


if __name__ == "__main__":
    main()

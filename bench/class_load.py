"""The time of moves in a class while hard puzzles are solved: `python bench/class_load.py`.

Each pupil is a client with cookies of its own, who joins the class, starts its games and makes and
undoes moves with pauses, while the server solves as many hard puzzles as it may. Every answer is
looked at. Wall time depends on what else the machine does, so its load is printed, and the
processor time of the server and its quick workers for each move.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory

import psutil

from page_load import HARD
from quebra.web.gallery import shipped
from quebra.workers.protocol import SOLVER_NICE

PUZZLES = 3
SIZE = (5, 5)
PAUSE = 2.0
"""Seconds between two moves of a pupil, on average; players are slower."""
TARGET_MS = 200
TOKEN = "the-token-of-the-bench"


@dataclass
class Tally:
    """The seconds of each move, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def report(self) -> str:
        """The distribution in one line."""
        if len(self.seconds) < 2:
            return f"{len(self.seconds)} moves, {len(self.wrong)} wrong"
        cuts = quantiles(self.seconds, n=100)
        marks = [f"{share} % within {1000 * cuts[share - 1]:.0f} ms" for share in (50, 90, 95, 99)]
        under = sum(1000 * each < TARGET_MS for each in self.seconds) / len(self.seconds)
        marks.append(f"all within {1000 * max(self.seconds):.0f} ms")
        marks.append(f"{100 * under:.1f} % under {TARGET_MS} ms")
        return f"{len(self.seconds)} moves, {len(self.wrong)} wrong: {', '.join(marks)}"


class Browser:
    """One persistent connection with a cookie, on a plain socket."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""

    async def __aenter__(self) -> Browser:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def __aexit__(self, *error: object) -> None:
        self.writer.close()

    async def send(self, method: str, path: str, **fields: object) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        body = json.dumps(fields).encode() if fields else b""
        head = (
            f"{method} /api/{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Cookie: {self.cookie}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        if self.reader.at_eof():  # the server closes connections that are silent for long
            self.writer.close()
            await self.__aenter__()
        self.writer.write(head.encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        if found := re.search(r"(?im)^set-cookie: ([^;\r]+)", answer):
            self.cookie = found[1]
        length = re.search(r"(?im)^content-length: (\d+)", answer)
        content = await self.reader.readexactly(int(length[1]) if length else 0)
        return int(answer.split()[1]), content


async def play(
    port: int, number: int, code: str, ready: asyncio.Barrier, tally: Tally, seconds: float
) -> None:
    """One pupil: moves in a row of games until the time is over."""
    chance = Random(number)
    async with Browser(port) as browser:
        await browser.send("POST", "class/join", code=code, nickname=f"Pupil {number}")
        _, content = await browser.send("GET", "class")
        games = []
        for puzzle in json.loads(content)["puzzles"]:
            _, found = await browser.send("GET", f"class/puzzles/{puzzle['key']}")
            _, view = await browser.send("POST", "games", puzzle=json.loads(found)["puzzle"])
            games.append(json.loads(view))
        await ready.wait()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await asyncio.sleep(chance.uniform(0, 2 * PAUSE))
            game = chance.choice(games)
            row, col = chance.randint(1, SIZE[0]), chance.randint(1, SIZE[1])
            action, fields = "move", {"move": f"r{row}c{col}={chance.randint(1, 3)}"}
            if chance.random() < 0.2:
                action, fields = "undo", {}
            started = time.monotonic()
            status, content = await browser.send("POST", f"games/{game['id']}/{action}", **fields)
            tally.seconds.append(time.monotonic() - started)
            found = json.loads(content)
            if status != 200 or not ("refused" in found or found["id"] == game["id"]):
                tally.wrong.append(f"{status} {content[:200]!r}")


async def measure(port: int, code: str, pupils: int, seconds: float, hard: int) -> Tally:
    """Let pupils play while some hard puzzles are solved."""
    tally, ready = Tally(), asyncio.Barrier(pupils + 1)
    playing = [
        asyncio.create_task(play(port, each, code, ready, tally, seconds)) for each in range(pupils)
    ]
    browsers = [await Browser(port).__aenter__() for _ in range(hard)]
    await asyncio.wait([asyncio.create_task(ready.wait()), *playing], return_when="FIRST_COMPLETED")
    solving = [asyncio.create_task(each.send("POST", "solve", **HARD)) for each in browsers]
    await asyncio.gather(*playing)
    if any(task.done() for task in solving):
        tally.wrong.append("a hard puzzle was done before the moves were")
    for task in solving:
        task.cancel()
    return tally


def cpu_of(pid: int) -> float:
    """The processor time of the server and of its workers that do not solve."""
    server = psutil.Process(pid)
    total = 0.0
    for process in (server, *server.children()):
        with suppress(psutil.Error):
            if process.nice() < SOLVER_NICE or process.pid == pid:
                times = process.cpu_times()
                total += times.user + times.system
    return total


@contextmanager
def served() -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """A server with a class: its process, its port, and the join code."""
    with TemporaryDirectory() as folder:
        source = Path(folder) / "puzzles.jsonl"
        exhibits = [each for each in shipped() if each.family == "kojun"][:PUZZLES]
        source.write_bytes(b"\n".join(bytes(each.puzzle) for each in exhibits))
        command = (sys.executable, "-m", "quebra", "play", "--no-browser", "--port", "0")
        options = ("--host", "127.0.0.1", "--class", "7B", str(source))
        process = subprocess.Popen(
            [*command, *options, "--data", f"{folder}/games.db"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "QUEBRA_TEACHER_TOKEN": TOKEN, "QUEBRA_READY_DAYS": "0"},
        )
        assert process.stdout
        try:
            page, join = process.stdout.readline(), process.stdout.readline()
            port = int(page.split()[-1].partition("/?")[0].rpartition(":")[2])
            yield process, port, join.strip().rpartition("/")[2]
        finally:
            process.terminate()
            process.wait(30)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pupils", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--hard", type=int, default=2)
    options = parser.parse_args()
    with served() as (process, port, code):
        before, load = cpu_of(process.pid), os.getloadavg()[0]
        tally = asyncio.run(measure(port, code, options.pupils, options.seconds, options.hard))
        spent = cpu_of(process.pid) - before
        print(f"{options.pupils} pupils, {options.hard} hard puzzles")
        print(tally.report())
        moves = max(1, len(tally.seconds))
        print(f"{1000 * spent / moves:.1f} ms of processor time a move, joining included")
        print(f"load {load:.1f} before, {os.getloadavg()[0]:.1f} after, {os.cpu_count()} cores")
        for wrong in tally.wrong[:5]:
            print(f"wrong: {wrong}")


if __name__ == "__main__":
    main()

"""A batch of many small boards: the speedup by two cores, and the cost of a puzzle beside solving.

Run as `python bench/batch.py [COUNT] [SIDE]`. The boards are Kojun, made from seeds, and solved
into an SQLite file by `quebra batch solve`. The command is held to one core with one worker and to
two cores with two; its start is measured with a batch of one, and left out of the rates.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import msgspec

import quebra
from quebra.store import Store
from quebra.workers.task import memory_of

ROUNDS = 2


class Run(NamedTuple):
    """The time of a command, and the part of it that its solvers took."""

    seconds: float
    solving: float
    megabytes: float


def make_boards(path: Path, count: int, side: int) -> None:
    """Write generated boards, a line of JSON each."""
    with path.open("wb") as file:
        for seed in range(count):
            file.write(msgspec.json.encode(quebra.generate("kojun", (side, side), seed=seed)))
            file.write(b"\n")


def run(source: Path, cores: set[int]) -> Run:
    """Solve all boards with one worker for each core, and nothing on other cores."""
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/bench.db"
        command = [sys.executable, "-m", "quebra", "batch", "solve", str(source), "--out", out]
        started = time.perf_counter()
        process = subprocess.Popen(
            [*command, "--workers", str(len(cores))],
            stdout=subprocess.DEVNULL,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )
        peak = 0.0
        while process.poll() is None:
            peak = max(peak, memory_of(process.pid))
            time.sleep(0.02)
        seconds = time.perf_counter() - started
        assert process.returncode == 0
        with Store(out) as store:
            solving = sum(record.seconds or 0 for record in store.jobs.records())
    return Run(seconds, solving, peak)


def best(source: Path, cores: set[int]) -> Run:
    """The fastest of a few runs."""
    return min(run(source, cores) for _ in range(ROUNDS))


def main() -> None:
    """Print the figures."""
    count, side = (*map(int, sys.argv[1:]), *(10_000, 6)[len(sys.argv) - 1 :])
    one, *others = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        boards, tenth, single = (Path(folder) / f"{n}.jsonl" for n in ("all", "tenth", "single"))
        make_boards(boards, count, side)
        lines = boards.read_bytes().splitlines(keepends=True)
        tenth.write_bytes(b"".join(lines[: count // 10]))
        single.write_bytes(lines[0])
        print(f"{count} boards of {side} x {side} cells", flush=True)
        rates = []
        for cores in ({one}, {one, *others[:1]}):
            start, whole, part = best(single, cores), best(boards, cores), best(tenth, cores)
            seconds = whole.seconds - start.seconds
            rates.append(count / seconds)
            beyond = (len(cores) * seconds - whole.solving) / count
            print(
                f"{len(cores)} core{'s' * (len(cores) > 1)}: {rates[-1]:7.0f} puzzles/s, "
                f"solver {1000 * whole.solving / count:.2f} ms and all else {1000 * beyond:.2f} ms "
                f"of a core each, start {start.seconds:.1f} s, command {whole.megabytes:.0f} MB "
                f"({part.megabytes:.0f} MB with a tenth)",
                flush=True,
            )
        print(f"two cores do {rates[1] / rates[0]:.2f} times as much as one")


if __name__ == "__main__":
    main()

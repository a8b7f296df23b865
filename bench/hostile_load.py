"""The time of checks while slow loads are sent and aborted: `python bench/hostile_load.py`.

Fifty clients check answers. Meanwhile twenty connections a second each send a puzzle that takes
seconds to read, and are closed without waiting for the answer: at once, or some time later.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import time
from collections.abc import Sequence

from page_load import Client, Tally, ask, questions, server

PIECES = 3_000
SLOW = json.dumps(
    {
        "source": "tangram\n"
        + "".join(f"piece p{number}: M0 0 H1 V1 Z\n" for number in range(PIECES))
        + f"figure: M0 0 H1 V{PIECES} H0 Z\n"
    }
).encode()
"""A puzzle with many pieces, which takes seconds to read."""


async def abort(port: int, after: float, statuses: list[int]) -> None:
    """Send a slow load and close the connection; a status that was answered before is appended."""
    async with Client(port) as client:
        sending = asyncio.create_task(client.post("load", SLOW))
        done, _ = await asyncio.wait({sending}, timeout=after)
        statuses += [task.result()[0] for task in done]
        sending.cancel()


async def attack(port: int, rate: float, after: float, end: float) -> tuple[int, list[int]]:
    """Abort loads at a rate per second until the end: their number, and the statuses of answers."""
    loads: list[asyncio.Task[None]] = []
    statuses: list[int] = []
    started = time.monotonic()
    while (now := time.monotonic()) < end:
        if len(loads) < rate * (now - started):
            loads.append(asyncio.create_task(abort(port, after, statuses)))
        else:
            await asyncio.sleep(1 / rate / 4)
    await asyncio.gather(*loads)
    return len(loads), statuses


async def measure(
    port: int, *, clients: int, seconds: float, pause: float, rate: float, after: float
) -> tuple[Tally, int, list[int]]:
    """Check with some clients while loads are sent and aborted at a rate per second."""
    tally = Tally()
    assert questions()
    end = time.monotonic() + seconds
    attacking = asyncio.create_task(attack(port, rate, after, end))
    await asyncio.gather(*(ask(port, number, tally, end, pause) for number in range(clients)))
    aborted, statuses = await attacking
    return tally, aborted, statuses


def main(arguments: Sequence[str] | None = None) -> None:
    """Start a server, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=1.0, help="of a client, on average")
    parser.add_argument("--rate", type=float, default=20, help="aborted loads a second")
    parser.add_argument("--after", type=float, nargs="+", default=[0, 0.1, 1])
    options = parser.parse_args(arguments)
    with server() as port:
        for after in options.after:
            tally, aborted, statuses = asyncio.run(
                measure(
                    port,
                    clients=options.clients,
                    seconds=options.seconds,
                    pause=options.pause,
                    rate=options.rate,
                    after=after,
                )
            )
            print(
                f"{aborted} loads aborted after {after:g} s, {len(statuses)} answered before, "
                f"{options.clients} clients, a pause of {options.pause:g} s: {tally.report()}; "
                f"load average {os.getloadavg()[0]:.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()

"""A process of a crew: it does one task after the other and tells how it goes.

It reads orders from standard input and writes events to standard output, a frame of JSON each. When
the input ends, the process that started it has ended, and it ends too.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import nullcontext, suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Event as Flag
from threading import Lock, Thread
from threading import enumerate as enumerate_threads
from typing import BinaryIO

import msgspec

from quebra.contract.errors import BadInput, Cut, NotFound
from quebra.contract.registry import families
from quebra.engine.budget import Budget
from quebra.engine.time_limit import interrupted_by
from quebra.i18n.messages import ENGLISH, translate, translated
from quebra.service.protocol import read_request
from quebra.service.request import VerbRequest
from quebra.service.results import CUTS
from quebra.service.verbs import draw, parse, parse_answer
from quebra.workers.events import STOP, Advanced, Done, Failed, Free, Kind, Order, Started, Told
from quebra.workers.frames import frame, read_frame
from quebra.workers.limits import Limits, die_with, limit_memory, limited_cpu

HEAVY = ("ortools.sat.python.cp_model", "scipy.optimize", "numba")
"""Solvers that take long to import."""
WARM_AFTER = 1.0
"""Seconds without an order after which to get warm."""
LAST_WORDS = 0.2
"""Seconds in which the threads of a task may end after it."""
HARMLESS = ("MainThread", "listen", "warm", "compile")
"""Threads that may go on."""
TELL_EVERY = 0.2
"""Seconds between two events of a task at work."""
LONGEST_RESULT = 64_000_000
MISTAKE = "Something is wrong in the program; its log tells more."


class Worker:
    """Does what it is ordered, within limits."""

    def __init__(
        self,
        limits: Limits,
        orders: BinaryIO,
        events: BinaryIO,
        warm: Callable[[], None] | None = None,
    ) -> None:
        self.limits = limits
        self._warm = warm
        self._orders, self._events = orders, events
        self._inbox: SimpleQueue[Order] = SimpleQueue()
        self._writing = Lock()
        self._stopped = Flag()

    def run(self) -> None:
        """Work until the input ends."""
        Thread(target=self._listen, name="listen", daemon=True).start()
        self._tell(Free())
        while True:
            order = self._next()
            self._tell(Started())
            for task in order.tasks:
                started = time.perf_counter()
                end = self._do(bytes(task))
                seconds = time.perf_counter() - started
                self._tell(msgspec.structs.replace(end, seconds=seconds))
            self._tell(Free(worn=not _quiet()))

    def _next(self) -> Order:
        """The next order; the first long pause is used to get warm."""
        if self._warm:
            with suppress(Empty):
                return self._inbox.get(timeout=WARM_AFTER)
            Thread(target=self._warm, name="warm", daemon=True).start()
            self._warm = None
        return self._inbox.get()

    def _listen(self) -> None:
        while (message := read_frame(self._orders)) is not None:
            if message == STOP:
                self._stopped.set()
            else:
                self._stopped.clear()
                self._inbox.put(msgspec.json.decode(message, type=Order))
        os._exit(0)

    def _do(self, body: bytes) -> Done | Failed:
        """What comes of a task."""
        if self._stopped.is_set():
            return Failed("cut", CUTS["cancelled"])
        lang = ENGLISH
        try:
            with limited_cpu(self.limits.cpu):
                request = read_request(body)
                lang = request.lang
                return self._result(request)
        except BadInput as error:
            return Failed("bad input", translate(str(error), lang), place=error.place)
        except NotFound as error:
            return Failed("not found", translate(str(error), lang))
        except Cut as cut:
            kind: Kind = "time" if cut.reason == "time" else "cut"
            return Failed(kind, translate(CUTS[cut.reason], lang))
        except MemoryError:
            return Failed("memory", translate(CUTS["memory"], lang))
        except Exception:
            # A mistake of ours, or of a family's; the process is none the worse for it.
            traceback.print_exc()
            return Failed("crashed", translate(MISTAKE, lang))

    def _result(self, request: VerbRequest) -> Done | Failed:
        wall = self.limits.wall
        seconds = wall if request.time is None else min(request.time, wall)
        budget = Budget(seconds, cancel=self._stopped, report=self._reporter())
        # Requests that take long ask their budget, and end with the best they have.
        limit = interrupted_by(self._checker(budget)) if request.quick else nullcontext()
        with limit:
            return self._answer(request, budget)

    def _answer(self, request: VerbRequest, budget: Budget) -> Done | Failed:
        answer = request.run(budget)
        if request.lang != ENGLISH:
            answer = translated(
                msgspec.to_builtins(answer, builtin_types=(msgspec.Raw,)), request.lang
            )
        result = msgspec.json.encode(answer)
        if len(result) > LONGEST_RESULT:
            return Failed("memory", "The answer is too large.")
        return Done(msgspec.Raw(result))

    def _checker(self, budget: Budget) -> Callable[[], None]:
        """What raises `Cut` when a task may not go on, but never amid an event being written."""
        cpu_end = time.process_time() + self.limits.cpu

        def check() -> None:
            if self._writing.locked():
                return
            if time.process_time() > cpu_end:
                raise Cut("time")
            budget.stop_if_over()

        return check

    def _reporter(self) -> Callable[[Budget], None]:
        """What tells how a task goes, and ends it when its processor time is over."""
        started, cpu_end = time.monotonic(), time.process_time() + self.limits.cpu
        last, best = started, None

        def report(budget: Budget) -> None:
            nonlocal last, best
            if time.process_time() > cpu_end:
                budget.deadline = budget.started
            now = time.monotonic()
            if now - last < TELL_EVERY:
                return
            news = budget.best if budget.best is not best else None
            last, best = now, budget.best
            nodes = int(budget.stats.get("nodes", 0))
            attempt = msgspec.Raw(msgspec.json.encode(news))
            self._tell(Advanced(now - started, nodes, budget.bound, attempt))

        return report

    def _tell(self, event: Told) -> None:
        message = frame(msgspec.json.encode(event))
        with self._writing:
            self._events.write(message)
            self._events.flush()


def _quiet() -> bool:
    """Whether nothing of a task runs any more: some solvers take a while to stop, or never do."""
    end = time.monotonic() + LAST_WORDS
    for thread in enumerate_threads():
        if thread.name not in HARMLESS:
            thread.join(max(0.0, end - time.monotonic()))
            if thread.is_alive():
                return False
    return True


def import_solvers() -> None:
    """Import what those who take long may need."""
    for name in HEAVY:
        # What is wrong with it, if anything, is told where it is used.
        with suppress(Exception):
            import_module(name)


def rehearse() -> None:
    """Check and draw a case of every family, for much is made ready at its first use."""
    for family in families():
        with suppress(Exception):
            case = next(case for case in family.cases if case.answer)
            puzzle = parse(case.puzzle, family=family.name)
            answer = parse_answer(puzzle, case.answer or "")
            family.rules.progress(puzzle, answer)
            draw(puzzle, answer).svg()


def main() -> None:
    """Start a worker: its arguments are its parent, limits and niceness, and how it gets warm."""
    parent, limits, nice, warm = sys.argv[1:]
    die_with(int(parent))
    told = msgspec.json.decode(limits, type=Limits)
    limit_memory(told.megabytes)
    orders, events = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # Whatever a solver prints must not get between the events.
    os.dup2(2, 1)
    if sys.platform != "win32":
        os.nice(int(nice))
    families()
    Worker(told, orders, events, import_solvers if warm == "solvers" else rehearse).run()


if __name__ == "__main__":
    main()

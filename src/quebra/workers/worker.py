"""The worker process: runs requests one after the other, within limits, and emits events.

It reads messages from standard input and writes events to standard output, a frame each. The end of
the input means that the parent process has ended; then the worker ends too.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from importlib import import_module
from math import ceil
from queue import Empty, SimpleQueue
from threading import Event as Flag
from threading import Lock, Thread
from typing import BinaryIO

import msgspec

from quebra.contract.errors import BadInput, Cut, NotFound
from quebra.contract.registry import families
from quebra.contract.results import CUTS
from quebra.engine.budget import Budget, interrupted_by
from quebra.engine.trace import Frame
from quebra.i18n.catalogue import translate
from quebra.i18n.text import ENGLISH, Text
from quebra.service.protocol import read_request
from quebra.service.requests import Solve, VerbRequest
from quebra.service.results import to_json
from quebra.service.verbs import draw, parse, parse_answer
from quebra.workers import sandbox
from quebra.workers.pace import Pacer
from quebra.workers.protocol import (
    STOP,
    Advanced,
    Done,
    Failed,
    FailureKind,
    Limits,
    Pace,
    Ready,
    Run,
    Started,
    WorkerEvent,
    frame,
    read_frame,
)
from quebra.workers.sandbox import Sandbox

if sys.platform != "win32":
    import resource

SLOW_IMPORTS = ("ortools.sat.python.cp_model", "scipy.optimize", "numba")
WARM_UP_AFTER = 1.0
"""Idle seconds before the warm-up starts."""
THREAD_GRACE = 0.2
"""Seconds that the threads of a request have to end after it."""
REPORT_SECONDS = 0.2
"""Seconds between two events of progress."""
MAX_RESULT_BYTES = 64_000_000
INTERNAL_ERROR = Text("The program has an internal error; its log has the details.")
PR_SET_PDEATHSIG = 1


class Worker:
    """Runs requests from a stream, and writes events to another."""

    def __init__(
        self,
        limits: Limits,
        messages: BinaryIO,
        events: BinaryIO,
        warm_up: Callable[[], None] | None = None,
        entered: Sandbox | None = None,
    ) -> None:
        self.limits = limits
        self._sandbox = entered
        self._warm_up = warm_up
        self._messages, self._events = messages, events
        self._inbox: SimpleQueue[Run] = SimpleQueue()
        self._writing = Lock()
        self._stopped = Flag()
        self._pacer = Pacer(self._stopped)
        self._frame: Frame | None = None
        self._new_frame = False

    def run(self) -> None:
        """Run requests until the process ends."""
        Thread(target=self._listen, name="listen", daemon=True).start()
        self._emit(Ready(sandbox=self._sandbox))
        while True:
            requests = self._next().requests
            self._emit(Started())
            for body in requests:
                started = time.perf_counter()
                end = self._run_request(bytes(body))
                seconds = time.perf_counter() - started
                self._emit(msgspec.structs.replace(end, seconds=seconds))
            self._emit(Ready(reusable=self._threads_have_ended()))

    def _next(self) -> Run:
        """Wait for requests; the first long pause starts the warm-up."""
        if self._warm_up:
            with suppress(Empty):
                return self._inbox.get(timeout=WARM_UP_AFTER)
            Thread(target=self._warm_up, name="warm up", daemon=True).start()
            self._warm_up = None
        return self._inbox.get()

    def _listen(self) -> None:
        while (message := read_frame(self._messages)) is not None:
            if message == STOP:
                self._stopped.set()
                continue
            match msgspec.json.decode(message, type=Run | Pace):
                case Pace(rate):
                    self._pacer.rate = rate
                case requests:
                    self._stopped.clear()
                    self._pacer.reset()
                    self._inbox.put(requests)
        os._exit(0)

    def _run_request(self, body: bytes) -> Done | Failed:
        """The result of a request, or the failure that its exception stands for."""
        if self._stopped.is_set():
            return Failed("cut", str(CUTS["cancelled"]))
        lang = ENGLISH
        try:
            with limited_cpu(self.limits.cpu):
                request = read_request(body)
                lang = request.lang
                return self._result(request)
        except BadInput as error:
            return Failed("bad input", translate(error.text, lang), place=error.place)
        except NotFound as error:
            return Failed("not found", translate(error.text, lang))
        except Cut as cut:
            kind: FailureKind = "time" if cut.reason == "time" else "cut"
            return Failed(kind, translate(CUTS[cut.reason], lang))
        except MemoryError:
            return Failed("memory", translate(CUTS["memory"], lang))
        except Exception:
            # A bug in Quebra or in a family; the process can go on.
            traceback.print_exc()
            return Failed("crashed", translate(INTERNAL_ERROR, lang))

    def _result(self, request: VerbRequest) -> Done | Failed:
        wall = self.limits.wall
        seconds = wall if request.time is None else min(request.time, wall)
        trace = self._keep_frame if isinstance(request, Solve) and request.show else None
        budget = Budget(seconds, cancel=self._stopped, report=self._reporter(), trace=trace)
        # Requests that may take long check their budget, and end with the best result so far.
        with interrupted_by(self._checker(budget)) if request.quick else nullcontext():
            result = to_json(request.run(budget), request.lang)
        if len(result) > MAX_RESULT_BYTES:
            return Failed("memory", translate(Text("The result is too large."), request.lang))
        return Done(msgspec.Raw(result))

    def _checker(self, budget: Budget) -> Callable[[], None]:
        """A function that raises `Cut` at a limit, but not while an event is written."""
        cpu_end = time.process_time() + self.limits.cpu

        def check() -> None:
            if self._writing.locked():
                return
            if time.process_time() > cpu_end:
                raise Cut("time")
            budget.stop_if_over()

        return check

    def _reporter(self) -> Callable[[Budget], None]:
        """A function that emits progress, and ends the budget at the limit of processor time."""
        started, cpu_end = time.monotonic(), time.process_time() + self.limits.cpu
        last, best, last_nodes, pacer = started, None, 0, self._pacer

        def report(budget: Budget) -> None:
            nonlocal last_nodes
            if time.process_time() > cpu_end:
                budget.deadline = budget.started
            if time.monotonic() - last >= REPORT_SECONDS:
                emit(budget)
            nodes = int(budget.stats.get("nodes", 0))
            steps, last_nodes = max(nodes - last_nodes, int(self._new_frame)), nodes
            self._new_frame = False
            pacer.wait(budget, steps, lambda: emit(budget, paused=True))

        def emit(budget: Budget, paused: bool = False) -> None:
            nonlocal last, best
            new_best = budget.best if budget.best is not best else None
            last, best = time.monotonic(), budget.best
            seconds = last - started - pacer.waited
            nodes = int(budget.stats.get("nodes", 0))
            attempt = msgspec.Raw(msgspec.json.encode(new_best))
            current = msgspec.Raw(msgspec.json.encode(budget.current))
            share = budget.stats.get("share")
            svg = self._frame.draw().svg("page") if self._frame else ""
            self._frame = None
            self._emit(
                Advanced(
                    seconds, nodes, budget.bound, attempt, current, svg, pacer.rate, paused, share
                )
            )

        return report

    def _keep_frame(self, frame: Frame) -> None:
        self._frame, self._new_frame = frame, True

    def _threads_have_ended(self) -> bool:
        """Whether no thread of a request still runs; some solvers stop late or never."""
        end = time.monotonic() + THREAD_GRACE
        for thread in self._pacer.request_threads():
            thread.join(max(0.0, end - time.monotonic()))
            if thread.is_alive():
                return False
        return True

    def _emit(self, event: WorkerEvent) -> None:
        message = frame(msgspec.json.encode(event))
        with self._writing:
            self._events.write(message)
            self._events.flush()


def die_with(parent: int) -> None:
    """End this process when its parent ends, for whatever reason."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        # The parent ended before the call.
        os._exit(1)


def limit_memory(megabytes: float) -> None:
    """Limit the memory of this process; beyond the limit, Python raises MemoryError."""
    if sys.platform != "win32":
        _lower(resource.RLIMIT_DATA, int(megabytes * 1e6))
        _lower(resource.RLIMIT_CORE, 0)


@contextmanager
def limited_cpu(seconds: float) -> Iterator[None]:
    """Let the system end this process if the body takes more processor time."""
    if sys.platform == "win32":
        yield
    else:
        before = resource.getrlimit(resource.RLIMIT_CPU)
        _lower(resource.RLIMIT_CPU, ceil(time.process_time() + seconds) + 1)
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_CPU, before)


def _lower(kind: int, limit: int) -> None:
    if sys.platform != "win32":
        most = resource.getrlimit(kind)[1]
        soft = limit if most == resource.RLIM_INFINITY else min(limit, most)
        resource.setrlimit(kind, (soft, most))


def import_solvers() -> None:
    """Import the solvers that take long to import."""
    for name in SLOW_IMPORTS:
        # An error is reported where the module is used.
        with suppress(Exception):
            import_module(name)


def warm_up() -> None:
    """Check and draw a case of each family, because much is prepared at the first use."""
    for family in families():
        with suppress(Exception):
            case = next(case for case in family.cases if case.answer)
            puzzle = parse(case.puzzle, family=family.name)
            answer = parse_answer(puzzle, case.answer or "")
            family.rules.progress(puzzle, answer)
            draw(puzzle, answer).svg()


def main() -> None:
    """Start a worker.

    The arguments are the parent's ID, limits, niceness, kind of warm-up, and the temporary folder
    of a worker in a sandbox.
    """
    parent, encoded_limits, nice, warm, folder = sys.argv[1:]
    entered = sandbox.enter(folder) if folder else None
    die_with(int(parent))  # a new user namespace would undo it
    limits = msgspec.json.decode(encoded_limits, type=Limits)
    limit_memory(limits.megabytes)
    messages, events = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What a solver prints goes to standard error, not between the events.
    os.dup2(2, 1)
    if sys.platform != "win32":
        os.nice(int(nice))
    families()
    on_idle = import_solvers if warm == "solvers" else warm_up
    Worker(limits, messages, events, on_idle, entered).run()


if __name__ == "__main__":
    main()

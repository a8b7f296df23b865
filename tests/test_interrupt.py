"""Code that never asks its budget is ended with it all the same."""

from __future__ import annotations

import re
import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import Event, Thread

import pytest

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget, interrupted_by

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no timer signals")


def spin() -> None:
    while True:
        pass


def backtrack() -> None:
    re.fullmatch(r"(a+)+b", "a" * 60)


def wait() -> None:
    time.sleep(10_000)


@pytest.mark.parametrize("body", [spin, backtrack, wait])
@pytest.mark.parametrize(("seconds", "reason"), [(0.02, "time"), (None, "cancelled")])
def test_what_never_ends_is_ended(
    body: Callable[[], None], seconds: float | None, reason: str
) -> None:
    cancel = Event()
    if seconds is None:
        cancel.set()
    budget = Budget(seconds, cancel=cancel)
    with pytest.raises(Cut) as cut, interrupted_by(budget.stop_if_over):
        body()
    assert cut.value.reason == reason


def test_it_is_raised_again_where_it_is_caught() -> None:
    caught = 0

    def body() -> None:
        nonlocal caught
        while True:
            try:
                spin()
            except Exception:
                caught += 1
                if caught == 2:
                    raise

    with pytest.raises(Cut), interrupted_by(Budget(0).stop_if_over):
        body()
    assert caught == 2


def test_nothing_is_left_behind() -> None:
    before = signal.getsignal(signal.SIGALRM)
    for seconds in (0, None):
        try:
            with interrupted_by(Budget(seconds).stop_if_over):
                if seconds is not None:
                    spin()
        except Cut:
            pass
        assert signal.getsignal(signal.SIGALRM) is before
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_an_import_is_finished_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import time\nend = time.monotonic() + 0.2\nwhile time.monotonic() < end: pass\nready = 1"
    )
    (tmp_path / "slow_to_import.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def body() -> None:
        import_module("slow_to_import")
        spin()

    with pytest.raises(Cut), interrupted_by(Budget(0).stop_if_over):
        body()
    assert sys.modules.pop("slow_to_import").ready


def test_other_threads_go_on() -> None:
    ends: list[int] = []

    def body() -> None:
        with interrupted_by(Budget(0).stop_if_over):
            ends.append(1)

    thread = Thread(target=body)
    thread.start()
    thread.join()
    assert ends == [1]

"""A server that went away is waited for: with one line, in growing pauses, and not for ever."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from quebra.i18n.text import Text
from quebra.store import Retry, StoreError, StoreUnavailable


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long each pause would be; none is made."""
    found: list[float] = []

    def wait(_event: threading.Event, seconds: float | None = None) -> bool:
        found.append(seconds or 0.0)
        return False

    monkeypatch.setattr(threading.Event, "wait", wait)
    return found


class Flaky:
    """A call that is not answered the first times."""

    def __init__(self, failures: int) -> None:
        self.left, self.calls = failures, 0

    def __call__(self) -> str:
        self.calls += 1
        if self.calls <= self.left:
            raise StoreUnavailable(Text("The database does not answer."))
        return "answer"


def test_what_is_answered_is_not_repeated(pauses: list[float]) -> None:
    said: list[str] = []
    call = Flaky(0)
    assert Retry(said.append).call("db", call) == "answer"
    assert (call.calls, said, pauses) == (1, [], [])


def test_pauses_grow_and_one_line_is_said(pauses: list[float]) -> None:
    said: list[str] = []
    call = Flaky(9)
    assert Retry(said.append, 300).call("db", call) == "answer"
    assert said == ["The database db does not answer; it is tried again for up to 300 s."]
    assert call.calls == 10
    assert pauses == [0.25, 0.5, 1, 2, 4, 8, 10, 10, 10]


def test_after_the_limit_it_is_given_up() -> None:
    call = Flaky(10**9)
    with pytest.raises(StoreUnavailable, match="does not answer"):
        Retry(lambda sentence: None, seconds=0.5).call("db", call)
    assert call.calls > 1


def test_other_troubles_are_not_waited_for() -> None:
    def full() -> None:
        raise StoreError(Text("The database is full."))

    with pytest.raises(StoreError, match="is full"):
        Retry(pytest.fail).call("db", full)


def test_waiting_is_ended_in_all_threads_and_said_once() -> None:
    said: list[str] = []
    waiting = threading.Barrier(4)
    retry = Retry(said.append, 3600)

    def call(number: int) -> None:
        tried = 0

        def never() -> None:
            nonlocal tried
            tried += 1
            if tried == 2:
                waiting.wait(60)
            raise StoreUnavailable(Text("The database does not answer."))

        with pytest.raises(StoreUnavailable):
            retry.call("db", never)

    with ThreadPoolExecutor(3) as pool:
        calls = pool.map(call, range(3))
        waiting.wait(60)
        retry.stop()
        assert len([*calls]) == 3
    assert len(said) == 1
    with pytest.raises(StoreUnavailable):
        retry.call("db", Flaky(1))

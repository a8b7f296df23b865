"""Every reader: inputs that were once faults, some new mutations, and long repetitive inputs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest
from mutations import TOKEN
from targets import Target, targets

from fuzz import CORPUS, Figures, fault_of, read_saved, run
from quebra.contract.errors import QuebraError

SAVED = sorted(CORPUS.iterdir())
INPUTS = 40
SHORT, LONG = 1_000, 8_000
"""How often a part of a text is repeated."""
MOST_GROWTH = 30
"""How much longer an input may take that repeats eight times as much: 8 times is linear, and 64
quadratic."""
SMALL = 2.0
"""Seconds of CPU that need no explanation."""


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.name)
def test_known_inputs_are_read_or_refused(path: Path) -> None:
    name, text = read_saved(path)
    assert fault_of(name, text, Figures(), rewritten=True) is None


@pytest.mark.parametrize("name", targets())
def test_some_mutations(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("fuzz.CORPUS", tmp_path)
    figures = run(name, INPUTS, seed=0)
    assert figures.faults == [] and figures.inputs == INPUTS


@pytest.mark.parametrize("name", targets())
def test_repetition_takes_linear_time(name: str) -> None:
    target = targets()[name]
    slow = [
        f"{part!r}: {short:.3f} s and {long:.3f} s"
        for part, start, end in _repeatable(target)
        for short, long in [_times(target, part, start, end)]
        if long > max(SMALL, MOST_GROWTH * short)
    ]
    assert slow == []


def _repeatable(target: Target) -> Iterator[tuple[str, str, str]]:
    """The first and last of each kind of token in a text, and what stands before and after it."""
    text = min(target.seeds, key=len)
    seen: set[tuple[str, bool]] = set()
    for found in TOKEN.finditer(text):
        kind = found[0] if len(found[0]) == 1 and not found[0].isalnum() else found[0][:1].isalpha()
        for part in (found[0], text[found.start() : found.start() + 12]):
            if (key := (str(kind), part == found[0])) not in seen:
                seen.add(key)
                yield part, text[: found.start()], text[found.start() + len(part) :]


def _times(target: Target, part: str, start: str, end: str) -> tuple[float, float]:
    """How long a text takes with few repetitions, and with many."""
    few, many = (_seconds(target, start + part * times + end) for times in (SHORT, LONG))
    return few, many


def _seconds(target: Target, text: str) -> float:
    started = process_time()
    with suppress(QuebraError):
        target.read(text)
    return process_time() - started

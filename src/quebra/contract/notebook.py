"""What results show of themselves in a notebook: a sentence, and its details, as HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quebra.contract.results import Grade, Outcome, Step


def outcome_html(outcome: Outcome[Any]) -> str:
    """The verdict of a search, and its effort."""
    rows: list[tuple[str, object]] = [
        ("status", outcome.status),
        ("solutions", len(outcome.solutions)),
        ("objective", outcome.objective),
        ("bound", outcome.bound),
        ("engine", outcome.engine),
        ("CPU seconds", f"{outcome.cpu_seconds:.3f}"),
        *outcome.stats.items(),
    ]
    return _paragraph(f"<b>{escape(outcome.text)}</b>") + _table(rows)


def step_html(step: Step) -> str:
    """The sentence of a step after the name of its technique; its reason can be opened."""
    head = _paragraph(f"<b>{escape(step.technique)}</b>: {escape(step.text)}")
    if not step.reason:
        return head
    return f"{head}<details><summary>why</summary>{escape(step.reason)}</details>"


def grade_html(grade: Grade) -> str:
    """The sentence of a grade, and the number of steps by technique."""
    rows: list[tuple[str, object]] = [
        ("score", f"{grade.score:g}"),
        ("bottlenecks", grade.bottlenecks),
        *grade.techniques,
    ]
    return _paragraph(f"<b>{escape(grade.text)}</b>") + _table(rows)


def _paragraph(html: str) -> str:
    return f"<p>{html}</p>"


def _table(rows: Iterable[tuple[str, object]]) -> str:
    """A table of names and values, without the values that are None."""
    lines = (
        f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>"
        for name, value in rows
        if value is not None
    )
    return f"<table>{''.join(lines)}</table>"

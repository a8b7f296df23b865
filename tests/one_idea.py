"""The form of a step: one idea, in a short sentence, with few places and a reason."""

from __future__ import annotations

import re

from quebra.contract.results import MAX_WHERE, MAX_WORDS, Line, Step
from quebra.grid.deduction import MAX_CELLS

SENTENCES = re.compile(r"(?<=[.!?]) ")


def assert_one_idea(step: Step) -> None:
    """A step is one idea; its changes, candidates and figures agree with its places."""
    changed = {change.where for change in step.changes}
    assert 0 < len(step.where) <= MAX_WHERE and len(changed) <= MAX_CELLS, step
    assert changed <= set(step.where) and not step.others, step
    assert step.text.endswith(".") and len(SENTENCES.split(step.text)) == 1, step.text
    for sentence in (step.text, *SENTENCES.split(step.reason)):
        assert len(sentence.split()) <= MAX_WORDS, sentence
    removed = {change.where for change in step.changes if change.action == "remove"}
    blank = {
        change.where for change in step.changes if change.action == "place" and not change.value
    }
    if step.technique != "mistake":
        assert {cell.where for cell in step.candidates} == removed | blank, step
    values = {(change.where, change.value) for change in step.changes if change.action == "remove"}
    assert not values & {(cell.where, value) for cell in step.candidates for value in cell.values}
    for line in (figure for figure in step.figures if isinstance(figure, Line)):
        assert len(line.points) > 1 and line.arrow, step

"""Chains: one candidate or another must be true, and either of them rules out a third."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from quebra.engine.budget import Budget
from quebra.families.kojun.explain.candidates import Candidates, KojunLayout
from quebra.grid.candidates import Mark
from quebra.grid.deduction import Deduction, Explanation, alike
from quebra.i18n.text import Text, none_of, sentences

MAX_LINKS = 5
"""Implications in a chain that a person can follow."""


def chain(state: Candidates, budget: Budget) -> Iterator[Deduction]:
    """What follows from the shortest chain that removes a candidate."""
    partners = _partners(state)
    best: tuple[list[Mark], tuple[Mark, ...]] | None = None
    max_links = MAX_LINKS
    for start in sorted(partners):
        budget.spend()
        for path in _paths(state, partners, start, max_links):
            shared = state.layout.conflicts(start) & state.layout.conflicts(path[-1])
            if removes := tuple(sorted(filter(state.has, shared))):
                best = path, removes
                max_links = len(path) // 2 - 1
                break
        if not max_links:
            break
    if best:
        yield from _deductions(state, *best)


def _partners(state: Candidates) -> dict[Mark, list[Mark]]:
    """For each candidate, those that are true if it is false: strong links.

    They are the other candidate of a cell with two, and the other cell of a region for a value.
    """
    partners: dict[Mark, list[Mark]] = {}
    for cell, mask in enumerate(state.masks):
        if mask.bit_count() == 2:
            low, high = state.values_of(cell)
            partners.setdefault((cell, low), []).append((cell, high))
            partners.setdefault((cell, high), []).append((cell, low))
    for region, members in enumerate(state.layout.regions):
        for value in range(1, len(members) + 1):
            found = [(cell, value) for cell in state.cells_for(region, value)]
            if len(found) == 2:
                one, two = found
                partners.setdefault(one, []).append(two)
                partners.setdefault(two, []).append(one)
    return partners


def _paths(
    state: Candidates, partners: dict[Mark, list[Mark]], start: Mark, max_links: int
) -> Iterator[list[Mark]]:
    """Paths of candidates that are false and true in turn, the shortest first.

    A path that returns to its start proves that the start is true.
    """
    paths = {start: [start]}
    reached: set[Mark] = set()
    for _ in range(max_links):
        ends: list[list[Mark]] = []
        for excluded, path in paths.items():
            for forced in partners.get(excluded, ()):
                if forced not in reached:
                    reached.add(forced)
                    ends.append([*path, forced])
        yield from ends
        known = set(paths)
        paths = {
            excluded: [*path, excluded]
            for path in reversed(ends)
            for excluded in sorted(state.layout.conflicts(path[-1]))
            if excluded in partners and excluded not in known and excluded not in path
        }


def _deductions(
    state: Candidates, path: list[Mark], removes: tuple[Mark, ...]
) -> Iterator[Deduction]:
    explain = partial(_explain, state.layout, path)
    if path[0] == path[-1]:
        yield Deduction("chain", (path[0],), (), len(path), explain)
        return
    for each in alike(removes, most=1):
        yield Deduction("chain", (), each, len(path), explain)


def _explain(layout: KojunLayout, path: list[Mark], found: Deduction) -> Explanation:
    first, last = path[0], path[-1]
    start, end = layout.cell_name(first[0]), layout.cell_name(last[0])
    links = [Text("Suppose {cell} is not {value}.", cell=start, value=first[1])]
    for excluded, forced in zip(path[::2], path[1::2], strict=True):
        if excluded != first:
            cell = layout.cell_name(excluded[0])
            links.append(Text("So {cell} is not {value}.", cell=cell, value=excluded[1]))
        links.append(_must(layout, excluded, forced))
    line = tuple(dict.fromkeys(cell for cell, _ in path))
    figures = layout.arrow(*line)
    if first == last:
        text = Text(
            "If {cell} were not {value}, a chain would lead back to {value} there.",
            cell=start,
            value=first[1],
        )
        so = Text("So {cell} is {value} after all.", cell=start, value=first[1])
        return Explanation(text, sentences(*links, so), line, figures)
    text = Text(
        "Either {cell} is {value} or {other} is {other_value}, so {target} cannot be {values}.",
        cell=start,
        value=first[1],
        other=end,
        other_value=last[1],
        target=layout.cell_list(found.cells),
        values=none_of(found.values),
    )
    either = Text(
        "In any case, {cell} is {value} or {other} is {other_value}.",
        cell=start,
        value=first[1],
        other=end,
        other_value=last[1],
    )
    because = (first[0], last[0])
    reason = sentences(*links, either, layout.cannot_be(found))
    return Explanation(text, reason, because, figures)


def _must(layout: KojunLayout, excluded: Mark, forced: Mark) -> Text:
    """The candidate that is true when the other is false."""
    if excluded[0] == forced[0]:
        return Text("Then it is {value}.", value=forced[1])
    cell = layout.cell_name(forced[0])
    return Text("Then the {value} of its region is in {cell}.", value=forced[1], cell=cell)

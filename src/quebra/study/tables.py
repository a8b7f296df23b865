"""Tables of a study as CSV and Markdown, and medians of measurements."""

from __future__ import annotations

import csv
import io
import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

Row = dict[str, str | int | float | bool | None]


def to_csv(rows: Sequence[Row]) -> str:
    """The rows as CSV, with the columns of the first one.

    >>> print(to_csv([{"size": "6x6", "nodes": 189}]), end="")
    size,nodes
    6x6,189
    """
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def to_markdown(heads: Sequence[str], rows: Iterable[Sequence[str]], align: str = "---:") -> str:
    """A Markdown table; the first column is aligned left, the others right unless `align` differs.

    >>> print(to_markdown(["Size", "Nodes"], [["6x6", "189"]]))
    | Size | Nodes |
    | :--- | ---: |
    | 6x6 | 189 |
    """
    lines = [heads, [":---", *[align] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def seconds_text(seconds: float) -> str:
    """A time with two digits and a unit.

    >>> seconds_text(0.00123), seconds_text(0.25), seconds_text(12)
    ('1.2 ms', '250 ms', '12 s')
    """
    value, unit = (seconds * 1000, "ms") if seconds < 0.995 else (seconds, "s")
    digits = max(0, 1 - math.floor(math.log10(value))) if value > 0 else 0
    return f"{round(value, digits):,.{digits}f} {unit}" if value < 100 else f"{value:,.0f} {unit}"


def median_text(values: Sequence[float], cuts: Sequence[bool], text: Callable[[float], str]) -> str:
    """The median, of which searches that were cut give only a lower bound.

    >>> median_text([1, 5, 9], [False, False, True], str), median_text([1, 5], [True, True], str)
    ('5', '≥ 3.0')
    """
    low, is_bound = median_bound(values, cuts)
    return f"≥ {text(low)}" if is_bound else text(low)


def median_bound(values: Sequence[float], cuts: Sequence[bool]) -> tuple[float, bool]:
    """The median, and whether it is only a lower bound because of searches that were cut."""
    low = statistics.median(values)
    ends = zip_longest(values, cuts, fillvalue=False)
    return low, low < statistics.median(math.inf if cut else value for value, cut in ends)

"""Progress bars of long work: in a terminal by rich, in a notebook by the browser's own element."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from html import escape
from importlib import import_module
from typing import Any, Protocol, TypeVar

from quebra.engine.budget import Budget, Report
from quebra.i18n.text import Plural, Text

T = TypeVar("T")
Counting = Callable[[int | None, int, str], None]
"""A function that is called with the number of all things, of those done, and a text."""
DELAY = 1.0
"""Seconds before a bar appears."""


class Bar(Protocol):
    """A progress bar on the screen."""

    def update(self, done: float, total: float | None, text: str) -> None:
        """Show how much is done of a total that may be unknown, with a text beside it."""

    def close(self) -> None:
        """Remove the bar."""


class TerminalBar:
    """A bar on standard error."""

    def __init__(self, what: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[text]}"),
            console=Console(stderr=True),
            transient=True,
        )
        self._progress.start()
        self._task = self._progress.add_task(what, total=None, text="")

    def update(self, done: float, total: float | None, text: str) -> None:
        self._progress.update(self._task, completed=done, total=total, text=text)

    def close(self) -> None:
        self._progress.stop()


class NotebookBar:
    """A bar below a cell of a Jupyter notebook, which needs no widgets."""

    def __init__(self, what: str) -> None:
        display = import_module("IPython.display")
        self._what, self._html = what, display.HTML
        self._handle: Any = display.display(self._html(bar_html(what)), display_id=True)

    def update(self, done: float, total: float | None, text: str) -> None:
        self._handle.update(self._html(bar_html(self._what, done, total, text)))

    def close(self) -> None:
        self._handle.update(self._html(""))


def bar_html(what: str, done: float = 0, total: float | None = None, text: str = "") -> str:
    """A progress bar as HTML; without a total it shows that something goes on.

    >>> bar_html("Solving", 2, 8, "120 nodes")
    '<label>Solving <progress value="2" max="8"></progress> 120 nodes</label>'
    """
    state = f' value="{done:g}" max="{total:g}"' if total else ""
    return f"<label>{escape(what)} <progress{state}></progress> {escape(text)}</label>"


def in_notebook() -> bool:
    """Whether this program runs in the kernel of a notebook."""
    shell = sys.modules.get("IPython")
    return shell is not None and hasattr(shell.get_ipython(), "kernel")


def new_bar(what: str) -> Bar | None:
    """A bar in a notebook or a terminal, or None where there is neither."""
    if in_notebook():
        return NotebookBar(what)
    return TerminalBar(what) if sys.stderr is not None and sys.stderr.isatty() else None


@contextmanager
def progress_bar(
    what: str = "", time: float | None = None, *, say: Callable[[Text], str] = str
) -> Iterator[Report]:
    """A function for `report` of `solve` that shows a bar, in a terminal or in a notebook.

    The bar appears after a second, and is full at the end of the `time`.

    >>> import quebra
    >>> with progress_bar("Solving", time=10) as report:
    ...     outcome = quebra.solve(quebra.generate("kojun", seed=1), time=10, report=report)
    """
    bars: list[Bar | None] = []

    def report(budget: Budget) -> None:
        elapsed = _now() - budget.started
        if not bars and elapsed > DELAY:
            bars.append(new_bar(what))
        for bar in filter(None, bars):
            bar.update(elapsed, time, say(node_count(budget.stats)))

    try:
        yield report
    finally:
        for bar in filter(None, bars):
            bar.close()


_now = time.monotonic


@contextmanager
def counting_bar(what: str, *, hidden: bool = False) -> Iterator[Counting]:
    """A function that shows a bar for a number of things."""
    bar = None if hidden else new_bar(what)

    def show(total: int | None, done: int, text: str) -> None:
        if bar:
            bar.update(done, total, f"{done}/{'?' if total is None else total} {text}")

    try:
        yield show
    finally:
        if bar:
            bar.close()


def track(items: Iterable[T], what: str = "") -> Iterator[T]:
    """The items one by one, with a bar that counts them, in a terminal or in a notebook.

    >>> import quebra
    >>> [quebra.generate("kojun", "4x4", seed=seed).size for seed in track(range(2), "Boards")]
    [(4, 4), (4, 4)]
    """
    total = len(items) if isinstance(items, Collection) else None
    with counting_bar(what) as show:
        for done, item in enumerate(items):
            show(total, done, "")
            yield item


def node_count(stats: Mapping[str, int | float]) -> Text:
    """The number of nodes of a search, and of backtracks if it counts them."""
    nodes = Plural("{n:,} node", "{n:,} nodes", n=int(stats.get("nodes", 0)))
    if "backtracks" not in stats:
        return nodes
    backtracks = Plural("{n:,} backtrack", "{n:,} backtracks", n=int(stats["backtracks"]))
    return Text("{nodes}, {backtracks}", nodes=nodes, backtracks=backtracks)

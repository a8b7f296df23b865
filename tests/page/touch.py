"""Touches of one or two fingers, as a real screen sends them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import CDPSession, Page

Pixel = tuple[float, float]
STEPS = 6


class Fingers:
    """The fingers on the screen of a page."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)

    def tap(self, at: Pixel) -> None:
        """Touch a point shortly."""
        self.down(at)
        self.up()

    def drag(self, start: Pixel, end: Pixel) -> None:
        """Move one finger over the screen."""
        self.move([(start, end)])
        self.up()

    def pinch(self, middle: Pixel, start: float, end: float) -> None:
        """Move two fingers, whose distance changes, around a point."""
        x, y = middle
        self.move([((x - s * start / 2, y), (x - s * end / 2, y)) for s in (1, -1)])
        self.up()

    def down(self, *points: Pixel) -> None:
        """Lay fingers on the screen; those that lie there stay."""
        self._send("touchStart", points)

    def move(self, ways: Sequence[tuple[Pixel, Pixel]]) -> None:
        """Lay fingers on the screen one after the other, and move them together."""
        for count in range(1, len(ways) + 1):
            self.down(*(start for start, _ in ways[:count]))
        for step in range(1, STEPS + 1):
            self.slide(*(_between(start, end, step / STEPS) for start, end in ways))

    def slide(self, *points: Pixel) -> None:
        """Move all fingers at once."""
        self._send("touchMove", points)

    def up(self) -> None:
        """Take all fingers off."""
        self._send("touchEnd", ())

    def _send(self, kind: str, points: Sequence[Pixel]) -> None:
        touches: list[dict[str, Any]] = [
            {"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)
        ]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def _between(start: Pixel, end: Pixel, share: float) -> Pixel:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

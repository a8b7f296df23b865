"""Puzzles to begin with: those that ship, and those of the bank, each with its picture."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.contract.errors import NotFound
from quebra.i18n.messages import translated
from quebra.service.requests import Draw
from quebra.store import Entry, Store
from quebra.web.jobs import Workshop, while_connected
from quebra.web.refusals import Refusal, json_response
from quebra.web.requests import language
from quebra.workers import Done, Failed

FILE = Path(__file__).parent / "gallery.jsonl"
MOST_OF_BANK = 100
"""How many puzzles of the bank are shown."""
BANK_NAME = re.compile("bank-([0-9]{1,15})")


class Exhibit(msgspec.Struct, frozen=True):
    """A puzzle of the gallery."""

    id: str
    family: str
    grade: str | None
    size: tuple[int, int] | None
    puzzle: msgspec.Raw


class Picture(msgspec.Struct, frozen=True):
    """What a puzzle is in words, and how it looks."""

    title: str
    svg: str


@cache
def shipped() -> tuple[Exhibit, ...]:
    """The puzzles that ship, by families and grades.

    >>> shipped()[0].grade
    'easy'
    """
    lines = FILE.read_bytes().splitlines()
    return tuple(msgspec.json.decode(line, type=Exhibit) for line in lines)


class Gallery:
    """The puzzles, and their pictures, each of which is drawn once."""

    def __init__(self, store: Store, workshop: Workshop) -> None:
        self._store, self._workshop = store, workshop
        self._pictures: dict[str, Picture] = {}

    async def exhibits(self) -> list[Exhibit]:
        """All that is shown."""
        return [*shipped(), *await asyncio.to_thread(self._banked)]

    async def exhibit(self, name: str) -> Exhibit:
        """The puzzle of that name."""
        if found := BANK_NAME.fullmatch(name):
            entry = await asyncio.to_thread(self._store.bank.get, int(found[1]))
            return _exhibit(entry)
        for exhibit in shipped():
            if exhibit.id == name:
                return exhibit
        raise NotFound(f"There is no puzzle {name[:40]!r} in the gallery.")

    async def shown(self, exhibits: Sequence[Exhibit]) -> list[dict[str, object]]:
        """Puzzles with their pictures; one that cannot be drawn is left out."""
        if missing := [each for each in exhibits if each.id not in self._pictures]:
            await self._draw(missing)
        return [
            {
                "id": each.id,
                "family": each.family,
                "grade": each.grade,
                "size": each.size,
                **msgspec.to_builtins(self._pictures[each.id]),
            }
            for each in exhibits
            if each.id in self._pictures
        ]

    async def _draw(self, exhibits: Sequence[Exhibit]) -> None:
        tasks = [Draw(puzzle=each.puzzle, theme="page") for each in exhibits]
        waiting = iter(exhibits)
        async for event in self._workshop.long.run(*tasks):
            if isinstance(event, Done | Failed):
                exhibit = next(waiting)
                if isinstance(event, Done):
                    self._pictures[exhibit.id] = msgspec.json.decode(event.result, type=Picture)

    def _banked(self) -> list[Exhibit]:
        return [_exhibit(entry) for entry in self._store.bank.find(most=MOST_OF_BANK)]


def _exhibit(entry: Entry) -> Exhibit:
    puzzle = msgspec.Raw(msgspec.json.encode(entry.puzzle))
    name = f"bank-{entry.id}"
    return Exhibit(name, entry.puzzle.family, entry.grade, entry.size, puzzle)


async def list_gallery(request: Request) -> Response:
    """All puzzles with their pictures."""
    gallery: Gallery = request.app.state.gallery
    exhibits = await gallery.exhibits()
    found = await while_connected(request, partial(gallery.shown, exhibits))
    return json_response(translated(found, language(request)))


async def show(request: Request) -> Response:
    """A puzzle to play."""
    gallery: Gallery = request.app.state.gallery
    try:
        return json_response(await gallery.exhibit(request.path_params["id"]))
    except NotFound as error:
        raise Refusal(404, str(error)) from None


ROUTES = [Route("/api/gallery", list_gallery), Route("/api/gallery/{id}", show)]

"""The gallery: puzzles that ship with Quebra and those of the bank, each with a picture."""

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
from quebra.web.http import ApiError, json_response, language
from quebra.web.tasks import WorkerPools, while_connected
from quebra.workers import Done, Failed

FILE = Path(__file__).parent / "gallery.jsonl"
MAX_BANK_PUZZLES = 100
"""The number of puzzles of the bank in the gallery."""
BANK_NAME = re.compile("bank-([0-9]{1,15})")


class Exhibit(msgspec.Struct, frozen=True):
    """A puzzle of the gallery."""

    id: str
    family: str
    grade: str | None
    size: tuple[int, int] | None
    puzzle: msgspec.Raw


class Picture(msgspec.Struct, frozen=True):
    """The title and the drawing of a puzzle."""

    title: str
    svg: str


@cache
def shipped() -> tuple[Exhibit, ...]:
    """The puzzles that ship, ordered by family and grade.

    >>> shipped()[0].grade
    'easy'
    """
    lines = FILE.read_bytes().splitlines()
    return tuple(msgspec.json.decode(line, type=Exhibit) for line in lines)


class Gallery:
    """The puzzles of the gallery, and a cache of their pictures."""

    def __init__(self, store: Store, pools: WorkerPools) -> None:
        self._store, self._pools = store, pools
        self._pictures: dict[str, Picture] = {}

    async def exhibits(self) -> list[Exhibit]:
        """All puzzles of the gallery."""
        return [*shipped(), *await asyncio.to_thread(self._banked)]

    async def exhibit(self, name: str) -> Exhibit:
        """The puzzle with that ID; raises `NotFound`."""
        if found := BANK_NAME.fullmatch(name):
            entry = await asyncio.to_thread(self._store.bank.get, int(found[1]))
            return _exhibit(entry)
        for exhibit in shipped():
            if exhibit.id == name:
                return exhibit
        raise NotFound(f"There is no puzzle {name[:40]!r} in the gallery.")

    async def with_pictures(self, exhibits: Sequence[Exhibit]) -> list[dict[str, object]]:
        """Puzzles with their pictures, as JSON; one that cannot be drawn is left out."""
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
        requests = [Draw(puzzle=each.puzzle, theme="page") for each in exhibits]
        drawn = iter(exhibits)
        async for event in self._pools.slow.run(*requests):
            if isinstance(event, Done | Failed):
                exhibit = next(drawn)
                if isinstance(event, Done):
                    self._pictures[exhibit.id] = msgspec.json.decode(event.result, type=Picture)

    def _banked(self) -> list[Exhibit]:
        return [_exhibit(entry) for entry in self._store.bank.find(most=MAX_BANK_PUZZLES)]


def _exhibit(entry: Entry) -> Exhibit:
    puzzle = msgspec.Raw(msgspec.json.encode(entry.puzzle))
    name = f"bank-{entry.id}"
    return Exhibit(name, entry.puzzle.family, entry.grade, entry.size, puzzle)


async def list_gallery(request: Request) -> Response:
    """All puzzles of the gallery with their pictures."""
    gallery: Gallery = request.app.state.gallery
    exhibits = await gallery.exhibits()
    found = await while_connected(request, partial(gallery.with_pictures, exhibits))
    return json_response(translated(found, language(request)))


async def show(request: Request) -> Response:
    """One puzzle of the gallery, to play."""
    gallery: Gallery = request.app.state.gallery
    try:
        return json_response(await gallery.exhibit(request.path_params["id"]))
    except NotFound as error:
        raise ApiError(404, str(error)) from None


ROUTES = [Route("/api/gallery", list_gallery), Route("/api/gallery/{id}", show)]

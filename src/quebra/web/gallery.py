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
from quebra.contract.quoting import quoted
from quebra.i18n.text import Text
from quebra.service.identity import puzzle_key
from quebra.service.requests import Draw, LookOptions
from quebra.store import Entry, Store
from quebra.web.http import ApiError, json_response, language
from quebra.web.tasks import WorkerPools, while_connected
from quebra.workers import Done, Failed

FILE = Path(__file__).parent / "gallery.jsonl"
MAX_BANK_PUZZLES = 100
"""The number of puzzles of the bank in the gallery."""
SAMPLE = "-medium-1"
"""End of the ID of the puzzle that stands for its family."""
COVER = LookOptions(cover=True)
"""The look of a puzzle on a card."""
BANK_NAME = re.compile("bank-([0-9]{1,15})")


class Exhibit(msgspec.Struct, frozen=True):
    """A puzzle of the gallery."""

    id: str
    family: str
    grade: str | None
    size: tuple[int, int] | None
    puzzle: msgspec.Raw

    @property
    def key(self) -> str:
        """The key by which games of the puzzle are found."""
        return puzzle_key(bytes(self.puzzle))


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


@cache
def shelf() -> dict[str, Exhibit]:
    """The puzzles that ship, by their keys."""
    return {exhibit.key: exhibit for exhibit in shipped()}


class Gallery:
    """The puzzles of the gallery, and a cache of their pictures."""

    def __init__(self, store: Store, pools: WorkerPools) -> None:
        self._store, self._pools = store, pools
        self._pictures: dict[tuple[str, str], Picture] = {}

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
        raise NotFound(Text("There is no puzzle {name} in the gallery.", name=quoted(name, 40)))

    async def with_pictures(
        self, exhibits: Sequence[Exhibit], lang: str
    ) -> list[dict[str, object]]:
        """Puzzles with their pictures, as JSON; one that cannot be drawn is left out."""
        if missing := [each for each in exhibits if (lang, each.id) not in self._pictures]:
            await self._draw(missing, lang)
        return [
            {
                "id": each.id,
                "family": each.family,
                "grade": each.grade,
                "size": each.size,
                "key": each.key,
                **msgspec.to_builtins(self._pictures[lang, each.id]),
            }
            for each in exhibits
            if (lang, each.id) in self._pictures
        ]

    async def _draw(self, exhibits: Sequence[Exhibit], lang: str) -> None:
        draw = partial(Draw, look=COVER, theme="page", lang=lang)
        requests = [draw(puzzle=each.puzzle) for each in exhibits]
        drawn = iter(exhibits)
        async for event in self._pools.slow.run(*requests):
            if isinstance(event, Done | Failed):
                exhibit = next(drawn)
                if isinstance(event, Done):
                    picture = msgspec.json.decode(event.result, type=Picture)
                    self._pictures[lang, exhibit.id] = picture

    def _banked(self) -> list[Exhibit]:
        return [_exhibit(entry) for entry in self._store.bank.find(most=MAX_BANK_PUZZLES)]


def _exhibit(entry: Entry) -> Exhibit:
    puzzle = msgspec.Raw(msgspec.json.encode(entry.puzzle))
    name = f"bank-{entry.id}"
    return Exhibit(name, entry.puzzle.family, entry.grade, entry.size, puzzle)


async def list_gallery(request: Request) -> Response:
    """The puzzles of the gallery with their pictures: all, those of a `family`, or one of each."""
    gallery: Gallery = request.app.state.gallery
    exhibits = await gallery.exhibits()
    if family := request.query_params.get("family"):
        exhibits = [each for each in exhibits if each.family == family]
    if "samples" in request.query_params:
        exhibits = [each for each in exhibits if each.id.endswith(SAMPLE)]
    draw = partial(gallery.with_pictures, exhibits, language(request))
    return json_response(await while_connected(request, draw))


async def show(request: Request) -> Response:
    """One puzzle of the gallery, to play."""
    gallery: Gallery = request.app.state.gallery
    try:
        exhibit = await gallery.exhibit(request.path_params["id"])
    except NotFound as error:
        raise ApiError(404, error.text) from None
    return json_response({**msgspec.structs.asdict(exhibit), "key": exhibit.key})


ROUTES = [Route("/api/gallery", list_gallery), Route("/api/gallery/{id}", show)]

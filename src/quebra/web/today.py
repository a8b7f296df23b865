"""The puzzles of a day, one of each family: the same for everyone, made once, and kept."""

from __future__ import annotations

import asyncio
import datetime
from contextlib import suppress
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra import __version__
from quebra.contract.errors import QuebraError
from quebra.contract.family import DAILY
from quebra.contract.registry import family_names, get_family
from quebra.i18n.text import ENGLISH
from quebra.service.identity import puzzle_key
from quebra.service.requests import Draw, Generate, seed_of_date
from quebra.store import Store, StoreError
from quebra.web.gallery import COVER, Picture
from quebra.web.http import ApiError, json_response, language
from quebra.web.tasks import WorkerPools, while_connected

MAX_PUZZLES = 60
"""Puzzles that are kept; those of the earliest requests are dropped."""
KIND = "day"
"""The kind of their records."""
HOUR = 3600.0


class Today:
    """The puzzles of the last days, by family and date, and their pictures."""

    def __init__(self, store: Store, pools: WorkerPools) -> None:
        self._store, self._pools = store, pools
        self._made: dict[tuple[str, str], asyncio.Task[msgspec.Raw]] = {}
        self._pictures: dict[tuple[str, str, str], Picture] = {}

    async def prepare(self, days: int) -> None:
        """Make the puzzles of some days, from today on, before they are asked for; never ends."""
        while days:
            first = datetime.date.today()
            for day in range(days):
                date = (first + datetime.timedelta(day)).isoformat()
                for family in family_names():
                    with suppress(ApiError, QuebraError):
                        await self._puzzle(family, date)
            await asyncio.sleep(HOUR)

    async def puzzle(self, family: str, date: str) -> tuple[msgspec.Raw, str | None]:
        """The puzzle of a family and a date, and its grade."""
        grade = get_family(family).generate.presets[DAILY].options.get("grade")
        return await self._puzzle(family, date), str(grade) if grade else None

    async def card(self, family: str, date: str, lang: str) -> dict[str, object]:
        """The puzzle of a family and a date, with its picture and its key."""
        found, _ = get_family(family), seed_of_date(date)  # both raise for what is not there
        puzzle = await self._puzzle(family, date, lang)
        name = (family, date, lang)
        if name not in self._pictures:
            draw = Draw(puzzle=puzzle, look=COVER, theme="page", lang=lang)
            drawn = await self._pools.result(draw)
            self._pictures[name] = msgspec.json.decode(drawn, type=Picture)
        preset = found.generate.presets[DAILY]
        return {
            "family": family,
            "date": date,
            "key": puzzle_key(bytes(puzzle)),
            "grade": preset.options.get("grade"),
            "size": preset.size or found.model.default_size,
            "puzzle": puzzle,
            **msgspec.to_builtins(self._pictures[name]),
        }

    async def _puzzle(self, family: str, date: str, lang: str = ENGLISH) -> msgspec.Raw:
        """The puzzle, made at the first request. It is made to the end, for the next one too.

        The first request has the language of an error.
        """
        name = (family, date)
        if name not in self._made:
            self._forget_old()
            making = asyncio.create_task(self._kept_or_made(family, date, lang))
            making.add_done_callback(partial(self._forget_failed, name))
            self._made[name] = making
        return await asyncio.shield(self._made[name])

    async def _kept_or_made(self, family: str, date: str, lang: str) -> msgspec.Raw:
        """The puzzle that the store has, or a new one, which is stored.

        Another version of Quebra may make another puzzle of the same date.
        """
        name, records = f"{__version__} {date} {family}", self._store.records
        with suppress(StoreError):  # such as that of a file that can only be read
            if kept := await asyncio.to_thread(records.get, KIND, name):
                return msgspec.Raw(kept.encode())
        made = await self._pools.result(Generate(family=family, date=date, lang=lang))
        with suppress(StoreError):
            await asyncio.to_thread(records.put, KIND, {name: bytes(made).decode()})
            await asyncio.to_thread(records.keep_last, KIND, MAX_PUZZLES)
        return made

    def _forget_old(self) -> None:
        while len(self._made) >= MAX_PUZZLES:
            oldest = next(iter(self._made))
            del self._made[oldest]
            for name in [name for name in self._pictures if name[:2] == oldest]:
                del self._pictures[name]

    def _forget_failed(self, name: tuple[str, str], making: asyncio.Task[msgspec.Raw]) -> None:
        """Forget a puzzle that could not be made, so that the next request tries again."""
        if making.cancelled() or making.exception():
            self._made.pop(name, None)


async def show(request: Request) -> Response:
    """The puzzle of a family and a date."""
    today: Today = request.app.state.today
    family, date = request.path_params["family"], request.path_params["date"]
    card = partial(today.card, family, date, language(request))
    return json_response(await while_connected(request, card))


ROUTES = [Route("/api/today/{date}/{family}", show)]

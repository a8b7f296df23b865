"""The puzzles of a day, one of each family: made once, the same for everyone, and kept."""

from __future__ import annotations

import asyncio
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.contract.family import DAILY
from quebra.contract.registry import get_family
from quebra.service.requests import Draw, Generate, seed_of_date
from quebra.web.gallery import COVER, Picture, puzzle_key
from quebra.web.http import json_response, language
from quebra.web.tasks import WorkerPools, while_connected

MAX_PUZZLES = 60
"""Puzzles that are kept; those of the earliest requests are dropped."""


class Today:
    """The puzzles of the last days, by family and date, and their pictures."""

    def __init__(self, pools: WorkerPools) -> None:
        self._pools = pools
        self._made: dict[tuple[str, str], asyncio.Task[msgspec.Raw]] = {}
        self._pictures: dict[tuple[str, str, str], Picture] = {}

    async def card(self, family: str, date: str, lang: str) -> dict[str, object]:
        """The puzzle of a family and a date, with its picture and its key."""
        found, _ = get_family(family), seed_of_date(date)  # both raise for what is not there
        puzzle = await self._puzzle(family, date)
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

    async def _puzzle(self, family: str, date: str) -> msgspec.Raw:
        """The puzzle, made at the first request. It is made to the end, for the next one too."""
        name = (family, date)
        if name not in self._made:
            self._forget_old()
            request = Generate(family=family, date=date)
            making = asyncio.create_task(self._pools.result(request))
            making.add_done_callback(partial(self._forget_failed, name))
            self._made[name] = making
        return await asyncio.shield(self._made[name])

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

"""Classes on the page: pupils join with a code, and the teacher sees what they have solved."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.contract.codec import read_json
from quebra.contract.errors import NotFound, QuebraError
from quebra.contract.quoting import quoted
from quebra.contract.registry import family_names
from quebra.i18n.text import Text
from quebra.service.identity import puzzle_key
from quebra.service.requests import Load
from quebra.store import Classes, ClassPuzzle, Pupil, Result, SchoolClass, Store
from quebra.store.classes import MAX_PUZZLES
from quebra.store.exports import as_csv, as_json
from quebra.web.addresses import join_address
from quebra.web.gallery import Exhibit, Gallery
from quebra.web.http import ApiError, json_response, language, read_body
from quebra.web.players import Players, admit_teacher, visitor_of
from quebra.web.rates import Rates
from quebra.web.tasks import result_for, while_connected
from quebra.web.today import Today

T = TypeVar("T")
PATIENCE = 1.0
"""Seconds to wait for puzzles of today that are being made."""
NOT_SHARED = Text(
    "Only this machine can reach this server. Start a class with `quebra play --class NAME`."
)
NO_PUZZLE = Text("The class has no such puzzle.")
NO_PUPIL = Text("The class has no such pupil.")


class ClassRoom:
    """The classes of a server, and what their pages need."""

    def __init__(
        self,
        store: Store,
        today: Today,
        gallery: Gallery,
        players: Players | None,
        rates: Rates,
        elsewhere: tuple[str, ...],
    ) -> None:
        self.classes: Classes = store.classes
        self.today, self.gallery, self.players = today, gallery, players
        self.rates, self.elsewhere = rates, elsewhere
        self._making: dict[str, asyncio.Task[ClassPuzzle | None]] = {}

    async def puzzles(self, found: SchoolClass) -> tuple[ClassPuzzle, ...]:
        """The puzzles of a class; those of today are added to a class that plays each day's."""
        day = datetime.date.today().isoformat()
        puzzles = await asyncio.to_thread(self.classes.puzzles, found)
        if not found.daily:
            return puzzles
        have = {each.family for each in puzzles if each.day == day}
        if missing := [name for name in family_names() if name not in have]:
            made = await self._puzzles_of_day(missing, day)
            await asyncio.to_thread(self.classes.add_puzzles, found, made)
            puzzles = await asyncio.to_thread(self.classes.puzzles, found)
        return puzzles

    async def _puzzles_of_day(self, names: Sequence[str], day: str) -> list[ClassPuzzle]:
        """The puzzles of some families that are made soon; others go on being made."""
        for name in names:
            if name not in self._making:
                self._making[name] = asyncio.create_task(self._puzzle_of_day(name, day))
        making = {self._making[name] for name in names}
        done, _ = await asyncio.wait(making, timeout=PATIENCE)
        for name in names:
            if self._making[name] in done:
                del self._making[name]
        return [each for task in done if (each := task.result())]

    async def _puzzle_of_day(self, family: str, day: str) -> ClassPuzzle | None:
        """The puzzle of a family and a day; None if it cannot be made now."""
        try:
            puzzle, grade = await self.today.puzzle(family, day)
        except (ApiError, QuebraError):
            return None
        return ClassPuzzle(puzzle_key(bytes(puzzle)), family, puzzle, grade, day)

    async def shown(self, puzzles: Sequence[ClassPuzzle], lang: str) -> list[object]:
        """Puzzles with title and picture, as JSON."""
        exhibits = [
            Exhibit(f"class-{each.key}", each.family, each.grade, None, each.puzzle)
            for each in puzzles
        ]
        days = {each.key: each.day for each in puzzles}
        drawn = await self.gallery.with_pictures(exhibits, lang)
        return [{**each, "day": days[str(each["key"])]} for each in drawn]


def room_of(request: Request) -> ClassRoom:
    """The classes of the application."""
    room = request.app.state.classes
    assert isinstance(room, ClassRoom)
    return room


def of_today(puzzles: Sequence[ClassPuzzle]) -> tuple[ClassPuzzle, ...]:
    """The chosen puzzles, and of those of days the last ones."""
    last = max((each.day for each in puzzles), default="")
    return tuple(each for each in puzzles if each.day in ("", last))


async def own_class(request: Request) -> tuple[SchoolClass, Pupil] | None:
    """The class that the visitor joined last."""
    classes, visitor = room_of(request).classes, visitor_of(request)
    if visitor.is_teacher or visitor.is_new:
        return None
    pupils = await asyncio.to_thread(classes.of_player, visitor.player)
    if not pupils:
        return None
    with suppress(NotFound):  # the class may have been erased meanwhile
        return await asyncio.to_thread(classes.get, pupils[0].class_id), pupils[0]
    return None


async def show(request: Request) -> Response:
    """What the visitor is, and the class and its puzzles for a pupil."""
    visitor, room = visitor_of(request), room_of(request)
    role = "teacher" if visitor.is_teacher else ""
    if (own := await own_class(request)) is None:
        return json_response({"role": role, "shared": visitor.is_shared})
    found, pupil = own
    puzzles = of_today(await room.puzzles(found))
    shown = await while_connected(request, partial(room.shown, puzzles, language(request)))
    about = {
        "role": "pupil",
        "name": found.name,
        "nickname": pupil.nickname,
        "daily": found.daily,
        "making": found.daily and len(puzzles) < len(family_names()),
        "puzzles": shown,
    }
    return json_response(about)


class JoinFields(msgspec.Struct, forbid_unknown_fields=True):
    """The code of a class and the nickname of a pupil."""

    code: Annotated[str, msgspec.Meta(max_length=40)]
    nickname: Annotated[str, msgspec.Meta(max_length=200)]


async def join(request: Request) -> Response:
    """Join a class under a nickname."""
    room = room_of(request)
    fields = await _fields(request, JoinFields)
    if room.players is None:
        raise ApiError(404, NOT_SHARED)
    room.rates.admit_code(request)
    try:
        found = await asyncio.to_thread(room.classes.by_code, fields.code)
    except NotFound:
        room.rates.count_wrong_code(request)
        raise ApiError(404, _wrong_code(fields.code)) from None
    player = visitor_of(request).player
    pupil = await asyncio.to_thread(room.classes.join, found, fields.nickname, player)
    response = json_response({"name": found.name, "nickname": pupil.nickname})
    room.players.remember(request, response, pupil.player)
    return response


def _wrong_code(code: str) -> Text:
    return Text("No class has the code {code}; look at it again.", code=quoted(code, 20))


async def leave(request: Request) -> Response:
    """Let the next pupil use this browser; the games stay with the one who leaves."""
    room = room_of(request)
    response = json_response({})
    if room.players is not None:
        response.delete_cookie(room.players.cookie)
    return response


async def puzzle(request: Request) -> Response:
    """A puzzle of the visitor's class, to play."""
    key, own = request.path_params["key"], await own_class(request)
    classes = room_of(request).classes
    for each in await asyncio.to_thread(classes.puzzles, own[0]) if own else ():
        if each.key == key:
            return json_response({"key": key, "family": each.family, "puzzle": each.puzzle})
    raise ApiError(404, NO_PUZZLE)


class StartFields(msgspec.Struct, forbid_unknown_fields=True):
    """The name of a class, and its puzzles: those of each day, of the gallery, or as texts."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    daily: bool = False
    gallery: Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_PUZZLES)] = ()
    sources: Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_PUZZLES)] = ()


async def start(request: Request) -> Response:
    """Start a class, or change the puzzles of one."""
    admit_teacher(request)
    room = room_of(request)
    fields = await _fields(request, StartFields)
    if not visitor_of(request).is_shared:
        raise ApiError(409, NOT_SHARED)
    puzzles = [_of_exhibit(await room.gallery.exhibit(name)) for name in fields.gallery]
    puzzles += [await _read(request, source) for source in fields.sources]
    found = await asyncio.to_thread(
        room.classes.start, fields.name, puzzles, daily=fields.daily or not puzzles
    )
    return json_response(_about(request, found), 201)


def _of_exhibit(exhibit: Exhibit) -> ClassPuzzle:
    return ClassPuzzle(exhibit.key, exhibit.family, exhibit.puzzle, exhibit.grade)


class Loaded(msgspec.Struct):
    """The part of a loaded puzzle that a class needs."""

    family: str
    puzzle: msgspec.Raw


async def _read(request: Request, source: str) -> ClassPuzzle:
    """The puzzle of a text or a link, which a worker reads."""
    result = await result_for(request, Load(source=source, lang=language(request)))
    loaded = msgspec.json.decode(result, type=Loaded)
    return ClassPuzzle(puzzle_key(bytes(loaded.puzzle)), loaded.family, loaded.puzzle)


async def list_classes(request: Request) -> Response:
    """The classes, with the numbers of pupils."""
    admit_teacher(request)
    room = room_of(request)
    found = await asyncio.to_thread(room.classes.list)
    counts = [len(await asyncio.to_thread(room.classes.pupils, each)) for each in found]
    listed = [
        {**_about(request, each), "pupils": count}
        for each, count in zip(found, counts, strict=True)
    ]
    return json_response({"shared": visitor_of(request).is_shared, "classes": listed})


def _about(request: Request, found: SchoolClass) -> dict[str, object]:
    return {"id": found.id, "name": found.name, "code": found.code, "daily": found.daily}


async def board(request: Request) -> Response:
    """Who has solved what, and how to join."""
    found = await _found(request)
    room = room_of(request)
    puzzles = of_today(await room.puzzles(found))
    shown = await while_connected(request, partial(room.shown, puzzles, language(request)))
    address = join_address(request, room.elsewhere, found.code)
    pupils = await asyncio.to_thread(room.classes.pupils, found)
    results = await asyncio.to_thread(room.classes.results, found)
    keys = {each.key for each in puzzles}
    rows = [
        {
            "id": pupil.id,
            "nickname": pupil.nickname,
            "may_return": pupil.may_return,
            "results": {
                each.key: _cell(each)
                for each in results
                if each.pupil == pupil.id and each.key in keys
            },
        }
        for pupil in pupils
    ]
    join = {"address": address, "qr": _qr(address)}
    return json_response({**_about(request, found), **join, "puzzles": shown, "pupils": rows})


def _cell(result: Result) -> dict[str, object]:
    names = ("moves", "progress", "hints", "seconds", "shown", "solved")
    return {name: getattr(result, name) for name in names}


def _qr(address: str) -> str:
    import segno

    uri: str = segno.make_qr(address, error="m").svg_data_uri(scale=8, border=4, light="#fff")
    return uri


async def export(request: Request) -> Response:
    """The results of a class as CSV or JSON."""
    found = await _found(request)
    classes = room_of(request).classes
    kind = request.query_params.get("to", "csv")
    if kind not in ("csv", "json"):
        raise ApiError(400, Text("A class is exported to csv or json."))
    write = as_csv if kind == "csv" else as_json
    content = await asyncio.to_thread(write, classes, found)
    media_type = "text/csv" if kind == "csv" else "application/json"
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="class.{kind}"',
    }
    return Response(content, headers=headers, media_type=media_type)


async def erase(request: Request) -> Response:
    """Erase a class with everything that belongs to it."""
    found = await _found(request)
    await asyncio.to_thread(room_of(request).classes.erase, found)
    return json_response({"id": found.id})


async def let_return(request: Request) -> Response:
    """Let a pupil join again with another browser."""
    found, pupil = await _found(request), request.path_params["pupil"]
    if not await asyncio.to_thread(room_of(request).classes.let_return, found, pupil):
        raise ApiError(404, NO_PUPIL)
    return json_response({"id": pupil})


async def remove_pupil(request: Request) -> Response:
    """Erase a pupil."""
    found, pupil = await _found(request), request.path_params["pupil"]
    if not await asyncio.to_thread(room_of(request).classes.remove_pupil, found, pupil):
        raise ApiError(404, NO_PUPIL)
    return json_response({"id": pupil})


async def _found(request: Request) -> SchoolClass:
    """The class that the path names, for its teacher."""
    admit_teacher(request)
    try:
        return await asyncio.to_thread(room_of(request).classes.get, request.path_params["id"])
    except NotFound as error:
        raise ApiError(404, error.text) from None


async def _fields(request: Request, kind: type[T]) -> T:
    body = (await read_body(request) or b"{}").decode()
    return read_json(body, msgspec.json.Decoder(kind))


ROUTES = [
    Route("/api/class", show),
    Route("/api/class/join", join, methods=["POST"]),
    Route("/api/class/leave", leave, methods=["POST"]),
    Route("/api/class/puzzles/{key}", puzzle),
    Route("/api/classes", list_classes),
    Route("/api/classes", start, methods=["POST"]),
    Route("/api/classes/{id}", board),
    Route("/api/classes/{id}", erase, methods=["DELETE"]),
    Route("/api/classes/{id}/export", export),
    Route("/api/classes/{id}/pupils/{pupil}", remove_pupil, methods=["DELETE"]),
    Route("/api/classes/{id}/pupils/{pupil}/return", let_return, methods=["POST"]),
]

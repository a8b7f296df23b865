"""Drafts of the setter's desk: boards that are kept until they are puzzles to play."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator, Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quebra.contract.codec import json_error, read_json
from quebra.contract.quoting import quoted
from quebra.i18n.text import Text
from quebra.play import NOTHING_SAID, About
from quebra.service.setter import Edit
from quebra.store import DamagedRow, Store
from quebra.store.errors import log_damage
from quebra.web.http import ApiError, json_response, language, read_body
from quebra.web.players import visitor_of
from quebra.web.tasks import result_for

KIND = "draft"
"""The kind of their records; those of a player have its ID after it."""
MAX_DRAFTS = 200
NAME = re.compile("[A-Za-z0-9_-]{1,40}")
"""What a client may call a draft."""


class DraftFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle, and the moves that arrange its pieces in families that have such puzzles."""

    puzzle: msgspec.Raw
    moves: tuple[str, ...] = ()
    about: About = NOTHING_SAID


class Board(msgspec.Struct, frozen=True):
    """The part of the editor's view that is kept."""

    family: str
    puzzle: msgspec.Raw
    moves: tuple[str, ...]
    svg: str


class Draft(Board, frozen=True, kw_only=True):
    """A draft as it is stored and listed; `updated` is in seconds since 1970."""

    id: str
    updated: float
    about: About


_FIELDS = msgspec.json.Decoder(DraftFields)
_DRAFT = msgspec.json.Decoder(Draft)


async def list_drafts(request: Request) -> Response:
    """All drafts, the last saved first, without damaged ones."""
    store = _store(request)
    texts = await asyncio.to_thread(store.records.all, _kind(request))
    return json_response(list(_read(store, texts)))


def _read(store: Store, texts: Mapping[str, str]) -> Iterator[Draft]:
    for name, text in texts.items():
        try:
            yield _DRAFT.decode(text)
        except msgspec.MsgspecError as error:
            fault = json_error(error, text).text
            log_damage(str(DamagedRow(store.database.name, "records", name, "text", fault)))


async def put(request: Request) -> Response:
    """Save a draft, in place of the one with its name if there is one."""
    name = request.path_params["id"]
    if not NAME.fullmatch(name):
        raise ApiError(400, Text("{id} is no name of a draft.", id=quoted(name, 40)))
    fields = read_json((await read_body(request)).decode(), _FIELDS)
    edit = Edit(puzzle=fields.puzzle, moves=fields.moves, lang=language(request))
    board = msgspec.json.decode(await result_for(request, edit), type=Board)
    kept = msgspec.structs.asdict(board)
    draft = Draft(id=name, updated=time.time(), about=fields.about, **kept)
    await asyncio.to_thread(_save, _store(request), _kind(request), draft)
    return json_response(draft)


def _save(store: Store, kind: str, draft: Draft) -> None:
    """Save a draft; raises `ApiError` if there are too many, since none is dropped unasked."""
    kept = store.records.all(kind)
    if draft.id not in kept and len(kept) >= MAX_DRAFTS:
        raise ApiError(
            422, Text("There are {n} drafts already; delete one that you do not need.", n=len(kept))
        )
    store.records.put(kind, {draft.id: msgspec.json.encode(draft).decode()})


async def remove(request: Request) -> Response:
    """Delete a draft."""
    name = request.path_params["id"]
    if not await asyncio.to_thread(_store(request).records.delete, _kind(request), name):
        raise ApiError(404, Text("There is no draft {id}.", id=quoted(name, 40)))
    return json_response({"id": name})


def _kind(request: Request) -> str:
    player = visitor_of(request).player
    return f"{KIND} {player}" if player else KIND


def _store(request: Request) -> Store:
    store = request.app.state.games.store
    assert isinstance(store, Store)
    return store


ROUTES = [
    Route("/api/drafts", list_drafts),
    Route("/api/drafts/{id}", put, methods=["PUT"]),
    Route("/api/drafts/{id}", remove, methods=["DELETE"]),
]

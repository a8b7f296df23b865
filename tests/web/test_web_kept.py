"""What the server keeps: puzzles of days that are made ahead, and the cards of games."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import msgspec

from quebra.contract.registry import family_names
from quebra.engine.budget import Budget
from quebra.service.games import NewGame, View
from quebra.service.requests import Json, VerbRequest
from quebra.service.results import to_json
from quebra.store import Store
from quebra.web.cards import GameCards
from quebra.web.games import GameStore
from quebra.web.tasks import WorkerPools
from quebra.web.today import KIND, Today
from quebra.workers import Done

DATE = "2026-11-18"
PUZZLE = b'{"family":"kojun","regions":[[0,0]],"givens":[[2,0]]}'


class Pools:
    """Pools that count requests, and run them in this process."""

    def __init__(self) -> None:
        self.requests: list[VerbRequest] = []
        self.slow = self

    async def result(self, request: VerbRequest) -> msgspec.Raw:
        self.requests.append(request)
        return msgspec.Raw(PUZZLE)

    async def run(self, *requests: View) -> Any:
        for request in requests:
            self.requests.append(request)
            yield Done(msgspec.Raw(to_json(request.run(Budget()))))

    @property
    def as_pools(self) -> WorkerPools:
        return cast(WorkerPools, self)


def test_the_puzzles_of_days_are_made_ahead_and_once(tmp_path: Path) -> None:
    async def prepare(store: Store, days: int) -> Pools:
        pools = Pools()
        preparing = asyncio.create_task(Today(store, pools.as_pools).prepare(days))
        while len(store.records.all(KIND)) < days * len(family_names()):
            await asyncio.sleep(0)
            assert not preparing.done()
        preparing.cancel()
        return pools

    with Store(str(tmp_path / "games.db")) as store:
        first = asyncio.run(prepare(store, 2))
        assert len(first.requests) == 2 * len(family_names())
        assert not asyncio.run(prepare(store, 2)).requests


def test_a_card_is_known_after_a_restart_until_its_game_changes(tmp_path: Path) -> None:
    new = cast(Any, NewGame(puzzle=Json(PUZZLE)).run(Budget()))
    game = msgspec.json.decode(new["game"], type=dict[str, Any])

    def cards(store: Store) -> tuple[list[Any], Pools]:
        pools = Pools()
        games = GameStore(store)
        return asyncio.run(GameCards(games, pools.as_pools).cards(games, "en")), pools

    with Store(str(tmp_path / "games.db")) as store:
        saved = store.games.save(
            msgspec.json.encode(game | {"moves": ["r1c2*1"], "done": 1}).decode()
        )
        (card,), pools = cards(store)
        assert len(pools.requests) == 1 and not card["solved"] and card["svg"]
        (again,), pools = cards(store)
        assert again == card and not pools.requests
        store.games.save(
            msgspec.json.encode(game | {"moves": ["r1c2=1"], "done": 1}).decode(), saved
        )
        (solved,), pools = cards(store)
        assert len(pools.requests) == 1 and solved["solved"]

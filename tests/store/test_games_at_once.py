"""Games that several programs change at the same time: no change that was accepted is lost."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

from quebra.store import Store

WRITERS = 4
MOVES = 25


def add_moves(address: str, name: str, writer: int) -> list[str]:
    """The moves of one program, each made again until it is accepted."""
    accepted = []
    with Store(address) as store:
        for number in range(MOVES):
            move = f"writer {writer}, move {number}"
            while True:
                loaded = store.games.load(name)
                game = json.dumps([*json.loads(loaded.game), move])
                if store.games.replace(loaded, game):
                    break
            accepted.append(move)
    return accepted


def test_moves_of_several_programs_are_all_kept(address: str) -> None:
    with Store(address) as store:
        name = store.games.save("[]")
        with ThreadPoolExecutor(WRITERS) as pool:
            rows = pool.map(lambda writer: add_moves(address, name, writer), range(WRITERS))
            accepted = [move for row in rows for move in row]
        kept = json.loads(store.games.load(name).game)
    assert len(accepted) == WRITERS * MOVES
    assert sorted(kept) == sorted(accepted)


def test_a_game_that_was_changed_meanwhile_is_not_replaced(address: str) -> None:
    with Store(address) as mine, Store(address) as other:
        name = mine.games.save("[]")
        loaded = mine.games.load(name)
        assert other.games.replace(other.games.load(name), '["other"]')
        assert not mine.games.replace(loaded, '["mine"]')
        assert mine.games.load(name).game == '["other"]'
        assert mine.games.replace(mine.games.load(name), '["other", "mine"]')
        assert other.games.load(name).game == '["other", "mine"]'


def test_a_game_that_was_deleted_meanwhile_stays_deleted(address: str) -> None:
    with Store(address) as mine, Store(address) as other:
        name = mine.games.save("[]")
        loaded = mine.games.load(name)
        assert other.games.delete(name)
        assert not mine.games.replace(loaded, '["mine"]')
        assert mine.games.list() == ()

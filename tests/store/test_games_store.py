"""Games are kept whole, whatever happens."""

import json
import subprocess
import sys

import pytest

from quebra.contract.errors import NotFound
from quebra.store import Store

SAVE_ON = """
import json, sys
from quebra.store import Store
with Store(sys.argv[1]) as store:
    for number in range(100_000):
        moves = [f"r1c{n}=1" for n in range(number % 200)]
        game = {"number": number, "count": len(moves), "moves": moves}
        store.games.save(json.dumps(game), "mine")
        print(number, flush=True)
"""


def test_games_are_saved_listed_replaced_and_deleted(address: str) -> None:
    with Store(address) as store:
        first = store.games.save('{"moves": []}')
        second = store.games.save('{"moves": ["r1c1=2"]}')
        assert first != second
        assert [saved.id for saved in store.games.list()] == [second, first]
        assert store.games.save('{"moves": ["r1c2=1"]}', first) == first
        assert store.games.load(first).game == '{"moves": ["r1c2=1"]}'
        assert [saved.id for saved in store.games.list()] == [first, second]
        assert [saved.id for saved in store.games.list(most=1)] == [first]
        assert store.games.delete(second) is True
        assert store.games.delete(second) is False
        with pytest.raises(NotFound, match="There is no game"):
            store.games.load(second)


def test_records_are_replaced_listed_and_dropped_when_old(address: str) -> None:
    with Store(address) as store:
        store.records.put("day", {str(number): "x" for number in range(3)})
        store.records.put("day", {"last": "y"})
        store.records.put("day", {"0": "z"})
        store.records.put("draft", {"0": "other"})
        assert list(store.records.all("day").items())[:2] == [("0", "z"), ("last", "y")]
        store.records.keep_last("day", 2)
        assert store.records.all("day") == {"0": "z", "last": "y"}
        assert (
            store.records.get("draft", "0") == "other" and store.records.get("draft", "1") is None
        )
        assert store.records.delete("draft", "0") and not store.records.delete("draft", "0")


def test_games_of_all_characters_come_back(address: str) -> None:
    game = json.dumps({"note": "ção 🧩 ' \" ; -- \\u0000"}, ensure_ascii=False)
    with Store(address) as store:
        name = store.games.save(game)
    with Store(address) as again:
        assert again.games.load(name).game == game


@pytest.mark.integration
def test_a_killed_program_loses_no_game(address: str) -> None:
    saver = subprocess.Popen(
        [sys.executable, "-c", SAVE_ON, address], stdout=subprocess.PIPE, text=True
    )
    assert saver.stdout is not None
    acknowledged = -1
    while acknowledged < 250:
        acknowledged = int(saver.stdout.readline())
    saver.kill()
    acknowledged = max([acknowledged, *map(int, saver.stdout.read().split("\n")[:-1])])
    saver.wait()
    with Store(address) as store:
        game = json.loads(store.games.load("mine").game)
    assert game["number"] in (acknowledged, acknowledged + 1)
    assert game["count"] == len(game["moves"])

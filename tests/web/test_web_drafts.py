"""Drafts of the setter's desk: saved on the server, so that each browser has them."""

from __future__ import annotations

import msgspec
import pytest

from commands import UNIQUE
from quebra.store import Store
from quebra.web.drafts import KIND, MAX_DRAFTS
from servers import Ask, Served

pytestmark = pytest.mark.integration

BOARD = {"puzzle": UNIQUE, "about": {"title": "First"}}


def test_a_draft_is_saved_replaced_and_deleted(ask: Ask) -> None:
    saved = ask("PUT", "drafts/one", **BOARD).json()
    assert saved["family"] == "kojun" and saved["svg"].startswith("<svg")
    ask("PUT", "drafts/two", puzzle=UNIQUE)
    ask("PUT", "drafts/one", **BOARD | {"about": {"title": "Again", "note": "n"}})
    listed = ask("GET", "drafts").json()
    assert [(each["id"], each["about"]["title"]) for each in listed] == [
        ("one", "Again"),
        ("two", ""),
    ]
    assert ask("POST", "edit", puzzle=listed[0]["puzzle"]).json()["svg"] == listed[0]["svg"]
    assert ask("DELETE", "drafts/one").json() == {"id": "one"}
    assert ask("DELETE", "drafts/one").status_code == 404
    assert [each["id"] for each in ask("GET", "drafts").json()] == ["two"]


def test_an_arrangement_is_kept_with_its_moves(served: Served) -> None:
    blank = served.post("blank", family="tangram")
    body = {"puzzle": blank["puzzle"], "moves": ["1=0,0,0"]}
    saved = served.client.put("/api/drafts/figure", json=body).json()
    assert saved["moves"] == body["moves"] and saved["svg"] != blank["svg"]


def test_what_is_no_draft_is_refused(ask: Ask) -> None:
    for name, body in (
        ("a.b", BOARD),
        ("a", {"puzzle": {}}),
        ("a", BOARD | {"svg": "<svg/>"}),
        ("a", BOARD | {"about": {"title": "x" * 201}}),
    ):
        answer = ask("PUT", f"drafts/{name}", **body)
        assert answer.status_code == 400 and answer.json()["error"]
    assert ask("GET", "drafts").json() == []


def test_no_draft_is_dropped_for_another_and_a_damaged_one_is_left_out(ask: Ask, data: str) -> None:
    text = {"id": "", "updated": 0, "about": {}, "family": "", "puzzle": {}, "moves": [], "svg": ""}
    with Store(data) as store:
        names = [str(n) for n in range(MAX_DRAFTS)]
        store.records.put(KIND, {name: msgspec.json.encode(text).decode() for name in names})
        store.records.put(KIND, {"0": "{"})
    assert len(ask("GET", "drafts").json()) == MAX_DRAFTS - 1
    assert "200 drafts" in ask("PUT", "drafts/new", **BOARD).json()["error"]
    assert ask("PUT", "drafts/0", **BOARD).status_code == 200

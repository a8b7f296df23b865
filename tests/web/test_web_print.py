"""Printing on the server: a preview with its PDF, progress, limits and refusals."""

from __future__ import annotations

from base64 import b64decode
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from processes import wait_until
from quebra.store import Store
from quebra.web.settings import WebSettings
from quebra.web.today import KIND
from servers import Ask, Served, server

pytestmark = pytest.mark.integration

BOARD = "kojun\nregions\na a\ngivens\n2 ."


def test_a_preview_has_the_first_pages_and_the_whole_pdf(served: Served) -> None:
    body = {"recipe": "kojun 3x3 x13", "per_page": 1, "no_example": True, "to": "preview"}
    with served.events("worksheet?lang=pt", **body) as events:
        found = list(events)
    name, printed = found[-1]
    assert name == "done"
    assert (printed["puzzles"], printed["sheets"], len(printed["pages"])) == (13, 14, 12)
    assert b64decode(printed["pages"][0]).startswith(b"\x89PNG")
    sheets = PdfReader(BytesIO(b64decode(printed["pdf"]))).pages
    assert len(sheets) == 14
    assert "Nome" in sheets[0].extract_text() and "Soluções" in sheets[13].extract_text()


def test_progress_is_a_share_of_the_puzzles(served: Served) -> None:
    with served.events("book", recipe="kojun 8x8 x12", to="preview") as events:
        shares = [data["share"] for name, data in events if name == "advanced"]
    known = [share for share in shares if share is not None]
    assert known and known == sorted(known) and known[-1] <= 1


def test_what_is_not_printed(ask: Ask) -> None:
    most = WebSettings().print_puzzles
    for body, sentence in (
        ({"recipe": f"kojun x{most}", "puzzles": [BOARD]}, f"These are {most + 1} puzzles; at"),
        ({"recipe": "kojun x60", "variants": 2}, "These are 120 puzzles; at most"),
        ({"recipe": "kojun blue"}, "The word 'blue' of the recipe is none of"),
        ({"puzzles": ["https://puzz.link/p?sudoku/9/9/g1h"]}, "Sudoku is not one of"),
        ({"recipe": "kojun " * 1000}, "JSON at $.recipe"),
        ({}, "There is no puzzle to print"),
    ):
        answer = ask("POST", "worksheet", **body)
        assert answer.status_code == 400
        assert answer.json()["error"].startswith(sentence), answer.json()
    answer = ask("POST", "cutout", puzzles=[BOARD])
    assert answer.status_code == 400 and "has no pieces to cut out" in answer.json()["error"]


def test_settings_of_printing_and_of_days_that_are_made_ahead(tmp_path: Path) -> None:
    data = tmp_path / "games.db"
    settings = server(data, QUEBRA_PRINT_PUZZLES=2, QUEBRA_READY_DAYS=1)
    with settings as found, Store(str(data)) as store:
        refused = found.post("worksheet", status=400, recipe="kojun x3")
        assert refused["error"].startswith("These are 3 puzzles; at most 2")
        wait_until(lambda: store.records.all(KIND), "a puzzle of today")

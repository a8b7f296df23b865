"""The page's words: the same in both tongues, and each of them used."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import quebra.web
from page.desk import Desk

STATIC = Path(quebra.web.__file__).parent / "static"
PLACE = re.compile(r"\{(\w+)\}")


def words(tongue: str) -> dict[str, str]:
    """The texts of a tongue."""
    found: dict[str, str] = json.loads((STATIC / "texts" / f"{tongue}.json").read_text("utf-8"))
    return found


def test_both_tongues_have_the_same_keys_in_order() -> None:
    assert list(words("en")) == list(words("pt")) == sorted(words("en"))


def test_a_text_has_the_same_places_in_both_tongues() -> None:
    portuguese = words("pt")
    for key, english in words("en").items():
        assert set(PLACE.findall(english)) == set(PLACE.findall(portuguese[key])), key
        assert english.strip() and "!" not in english + portuguese[key], key


def test_every_text_is_used_and_every_text_used_is_there() -> None:
    script = "\n".join(path.read_text("utf-8") for path in sorted(STATIC.rglob("*.js")))
    strings = set(re.findall(r'"([a-z][a-z-]*)"', script))
    made = re.findall(r"`([a-z-]*)\$\{[^`]*\}([a-z-]*)`", script)
    patterns = [f"{head}.+{tail}" for head, tail in made if head or tail]
    unused = {
        key
        for key in words("en").keys() - strings
        if not any(re.fullmatch(pattern, key) for pattern in patterns)
    }
    assert not unused
    asked = set(re.findall(r'\bt\("([^"]+)"', script))
    assert asked <= words("en").keys()


@pytest.mark.integration
def test_families_speak_both_tongues_alike(desk: Desk) -> None:
    desk.go("#/open")
    known = desk.page.request.get(f"{desk.address}/api/families").json()
    pages = [family["page"] for family in known if family["page"]]
    assert pages
    for page in pages:
        texts = desk.page.evaluate("async (page) => (await import(page)).texts ?? null", page)
        if texts:
            assert list(texts["en"]) == list(texts["pt"]), page
            for key, text in texts["en"].items():
                assert set(PLACE.findall(text)) == set(PLACE.findall(texts["pt"][key])), key

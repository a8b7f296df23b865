"""The texts of the page: each one is in the catalogues, and the language can be switched."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from string import Formatter

import pytest
from playwright.sync_api import expect

from page.desk import Desk
from page.hands import Player, some_families
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from translations import OTHERS

PACKAGE = files("quebra")
CALL = re.compile(r'\btn?\((?!template|one)\s*("(?:[^"\\]|\\.)*")?')
"""A call of `t` or `tn`, and its text if that is a literal."""
SENTENCES = re.compile(r"(?<=[.!?]) (?=\S)")
NAMES = {"en": "English", "es": "Español", "pt": "Português"}
SHOWN = """() => {
  const shown = [...document.querySelectorAll("body *")].filter((each) => each.checkVisibility());
  const names = shown.flatMap((each) => [each.title, each.ariaLabel]);
  const others = shown.filter((each) => !each.closest("#language"));
  const nodes = others.flatMap((each) => [...each.childNodes]);
  const texts = nodes.filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
  return [...new Set([...names, ...texts].map((text) => text?.trim()).filter(Boolean))];
}"""
"""The texts of all elements that can be seen, and the names of elements."""


def scripts() -> str:
    """All scripts of the page, and of the files that play a puzzle."""
    root = PACKAGE / "web" / "static"
    player = PACKAGE / "render" / "player"
    folders = [root, root / "boards", player, *(PACKAGE / "families").iterdir()]
    found = [file for folder in folders if folder.is_dir() for file in folder.iterdir()]
    return "\n".join(file.read_text("utf-8") for file in found if file.name.endswith(".js"))


def test_every_text_is_a_literal_and_in_the_catalogues() -> None:
    literals = CALL.findall(scripts())
    assert len(literals) > 200
    assert "" not in literals
    texts = {json.loads(literal) for literal in literals}
    words = {text for text in texts if re.search(r"[^\W\d_]", re.sub(r"\{.*?\}", "", text))}
    for lang in OTHERS:
        file = PACKAGE / "web" / "static" / "catalogues" / f"{lang}.json"
        known = json.loads(file.read_text("utf-8"))
        assert words == known.keys()


@pytest.mark.integration
@some_families
def test_the_language_can_be_switched_within_a_game(player: Player, desk: Desk) -> None:
    desk.begin(player.board)
    desk.button("More").click()
    expect(desk.page.locator("#language option")).to_have_text([NAMES["en"], *names()])
    desk.press("Escape")
    player.blunder(desk)
    moves = 0 if player.refused else len(player.wrong)
    desk.wait_for_moves(moves)
    for lang in OTHERS:
        desk.page.locator(".more-button").click()
        desk.page.locator("#language").select_option(lang)
        expect(desk.page.locator("html")).to_have_attribute("lang", lang)
        expect(desk.page.get_by_role("dialog")).to_have_count(0)
        desk.wait_for_moves(moves)
        for taps in (1, 2, 3):
            desk.tool(translate(Text("Hint"), lang)).click()
            expect(desk.page.locator(".pips .on")).to_have_count(taps)
        assert list(english(desk, lang)) == []
    desk.page.reload()
    desk.wait_for_moves(moves)
    expect(desk.page.locator("html")).to_have_attribute("lang", OTHERS[-1])


def names() -> list[str]:
    """The names of the other languages, each in itself."""
    return [NAMES[lang] for lang in OTHERS]


def english(desk: Desk, lang: str) -> Iterator[str]:
    """The texts shown that are English, or have a placeholder without value."""
    for text in desk.page.evaluate(SHOWN):
        parts = {text, *SENTENCES.split(text)}
        if "{" in text or any(pattern.fullmatch(part) for part in parts for pattern in ids(lang)):
            yield text


@cache
def ids(lang: str) -> list[re.Pattern[str]]:
    """Patterns of the English texts that have another form in a language."""
    with (PACKAGE / "i18n" / "catalogues" / f"{lang}.mo").open("rb") as file:
        found: dict[object, str] = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    pairs = ((key if isinstance(key, str) else key[0], other) for key, other in found.items())  # type: ignore[index]
    return [_pattern(template) for template, other in pairs if template and template != other]


def _pattern(template: str) -> re.Pattern[str]:
    """The texts of a template; none for one that has no word, for it could be of any language."""
    parts = [(literal, name) for literal, name, *_ in Formatter().parse(template)]
    if not any(re.search(r"[a-z]{3}", literal) for literal, _ in parts):
        return re.compile(r"(?!)")
    return re.compile("".join(re.escape(literal) + ".+" * bool(name) for literal, name in parts))

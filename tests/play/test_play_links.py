"""Games as JSON and as links, and what is no game."""

import zlib
from base64 import urlsafe_b64encode

import pytest
from small_puzzles import CLASSIC, KOJUN

from quebra.contract.errors import BadInput
from quebra.play import About, from_link, link, new_game, read_game, saving, write_game

GAME = new_game(KOJUN).move("r1c1=2").save("a").move("r1c2=1").undo()


def packed(data: bytes) -> str:
    return "#p=" + urlsafe_b64encode(zlib.compress(data, 9)).decode()


def test_json_keeps_all() -> None:
    again = read_game(write_game(GAME))
    assert again == GAME and again.redo().attempt == GAME.redo().attempt


def test_json_and_links_keep_what_the_setter_says() -> None:
    game = new_game(KOJUN, About("Corners", "Ana", "A first one."))
    assert read_game(write_game(game)) == game
    assert from_link(link(game)).about == from_link(link(game, moves=True)).about == game.about
    assert "about" not in write_game(GAME)


def test_a_link_is_short_and_has_only_safe_characters() -> None:
    text = link(GAME, moves=True)
    assert text.startswith("#p=") and text[3:].replace("-", "").replace("_", "").isalnum()
    assert len(text) < 250
    assert from_link(text).moves == ("r1c1=2",)
    assert from_link(f"https://example.org/puzzles{text}").attempt == GAME.attempt


def test_a_link_with_moves_is_not_too_long_to_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "MAX_LINK_LENGTH", len(link(GAME, moves=True)) - 1)
    with pytest.raises(BadInput, match="too many moves for a link"):
        link(GAME, moves=True)
    assert from_link(link(GAME)).moves == ()


def test_outlines_go_into_links() -> None:
    assert from_link(link(new_game(CLASSIC))).puzzle == CLASSIC


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no #p="),
        ("#q=abc", "no #p="),
        ("#p=", "damaged"),
        ("#p=é", "damaged"),
        ("#p=abcd", "damaged"),
        (link(GAME)[:-8], "damaged"),
        (packed(b"{}"), "missing required field puzzle"),
        (packed(b'{"puzzle":[]}'), "Expected object"),
        (packed(b'{"puzzle":{"family":"nothing"}}'), "no family 'nothing'"),
        (packed(b'{"puzzle":{"family":"kojun"}}'), "missing required field"),
        (packed(b"\xff\xfe"), "damaged"),
        (packed(b'{"puzzle":' + b"[" * 100_000), "nested"),
    ],
)
def test_what_is_no_link_is_answered_with_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as found:
        from_link(text)
    assert complaint in str(found.value) and "\n" not in str(found.value)


def test_a_bomb_is_not_unpacked() -> None:
    with pytest.raises(BadInput, match="too long"):
        from_link(packed(b" " * 50_000_000))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"r1c1=2"', '"r9c9=2"', "Move 1: Row 9, column 9"),
        ('"r1c1=2"', '"@7"', "Move 1: There were not yet 7 moves"),
        ('"r1c1=2"', f'"{"1" * 200}"', "at most 100 characters"),
        ('"done":1', '"done":9', "9 moves of 2"),
        ('"done":1', '"done":"x"', "expected int"),
        ('"a":1', '"a":5', "A savepoint"),
        ('"saved"', '"surprise"', "surprise"),
    ],
)
def test_a_game_that_was_tampered_with_is_refused(old: str, new: str, complaint: str) -> None:
    text = write_game(GAME)
    assert old in text
    with pytest.raises(BadInput, match=complaint):
        read_game(text.replace(old, new))


def test_too_many_moves_are_refused_before_they_are_made() -> None:
    text = write_game(GAME).replace('["r1c1=2"', "[" + '"r1c1=2",' * 10_000 + '"r1c1=2"')
    with pytest.raises(BadInput, match="at most 10000 moves"):
        read_game(text)

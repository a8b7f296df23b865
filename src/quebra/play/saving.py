"""Games as JSON, and as links that contain them."""

from __future__ import annotations

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from typing import Any

import msgspec

from quebra.contract.codec import family_named, read_json
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import get_family
from quebra.contract.settings import admit_bytes, admit_extent, settings
from quebra.i18n.text import Text, Verbatim
from quebra.play.about import NOTHING_SAID, About
from quebra.play.game import MAX_MOVE_LENGTH, MAX_MOVES, Game

MAX_LINK_LENGTH = 8_000
"""Characters of a link with moves; many programs truncate longer ones."""

LINK_PREFIX = "#p="
MAX_READ_PUZZLES = 8
"""Puzzles that are kept after they were read."""


class _GameJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game in JSON; the puzzle is decoded by its family."""

    puzzle: msgspec.Raw
    moves: tuple[str, ...] = ()
    done: int | None = None
    saved: dict[str, int] = {}
    hints: int = 0
    seconds: int = 0
    shown: bool = False
    about: About = NOTHING_SAID


_DECODER = msgspec.json.Decoder(_GameJson)


def write_game(game: Game) -> str:
    """The JSON of a game.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a\\ngivens\\n2 .")).move("r1c2=1")
    >>> read_game(write_game(game)) == game
    True
    """
    fields = ("moves", "done", "saved", "hints", "seconds", "shown", "about")
    return _to_json(game, **{name: getattr(game, name) for name in fields})


def read_game(text: str) -> Game:
    """The game from its JSON; all moves are made again, and so validated."""
    admit_bytes(len(text))
    data = read_json(text, _DECODER)
    puzzle = _read_puzzle(bytes(data.puzzle).decode())
    admit_extent(puzzle.family, puzzle.extent)
    if len(data.moves) > MAX_MOVES:
        raise BadInput(Text("A game has at most {most} moves.", most=MAX_MOVES))
    if any(len(move) > MAX_MOVE_LENGTH for move in data.moves):
        raise BadInput(Text("A move has at most {most} characters.", most=MAX_MOVE_LENGTH))
    done = len(data.moves) if data.done is None else data.done
    return Game(
        puzzle, data.moves, done, data.saved, data.hints, data.seconds, data.shown, data.about
    ).checked()


@lru_cache(maxsize=MAX_READ_PUZZLES)
def _read_puzzle(text: str) -> Puzzle:
    """The puzzle from its JSON; that of a game is read again for every move."""
    puzzle: Puzzle = get_family(family_named(text)).formats.puzzles[0].read(text)
    return puzzle


def link(game: Game, moves: bool = False) -> str:
    """The fragment of a link: the puzzle, and with `moves` the moves in force.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a\\ngivens\\n2 .")).move("r1c2=1")
    >>> from_link(link(game)).moves, from_link(link(game, moves=True)).moves
    ((), ('r1c2=1',))
    """
    text = _to_json(game, moves=game.moves[: game.done] if moves else (), about=game.about)
    fragment = LINK_PREFIX + urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if moves and len(fragment) > MAX_LINK_LENGTH:
        raise BadInput(Text("The game has too many moves for a link. Share the puzzle alone."))
    return fragment


def from_link(text: str) -> Game:
    """The game that a link contains.

    >>> from_link("#p=abc")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: The link is damaged: what follows #p= cannot be read.
    """
    admit_bytes(len(text))
    _, prefix, encoded = text.strip().partition(LINK_PREFIX)
    if not prefix:
        raise BadInput(
            Text(
                "The link has no puzzle: there is no {prefix} in it.", prefix=Verbatim(LINK_PREFIX)
            )
        )
    damaged = BadInput(
        Text("The link is damaged: what follows {prefix} cannot be read.", prefix=Verbatim(prefix))
    )
    most = settings().max_bytes
    try:
        packed = urlsafe_b64decode(encoded.encode("ascii") + b"=" * (-len(encoded) % 4))
        unpacker = zlib.decompressobj()
        # One byte more than the limit, to refuse longer data without decompressing all of it.
        data = unpacker.decompress(packed, most + 1)
        admit_bytes(len(data))
        if not unpacker.eof:
            raise damaged
        return read_game(data.decode())
    except (binascii.Error, zlib.error, UnicodeError):
        raise damaged from None


def _to_json(game: Game, **fields: Any) -> str:
    """The JSON of a game's puzzle with these fields of `_GameJson`."""
    puzzle = msgspec.Raw(game.family.formats.puzzles[0].write(game.puzzle).strip().encode())
    return msgspec.json.encode(_GameJson(puzzle, **fields)).decode()

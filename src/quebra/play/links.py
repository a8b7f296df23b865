"""Games as text: JSON to be kept, and links that carry a puzzle without any server."""

from __future__ import annotations

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec

from quebra.contract.codec import read_json
from quebra.contract.errors import BadInput
from quebra.contract.registry import get_family
from quebra.contract.settings import admit_bytes, admit_extent, settings
from quebra.play.game import LONGEST_MOVE, MOST_MOVES, Game

SIGN = "#p="
LONGEST = 8_000
"""Characters of a link with moves; programs that people send links with cut longer ones off."""


class _Wire(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game in JSON; the puzzle is read by its family."""

    puzzle: msgspec.Raw
    moves: tuple[str, ...] = ()
    done: int | None = None
    saved: dict[str, int] = {}
    hints: int = 0


class _Tag(msgspec.Struct, frozen=True):
    family: str


_WIRE, _TAG = msgspec.json.Decoder(_Wire), msgspec.json.Decoder(_Tag)


def write_game(game: Game) -> str:
    """A game as JSON.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a\\ngivens\\n2 .")).move("r1c2=1")
    >>> read_game(write_game(game)) == game
    True
    """
    return _written(game, game.moves, game.done, game.saved, game.hints)


def read_game(text: str) -> Game:
    """A game from its JSON, every move made anew."""
    admit_bytes(len(text))
    wire = read_json(text, _WIRE)
    puzzle_text = bytes(wire.puzzle).decode()
    puzzle = get_family(read_json(puzzle_text, _TAG).family).formats.puzzles[0].read(puzzle_text)
    admit_extent(puzzle.family, puzzle.extent)
    if len(wire.moves) > MOST_MOVES:
        raise BadInput(f"A game has at most {MOST_MOVES} moves.")
    if any(len(move) > LONGEST_MOVE for move in wire.moves):
        raise BadInput(f"A move has at most {LONGEST_MOVE} characters.")
    done = len(wire.moves) if wire.done is None else wire.done
    return Game(puzzle, wire.moves, done, wire.saved, wire.hints).checked()


def link(game: Game, moves: bool = False) -> str:
    """The part of a link after its address: the puzzle, and the moves in force if wanted.

    >>> from quebra import load
    >>> game = Game(load("kojun\\nregions\\na a\\ngivens\\n2 .")).move("r1c2=1")
    >>> from_link(link(game)).moves, from_link(link(game, moves=True)).moves
    ((), ('r1c2=1',))
    """
    text = _packed(game, game.moves[: game.done] if moves else ())
    if moves and len(text) > LONGEST:
        raise BadInput("The game has too many moves for a link. Share the puzzle alone.")
    return text


def _packed(game: Game, moves: tuple[str, ...]) -> str:
    text = _written(game, moves, None, {}, 0)
    packed = zlib.compress(text.encode(), 9)
    return SIGN + urlsafe_b64encode(packed).decode().rstrip("=")


def from_link(text: str) -> Game:
    """The game that a link carries.

    >>> from_link("#p=abc")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: The link is damaged: what follows #p= cannot be read.
    """
    admit_bytes(len(text))
    _, sign, code = text.strip().partition(SIGN)
    if not sign:
        raise BadInput(f"The link carries no puzzle: there is no {SIGN} in it.")
    damaged = BadInput(f"The link is damaged: what follows {SIGN} cannot be read.")
    most = settings().max_bytes
    try:
        packed = urlsafe_b64decode(code.encode("ascii") + b"=" * (-len(code) % 4))
        unpacker = zlib.decompressobj()
        # One byte more than may be, so that what is longer is refused without being unpacked.
        data = unpacker.decompress(packed, most + 1)
        admit_bytes(len(data))
        if not unpacker.eof:
            raise damaged
        return read_game(data.decode())
    except (binascii.Error, zlib.error, UnicodeError):
        raise damaged from None


def _written(
    game: Game, moves: tuple[str, ...], done: int | None, saved: dict[str, int], hints: int
) -> str:
    puzzle = msgspec.Raw(game.family.formats.puzzles[0].write(game.puzzle).strip().encode())
    return msgspec.json.encode(_Wire(puzzle, moves, done, saved, hints)).decode()

"""The targets of fuzzing: every reader of puzzles, answers, games and tasks, with seed texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import islice
from typing import Any

import msgspec

from quebra.contract.codec import Codec, decode_text
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import AnyFamily, families
from quebra.engine.budget import Budget
from quebra.families.kojun.formats import penpa_pack
from quebra.play import Game, from_link, link, read_game, write_game
from quebra.service import verbs
from quebra.service.games import GameRequest
from quebra.service.protocol import read_request
from quebra.service.requests import given, read_answer, read_puzzle
from quebra.testing import read_case

EXPENSIVE = frozenset(("asp", "cnf", "lp", "monomials", "mps", "mzn", "polynomials"))
"""Formats that are whole systems or models: reading them is fuzzed, writing them is not."""
FEW_SYSTEMS = 6


@dataclass(frozen=True)
class Target:
    """A reader, and texts that it accepts."""

    name: str
    read: Callable[[str], object]
    write: Callable[[], Iterable[str]]

    @cached_property
    def seeds(self) -> tuple[str, ...]:
        """The distinct seed texts."""
        return tuple(dict.fromkeys(self.write()))


@cache
def targets() -> dict[str, Target]:
    """All targets by name."""
    found = [*_formats(), _any_puzzle(), *_any_answer(), *_packed(), *_games(), _tasks()]
    return {target.name: target for target in found}


def _formats() -> Iterator[Target]:
    for family in families():
        for codec in family.formats.puzzles:
            name = f"{family.name}/puzzle/{codec.name}"
            yield Target(name, partial(_read, codec), partial(_puzzle_texts, family, codec))
        for codec in family.formats.answers:
            name = f"{family.name}/answer/{codec.name}"
            yield Target(
                name, partial(_read_answer, family, codec), partial(_answer_texts, family, codec)
            )


def _read(codec: Codec[Any], text: str) -> object:
    codec.recognises(text)
    return codec.read(text)


def _read_answer(family: AnyFamily, codec: Codec[Any], text: str) -> object:
    codec.recognises(text)
    if codec.read_for and codec.write_for:
        return codec.read_for(_puzzle_for(family, codec), text)
    return codec.read(text)


def _any_puzzle() -> Target:
    def texts() -> Iterator[str]:
        for family in families():
            for codec in family.formats.puzzles:
                yield from _written(codec.write, _puzzles(family)[:6])

    return Target("load", _load, texts)


def _load(text: str) -> object:
    return verbs.parse(decode_text(text.encode("utf-8", "surrogatepass")))


def _any_answer() -> Iterator[Target]:
    """Answers to a puzzle of each family, without a stated format."""
    for family in families():
        yield Target(
            f"{family.name}/load answer",
            partial(_load_answer, family),
            partial(_texts_of_any_answer, family),
        )


def _load_answer(family: AnyFamily, text: str) -> object:
    return verbs.parse_answer(_puzzles(family)[0], text)


def _texts_of_any_answer(family: AnyFamily) -> Iterator[str]:
    for codec in family.formats.answers:
        yield from _written(codec.write, _answers(family))
    solved = {"family": family.name, "status": "many", "solutions": _answers(family)[:2]}
    yield msgspec.json.encode(solved).decode()
    for codec in family.formats.puzzles:
        yield from _written(codec.write, _puzzles(family)[:1])


def _packed() -> Iterator[Target]:
    """The unpacked pages of penpa links, since mutated links can rarely be unpacked."""
    (kojun,) = (family for family in families() if family.name == "kojun")
    (penpa,) = (codec for codec in kojun.formats.puzzles if codec.name == "penpa")

    def pages() -> Iterator[str]:
        for text in _written(penpa.write, _puzzles(kojun)):
            yield "\n".join(penpa_pack.unpack(text))

    def read(page: str) -> object:
        return _read(penpa, penpa_pack.pack(page.replace("\ud800", "").split("\n")))

    yield Target("kojun/puzzle/penpa page", read, pages)


def _games() -> Iterator[Target]:
    def games() -> Iterator[Game]:
        for family in families():
            yield from (Game(puzzle) for puzzle in _puzzles(family)[:4])

    def texts() -> Iterator[str]:
        for game in games():
            yield write_game(game)
            yield write_game(_with_moves(game))

    yield Target("game", read_game, texts)
    yield Target("game link", from_link, lambda: map(link, games()))


def _with_moves(game: Game) -> Game:
    """A game after the moves that its family's rules page shows, as far as they can be made."""
    for move, _ in game.play.examples:
        try:
            game = game.move(move)
        except BadInput:
            continue
    return game


def _tasks() -> Target:
    def texts() -> Iterator[str]:
        for family in families():
            yield from (msgspec.json.encode(body).decode() for body in _bodies(family))

    return Target("task", _read_task, texts)


def _bodies(family: AnyFamily) -> Iterator[dict[str, object]]:
    puzzle, answer = read_case(family, next(case for case in family.cases if case.answer))
    game = msgspec.Raw(write_game(Game(puzzle)).encode())
    text = family.formats.puzzles[1].write(puzzle)
    yield {"verb": "load", "source": text, "family": family.name}
    yield {"verb": "check", "puzzle": puzzle, "answer": answer}
    yield {"verb": "draw", "puzzle": puzzle, "look": {"candidates": True}, "theme": "dark"}
    yield {"verb": "explain", "puzzle": puzzle, "answer": answer, "at": [0, 0], "steps": 1}
    yield {"verb": "solve", "puzzle": text, "count": 2, "time": 1.5}
    yield {"verb": "generate", "family": family.name, "size": "4x4", "options": {"grade": "easy"}}
    yield {"verb": "move", "game": game, "move": "r1c1=1"}
    yield {"verb": "hint", "game": game, "level": 2}
    yield {"verb": "new game", "link": link(Game(puzzle))}


def _read_task(text: str) -> object:
    """A task and the puzzle, answer or game in it, without running it."""
    task: Any = read_request(decode_text(text.encode("utf-8", "surrogatepass")).encode())
    if isinstance(task, GameRequest):
        return task.read(Budget())
    if hasattr(task, "source"):
        return verbs.parse(task.source, family=task.family, format=task.format)
    if given(getattr(task, "puzzle", msgspec.Raw(b""))):
        puzzle = read_puzzle(task.puzzle)
        if given(getattr(task, "answer", msgspec.Raw(b""))):
            read_answer(puzzle, task.answer)
        return puzzle
    return task


def rewrite(value: object) -> None:
    """Write a puzzle in all formats that can carry it, and read it back."""
    if not isinstance(value, Puzzle):
        return
    for family in families():
        for codec in family.formats.puzzles if family.name == value.family else ():
            if codec.name in EXPENSIVE:
                continue
            try:
                text = codec.write(value)
            except BadInput:
                continue
            assert codec.read(text) == value, f"{codec.name} reads back another puzzle"


@cache
def _puzzles(family: AnyFamily) -> list[Puzzle]:
    return [read_case(family, case)[0] for case in family.cases]


@cache
def _puzzle_for(family: AnyFamily, codec: Codec[Any]) -> Puzzle:
    """The puzzle with which answers are read in a format that depends on it."""
    return next(puzzle for puzzle in _puzzles(family) if _answer_texts_for(family, codec, puzzle))


def _answer_texts_for(family: AnyFamily, codec: Codec[Any], puzzle: Puzzle) -> list[str]:
    cases = (read_case(family, case) for case in family.cases)
    answers = [answer for each, answer in cases if each == puzzle and answer is not None]
    assert codec.write_for
    return list(_written(partial(codec.write_for, puzzle), answers))


@cache
def _answers(family: AnyFamily) -> list[Any]:
    answers = (read_case(family, case)[1] for case in family.cases)
    return [answer for answer in answers if answer is not None]


def _puzzle_texts(family: AnyFamily, codec: Codec[Any]) -> list[str]:
    """The texts of puzzles; of few where a text is a whole system of equations."""
    texts = _written(codec.write, _puzzles(family))
    return list(islice(texts, FEW_SYSTEMS) if codec.name in EXPENSIVE else texts)


def _answer_texts(family: AnyFamily, codec: Codec[Any]) -> list[str]:
    """The texts of answers; of puzzles with a solution, in formats that hold the puzzle too."""
    if codec.read_for and codec.write_for:
        return _answer_texts_for(family, codec, _puzzle_for(family, codec))
    if texts := list(_written(codec.write, _answers(family))):
        return texts
    same = [each for each in family.formats.puzzles if each.name == codec.name]
    texts = [text for each in same for text in _written(each.write, _puzzles(family))]
    return [text.replace("\nend", "\nsolution\n1 2 3\n- 1 2\nend") for text in texts]


def _written(write: Callable[[Any], str], values: Iterable[Any]) -> Iterator[str]:
    """The texts of all values that the format can carry."""
    for value in values:
        with suppress(BadInput):
            yield write(value)

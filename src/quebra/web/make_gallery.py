"""Generate the puzzles of the gallery: `python -m quebra.web.make_gallery` writes the file."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from quebra.contract.errors import BadInput, Cut, NotFound
from quebra.contract.family import GRADES, USUAL
from quebra.contract.puzzle import Puzzle, size_of
from quebra.contract.registry import AnyFamily, families
from quebra.engine.budget import Budget
from quebra.play import new_game
from quebra.service import verbs
from quebra.service.facts import options
from quebra.web.gallery import FILE, Exhibit

GROWTH = (-1, 0, 2)
"""Rows and columns of the puzzles of a grade, compared with the default size."""
MAX_EXTENT = 100
"""Cells or pieces that are distinguishable in a small picture."""
TRIES = 5
SECONDS = 6
GRADE_SECONDS = 2
"""Seconds in which a puzzle must be graded, so that the page grades it in time."""


def make() -> Iterator[Exhibit]:
    """All puzzles, ordered by family and grade."""
    for family in families():
        for rank, grade in enumerate(GRADES):
            for number in range(len(GROWTH)):
                if puzzle := make_one(family, rank, number):
                    yield Exhibit(
                        id=f"{family.name}-{grade}-{number + 1}",
                        family=family.name,
                        grade=grade,
                        size=size_of(puzzle),
                        puzzle=msgspec.Raw(msgspec.json.encode(puzzle)),
                    )


def make_one(family: AnyFamily, rank: int, number: int) -> Puzzle | None:
    """The puzzle of the first seed that gives one in time; None if no seed does.

    Each puzzle has its own seeds: with equal ones, those of neighbouring grades would look alike.
    The first puzzle of a grade has the default kind if possible, and the others have other kinds.
    """
    size = family.model.default_size and (
        family.model.default_size[0] + GROWTH[number],
        family.model.default_size[1] + GROWTH[number],
    )
    kinds = _kinds(family)
    first_seed = (rank * len(GROWTH) + number) * TRIES
    first_kind = rank + number if number else 0
    for attempt in range(TRIES):
        seed, kind = first_seed + attempt, kinds[(first_kind + attempt) % len(kinds)]
        wanted = {**kind, "grade": GRADES[rank]}
        try:
            puzzle = verbs.make_puzzle(family.name, size, seed, wanted, Budget(SECONDS))
            again = verbs.grade(puzzle, time=GRADE_SECONDS).name
            if new_game(puzzle).puzzle.extent <= MAX_EXTENT and again == GRADES[rank]:
                return puzzle
        except (NotFound, Cut, BadInput):
            continue
    return None


def _kinds(family: AnyFamily) -> list[dict[str, object]]:
    """The values of the family's first option besides the grade, with its default first.

    In a family with a usual kind, every other puzzle is of that kind.
    """
    kinds: list[dict[str, object]] = [{}]
    for option in options(family):
        if option.choices and option.default is not None:
            values = sorted(option.choices, key=lambda kind: kind != option.default)
            kinds = [{option.name: value} for value in values]
            break
    if usual := family.generate.presets.get(USUAL):
        return [kind for other in kinds[1:] for kind in ({**usual.options}, other)]
    return kinds


if __name__ == "__main__":
    FILE.write_bytes(b"".join(msgspec.json.encode(exhibit) + b"\n" for exhibit in make()))

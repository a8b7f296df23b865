"""Make the puzzles that ship: `python -m quebra.web.make_gallery` writes them anew from seeds."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from quebra.contract.errors import BadInput, Cut, NotFound
from quebra.contract.family import GRADES
from quebra.contract.puzzle import Puzzle, size_of
from quebra.contract.registry import AnyFamily, families
from quebra.engine.budget import Budget
from quebra.play import new_game
from quebra.service import verbs
from quebra.service.facts import options
from quebra.web.gallery import FILE, Exhibit

GROWTH = (-1, 0, 2)
"""How many more rows and columns than usual the puzzles of a grade have, one after the other."""
MOST = 100
"""Cells or pieces that can still be told apart in a small picture."""
TRIES = 5
SECONDS = 6
GRADE_SECONDS = 2
"""In which a puzzle is graded that somebody has opened, on a slower machine as well."""


def make() -> Iterator[Exhibit]:
    """Every puzzle, by families and grades."""
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
    """The puzzle of the first seed that gives one in time; none if no seed does.

    No two puzzles share a seed, for those of neighbouring grades would look alike. The first of a
    grade is of the usual kind where that can be, and the others are of other kinds.
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
            puzzle = verbs.make_puzzle(wanted, family.name, size, seed, Budget(SECONDS))
            again = verbs.grade(puzzle, time=GRADE_SECONDS).name
            if new_game(puzzle).puzzle.extent <= MOST and again == GRADES[rank]:
                return puzzle
        except (NotFound, Cut, BadInput):
            continue
    return None


def _kinds(family: AnyFamily) -> list[dict[str, object]]:
    """The first choice that a family offers beside the grade, its usual one first."""
    for option in options(family):
        if option.choices and option.default is not None:
            kinds = sorted(option.choices, key=lambda kind: kind != option.default)
            return [{option.name: kind} for kind in kinds]
    return [{}]


if __name__ == "__main__":
    FILE.write_bytes(b"".join(msgspec.json.encode(exhibit) + b"\n" for exhibit in make()))

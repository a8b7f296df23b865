"""Make the puzzles that ship: `python -m quebra.web.make_gallery` writes them anew from seeds."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from quebra import verbs, wire
from quebra.core import GRADES, Budget, Cut, NotFound, Puzzle, families
from quebra.core.puzzle import size_of
from quebra.core.registry import AnyFamily
from quebra.web.gallery import FILE, Exhibit

GROWTH = (-1, 0, 2)
"""How many more rows and columns than usual the puzzles of a grade have, one after the other."""
TRIES = 5
SECONDS = 6


def make() -> Iterator[Exhibit]:
    """Every puzzle, by families and grades."""
    for family in families():
        for grade in GRADES:
            for number in range(len(GROWTH)):
                if puzzle := make_one(family, grade, number):
                    yield Exhibit(
                        id=f"{family.name}-{grade}-{number + 1}",
                        family=family.name,
                        grade=grade,
                        size=size_of(puzzle),
                        puzzle=msgspec.Raw(msgspec.json.encode(puzzle)),
                    )


def make_one(family: AnyFamily, grade: str, number: int) -> Puzzle | None:
    """The puzzle of the first seed that gives one in time; none if no seed does."""
    size = family.default_size and (
        family.default_size[0] + GROWTH[number],
        family.default_size[1] + GROWTH[number],
    )
    options = {} if size else _other_kind(family, number)
    for seed in range(1, TRIES + 1):
        try:
            return verbs.generate(
                family.name, size, seed=seed, budget=Budget(SECONDS), grade=grade, **options
            )
        except (NotFound, Cut):
            continue
    return None


def _other_kind(family: AnyFamily, number: int) -> dict[str, object]:
    """Where puzzles have no size, they differ by the first choice that their family offers."""
    for option in wire.options(family):
        if option.choices and option.default is not None:
            kinds = sorted(option.choices, key=lambda kind: kind != option.default)
            return {option.name: kinds[number % len(kinds)]}
    return {}


if __name__ == "__main__":
    FILE.write_bytes(b"".join(msgspec.json.encode(exhibit) + b"\n" for exhibit in make()))

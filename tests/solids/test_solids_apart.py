"""Taking apart: levels against a search that shares no code with it, and pieces without a hold."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.solids.apart import take_apart
from quebra.families.solids.model import Assembly, Piece, Placed, Solids
from quebra.families.solids.rules import check
from quebra.families.solids.space import Body, Cell, corner, normalised, write_layers

WAYS = [tuple(sign * (i == axis) for i in range(3)) for axis in range(3) for sign in (1, -1)]
BOXES = ((3, 3, 2), (3, 3, 3), (4, 3, 3), (4, 4, 2))
FAR = 10
HIGHER = (2482, 2938, 3257, 3654, 4935, 5223, 5659, 5706, 6771, 7632, 9040, 9158, 9611, 11194)
"""Seeds of which more than one move is needed; among 12,000 there are no others."""


def random_bodies(source: Source) -> list[Body]:
    """Two or three bodies that grow from cells of a box, with some of their cubes left out."""
    cells = list(product(*map(range, source.choice(BOXES))))
    seeds = source.shuffled(cells)[: source.choice((2, 2, 3))]
    owner: dict[tuple[int, ...], int] = {cell: i for i, cell in enumerate(seeds)}
    while len(owner) < len(cells):
        cell = source.choice(list(owner))
        beside = tuple(a + b for a, b in zip(cell, source.choice(WAYS), strict=True))
        if beside in cells and beside not in owner:
            owner[beside] = owner[cell]
    gaps = source.choice((0.0, 0.1, 0.2, 0.3))
    bodies = (
        tuple(sorted(cell for cell in cells if owner[cell] == i and not source.chance(gaps)))
        for i in range(len(seeds))
    )
    return [body for body in bodies if body]  # type: ignore[misc]


def fewest_moves(bodies: list[Body]) -> int | None:
    """The fewest moves until some bodies are free, by trying all sets of them; None if none is."""
    groups = [g for n in range(1, len(bodies)) for g in combinations(range(1, len(bodies)), n)]
    start = ((0, 0, 0),) * len(bodies)
    seen, level, moves = {start}, [start], 0
    while level:
        moves += 1
        beyond = []
        for state, group, way in product(level, groups, WAYS):
            placed = [
                {tuple(map(sum, zip(c, by, strict=True))) for c in body}
                for body, by in zip(bodies, state, strict=True)
            ]
            still = set().union(*(placed[i] for i in range(len(bodies)) if i not in group))
            moving = set().union(*(placed[i] for i in group))
            for steps in range(1, 2 * FAR):
                by = [steps * each for each in way]
                if still & {tuple(map(sum, zip(cell, by, strict=True))) for cell in moving}:
                    break
                after = tuple(
                    (a + by[0], b + by[1], c + by[2]) if i in group else (a, b, c)
                    for i, (a, b, c) in enumerate(state)
                )
                if steps < FAR and after not in seen:
                    seen.add(after)
                    beyond.append(after)
            else:
                return moves
        level = beyond
    return None


def assembly_of(bodies: list[Body]) -> tuple[Solids, Assembly]:
    """The puzzle that some bodies make where they are, and its solution."""
    marks: dict[Cell, str] = dict.fromkeys((cell for body in bodies for cell in body), "#")
    x, y, z = corner(marks)
    pieces = tuple(
        Piece(f"P{i}", write_layers(dict.fromkeys(normalised(body), "#")), loose=True)
        for i, body in enumerate(bodies)
    )
    moved = {(a - x, b - y, c - z): mark for (a, b, c), mark in marks.items()}
    places = []
    for i, body in enumerate(bodies):
        a, b, c = corner(body)
        places.append(Placed(i, (a - x, b - y, c - z)))
    return Solids(pieces, write_layers(moved)), Assembly(tuple(places))


def test_levels_agree_with_an_independent_search() -> None:
    seen: Counter[int | None] = Counter()
    for seed in (*range(300), *HIGHER):
        bodies = random_bodies(Source(seed))
        if len(bodies) < 2:
            continue
        puzzle, answer = assembly_of(bodies)
        assert not check(puzzle, answer)
        found = take_apart(puzzle, answer, Budget())
        level = found.levels[0] if found.levels else None
        assert level == fewest_moves(bodies), f"seed {seed}"
        if found.verdict == "apart":
            assert not check(puzzle, Assembly(answer.places, found.moves)), f"seed {seed}"
        seen[level] += 1
    assert {None, 1, 2, 3} <= seen.keys()


def test_many_pieces_without_a_hold_come_off_at_once() -> None:
    wall = [((0, y, z),) for y in range(6) for z in range(6)]
    puzzle, answer = assembly_of(wall)  # type: ignore[arg-type]
    assert take_apart(puzzle, answer, Budget()).levels == (1,) * 35

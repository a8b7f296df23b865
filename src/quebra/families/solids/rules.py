"""The rules of packing: checks an assembly anywhere in space, and the moves that take it apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from itertools import combinations, product
from math import prod

from quebra.contract.errors import BadInput
from quebra.contract.family import Rules
from quebra.contract.results import Progress, Violation
from quebra.families.solids.model import MAY, MUST, Assembly, Placed, Solids
from quebra.families.solids.names import DIRECTIONS, cell_name, cell_of, place_of
from quebra.families.solids.space import (
    FRAMES,
    MIRRORED,
    STEPS,
    TURNS,
    Cell,
    combined,
    corner,
    faces_of,
    orientations,
    shifted,
    size_of,
    turned,
    turned_body,
    word_of,
)
from quebra.i18n.text import Plural, Text

TEXTS = (
    Text("Lay all pieces so that they fill the cells of the target and no others."),
    Text("No two pieces share a cell."),
    Text("Cells that are marked with a plus may stay empty."),
    Text("Pieces may be turned in space; some only as the puzzle allows."),
    Text("A piece is not replaced by its mirror image."),
    Text("A piece that is given stays where it is."),
)

VIOLATIONS = {
    "overlap": Text("two pieces share a cell"),
    "outside": Text("a piece is outside the target"),
    "gap": Text("a cell of the target is not filled"),
    "missing": Text("a piece is missing"),
    "twice": Text("a piece is used twice"),
    "turn": Text("a piece has a turn that is not allowed"),
    "mirrored": Text("a piece is mirrored"),
    "given": Text("a given piece was moved"),
    "blocked": Text("a move of taking apart runs into a piece"),
    "together": Text("pieces are not taken apart"),
}
MOST_SHIFTS = 1_000
"""If a target has more positions for an assembly, those are tried that fill one of its cells."""
LARGEST_UNFINISHED = 0.999


def check(puzzle: Solids, answer: Assembly) -> tuple[Violation, ...]:
    """The violations of an assembly, in the position in which it fits the target best."""
    for place in answer.places:
        if not 0 <= place.piece < len(puzzle.numbers):
            raise BadInput(
                Text(
                    "There is no piece {piece}; they are 1 to {last}.",
                    piece=place.piece + 1,
                    last=len(puzzle.numbers),
                )
            )
    broken = tuple(_broken(puzzle, answer.places))
    codes = {each.code for each in broken}
    if codes & {"outside", "given"} or codes == {"gap"}:
        broken = tuple(_broken(puzzle, aligned(puzzle, answer).places))
    return (*broken, *_apart_broken(puzzle, answer)) if answer.apart else broken


def aligned(puzzle: Solids, answer: Assembly) -> Assembly:
    """The assembly moved as a whole, and turned where it may be, to where it fits best."""
    if not answer.places or puzzle.given:
        return answer
    best = min(_moved(puzzle, answer), key=lambda places: _misfit(puzzle, places))
    return Assembly(places=best, apart=answer.apart)


def _moved(puzzle: Solids, answer: Assembly) -> Iterator[tuple[Placed, ...]]:
    """The assembly in all positions that are tried; the first one is its own."""
    yield answer.places
    for word in ("",) if puzzle.is_fixed else TURNS:
        bodies = [turned(puzzle.cells_of(place), FRAMES[word]) for place in answer.places]
        words = [word_of(combined(FRAMES[place.turn], FRAMES[word])) for place in answer.places]
        everything = [cell for body in bodies for cell in body]
        for by in _shifts(puzzle, everything):
            yield tuple(
                Placed(place.piece, corner(shifted(body, by)), turn)
                for place, body, turn in zip(answer.places, bodies, words, strict=True)
            )


def _shifts(puzzle: Solids, cells: list[Cell]) -> Iterator[Cell]:
    """The shifts of cells into the target: to its corner, or all where cells may stay empty.

    If they are many, those to the corner, and those that fill the first of the cells to be filled.
    """
    least = corner(cells)
    width = size_of(shifted(cells, (-least[0], -least[1], -least[2])))
    room = [max(0, a - b) for a, b in zip(size_of(puzzle.marks), width, strict=True)]
    is_many = prod(free + 1 for free in room) > MOST_SHIFTS
    if MAY not in puzzle.marks.values() or is_many:
        yield -least[0], -least[1], -least[2]
    else:
        for x, y, z in product(*(range(free + 1) for free in room)):
            yield x - least[0], y - least[1], z - least[2]
    if is_many and MUST in puzzle.marks.values():
        first = next(cell for cell, mark in puzzle.marks.items() if mark == MUST)
        for cell in cells:
            by = first[0] - cell[0], first[1] - cell[1], first[2] - cell[2]
            if all(0 <= a + b <= c for a, b, c in zip(least, by, room, strict=True)):
                yield by


def _misfit(puzzle: Solids, places: tuple[Placed, ...]) -> int:
    """Cells to be filled that are not, and cells filled outside."""
    filled = {cell for place in places for cell in puzzle.cells_of(place)}
    return len(puzzle.required - filled) + len(filled - puzzle.marks.keys())


def _broken(puzzle: Solids, places: tuple[Placed, ...]) -> Iterator[Violation]:
    lying: dict[Cell, list[int]] = {}
    for place in places:
        for cell in puzzle.cells_of(place):
            lying.setdefault(cell, []).append(place.piece)
    yield from _overlaps(puzzle, lying)
    yield from _outside(puzzle, places)
    yield from _numbers(puzzle, places)
    yield from _turns(puzzle, places)
    yield from _given(puzzle, places)
    gaps = sorted(puzzle.required - lying.keys(), key=place_of)
    if gaps:
        text = Plural(
            "{n} cell of the target is empty: {cell}.",
            "{n} cells of the target are empty; the first is {cell}.",
            n=len(gaps),
            cell=cell_name(gaps[0]),
        )
        yield Violation("gap", tuple(map(place_of, gaps)), text)


def _overlaps(puzzle: Solids, lying: dict[Cell, list[int]]) -> Iterator[Violation]:
    shared: dict[tuple[int, int], list[Cell]] = {}
    for cell, pieces in lying.items():
        if len(pieces) > 1:
            shared.setdefault((pieces[0], pieces[1]), []).append(cell)
    for (one, other), cells in sorted(shared.items()):
        where = tuple(sorted(map(place_of, cells)))
        text = Text(
            "{one} and {other} share {cell}.",
            one=puzzle.name_of(one),
            other=puzzle.name_of(other),
            cell=cell_name(cell_of(where[0])),
        )
        yield Violation("overlap", where, text)


def _outside(puzzle: Solids, places: tuple[Placed, ...]) -> Iterator[Violation]:
    for place in places:
        out = [cell for cell in puzzle.cells_of(place) if cell not in puzzle.marks]
        if out:
            text = Plural(
                "{n} cube of {piece} is outside the target.",
                "{n} cubes of {piece} are outside the target.",
                n=len(out),
                piece=puzzle.name_of(place.piece),
            )
            yield Violation("outside", ((place.piece,),), text)


def _numbers(puzzle: Solids, places: tuple[Placed, ...]) -> Iterator[Violation]:
    used = Counter(place.piece for place in places)
    for number in range(len(puzzle.numbers)):
        name = puzzle.name_of(number)
        if used[number] > 1:
            yield Violation("twice", ((number,),), Text("{piece} is used twice.", piece=name))
        if not used[number]:
            yield Violation("missing", ((number,),), Text("{piece} is missing.", piece=name))


def _turns(puzzle: Solids, places: tuple[Placed, ...]) -> Iterator[Violation]:
    for place in places:
        if place.turn in puzzle.words_of(place.piece) or _can_turn(puzzle, place):
            continue
        name = puzzle.name_of(place.piece)
        if place.turn.startswith(MIRRORED) and not puzzle.mirror:
            yield Violation("mirrored", ((place.piece,),), Text("{piece} is mirrored.", piece=name))
        else:
            text = Text("{piece} may not be turned like that.", piece=name)
            yield Violation("turn", ((place.piece,),), text)


def _can_turn(puzzle: Solids, place: Placed) -> bool:
    """Whether an allowed turn makes the same body, as for a piece that is its mirror image."""
    body = puzzle.body_of(place.piece)
    return turned_body(body, place.turn) in orientations(body, puzzle.words_of(place.piece))


def _given(puzzle: Solids, places: tuple[Placed, ...]) -> Iterator[Violation]:
    there = {place.piece: {*puzzle.cells_of(place)} for place in places}
    for place in puzzle.given:
        if place.piece in there and there[place.piece] != {*puzzle.cells_of(place)}:
            text = Text("{piece} was given in another place.", piece=puzzle.name_of(place.piece))
            yield Violation("given", ((place.piece,),), text)


def _apart_broken(puzzle: Solids, answer: Assembly) -> Iterator[Violation]:
    """Replay the moves of taking apart, and find what they run into or leave together."""
    bodies = {place.piece: {*puzzle.cells_of(place)} for place in answer.places}
    groups = dict.fromkeys(bodies, 0)
    for number, shift in enumerate(answer.apart, 1):
        moving = {*shift.pieces} & bodies.keys()
        hit = first_hit(bodies, groups, moving, shift.direction, shift.steps)
        if hit is not None:
            one, other, step = hit
            text = Text(
                "Move {number}: {one} runs into {other} at step {step} {direction}.",
                number=number,
                one=puzzle.name_of(one),
                other=puzzle.name_of(other),
                step=step,
                direction=DIRECTIONS[shift.direction],
            )
            yield Violation("blocked", ((one,), (other,)), text)
            return
        for piece in moving:
            dx, dy, dz = (way * shift.steps for way in STEPS[shift.direction])
            bodies[piece] = {(x + dx, y + dy, z + dz) for x, y, z in bodies[piece]}
            if not shift.steps:
                groups[piece] = number
    for one, other in combinations(sorted(groups), 2):
        if groups[one] == groups[other]:
            text = Text(
                "{one} and {other} are still together after the moves.",
                one=puzzle.name_of(one),
                other=puzzle.name_of(other),
            )
            yield Violation("together", ((one,), (other,)), text)
            return


def first_hit(
    bodies: Mapping[int, Set[Cell]],
    groups: Mapping[int, int],
    moving: Set[int],
    direction: str,
    steps: int,
) -> tuple[int, int, int] | None:
    """The first piece of the same group that moving pieces run into, by which, and at which step.

    With 0 steps, the pieces move until nothing of their group can be in their way.
    """
    dx, dy, dz = STEPS[direction]
    still = {(groups[p], cell): p for p in bodies.keys() - moving for cell in bodies[p]}
    lengths = [sum(map(abs, cell)) for body in bodies.values() for cell in body]
    for step in range(1, (steps or 2 * max(lengths) + 1) + 1):
        for piece in sorted(moving):
            for x, y, z in bodies[piece]:
                there = x + dx * step, y + dy * step, z + dz * step
                other = still.get((groups[piece], there))
                if other is not None:
                    return piece, other, step
    return None


def progress(puzzle: Solids, answer: Assembly) -> Progress:
    """The smaller of the shares of volume and of surface that agree with the target."""
    violations = check(puzzle, answer)
    places = aligned(puzzle, answer).places
    lying = Counter(cell for place in places for cell in puzzle.cells_of(place))
    fault = sum(n - 1 for n in lying.values()) + len(lying.keys() - puzzle.marks.keys())
    filled = len(lying.keys() & puzzle.required) - fault
    volume = max(0.0, filled / len(puzzle.required))
    surface = _surface(puzzle, set(lying))
    value = min(volume, surface)
    if violations:
        value = min(value, LARGEST_UNFINISHED)
    parts = ((Text("volume"), volume), (Text("surface"), surface))
    return Progress(1.0 if not violations else value, parts)


def _surface(puzzle: Solids, filled: set[Cell]) -> float:
    """The share of the target's surface that is surface of the assembly.

    Faces between a cell to be filled and one that may be are no surface of either.
    """
    wanted = {face for face in faces_of(puzzle.marks) if puzzle.marks[face[0]] != MAY}
    if not wanted:
        return 1.0 if puzzle.required <= filled else 0.0
    return len(wanted & faces_of(filled)) / len(wanted) if filled else 0.0


RULES = Rules(
    summary=Text("pieces of cubes that fill a shape in space"),
    texts=TEXTS,
    codes=VIOLATIONS,
    check=check,
    progress=progress,
    variants={
        TEXTS[2]: lambda puzzle: MAY in puzzle.marks.values(),
        TEXTS[4]: lambda puzzle: not puzzle.mirror,
        TEXTS[5]: lambda puzzle: bool(puzzle.given),
    },
)

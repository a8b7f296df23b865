"""The next piece to lay, justified by the easiest technique that applies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import dist

import msgspec

from quebra.contract.errors import Cut
from quebra.contract.results import MAX_WHERE, Change, Place, Step, Technique
from quebra.engine.bisection import last_winnable
from quebra.engine.budget import Budget
from quebra.families.solids.explain import techniques as t
from quebra.families.solids.explain.position import Item, Position, start
from quebra.families.solids.model import Assembly, Placed, Solids
from quebra.families.solids.names import cell_name, layers_in_words, place_of
from quebra.families.solids.solve.obstacles import obstacle
from quebra.families.solids.solve.options import Options, options_of
from quebra.families.solids.solve.own import covers
from quebra.grid.deduction import shortest
from quebra.i18n.text import Plural, Text

COMPARED = 8
"""Options of a cell or a piece that a person compares."""
MOST_WORK = 60_000
"""Options times items that are compared at a position; a larger one is left to choices."""
SEARCHED = 20_000
"""Nodes of the search that settles one option."""
NO_END = Text("The pieces cannot fill the target.")
NOTHING_FOUND = Text("A search proves that the pieces cannot fill the target.")


@dataclass(frozen=True)
class Hint:
    """An option to take, by a technique, at a cell or for a kind."""

    technique: Technique
    item: Item
    option: int
    others: int
    """The number of other options of the item."""


def explain(
    puzzle: Solids,
    answer: Assembly | None,
    budget: Budget,
    at: Place | None = None,
    near: Place | None = None,
) -> Iterator[Step]:
    """The steps from the start or from an attempt; a wrong attempt has one step, a mistake."""
    for step in _steps(puzzle, answer, budget, near):
        if at is None:
            yield step
        elif at in (*step.where, *step.others, *(change.where for change in step.changes)):
            yield step
            return


def _steps(
    puzzle: Solids, answer: Assembly | None, budget: Budget, near: Place | None
) -> Iterator[Step]:
    if reason := obstacle(puzzle):
        yield _dead_end(puzzle, reason)
        return
    if answer is not None and answer.places:
        if (wrong := wrong_place(puzzle, answer, budget)) is not None:
            yield _mistake(puzzle, wrong)
            return
        puzzle = with_places(puzzle, answer.places)
    options = options_of(puzzle)
    guide = first_solution(options, budget)
    if guide is None:
        yield _dead_end(puzzle, NOTHING_FOUND)
        return
    placed = options.assembly(guide).places
    cells = {tuple(sorted(puzzle.cells_of(place))): place for place in placed}
    position = start(options)
    while not position.is_done:
        hint = next_hint(position, guide, budget, near)
        place = cells[options.options[hint.option].cells]
        yield _step(puzzle, hint, place)
        position = position.after(hint.option)


def with_places(puzzle: Solids, places: tuple[Placed, ...]) -> Solids:
    """The puzzle with some pieces given."""
    given = {place.piece: place for place in (*puzzle.given, *places)}
    return msgspec.structs.replace(puzzle, given=tuple(given.values()))


def first_solution(options: Options, budget: Budget) -> tuple[int, ...] | None:
    """The options of the first solution that stands for its class."""
    found = next(covers(options, budget), None)
    return None if found is None else options.least_turned(found)


def wrong_place(puzzle: Solids, attempt: Assembly, budget: Budget) -> Placed | None:
    """The first piece of an attempt with which no solution is left, None if one is left."""
    fits = _fits(puzzle, attempt.places)
    if fits < len(attempt.places):
        return attempt.places[fits]

    def is_winnable(count: int) -> bool:
        places = attempt.places[:count]
        return first_solution(options_of(with_places(puzzle, places)), budget) is not None

    last = last_winnable(len(attempt.places), is_winnable)
    return None if last is None else attempt.places[max(0, last)]


def _fits(puzzle: Solids, places: tuple[Placed, ...]) -> int:
    """The number of placements up to the first one that the puzzle cannot have."""
    taken: set[tuple[int, int, int]] = set()
    used: set[int] = set()
    given = {place.piece: place for place in puzzle.given}
    for count, place in enumerate(places):
        cells = puzzle.cells_of(place)
        known = given.get(place.piece, place)
        if (
            taken & {*cells}
            or not puzzle.marks.keys() >= {*cells}
            or place.piece in used
            or place.turn not in puzzle.words_of(place.piece)
            or {*puzzle.cells_of(known)} != {*cells}
        ):
            return count
        taken |= {*cells}
        used.add(place.piece)
    return len(places)


def next_hint(
    position: Position, guide: tuple[int, ...], budget: Budget, near: Place | None = None
) -> Hint:
    """The easiest step of a position, which agrees with a solution."""
    items = {item: each for item, each in position.items().items() if each}
    if not items:
        option = next(each for each in guide if each in position.alive)
        return Hint(t.CHOICE, position.facts.kinds[option], option, 0)
    ranked = sorted(items, key=lambda item: (len(items[item]), _distance(item, near), str(item)))
    first = ranked[0]
    if len(items[first]) == 1:
        technique = t.PIECE if isinstance(first, int) else t.CELL
        return Hint(technique, first, items[first][0], 0)
    if len(position.alive) * len(items) <= MOST_WORK and (
        found := _by_refutation(position, items, ranked, budget)
    ):
        return found
    right = next(option for option in items[first] if option in guide)
    wrong = [option for option in items[first] if option != right]
    technique = t.TRIAL if _none_solves(position, wrong, budget) else t.CHOICE
    return Hint(technique, first, right, len(wrong))


def _by_refutation(
    position: Position, items: dict[Item, list[int]], ranked: list[Item], budget: Budget
) -> Hint | None:
    """The easiest step at which all options but one are refuted."""
    known: dict[int, Technique | None] = {}
    best: Hint | None = None
    for item in ranked:
        if len(items[item]) > COMPARED:
            break
        possible, hardest = [], t.CELL
        for option in items[item]:
            budget.spend()
            if option not in known:
                known[option] = position.refutation(option)
            why = known[option]
            if why is None:
                possible.append(option)
            elif why.level > hardest.level or hardest is t.CELL:
                hardest = why
            if len(possible) > 1:
                break
        if len(possible) == 1 and (best is None or hardest.level < best.technique.level):
            best = Hint(hardest, item, possible[0], len(items[item]) - 1)
    return best


def _none_solves(position: Position, wrong: list[int], budget: Budget) -> bool:
    """Whether a search shows that none of some options leads to a solution."""
    options = position.facts.options
    for option in wrong:
        after = position.after(option)
        possible = {*after.alive, *after.taken}
        removed = frozenset({*range(len(options.options))} - possible)
        try:
            share = budget.share(SEARCHED)
            if next(covers(options, share, None, removed), None) is not None:
                return False
        except Cut:
            budget.stop_if_over()
            return False
    return True


def _distance(item: Item, near: Place | None) -> float:
    if near is None or isinstance(item, int) or len(near) != 3:
        return 0.0
    return dist(place_of(item), near)


def _step(puzzle: Solids, hint: Hint, place: Placed) -> Step:
    cells = sorted(map(place_of, puzzle.cells_of(place)))
    piece = puzzle.name_of(place.piece)
    if isinstance(hint.item, int):
        where: tuple[Place, ...] = ((place.piece,), *cells[: MAX_WHERE - 1])
    else:
        where = (place_of(hint.item), (place.piece,))
    others = tuple(cell for cell in cells if cell not in where)
    reason = layers_in_words(puzzle.cells_of(place))
    change = Change("place", (place.piece,), place)
    return Step(
        hint.technique.name, where, (change,), _sentence(puzzle, hint, piece), reason, others
    )


def _sentence(puzzle: Solids, hint: Hint, piece: Text) -> Text:
    if isinstance(hint.item, int):
        return _about_piece(hint, piece)
    cell = cell_name(hint.item)
    n = hint.others
    match hint.technique:
        case t.CELL:
            return Text("Only {piece} can fill {cell}, in one way.", piece=piece, cell=cell)
        case t.POCKET:
            return Plural(
                "{piece} fills {cell}: the other way leaves a cell or a piece without a place.",
                "{piece} fills {cell}: the {n} other ways leave a cell or a piece without a place.",
                n=n,
                piece=piece,
                cell=cell,
            )
        case t.ROOM:
            return Plural(
                "{piece} fills {cell}: the other way closes off a part that no pieces fill.",
                "{piece} fills {cell}: the {n} other ways close off parts that no pieces fill.",
                n=n,
                piece=piece,
                cell=cell,
            )
        case t.BALANCE:
            return Plural(
                "{piece} fills {cell}: the other way leaves colours that no pieces make up.",
                "{piece} fills {cell}: the {n} other ways leave colours that no pieces make up.",
                n=n,
                piece=piece,
                cell=cell,
            )
        case t.AHEAD:
            return Plural(
                "{piece} fills {cell}: the other way leads by forced steps to a contradiction.",
                "{piece} fills {cell}: the {n} other ways lead by forced steps to a contradiction.",
                n=n,
                piece=piece,
                cell=cell,
            )
        case t.TRIAL:
            return Plural(
                "{piece} fills {cell}: a search finds nothing with the other way.",
                "{piece} fills {cell}: a search finds nothing with the {n} other ways.",
                n=n,
                piece=piece,
                cell=cell,
            )
    return Text("With {piece} in {cell} there is a solution.", piece=piece, cell=cell)


def _about_piece(hint: Hint, piece: Text) -> Text:
    n = hint.others
    match hint.technique:
        case t.PIECE:
            return Text("{piece} has only one place left.", piece=piece)
        case t.POCKET:
            return Plural(
                "{piece} lies here: its other place leaves a cell or a piece without a place.",
                "{piece} lies here: its {n} other places leave a cell or a piece without a place.",
                n=n,
                piece=piece,
            )
        case t.ROOM:
            return Plural(
                "{piece} lies here: its other place closes off a part that no pieces fill.",
                "{piece} lies here: its {n} other places close off parts that no pieces fill.",
                n=n,
                piece=piece,
            )
        case t.BALANCE:
            return Plural(
                "{piece} lies here: its other place leaves colours that no pieces make up.",
                "{piece} lies here: its {n} other places leave colours that no pieces make up.",
                n=n,
                piece=piece,
            )
        case t.AHEAD:
            return Plural(
                "{piece} lies here: its other place leads by forced steps to a contradiction.",
                "{piece} lies here: its {n} other places lead by forced steps to a contradiction.",
                n=n,
                piece=piece,
            )
        case t.TRIAL:
            return Plural(
                "{piece} lies here: a search finds nothing with its other place.",
                "{piece} lies here: a search finds nothing with its {n} other places.",
                n=n,
                piece=piece,
            )
    return Text("With {piece} here there is a solution.", piece=piece)


def _mistake(puzzle: Solids, place: Placed) -> Step:
    piece = puzzle.name_of(place.piece)
    cells = tuple(sorted(map(place_of, puzzle.cells_of(place))))
    return Step(
        t.MISTAKE.name,
        ((place.piece,),),
        (Change("remove", (place.piece,), place),),
        Text("{piece} cannot stay where it is.", piece=piece),
        Text("With the pieces laid before it, no solution has {piece} there.", piece=piece),
        cells,
    )


def _dead_end(puzzle: Solids, reason: Text) -> Step:
    """The step that says that there is no solution, and why."""
    first = min(puzzle.required or puzzle.marks)
    return Step(t.DEAD_END.name, (place_of(first),), (), shortest(reason, NO_END), reason)

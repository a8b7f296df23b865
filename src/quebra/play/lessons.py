"""Lessons: an example of a technique, and positions to play in which it is the next step.

Positions come from generated puzzles, in which steps are carried out until the easiest step that
applies uses the technique.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import msgspec

from quebra.contract.codec import choose_codec
from quebra.contract.errors import BadInput, Cut, NotFound
from quebra.contract.family import Case, Recipe
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import quoted
from quebra.contract.random import Source
from quebra.contract.registry import AnyFamily
from quebra.contract.results import Place, Step, Technique
from quebra.engine.budget import Budget
from quebra.i18n.text import Plural, Text, names
from quebra.play.analysis import SEARCH, Hint, follow, last_place, moves_for, open_steps
from quebra.play.game import MARK, Game, new_game

SIZES = ((4, 4), (5, 5), (6, 6))
"""Sizes of the puzzles, up to the default size of the family."""
GRADES = (*[None] * 8, *["expert", "hard"] * 4)
"""Grades of the puzzles, in turn; most techniques occur in those of any grade, made quickly."""
MAX_PUZZLES = 150
"""Puzzles that are searched for positions."""
MAX_TRIES = 3
"""Positions of one puzzle that are tried."""
EXERCISES = 3
"""Exercises of a lesson by default."""


class Exercise(msgspec.Struct, frozen=True):
    """A position of a game, its next step, and the moves that carry the step out."""

    game: Game
    step: Step
    moves: tuple[str, ...]


class Lesson(msgspec.Struct, frozen=True):
    """A technique, an example of it, and exercises; `note` says what was not found, if anything."""

    technique: Technique
    example: Exercise | None
    exercises: tuple[Exercise, ...]
    note: Text = Text()


def taught(family: AnyFamily) -> tuple[Technique, ...]:
    """The techniques that a person can learn, from easy to hard; a search is none of them.

    >>> from quebra.contract.registry import get_family
    >>> [str(each.name) for each in taught(get_family("kojun"))][:2]
    ['last cell', 'hidden single']
    """
    found = (each for each in family.explain.techniques if each.level and each.name != SEARCH)
    return tuple(sorted(found, key=lambda technique: technique.level))


def technique_named(family: AnyFamily, name: str) -> Technique:
    """The technique of that English name; raises `BadInput` if the family does not teach it.

    >>> from quebra.contract.registry import get_family
    >>> technique_named(get_family("kojun"), "pear")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Kojun does not teach 'pear'; it teaches: ...
    """
    known = taught(family)
    for technique in known:
        if technique.name == name:
            return technique
    raise BadInput(
        Text(
            "{title} does not teach {name}; it teaches: {known}.",
            title=family.title,
            name=quoted(name, 40),
            known=names(str(each.name) for each in known),
        )
    )


def lesson(
    family: AnyFamily,
    technique: Technique,
    seed: int = 0,
    count: int = EXERCISES,
    budget: Budget | None = None,
) -> Lesson:
    """A lesson on a technique; the same seed gives the same exercises.

    The example is a case of the family for this technique, or else a generated position. When the
    budget ends, the lesson has what was found until then.

    >>> from quebra.contract.registry import get_family
    >>> kojun = get_family("kojun")
    >>> single = lesson(kojun, technique_named(kojun, "single"), count=1)
    >>> str(single.example.step.technique), single.exercises[0].moves == ()
    ('single', False)
    """
    budget = budget or Budget()
    found: list[Exercise] = []
    name = technique.name
    example = next(_from_cases(family, name, budget), None)
    wanted = min(count if example else count + 1, MAX_PUZZLES)
    try:
        found.extend(islice(_exercises(family, name, seed, budget), wanted))
    except Cut as cut:
        if cut.reason == "cancelled":
            raise
    if example is None and found:
        example = found.pop(0)
    return Lesson(technique, example, tuple(found), _note(example, len(found), count))


def _note(example: Exercise | None, found: int, count: int) -> Text:
    if example is None:
        return Text("This technique is rare: no board that needs it was found in time.")
    if found >= count:
        return Text()
    if not found:
        return Text("This technique is rare: no exercise was found in time.")
    return Plural(
        "This technique is rare: {n} exercise was found in time.",
        "This technique is rare: {n} exercises were found in time.",
        n=found,
    )


def _from_cases(family: AnyFamily, name: Text, budget: Budget) -> Iterator[Exercise]:
    """The positions of the family's cases for a technique."""
    for case in family.cases:
        if case.technique == name:
            yield from _verified(case_game(family, case), name, budget)


def case_game(family: AnyFamily, case: Case) -> Game:
    """The game of a case: the puzzle, with the moves that lead to the answer, and its own moves.

    >>> from quebra.contract.registry import get_family
    >>> kojun = get_family("kojun")
    >>> case_game(kojun, kojun.case("unique")).done
    0
    """
    game = new_game(choose_codec(family.formats.puzzles, case.format).read(case.puzzle))
    moves: tuple[str, ...] = ()
    if case.answer is not None:
        codec = choose_codec(family.formats.answers, case.format).bound_to(game.puzzle)
        moves = game.play.moves_to(game.puzzle, game.attempt, codec.read(case.answer))
    for move in (*moves, *case.moves):
        game = game.move(move)
    return game


def _exercises(family: AnyFamily, name: Text, seed: int, budget: Budget) -> Iterator[Exercise]:
    """One position of each puzzle that has one in which the technique is next."""
    pool = _pool(family, seed, family.generate.exercises(str(name)) or tuple(_recipes(family)))
    for number in range(MAX_PUZZLES):
        budget.pause()
        candidates = pool.positions(number, budget).get(name, ())
        positions = (each for game in candidates for each in _without_and_with_marks(game))
        found = (each for game in positions for each in _verified(game, name, budget))
        yield from islice(found, 1)


def _without_and_with_marks(game: Game) -> Iterator[Game]:
    """The position without its pencil marks, which is easier to read, and as it is."""
    if game.marks:
        moves = tuple(move for move in game.moves[: game.done] if MARK not in move)
        yield Game(game.puzzle, moves, len(moves))
    yield game


def _verified(game: Game, name: Text, budget: Budget) -> Iterator[Exercise]:
    """The position as an exercise, if the easiest step that applies uses the technique."""
    for step, moves in islice(open_steps(game, budget), 1):
        if step.technique == name and step.changes:
            yield Exercise(game, step, moves)


class _Pool:
    """The positions of a family's puzzles by technique; those of a puzzle are found once."""

    def __init__(self, family: AnyFamily, seed: int, recipes: tuple[Recipe, ...]) -> None:
        self.family, self.seed, self.recipes = family, seed, recipes
        self.not_found: set[Recipe] = set()
        self._positions: dict[int, dict[Text, list[Game]]] = {}

    def positions(self, number: int, budget: Budget) -> dict[Text, list[Game]]:
        """The first positions of a puzzle before a step by each technique."""
        if number not in self._positions:
            puzzle = self._puzzle(number, budget)
            self._positions[number] = _walk(puzzle, budget) if puzzle else {}
        return self._positions[number]

    def _puzzle(self, number: int, budget: Budget) -> Puzzle | None:
        """The puzzle of a number; a recipe by which none was found is not tried again."""
        recipe = self.recipes[number % len(self.recipes)]
        if recipe in self.not_found:
            return None
        try:
            source = Source(self.seed * MAX_PUZZLES + number)
            made: Puzzle = self.family.generate.make(recipe, source, budget)
        except (BadInput, NotFound):
            self.not_found.add(recipe)
            return None
        return made


@lru_cache(maxsize=32)
def _pool(family: AnyFamily, seed: int, recipes: tuple[Recipe, ...]) -> _Pool:
    return _Pool(family, seed, recipes)


def _recipes(family: AnyFamily) -> Iterator[Recipe]:
    """Recipes of puzzles: those of any grade first, small ones before large ones."""
    most = family.model.default_size
    sizes = [size for size in SIZES if most and size[0] <= most[0] and size[1] <= most[1]]
    for grade in GRADES:
        for size in sizes or (most,):
            yield family.make_recipe({"grade": grade}, size)


def _walk(puzzle: Puzzle, budget: Budget) -> dict[Text, list[Game]]:
    """The positions of a game before the steps of each technique."""
    found: dict[Text, list[Game]] = {}
    try:
        game = new_game(puzzle)
        for step in game.family.explain.steps(puzzle, None, budget):
            positions = found.setdefault(step.technique, [])
            if len(positions) < MAX_TRIES:
                positions.append(game)
            for move in moves_for(game, step, budget):
                game = game.move(move)
    except BadInput:
        return {}
    return found


def found_step(game: Game, at: int, name: str, budget: Budget) -> Step | None:
    """The step by a technique in the position after `at` moves that the later moves carry out.

    Besides the easiest step of that position, steps at or near the place of the last move count.

    >>> from quebra import load
    >>> game = new_game(load("kojun\\nregions\\na a\\ngivens\\n2 ."))
    >>> str(found_step(game.move("r1c2=1"), 0, "last cell", Budget()).technique)
    'last cell'
    >>> found_step(game.move("r1c2=2"), 0, "last cell", Budget())
    """
    start = game.at(at)
    for step in _possible_steps(start, last_place(game), budget):
        moves = moves_for(start, step, budget)
        if step.technique == name and moves and _is_carried_out(start, step, moves, game):
            return step
    return None


def _is_carried_out(start: Game, step: Step, moves: tuple[str, ...], game: Game) -> bool:
    """Whether a game after `start` has all that the moves of a step change on the board."""
    target = follow(start, Hint(step, moves))
    before, after, now = ({s.where: s.text for s in each.spots} for each in (start, target, game))
    changed = (where for where in before.keys() | after if before.get(where) != after.get(where))
    if any(now.get(where) != after.get(where) for where in changed):
        return False
    held = {each.where: {*each.values} for each in game.marks}
    goal = {each.where: {*each.values} for each in target.marks}
    cells = [each.where for each in step.candidates if each.where in goal]
    return all(cell in held and held[cell] <= goal[cell] for cell in cells)


def _possible_steps(start: Game, place: Place | None, budget: Budget) -> Iterator[Step]:
    """The first step of a position, the first near a place, and those at the place."""
    yield from (step for step, _ in islice(open_steps(start, budget), 1))
    if place is None:
        return
    steps = start.family.explain.steps
    yield from islice(steps(start.puzzle, start.attempt, budget, near=place), 1)
    yield from steps(start.puzzle, start.attempt, budget, at=place)

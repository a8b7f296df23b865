"""The contract: a family is one struct of functions, and everything else is made from it."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Generic, Literal, Protocol, TypeVar

import msgspec

from quebra.contract.codec import Codec, what_and_where
from quebra.contract.errors import BadInput, NotFound
from quebra.contract.play import Play
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.random import Source
from quebra.contract.results import (
    Change,
    Grade,
    Place,
    Progress,
    Status,
    Step,
    Technique,
    Violation,
)

if TYPE_CHECKING:
    from quebra.engine.budget import Budget
    from quebra.render import Drawing

P = TypeVar("P", bound=Puzzle)
A = TypeVar("A", bound=Answer)
PC = TypeVar("PC", bound=Puzzle, contravariant=True)
AC = TypeVar("AC", bound=Answer, covariant=True)

GRADES = ("easy", "medium", "hard", "expert")


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to draw: what to add to the board, and which places to point out."""

    candidates: bool = False
    tint: bool = False
    broken: tuple[Place, ...] = ()
    hint: tuple[Place, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """What is said of one choice of an option: its title, and a sentence or two."""

    title: str
    text: str


DESCRIBED = "described"
"""The key in `msgspec.Meta(extra=…)` of a function that gives a `Choice` by name."""


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to generate. Families add their own fields; each becomes an option of `generate`.

    Where there is no board of rows and columns, both are 0. A field of names that say too little by
    themselves has `Meta(extra={DESCRIBED: function})`; the function is called when it is asked for.
    """

    rows: int = 0
    cols: int = 0
    grade: Annotated[
        Literal["easy", "medium", "hard", "expert"] | None,
        msgspec.Meta(description="how hard it shall be"),
    ] = None

    def first_fit(
        self, tries: int, attempt: Callable[[], P | None], grade: Callable[[P], Grade]
    ) -> P:
        """The first puzzle made that has the grade asked for.

        >>> Recipe(rows=2, cols=3, grade="hard").first_fit(9, lambda: None, lambda puzzle: puzzle)
        Traceback (most recent call last):
        quebra.contract.errors.NotFound: No such hard board of 2 x 3 cells in 9 tries.
        """
        for _ in range(tries):
            puzzle = attempt()
            if puzzle and (self.grade is None or grade(puzzle).name == self.grade):
                return puzzle
        wish = f"such {self.grade}" if self.grade else "such"
        board = f"board of {self.rows} x {self.cols} cells" if self.rows else "puzzle"
        raise NotFound(f"No {wish} {board} in {tries} tries.")

    def admits(self, grade: Grade) -> bool:
        """Whether a puzzle of that grade is no harder than asked for.

        >>> Recipe(rows=5, cols=5, grade="medium").admits(Grade("easy", 12, (), "Easy."))
        True
        """
        if grade.name is None or self.grade is None:
            return self.grade is None
        return GRADES.index(grade.name) <= GRADES.index(self.grade)


class Engine(Protocol[PC, AC]):
    """A way to solve: a generator of distinct answers.

    When it ends by itself, the search was exhaustive: that is the proof. With a goal other than
    `any`, each answer is better than the one before, and the last one is then the best.
    """

    def __call__(
        self, puzzle: PC, budget: Budget, *, goal: str, seed: int | None
    ) -> Iterator[AC]: ...


@dataclass(frozen=True)
class Goal(Generic[P, A]):
    """What to optimise: `measure` belongs to the rules, so that no solver can flatter itself.

    Answers that measure the same may differ in `then`, of which less is better. Answers may break
    the rules that the goal `forgives`, by their codes.
    """

    text: str
    better: Literal["less", "more"]
    measure: Callable[[P, A], int | float]
    then: Callable[[P, A], int | float] | None = None
    forgives: tuple[str, ...] = ()


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board of the case file: one for each rule broken, a right one, and one for each status."""

    about: str
    puzzle: str
    answer: str | None = None
    violations: tuple[str, ...] | None = None
    status: Status | None = None
    format: str = "text"


class _Cases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    case: tuple[Case, ...]


@dataclass(frozen=True)
class Model(Generic[P, A]):
    """The types of a family's puzzles and answers.

    `default_size` is None where puzzles have no rows and columns.
    """

    puzzle: type[P]
    answer: type[A]
    default_size: tuple[int, int] | None = (8, 8)


@dataclass(frozen=True)
class Formats(Generic[P, A]):
    """The formats of puzzles and of answers. The first of each is the native JSON."""

    puzzles: tuple[Codec[P], ...]
    answers: tuple[Codec[A], ...]


@dataclass(frozen=True)
class Rules(Generic[P, A]):
    """The rules in words, and the functions that judge an attempt by them.

    `codes` has a short text for the code of each violation.
    """

    summary: str
    texts: tuple[str, ...]
    codes: Mapping[str, str]
    check: Callable[[P, A], tuple[Violation, ...]]
    progress: Callable[[P, A], Progress]


@dataclass(frozen=True)
class Solve(Generic[P, A]):
    """The engines by name, and the goals that they can optimise.

    The engine `auto` is the first one, unless `choose_engine` names one for each puzzle. `count` is
    the number of solutions to look for by default: 2 where uniqueness is cheap to prove, else 1.
    `infeasibility` is the reason why a puzzle has no solution, if that is known without a search.
    """

    engines: Mapping[str, Engine[P, A]]
    goals: Mapping[str, Goal[P, A]] = field(default_factory=dict)
    count: int = 2
    choose_engine: Callable[[P], str] | None = None
    infeasibility: Callable[[P], str | None] | None = None


@dataclass(frozen=True)
class Explain(Generic[P, A]):
    """The techniques, the steps that use them, and the grade that follows from the steps.

    `change_agrees` is whether a change of a step agrees with an answer; every step is tested with
    it. `at` gives the steps that concern one place, where these are not simply some of `steps`.
    """

    techniques: tuple[Technique, ...]
    steps: Callable[[P, A | None, Budget], Iterator[Step]]
    change_agrees: Callable[[A, Change], bool]
    grade: Callable[[P, Budget], Grade]
    at: Callable[[P, A | None, Place, Budget], Iterator[Step]] | None = None


@dataclass(frozen=True)
class Generate(Generic[P]):
    """The options of the generator, and the generator."""

    recipe: type[Recipe]
    make: Callable[[Recipe, Source, Budget], P]


@dataclass(frozen=True)
class Symmetries(Generic[P, A]):
    """Which puzzles, and which answers, are the same.

    `canonical` maps all puzzles that are the same to one of them, and `images` yields some of them.
    `solution_key` is equal for two answers if a symmetry of the puzzle maps one to the other.
    `split` divides a hard puzzle into several; each solution belongs to exactly one of them. It
    returns an empty tuple where it cannot.
    """

    canonical: Callable[[P], P] | None = None
    images: Callable[[P], Iterator[P]] | None = None
    solution_key: Callable[[P, A], Hashable] | None = None
    split: Callable[[P], tuple[P, ...]] | None = None


@dataclass(frozen=True, eq=False)
class Family(Generic[P, A]):
    """A kind of puzzle: a name, a title, and one struct for each of its rooms.

    `draw` returns the drawing of a puzzle, with an attempt if there is one. `play` and `symmetry`
    are optional.
    """

    name: str
    title: str
    model: Model[P, A]
    formats: Formats[P, A]
    rules: Rules[P, A]
    solve: Solve[P, A]
    explain: Explain[P, A]
    generate: Generate[P]
    draw: Callable[[P, A | None, Look], Drawing]
    play: Play[P, A] | None = None
    symmetry: Symmetries[P, A] = field(default_factory=Symmetries)

    @property
    def package(self) -> str:
        """The package of the family, where `cases.toml` and `page.js` lie."""
        return sys.modules[self.model.puzzle.__module__].__package__ or ""

    def schema(self) -> dict[str, object]:
        """The JSON Schema of the puzzles and answers."""
        (puzzle, answer), parts = msgspec.json.schema_components(
            [self.model.puzzle, self.model.answer], ref_template="#/$defs/{name}"
        )
        for part in parts.values():
            # The docstring's first paragraph; its examples are for Python readers.
            part["description"] = part.get("description", "").split("\n\n")[0]
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"{self.title} puzzle",
            **puzzle,
            "$defs": {**parts, "answer": answer},
        }

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The boards of the case file, which are tests and illustrations at once."""
        text = (files(self.package) / "cases.toml").read_text(encoding="utf-8")
        return msgspec.convert(tomllib.loads(text), _Cases).case

    def case(self, status: Status) -> Case:
        """The first case with that status."""
        return next(case for case in self.cases if case.status == status)

    def make_recipe(
        self, options: Mapping[str, object], size: tuple[int, int] | None = None
    ) -> Recipe:
        """A recipe from options by name, or a sentence that says what is wrong."""
        if {"rows", "cols"} & options.keys():
            raise BadInput("The size is said once, as `size`.")
        if size and not self.model.default_size:
            raise BadInput(f"{self.title} has no size.")
        board = dict(zip(("rows", "cols"), size or self.model.default_size or (), strict=False))
        try:
            return msgspec.convert({**board, **options}, self.generate.recipe, strict=False)
        except msgspec.ValidationError as error:
            what, where = what_and_where(str(error))
            name = f"{where.removeprefix('$.')}: " if where else ""
            raise BadInput(f"{name}{what}.") from None

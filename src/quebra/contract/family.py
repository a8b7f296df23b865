"""The contract: a family is one struct of functions, and everything else is made from it."""

from __future__ import annotations

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


@dataclass(frozen=True, eq=False)
class Family(Generic[P, A]):
    """All that Quebra knows about a kind of puzzle.

    `package` is where the family lives; its `cases.toml` lies beside its code. The first codec
    is the native JSON and the first engine is what `auto` means, unless `suitable` names the one
    for each puzzle. `count` is how many solutions
    `solve` looks for when nobody says: 2 where uniqueness is cheap to settle, else 1. `holds` tells
    whether a change agrees with an answer, which is how every explained step is tested.
    `default_size` is None where puzzles have no rows and columns.
    `explain_at` tells all there is to say of one place, where that is more than `explain` does.
    `canonical` is one puzzle for all that are the same up to the family's symmetries, and `images`
    are some of those. `split` makes several puzzles of a hard one, none where it cannot: no
    solution belongs to two of them, and together they have all. `alike`
    is equal for two answers if a symmetry of the puzzle makes one of the other. `obstacle` says
    why a puzzle has no solution, where that is quickly seen.
    """

    name: str
    title: str
    summary: str
    rules: tuple[str, ...]
    package: str
    puzzle: type[P]
    answer: type[A]
    codecs: tuple[Codec[P], ...]
    answer_codecs: tuple[Codec[A], ...]
    violations: Mapping[str, str]
    check: Callable[[P, A], tuple[Violation, ...]]
    progress: Callable[[P, A], Progress]
    engines: Mapping[str, Engine[P, A]]
    techniques: tuple[Technique, ...]
    explain: Callable[[P, A | None, Budget], Iterator[Step]]
    holds: Callable[[A, Change], bool]
    grade: Callable[[P, Budget], Grade]
    recipe: type[Recipe]
    generate: Callable[[Recipe, Source, Budget], P]
    render: Callable[[P, A | None, Look], Drawing]
    count: int = 2
    default_size: tuple[int, int] | None = (8, 8)
    goals: Mapping[str, Goal[P, A]] = field(default_factory=dict)
    suitable: Callable[[P], str] | None = None
    explain_at: Callable[[P, A | None, Place, Budget], Iterator[Step]] | None = None
    play: Play[P, A] | None = None
    canonical: Callable[[P], P] | None = None
    images: Callable[[P], Iterator[P]] | None = None
    split: Callable[[P], tuple[P, ...]] | None = None
    alike: Callable[[P, A], Hashable] | None = None
    obstacle: Callable[[P], str | None] | None = None

    def draw(self, puzzle: P, answer: A | None = None, look: Look | None = None) -> Drawing:
        """The one neutral drawing of a puzzle, with an attempt where there is one."""
        return self.render(puzzle, answer, look or Look())

    def schema(self) -> dict[str, object]:
        """The JSON Schema of the puzzles and answers."""
        (puzzle, answer), parts = msgspec.json.schema_components(
            [self.puzzle, self.answer], ref_template="#/$defs/{name}"
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
        if size and not self.default_size:
            raise BadInput(f"{self.title} has no size.")
        board = dict(zip(("rows", "cols"), size or self.default_size or (), strict=False))
        try:
            return msgspec.convert({**board, **options}, self.recipe, strict=False)
        except msgspec.ValidationError as error:
            what, where = what_and_where(str(error))
            name = f"{where.removeprefix('$.')}: " if where else ""
            raise BadInput(f"{name}{what}.") from None

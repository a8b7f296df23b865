"""The contract: a family is one struct, with a smaller struct for each of its rooms."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from importlib.resources import files
from inspect import signature
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, Protocol, TypeVar

import msgspec

from quebra.contract.codec import Codec, choose_codec, what_and_where
from quebra.contract.cutouts import CutOuts
from quebra.contract.errors import BadInput, NotFound
from quebra.contract.play import Play
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.quoting import quoted
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
from quebra.contract.symmetry import Symmetries
from quebra.i18n.text import Text, Verbatim, names, sentences

if TYPE_CHECKING:
    from quebra.engine.budget import Budget
    from quebra.render import Drawing

P = TypeVar("P", bound=Puzzle)
A = TypeVar("A", bound=Answer)
PC = TypeVar("PC", bound=Puzzle, contravariant=True)
AC = TypeVar("AC", bound=Answer, covariant=True)
MaybeA = TypeVar("MaybeA", bound=Answer | None)
S = TypeVar("S", bound=msgspec.Struct)
MaybeAC = TypeVar("MaybeAC", bound=Answer | None, contravariant=True)

GRADES = ("easy", "medium", "hard", "expert")
GRADE_NAMES: Mapping[str, Text] = {
    "easy": Text("easy"),
    "medium": Text("medium"),
    "hard": Text("hard"),
    "expert": Text("expert"),
}
"""The grades as texts."""
AUTO = "auto"
"""The engine that runs when none is named."""


@dataclass(frozen=True)
class Look:
    """Options of a drawing: what to add to the board, the broken places, and a step to show.

    `cover` leaves out what a small picture has no room for, such as the pieces beside a figure.
    `upright` puts below the board what otherwise stands beside it, for a narrow place on paper.
    """

    candidates: bool = False
    tint: bool = False
    cover: bool = False
    upright: bool = False
    broken: tuple[Place, ...] = ()
    step: Step | None = None

    @property
    def where(self) -> tuple[Place, ...]:
        """The places that the step highlights."""
        return self.step.where if self.step else ()

    @property
    def others(self) -> tuple[Place, ...]:
        """The places that the step shows in a lighter tone."""
        return self.step.others if self.step else ()


class Choice(msgspec.Struct, frozen=True):
    """The description of one choice of an option: its title, and a sentence or two."""

    title: Text
    text: Text


DESCRIBED = "described"
"""The key in `msgspec.Meta(extra=…)` of a function that gives a `Choice` by name."""
METAVAR = "metavar"
"""The key of the word for a value in the help of the command line."""
FILE = "FILE"
"""The word for a value that is a text, which the command line reads from a file of that name."""
OPTION_TEXT = "text"
"""The key of the text that describes an option."""


def option(text: Text, metavar: str | None = None, **extra: object) -> msgspec.Meta:
    """Metadata that make a field of a recipe or of a request an option.

    The text says what the option is for, without a capital letter and a full stop.
    """
    # A description must be a plain string, so the text itself is kept beside it.
    return msgspec.Meta(description=str(text), extra={OPTION_TEXT: text, METAVAR: metavar, **extra})


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a generator. Families add their own fields; each becomes an option of `generate`.

    `rows` and `cols` are 0 where a puzzle has neither. A field whose choices need a description has
    `option(…, described=function)`; the function returns a `Choice` by name.
    """

    rows: int = 0
    cols: int = 0
    grade: Annotated[
        Literal["easy", "medium", "hard", "expert"] | None,
        option(Text("how hard it shall be")),
    ] = None

    @property
    def asked(self) -> dict[str, object]:
        """The options that differ from their defaults, without the size.

        >>> Recipe(rows=5, cols=5, grade="easy").asked
        {'grade': 'easy'}
        """
        return {
            field.name: value
            for field in msgspec.structs.fields(self)
            if (value := getattr(self, field.name)) != field.default
            and field.name not in ("rows", "cols")
        }

    def source(self, seed: int) -> Source:
        """The source of a seed: the same seed with other options gives another puzzle.

        >>> Recipe(rows=5, cols=5).source(1).bits() == Source(1).bits()
        True
        >>> Recipe(rows=5, cols=5, grade="easy").source(1).bits() == Source(1).bits()
        False
        """
        asked = self.asked
        return Source(seed).mixed(repr(sorted(asked.items())).encode()) if asked else Source(seed)

    def first_fit(
        self, tries: int, attempt: Callable[[], P | None], grade: Callable[[P], Grade]
    ) -> P:
        """The first puzzle made that has the grade asked for.

        >>> Recipe().first_fit(9, lambda: None, lambda puzzle: puzzle)
        Traceback (most recent call last):
        quebra.contract.errors.NotFound: No such puzzle in 9 tries. Ask for another seed.
        """
        for _ in range(tries):
            puzzle = attempt()
            if puzzle and (self.grade is None or grade(puzzle).name == self.grade):
                return puzzle
        raise NotFound(self._not_found(tries))

    def _not_found(self, tries: int) -> Text:
        rows, cols, asked = self.rows, self.cols, self.asked
        grade = GRADE_NAMES.get(self.grade or "")
        if grade is None and not rows:
            found = Text("No such puzzle in {tries} tries.", tries=tries)
        elif grade is None:
            found = Text(
                "No such board of {rows} x {cols} cells in {tries} tries.",
                rows=rows,
                cols=cols,
                tries=tries,
            )
        elif not rows:
            found = Text("No such {grade} puzzle in {tries} tries.", grade=grade, tries=tries)
        else:
            found = Text(
                "No such {grade} board of {rows} x {cols} cells in {tries} tries.",
                grade=grade,
                rows=rows,
                cols=cols,
                tries=tries,
            )
        options = names(asked)
        if asked and rows:
            relax = Text(
                "Ask for a larger board, or without one of these options: {options}.",
                options=options,
            )
        elif asked:
            relax = Text("Ask without one of these options: {options}.", options=options)
        elif rows:
            relax = Text("Ask for another size or seed.")
        else:
            relax = Text("Ask for another seed.")
        return sentences(found, relax)

    def admits(self, grade: Grade) -> bool:
        """Whether a puzzle of that grade is at most as hard as this recipe asks for.

        >>> Recipe(rows=5, cols=5, grade="medium").admits(Grade("easy", 12, (), Text()))
        True
        """
        if grade.name is None or self.grade is None:
            return self.grade is None
        return GRADES.index(grade.name) <= GRADES.index(self.grade)


class Preset(msgspec.Struct, frozen=True):
    """A recipe with a name: its description, size and options. A caller's own wishes come first."""

    text: Text
    size: tuple[int, int] | None = None
    options: Mapping[str, object] = {}


DAILY = "daily"
"""The preset of the puzzle of a date, which every family has."""
USUAL = "usual"
"""The preset, if a family has one, of puzzles that the page makes without other wishes."""
OF_THE_DAY = Text("the puzzle of the day, for a few minutes")


class EngineOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of an engine. Each field is an `option` with a default, and one of `solve`."""


class FormatOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a format. Each field is an `option` with a default, for `convert`."""


class Engine(Protocol[PC, AC]):
    """A solver: a generator of distinct answers.

    When it ends by itself, the search was exhaustive, which proves that there are no more answers.
    With a goal other than `any`, each answer is better than the one before, so the last one is
    optimal. An engine that proves that there is no solution, and knows why, raises `Infeasible`.
    An engine with options of its own has one more keyword, `options`, whose default is an instance
    of its subclass of `EngineOptions`.
    """

    def __call__(
        self, puzzle: PC, budget: Budget, *, goal: str, seed: int | None
    ) -> Iterator[AC]: ...


def options_of(engine: Engine[Any, Any]) -> type[EngineOptions]:
    """The type of an engine's options, which has no fields if the engine has none.

    >>> class Width(EngineOptions, frozen=True):
    ...     width: Annotated[int, option(Text("the nodes of a level"))] = 10
    >>> def beam(puzzle, budget, *, goal, seed, options=Width()): ...
    >>> options_of(beam).__struct_fields__
    ('width',)
    """
    keyword = signature(engine).parameters.get("options")
    default = keyword.default if keyword else None
    return type(default) if isinstance(default, EngineOptions) else EngineOptions


def format_options(codec: Codec[Any]) -> type[FormatOptions]:
    """The type of a format's options, which has no fields if the format has none.

    A format with options has a function `write` with one more keyword, `options`, whose default is
    an instance of a subclass of `FormatOptions`.
    """
    keyword = signature(codec.write).parameters.get("options")
    return type(keyword.default) if keyword else FormatOptions


def write_puzzle(codec: Codec[P], puzzle: P, options: Mapping[str, object]) -> str:
    """The puzzle in a format with these options; raises `BadInput` for a wrong one."""
    known = format_options(codec).__struct_fields__
    for name in options.keys() - known:
        raise BadInput(_no_format_option(codec.name, name, known))
    if not options:
        return codec.write(puzzle)
    write: Callable[..., str] = codec.write
    return write(puzzle, options=convert_options(options, format_options(codec)))


def _no_format_option(format: str, name: str, known: tuple[str, ...]) -> Text:
    if not known:
        return Text(
            "The format {format} has no option {name}.", format=Verbatim(format), name=quoted(name)
        )
    return Text(
        "The format {format} has no option {name}; it has: {known}.",
        format=Verbatim(format),
        name=quoted(name),
        known=names(known),
    )


@dataclass(frozen=True)
class Goal(Generic[P, A]):
    """What to optimise. `measure` belongs to the rules: engines do not rate their own answers.

    Of answers that measure the same, the one with the smaller `tie_break` is better.
    `allowed_violations` are the codes of the rules that an answer may break.
    """

    text: Text
    better: Literal["less", "more"]
    measure: Callable[[P, A], int | float]
    tie_break: Callable[[P, A], int | float] | None = None
    allowed_violations: tuple[str, ...] = ()


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board of the case file: one for each rule broken, a right one, and one for each status.

    A case with a `technique` is the example of its lesson: the easiest step that applies to its
    puzzle, or to the position that is its answer, uses the technique. `moves` follow the answer,
    for pencil marks such as `r3c5*2`.
    """

    about: str
    puzzle: str
    answer: str | None = None
    violations: tuple[str, ...] | None = None
    status: Status | None = None
    technique: str | None = None
    moves: tuple[str, ...] = ()
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
    """The formats of puzzles and of answers. In a family, the first of each is the native JSON."""

    puzzles: tuple[Codec[P], ...] = ()
    answers: tuple[Codec[A], ...] = ()


@dataclass(frozen=True)
class Rules(Generic[P, A]):
    """The rules in words, and the functions that judge an attempt by them.

    `codes` has a short text for the code of each violation. `variants` has the texts that hold for
    some puzzles only, each with a function that says for which.
    """

    summary: Text
    texts: tuple[Text, ...]
    codes: Mapping[str, Text]
    check: Callable[[P, A], tuple[Violation, ...]]
    progress: Callable[[P, A], Progress]
    variants: Mapping[Text, Callable[[P], bool]] = field(default_factory=dict)

    def texts_for(self, puzzle: P) -> tuple[Text, ...]:
        """The rules that hold for a puzzle."""
        return tuple(
            text for text in self.texts if text not in self.variants or self.variants[text](puzzle)
        )


@dataclass(frozen=True)
class Solve(Generic[P, A]):
    """The engines by name, and the goals that they can optimise.

    The default engine `auto` is the first one, or the one of that name, which then runs one of the
    others and puts its name into `budget.engine`. `count` is the number of solutions to look for by
    default: 2 where uniqueness is cheap to prove, else 1.
    """

    engines: Mapping[str, Engine[P, A]]
    goals: Mapping[str, Goal[P, A]] = field(default_factory=dict)
    count: int = 2

    @property
    def engine_names(self) -> tuple[str, ...]:
        """The names that a caller can choose from: `auto` and the engines."""
        return tuple(dict.fromkeys((AUTO, *self.engines)))


class Steps(Protocol[PC, MaybeAC]):
    """The steps a person could find, from the start or from an attempt, the easiest first.

    Of several steps by one technique, the one with the least evidence is first; of equal ones, the
    one nearest to the place `near`, where the player made the last move. With `at`, only the steps
    that concern this place; `filter_by_place` adds that to a function.
    """

    def __call__(
        self,
        puzzle: PC,
        answer: MaybeAC,
        budget: Budget,
        at: Place | None = None,
        near: Place | None = None,
    ) -> Iterator[Step]: ...


class _StepsNear(Protocol[PC, MaybeAC]):
    """The steps of `Steps` for the whole board."""

    def __call__(
        self, puzzle: PC, answer: MaybeAC, budget: Budget, near: Place | None = None
    ) -> Iterator[Step]: ...


def filter_by_place(steps: _StepsNear[P, MaybeA]) -> Steps[P, MaybeA]:
    """Steps that accept a place: then only the first step that changes this place is left.

    >>> from quebra.families._template.explain import explain
    >>> from quebra.families._template.model import Latin
    >>> from quebra.engine.budget import Budget
    >>> board = Latin(givens=((1, 0), (0, 0)))
    >>> [step.where for step in explain(board, None, Budget(), at=(1, 0))]
    [((1, 0),)]
    """

    @wraps(steps)
    def filtered(
        puzzle: P,
        answer: MaybeA,
        budget: Budget,
        at: Place | None = None,
        near: Place | None = None,
    ) -> Iterator[Step]:
        found = steps(puzzle, answer, budget, near)
        if at is None:
            return found
        return islice((step for step in found if any(c.where == at for c in step.changes)), 1)

    return filtered


@dataclass(frozen=True)
class Explain(Generic[P, A]):
    """The techniques, the steps that use them, and the grade that follows from the steps.

    `change_agrees` is whether a change of a step agrees with an answer; every step is tested with
    it. `pictures` are small drawings beside the board of a step, such as the ways to fill a line.
    """

    techniques: tuple[Technique, ...]
    steps: Steps[P, A | None]
    change_agrees: Callable[[A, Change[Any]], bool]
    grade: Callable[[P, Budget], Grade]
    pictures: Callable[[P, Step], tuple[Drawing, ...]] = lambda puzzle, step: ()


@dataclass(frozen=True)
class Generate(Generic[P]):
    """The options of the generator, the generator, and its presets by name.

    `exercises` returns the recipes by which puzzles for exercises on a technique are made, in turn.
    If there are none, they are small puzzles of all grades.
    """

    recipe: type[Recipe]
    make: Callable[[Recipe, Source, Budget], P]
    presets: Mapping[str, Preset] = field(default_factory=lambda: {DAILY: Preset(OF_THE_DAY)})
    exercises: Callable[[str], tuple[Recipe, ...]] = lambda technique: ()


@dataclass(frozen=True, eq=False)
class Family(Generic[P, A]):
    """A kind of puzzle: a name, a title, and one struct for each of its rooms.

    `draw` returns the drawing of a puzzle, with an attempt if there is one. `play`, `symmetry`,
    `draws_candidates` and `cut_outs` are optional. `draws_candidates` means that `draw` heeds
    `Look.candidates`; `cut_outs` returns the pieces of a puzzle for paper, labelled or not.
    """

    name: str
    title: Text
    model: Model[P, A]
    formats: Formats[P, A]
    rules: Rules[P, A]
    solve: Solve[P, A]
    explain: Explain[P, A]
    generate: Generate[P]
    draw: Callable[[P, A | None, Look], Drawing]
    play: Play[P, A] | None = None
    symmetry: Symmetries[P, A] = field(default_factory=Symmetries)
    draws_candidates: bool = False
    cut_outs: Callable[[P, bool], CutOuts] | None = None

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
        import tomllib

        text = (files(self.package) / "cases.toml").read_text(encoding="utf-8")
        return msgspec.convert(tomllib.loads(text), _Cases).case

    def case(self, status: Status) -> Case:
        """The first case with that status."""
        return next(case for case in self.cases if case.status == status)

    def make_recipe(
        self,
        options: Mapping[str, object],
        size: tuple[int, int] | None = None,
        preset: str | None = None,
    ) -> Recipe:
        """A recipe from options by name, over those of a preset; raises `BadInput` for a wrong one.

        >>> from quebra.contract.registry import get_family
        >>> get_family("kojun").make_recipe({"grade": "hard"}, preset="daily").asked
        {'grade': 'hard'}
        """
        if {"rows", "cols"} & options.keys():
            raise BadInput(Text("The size is given once, as `size`."))
        if size and not self.model.default_size:
            raise BadInput(Text("{title} has no size.", title=self.title))
        if preset is not None:
            found = self._preset(preset)
            options, size = {**found.options, **options}, size or found.size
        board = dict(zip(("rows", "cols"), size or self.model.default_size or (), strict=False))
        return convert_options({**board, **options}, self.generate.recipe)

    def _preset(self, name: str) -> Preset:
        if name not in self.generate.presets:
            raise BadInput(
                Text(
                    "{title} has no preset {name}; it has: {known}.",
                    title=self.title,
                    name=quoted(name),
                    known=names(self.generate.presets),
                )
            )
        return self.generate.presets[name]


def read_case(family: Family[Any, Any], case: Case) -> tuple[Any, Any]:
    """The puzzle of a case, and its answer or None."""
    puzzle = choose_codec(family.formats.puzzles, case.format).read(case.puzzle)
    if case.answer is None:
        return puzzle, None
    return puzzle, choose_codec(family.formats.answers, case.format).read(case.answer)


def convert_options(options: Mapping[str, object], kind: type[S]) -> S:
    """The struct with these options, which may be strings; raises `BadInput` for a wrong one."""
    try:
        return msgspec.convert(options, kind, strict=False)
    except msgspec.ValidationError as error:
        what, where = what_and_where(str(error))
        if not where:
            raise BadInput(Text("{what}.", what=what)) from None
        name = Verbatim(where.removeprefix("$."))
        raise BadInput(Text("Option {option}: {what}.", option=name, what=what)) from None

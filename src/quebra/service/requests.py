"""The requests about puzzles: one type for each verb, with its options and `run`."""

from __future__ import annotations

import datetime
import sys
from abc import ABCMeta, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec

from quebra.contract.errors import BadInput, Cut, Reason
from quebra.contract.family import DAILY, Look, option
from quebra.contract.puzzle import Answer, Puzzle, size_of
from quebra.contract.quoting import quoted
from quebra.contract.registry import family_of
from quebra.contract.results import CUTS, Outcome, Place, Step
from quebra.engine.budget import Budget, reading_within
from quebra.engine.search import solve
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.play import NOTHING_SAID, About, Game, link
from quebra.render import Theme
from quebra.service import results, verbs
from quebra.service.html import to_html
from quebra.service.identity import puzzle_key

Json = msgspec.Raw
"""The JSON of a puzzle or an answer, or a JSON string with its text or link."""
NOTHING = Json(b"")
NO_ANSWER = Text("There is no answer to check.")

if TYPE_CHECKING:
    PuzzleField = Puzzle | Json
    AnswerField = Answer | Json
else:  # decoders leave both as they are
    PuzzleField = AnswerField = Json


Seconds = Annotated[float, msgspec.Meta(ge=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class _AbstractStruct(ABCMeta, msgspec.StructMeta):
    """The metaclass of structs with abstract methods."""


class VerbRequest(
    msgspec.Struct,
    metaclass=_AbstractStruct,
    frozen=True,
    kw_only=True,
    tag_field="verb",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A verb with its options: the JSON body of the API, of jobs in batches and of workers.

    Fields that are an `option` have the same name on the command line. A request that is `quick`
    has its own workers, and `in_batches` means that it can be run for many puzzles. `lang` is the
    language of the texts in the result.
    """

    quick: ClassVar[bool] = True
    in_batches: ClassVar[bool] = False
    time: Annotated[Seconds | None, option(Text("stop after S seconds"), "S")] = None
    lang: str = "en"

    @abstractmethod
    def run(self, budget: Budget) -> object:
        """Run the verb; the result can be encoded as JSON."""

    def reading(self, budget: Budget) -> AbstractContextManager[None]:
        """Raise `Cut` in the body, which reads the input, when the budget ends."""
        # Workers interrupt quick requests as a whole.
        return nullcontext() if self.quick else reading_within(budget)


class PuzzleRequest(VerbRequest, frozen=True, kw_only=True):
    """A request about a puzzle, which is a `Puzzle`, or JSON that is read by `run`."""

    puzzle: PuzzleField

    def read(self, budget: Budget) -> tuple[Puzzle, Answer | None]:
        """The puzzle, and the answer if there is one; `Cut` is raised when the budget ends."""
        answer = getattr(self, "answer", NOTHING)
        with self.reading(budget):
            puzzle = read_puzzle(self.puzzle)
            return puzzle, read_answer(puzzle, answer) if given(answer) else None


def read_puzzle(value: PuzzleField) -> Puzzle:
    """A puzzle from its JSON, or from a string that holds its text or link.

    >>> read_puzzle(Json(b'"https://puzz.link/p?cojun/2/1/02g"')).family
    'kojun'
    """
    return value if isinstance(value, Puzzle) else verbs.parse(_text(value))


def read_answer(puzzle: Puzzle, value: AnswerField) -> Answer:
    """An answer from its JSON, or from a string that holds its text."""
    return value if isinstance(value, Answer) else verbs.parse_answer(puzzle, _text(value))


def given(value: object) -> bool:
    """Whether a field has a value: in JSON it may be left out, or be null."""
    return not isinstance(value, Json) or bytes(value) not in (b"", b"null")


def _text(raw: Json) -> str:
    data = bytes(raw)
    return msgspec.json.decode(data, type=str) if data[:1] == b'"' else data.decode()


class Load(VerbRequest, frozen=True, kw_only=True, tag="load"):
    """Read a puzzle from a text or a link."""

    source: str
    family: str | None = None
    format: str | None = None

    def run(self, budget: Budget) -> results.Loaded:
        puzzle = verbs.parse(self.source, family=self.family, format=self.format)
        return results.Loaded(
            puzzle=puzzle,
            key=puzzle_key(msgspec.json.encode(puzzle)),
            family=puzzle.family,
            size=size_of(puzzle),
            link=link(Game(puzzle)),
            text=verbs.convert(puzzle, "text"),
        )


class Check(PuzzleRequest, frozen=True, kw_only=True, tag="check"):
    """Check an answer: the rules that it breaks, and its progress.

    >>> board = verbs.load("kojun\\nregions\\na a\\ngivens\\n2 .")
    >>> Check(puzzle=board, answer=verbs.parse_answer(board, "2 1")).run(Budget()).ok
    True
    """

    in_batches = True
    answer: AnswerField

    def run(self, budget: Budget) -> results.Checked:
        puzzle, answer = self.read(budget)
        if answer is None:
            raise BadInput(NO_ANSWER)
        violations = verbs.check(puzzle, answer)
        progress = verbs.progress(puzzle, answer)
        return results.Checked(not violations, violations, progress.value, dict(progress.parts))


class Progress(PuzzleRequest, frozen=True, kw_only=True, tag="progress"):
    """Measure the progress of an answer."""

    answer: AnswerField

    def run(self, budget: Budget) -> results.Measured:
        puzzle, answer = self.read(budget)
        if answer is None:
            raise BadInput(NO_ANSWER)
        progress = verbs.progress(puzzle, answer)
        return results.Measured(progress.value, dict(progress.parts))


class LookOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a drawing shows: candidates, tints, only a cover, and the places that break a rule."""

    candidates: bool = False
    tint: bool = False
    cover: bool = False
    broken: tuple[Place, ...] = ()


class Draw(PuzzleRequest, frozen=True, kw_only=True, tag="draw"):
    """Draw a puzzle, with an answer if there is one, or write the HTML file that plays it.

    `on_board` draws an answer as in a game. `about` is what the HTML file says of the puzzle.
    """

    answer: AnswerField = NOTHING
    look: LookOptions = LookOptions()
    theme: Theme = "light"
    to: Literal["svg", "text", "html"] = "svg"
    on_board: bool = False
    about: About = NOTHING_SAID

    def run(self, budget: Budget) -> results.Drawn:
        puzzle, answer = self.read(budget)
        if self.to == "html":
            title, html = verbs.draw(puzzle).title, to_html(puzzle, self.lang, self.about)
            return results.Drawn(puzzle.family, "html", title, html=html)
        look = Look(**msgspec.structs.asdict(self.look))
        play = family_of(puzzle).play
        if self.on_board and play and play.draw and answer is not None:
            drawing = play.draw(puzzle, answer, look).in_language(self.lang)
        else:
            drawing = verbs.draw(puzzle, answer, look).in_language(self.lang)
        if self.to == "svg":
            return results.Drawn(puzzle.family, "svg", drawing.title, svg=drawing.svg(self.theme))
        return results.Drawn(puzzle.family, "text", drawing.title, text=drawing.text())


class Convert(PuzzleRequest, frozen=True, kw_only=True, tag="convert"):
    """Write a puzzle in another format, or an answer to it; `options` are those of the format.

    >>> board = verbs.load("kojun\\nregions\\na a\\ngivens\\n2 .")
    >>> Convert(puzzle=board, to="puzzlink").run(Budget()).text
    'https://puzz.link/p?cojun/2/1/02g'
    """

    to: Annotated[str, option(Text("the format to write; see `quebra families`"), "F")]
    answer: AnswerField = NOTHING
    options: dict[str, Any] = msgspec.field(default_factory=dict)

    def run(self, budget: Budget) -> results.Converted:
        puzzle, answer = self.read(budget)
        text = verbs.convert(puzzle, self.to, answer, **self.options)
        return results.Converted(puzzle.family, self.to, text)


class Solve(PuzzleRequest, frozen=True, kw_only=True, tag="solve"):
    """Solve a puzzle and prove what can be proved; `options` are those of the engine.

    With `show`, progress has drawings of the iterations of engines that work in iterations.
    """

    quick = False
    in_batches = True
    count: Annotated[Count | None, option(Text("stop after N solutions"), "N")] = None
    goal: Annotated[str, option(Text("what to optimise; see `quebra families`"), "GOAL")] = "any"
    engine: Annotated[str, option(Text("which solver to use; see `quebra families`"), "ENGINE")] = (
        "auto"
    )
    seed: Annotated[
        int | None,
        option(
            Text("a random solution, the same for the same S; with a goal, time matters too"), "S"
        ),
    ] = None
    up_to_symmetry: Annotated[
        bool,
        option(
            Text(
                "count solutions that are one another turned as a whole once; for stacks, also "
                "those that differ in the order of the pieces"
            )
        ),
    ] = False
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    show: bool = False

    def run(
        self,
        budget: Budget,
        start: Answer | None = None,
        each: Callable[[Answer], None] | None = None,
    ) -> Outcome[Answer]:
        puzzle, _ = self.read(budget)
        # Not by `verbs.solve`, where an option must not have the name of another keyword.
        return solve(
            family_of(puzzle),
            puzzle,
            goal=self.goal,
            engine=self.engine,
            count=self.count,
            seed=self.seed,
            up_to_symmetry=self.up_to_symmetry,
            start=start,
            each=each,
            seconds=budget.left(),
            cancel=budget.cancel,
            report=budget.report,
            trace=budget.trace,
            options=self.options,
        )


class Explain(PuzzleRequest, frozen=True, kw_only=True, tag="explain"):
    """Explain the next steps that a person could find; places count from 0."""

    quick = False
    in_batches = True
    answer: AnswerField = NOTHING
    steps: Annotated[Count | None, option(Text("only the first N steps"), "N")] = None
    next: Annotated[bool, option(Text("up to the first step that places something"))] = False
    at: Annotated[Place | None, option(Text("only what concerns this place"), "ROW,COL")] = None

    def run(self, budget: Budget) -> results.Explained:
        puzzle, answer = self.read(budget)
        found: list[Step] = []
        reason: Reason | None = None
        try:
            most = None if self.steps is None else min(self.steps, sys.maxsize)
            for step in islice(verbs.find_steps(puzzle, answer, self.at, budget), most):
                found.append(step)
                if self.next and any(change.action == "place" for change in step.changes):
                    break
        except Cut as cut:
            reason = cut.reason
        except KeyboardInterrupt:
            reason = "cancelled"
        return results.Explained(puzzle.family, reason, tuple(map(results.step_for_json, found)))


class Grade(PuzzleRequest, frozen=True, kw_only=True, tag="grade"):
    """Grade a puzzle, or give the reason why it has no grade."""

    quick = False
    in_batches = True

    def run(self, budget: Budget) -> results.Graded:
        puzzle, _ = self.read(budget)
        try:
            grade = family_of(puzzle).explain.grade(puzzle, budget)
        except Cut as cut:
            text = CUTS[cut.reason]
            return results.Graded(puzzle.family, cut.reason, None, 0.0, {}, text)
        counts = {translate(technique, self.lang): count for technique, count in grade.techniques}
        return results.Graded(
            puzzle.family,
            None,
            grade.name,
            grade.score,
            counts,
            grade.text,
            grade.bottlenecks,
            grade.crux,
        )


class Generate(VerbRequest, frozen=True, kw_only=True, tag="generate"):
    """Generate a puzzle; `options` are those of the family.

    The puzzle of a date is the same for everyone: its seed is the date, its preset the daily one
    unless another is named.

    >>> today = Generate(family="kojun", date="2026-11-17").run(Budget())
    >>> today == Generate(family="kojun", preset="daily", seed=20261117).run(Budget())
    True
    """

    quick = False
    in_batches = True
    family: str
    size: Annotated[str | None, option(Text("rows and columns, such as 10x10"), "RxC")] = None
    seed: Annotated[int | None, option(Text("same S, same puzzle; random by default"), "S")] = None
    preset: Annotated[
        str | None, option(Text("a size and options with a name; see `quebra families`"), "NAME")
    ] = None
    date: Annotated[
        str | None,
        option(Text("the puzzle of this date, the same for everyone"), "YYYY-MM-DD"),
    ] = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)

    def run(self, budget: Budget) -> Puzzle:
        seed, preset = self.seed, self.preset
        if self.date is not None:
            if seed is not None:
                raise BadInput(Text("The puzzle of a date has no other seed."))
            seed, preset = seed_of_date(self.date), preset or DAILY
        if seed is None:
            import secrets

            seed = secrets.randbits(32)
        return verbs.make_puzzle(self.family, self.size, seed, self.options, budget, preset)


def seed_of_date(date: str) -> int:
    """The seed of the puzzle of a date.

    >>> seed_of_date("2026-11-17")
    20261117
    """
    try:
        return int(datetime.date.fromisoformat(date).strftime("%Y%m%d"))
    except ValueError:
        raise BadInput(
            Text("{date} is no date; write it as YYYY-MM-DD.", date=quoted(date))
        ) from None

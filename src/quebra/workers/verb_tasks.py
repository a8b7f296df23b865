"""The verbs as tasks."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any, Literal

import msgspec

from quebra.contract.family import Look
from quebra.contract.puzzle import size_of
from quebra.contract.registry import family_of
from quebra.contract.results import Place
from quebra.engine.budget import Budget
from quebra.engine.time_limit import reading_within
from quebra.i18n.messages import translate
from quebra.play import Game, link
from quebra.render import Theme
from quebra.service import results as wire
from quebra.service import verbs
from quebra.workers.task import NOTHING, Count, Json, Task, given, read_answer, read_puzzle


class Load(Task, frozen=True, kw_only=True, tag="load"):
    """A text or a link as a puzzle."""

    source: str
    family: str | None = None
    format: str | None = None

    def run(self, budget: Budget) -> object:
        puzzle = verbs.parse(self.source, family=self.family, format=self.format)
        return {
            "puzzle": puzzle,
            "family": puzzle.family,
            "size": size_of(puzzle),
            "link": link(Game(puzzle)),
            "text": verbs.convert(puzzle, "text"),
        }


class Check(Task, frozen=True, kw_only=True, tag="check"):
    """Which rules an answer breaks, and how far it is."""

    puzzle: Json
    answer: Json

    def run(self, budget: Budget) -> object:
        puzzle = read_puzzle(self.puzzle)
        return wire.check(puzzle, read_answer(puzzle, self.answer))


class Progress(Task, frozen=True, kw_only=True, tag="progress"):
    """How far an answer is."""

    puzzle: Json
    answer: Json

    def run(self, budget: Budget) -> object:
        puzzle = read_puzzle(self.puzzle)
        found = verbs.progress(puzzle, read_answer(puzzle, self.answer))
        return {"value": found.value, "parts": dict(found.parts)}


class Convert(Task, frozen=True, kw_only=True, tag="convert"):
    """A puzzle in another format."""

    puzzle: Json
    to: str

    def run(self, budget: Budget) -> object:
        return wire.convert(read_puzzle(self.puzzle), self.to)


class Draw(Task, frozen=True, kw_only=True, tag="draw"):
    """A puzzle as a picture, with an answer where there is one."""

    puzzle: Json
    answer: Json = NOTHING
    look: Look = Look()
    theme: Theme = "light"
    to: Literal["svg", "text"] = "svg"

    def run(self, budget: Budget) -> object:
        puzzle = read_puzzle(self.puzzle)
        answer = read_answer(puzzle, self.answer) if given(self.answer) else None
        drawing = verbs.draw(puzzle, answer, self.look)
        title = translate(drawing.title, self.lang, family_of(puzzle))
        drawing = replace(drawing, title=title)
        content = drawing.svg(self.theme) if self.to == "svg" else drawing.text()
        return {"family": puzzle.family, "format": self.to, "title": title, self.to: content}


class Solve(Task, frozen=True, kw_only=True, tag="solve"):
    """Solve a puzzle and prove what can be proved."""

    quick = False
    puzzle: Json
    count: Count | None = None
    goal: str = "any"
    engine: str = "auto"
    seed: int | None = None

    def run(self, budget: Budget) -> object:
        with reading_within(budget):
            puzzle = read_puzzle(self.puzzle)
        return verbs.solve(
            puzzle,
            goal=self.goal,
            engine=self.engine,
            count=self.count,
            seconds=budget.left(),
            seed=self.seed,
            cancel=budget.cancel,
            report=budget.report,
        )


class Explain(Task, frozen=True, kw_only=True, tag="explain"):
    """The next steps a person could find, and why; places are counted from 0."""

    quick = False
    puzzle: Json
    answer: Json = NOTHING
    steps: Count | None = None
    next: bool = False
    at: Place | None = None

    def run(self, budget: Budget) -> object:
        with reading_within(budget):
            puzzle = read_puzzle(self.puzzle)
            answer = read_answer(puzzle, self.answer) if given(self.answer) else None
        return wire.explain(
            puzzle, answer, at=self.at, steps=self.steps, to_next=self.next, budget=budget
        )


class Grade(Task, frozen=True, kw_only=True, tag="grade"):
    """How hard a puzzle is."""

    quick = False
    puzzle: Json

    def run(self, budget: Budget) -> object:
        with reading_within(budget):
            puzzle = read_puzzle(self.puzzle)
        return wire.grade(puzzle, budget=budget)


class Generate(Task, frozen=True, kw_only=True, tag="generate"):
    """A new puzzle; `options` are the family's own."""

    quick = False
    family: str
    size: str | None = None
    seed: int | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)

    def run(self, budget: Budget) -> object:
        seed = secrets.randbits(32) if self.seed is None else self.seed
        return verbs.generate_by(self.options, self.family, self.size, seed=seed, budget=budget)

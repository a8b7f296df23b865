"""Requests about lessons: the lesson on a technique, and whether an exercise is solved."""

from __future__ import annotations

from typing import Annotated

import msgspec

from quebra.contract.family import option
from quebra.contract.registry import get_family
from quebra.contract.results import Step, Technique
from quebra.engine.budget import Budget
from quebra.i18n.text import Text
from quebra.play import Game, link, write_game
from quebra.play.lessons import (
    EXERCISES,
    Exercise,
    Lesson,
    found_step,
    lesson,
    taught,
    technique_named,
)
from quebra.service.game_views import draw_step
from quebra.service.games import GameRequest
from quebra.service.requests import Count, VerbRequest
from quebra.service.results import step_for_json


class LessonTitle(msgspec.Struct, frozen=True):
    """A technique in a list of lessons: its English name, and its title and text."""

    name: str
    title: Text
    text: Text


class ShownExercise(msgspec.Struct, frozen=True, omit_defaults=True):
    """An exercise: the game as JSON and as a link, its next step, and the moves for it.

    With `draw`, `svg` is the board, `step_svg` the board with the step drawn on it, and `pictures`
    are the small drawings beside it.
    """

    game: msgspec.Raw
    link: str
    step: Step
    moves: tuple[str, ...]
    svg: str = ""
    step_svg: str = ""
    pictures: tuple[str, ...] = ()


class ShownLesson(msgspec.Struct, frozen=True):
    """The result of the request `teach`."""

    family: str
    technique: LessonTitle
    note: Text
    example: ShownExercise | None
    exercises: tuple[ShownExercise, ...]


def lesson_titles(family: str) -> tuple[LessonTitle, ...]:
    """The techniques that a family teaches, from easy to hard.

    >>> lesson_titles("kojun")[0].name
    'last cell'
    """
    return tuple(map(_title, taught(get_family(family))))


def _title(technique: Technique) -> LessonTitle:
    return LessonTitle(str(technique.name), technique.name, technique.text)


class Teach(VerbRequest, frozen=True, kw_only=True, tag="teach"):
    """Teach a technique: an example, and exercises in which it is the next step."""

    quick = False
    family: str
    technique: str
    exercises: Annotated[Count, option(Text("how many exercises"), "N")] = EXERCISES
    seed: Annotated[int, option(Text("same S, same exercises"), "S")] = 0
    draw: bool = False

    def find(self, budget: Budget) -> Lesson:
        """The lesson itself."""
        family = get_family(self.family)
        technique = technique_named(family, self.technique)
        return lesson(family, technique, self.seed, self.exercises, budget)

    def run(self, budget: Budget) -> ShownLesson:
        return self.shown(self.find(budget))

    def shown(self, found: Lesson) -> ShownLesson:
        """The lesson as JSON."""
        return ShownLesson(
            family=self.family,
            technique=_title(found.technique),
            note=found.note,
            example=self._shown(found.example) if found.example else None,
            exercises=tuple(map(self._shown, found.exercises)),
        )

    def _shown(self, exercise: Exercise) -> ShownExercise:
        game = exercise.game
        shown = ShownExercise(
            game=msgspec.Raw(write_game(game).encode()),
            link=link(game, moves=True),
            step=step_for_json(exercise.step),
            moves=exercise.moves,
        )
        if not self.draw:
            return shown
        drawn = draw_step(game, exercise.step, self.lang)
        return msgspec.structs.replace(
            shown, svg=self._picture(game), step_svg=drawn.svg, pictures=drawn.pictures
        )

    def _picture(self, game: Game) -> str:
        return game.drawing().in_language(self.lang).svg("page")


class Practise(GameRequest, frozen=True, kw_only=True, tag="practise"):
    """Whether the moves after the first `start` ones carry out a step by a technique."""

    quick = False
    technique: str
    start: Annotated[int, msgspec.Meta(ge=0)]

    def run(self, budget: Budget) -> object:
        game = self.read(budget)
        step = found_step(game, self.start, self.technique, budget)
        return {"found": step is not None, "text": step.text if step else Text()}

"""The study of the verifier: its tables and figures as cases, a game, and the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from quebra.papers.geometric_verifier.engine import verify
from quebra.papers.geometric_verifier.figures import HOUSE
from quebra.papers.geometric_verifier.gallery import (
    FIGURES,
    LIMITS,
    TABLE_1,
    TABLE_2,
    Case,
    letter_verdict,
    robust_verdict,
)
from quebra.papers.geometric_verifier.game import CLASSIC, GAME, move_row, random_game
from quebra.papers.geometric_verifier.relations import (
    RELATIONS,
    code_of,
    effect_in_words,
    effect_of,
)
from quebra.papers.geometric_verifier.report import (
    classic_summary,
    draw_cases,
    draw_game,
    draw_times,
    game_table,
    games_summary,
    games_table,
    growth_summary,
    moves_gallery,
    relations_gallery,
    relations_summary,
    steps_gallery,
    times_table,
    verdicts_gallery,
)
from quebra.papers.geometric_verifier.timing import time_figure, time_wall
from quebra.study import Rows, Settings, Study, Task
from quebra.study.tables import Row

RELATION_CASES = {case.name: case for case in (*TABLE_1, *TABLE_2)}
FIGURE_CASES = {case.name: case for case in (*FIGURES, *LIMITS)}


def tasks(settings: Settings) -> Sequence[Task]:
    """All cases, the moves of the game, random games, and the time by the number of pieces."""
    seeds = range(settings.seed, settings.seed + settings.boards)
    return [
        *(
            Task("relations", {"case": name}, partial(relation_row, case))
            for name, case in RELATION_CASES.items()
        ),
        *(
            Task("figures", {"case": name}, partial(figure_row, case))
            for name, case in FIGURE_CASES.items()
        ),
        *(
            Task("game", {"move": number, "piece": move.about}, partial(move_row, number))
            for number, move in enumerate(GAME, 1)
        ),
        *(
            Task("games", {"figure": figure, "seed": seed}, partial(random_game, figure, seed))
            for figure in CLASSIC.figures
            for seed in seeds
        ),
        *(
            Task(
                "classic",
                {"figure": figure, "runs": settings.boards},
                partial(time_figure, figure, settings.seed, settings.boards),
            )
            for figure in CLASSIC.figures
        ),
        *(
            Task(
                "time",
                {"size": f"{rows}x{cols}", "seed": seed},
                partial(time_wall, rows, cols, seed, settings.seconds),
            )
            for rows, cols in settings.sizes
            for seed in seeds
        ),
    ]


def relation_row(case: Case) -> Row:
    """The relation of the two edges, its effect, and both verdicts on the whole assembly."""
    assert case.pair
    tolerance = case.puzzle.tolerance_used
    code = code_of(case.pair.a, case.pair.b, tolerance)
    assert code is not None
    effect = effect_of(code, case.pair.a, case.pair.b, tolerance)
    return {
        "code": code,
        "paper": case.paper,
        "group": " and ".join(effect.groups),
        "effect": str(effect_in_words(RELATIONS[code], effect)),
        "letter": letter_verdict(case),
        "check": robust_verdict(case),
    }


def figure_row(case: Case) -> Row:
    """The verdicts of the paper, of its relations and of `check`, and the completeness level."""
    return {
        "paper": case.paper,
        "letter": letter_verdict(case),
        "level": verify(case.puzzle, case.answer).completeness,
        "check": robust_verdict(case),
        "right": case.right,
    }


def values(rows: Rows, settings: Settings, folder: Path) -> Mapping[str, str]:
    """The galleries, tables and plots of the page."""
    draw_cases((*RELATION_CASES.values(), *FIGURE_CASES.values()), folder)
    draw_game(rows["game"], folder)
    draw_times(rows["time"], folder)
    return {
        "segments": relations_gallery(rows["relations"], TABLE_1),
        "arcs": relations_gallery(rows["relations"], TABLE_2),
        "relations": relations_summary(rows["relations"]),
        "steps": steps_gallery(HOUSE, folder),
        "figures": verdicts_gallery(rows["figures"], FIGURES),
        "limits": verdicts_gallery(rows["figures"], LIMITS),
        "moves": moves_gallery(rows["game"], folder),
        "game": game_table(rows["game"]),
        "games": games_table(rows["games"]),
        "falls": games_summary(rows["games"]),
        "classic": classic_summary(rows["classic"]),
        "times": times_table(rows["time"]),
        "growth": growth_summary(rows["time"]),
        "boards": str(settings.boards),
        "seconds": f"{settings.seconds:g}",
    }


STUDY = Study(
    name="verifier",
    full=Settings(
        sizes=((2, 3), (4, 4), (6, 6), (8, 8), (12, 12), (16, 16), (20, 20), (28, 28)),
        boards=5,
        seconds=5,
    ),
    quick=Settings(sizes=((2, 3), (4, 4), (8, 8)), boards=1, seconds=2, quick=True),
    tasks=tasks,
    page=Path(__file__).with_name("study.md"),
    values=values,
)

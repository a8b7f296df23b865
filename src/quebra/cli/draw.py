"""quebra draw"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from quebra.cli.common import (
    NO,
    errors_as_messages,
    json_option,
    new_budget,
    progress_bar,
    puzzle_options,
    stop,
    usage_error,
)
from quebra.cli.language import argument, language, option, say
from quebra.cli.options import request_option
from quebra.cli.picture import APNG, FORMATS, HTML, PictureFile, format_wanted
from quebra.contract.errors import Cut
from quebra.contract.family import Look
from quebra.contract.puzzle import Answer, Puzzle
from quebra.engine.budget import Budget, reading_within
from quebra.i18n.text import Text, names
from quebra.render import THEMES, Drawing, Theme
from quebra.render.export import PictureOptions
from quebra.render.sheet import PER_PAGE, Picture, pages, readable_pages
from quebra.service import verbs
from quebra.service.html import to_html
from quebra.service.replay import to_replay
from quebra.service.requests import Draw, Solve
from quebra.service.verbs import draw_crux, draw_steps

SOLUTIONS_PER_PUZZLE = 2
"""Solutions on a page, per puzzle on a page."""
MIN_SOLUTIONS = 12


@click.command(
    help=Text(
        "Several INPUTs make a sheet of puzzles, and so does one that has a puzzle in JSON on "
        "each line, as generate --json writes them."
    )
)
@argument("sources", metavar="INPUT...", nargs=-1, required=True)
@puzzle_options
@option(
    "--answer",
    metavar="A",
    help=Text("An attempt to draw: a path, -, or the attempt itself."),
)
@json_option
@request_option(Draw, "time")
@option(
    "--to",
    type=click.Choice(list(FORMATS.values())),
    help=Text("The format to write; text by default."),
)
@option(
    "-o",
    "--output",
    type=click.Path(),
    help=Text("A file to write; its suffix is the format: {suffixes}.", suffixes=names(FORMATS)),
)
@option(
    "--theme",
    type=click.Choice(list(THEMES)),
    help=Text(
        "The colours; by default print for PDF, which is light on white, and light elsewhere."
    ),
)
@option(
    "--per-page",
    type=click.IntRange(1, 100),
    metavar="N",
    help=Text("Puzzles on a page of A4; {count} by default if there are several.", count=PER_PAGE),
)
@option("--solution", is_flag=True, help=Text("Draw a solution upon each puzzle."))
@option("--solutions", is_flag=True, help=Text("Add the solutions, smaller, on pages at the end."))
@option("--steps", is_flag=True,
        help=Text("Draw the steps of explain, a picture for each; "
                  "HTML replays them, and APNG is an animation."))  # fmt: skip
@option("--crux", is_flag=True, help=Text("Draw the hardest moment, with its step."))
@option("--candidates", is_flag=True, help=Text("Draw the candidates of each open cell."))
@option("--tint", is_flag=True, help=Text("Tint the regions."))
@option("--outlines", is_flag=True, help=Text("Draw the text of an SVG as outlines."))
@option("--width", type=click.IntRange(16, 20_000), metavar="N",
        help=Text("The width of a picture in pixels."))  # fmt: skip
@option("--dpi", type=click.FloatRange(20, 2400), metavar="N",
        help=Text("The dots an inch of a PNG, where a cell is 40/96 inch wide."))  # fmt: skip
@option("--transparent", is_flag=True, help=Text("Leave out the paper behind the picture."))
def command(
    sources: tuple[str, ...],
    family: str | None,
    format: str | None,
    answer: str | None,
    as_json: bool,
    time: float | None,
    to: str | None,
    output: str | None,
    theme: Theme | None,
    per_page: int | None,
    solution: bool,
    solutions: bool,
    steps: bool,
    crux: bool,
    candidates: bool,
    tint: bool,
    outlines: bool,
    width: int | None,
    dpi: float | None,
    transparent: bool,
) -> None:
    if sum(map(bool, (answer, solution, solutions, steps, crux))) > 1 and not (answer and steps):
        raise usage_error(
            Text("Choose one of --answer, --solution, --solutions, --steps and --crux.")
        )
    if (steps or crux) and (candidates or tint):
        raise usage_error(Text("--candidates and --tint are not for --steps and --crux."))
    if [*sources, answer].count("-") > 1:
        raise usage_error(Text("Only one input can be standard input."))
    kind = format_wanted(to, Path(output) if output else None)
    options = PictureOptions(width, dpi, transparent, outlines)
    file = PictureFile(kind, output, theme, options, as_json)
    file.admit()
    if kind == APNG and not steps:
        raise usage_error(Text("APNG is an animation of --steps."))
    budget = new_budget(time, family, *sources)
    puzzles = _loaded(sources, family, format, budget)
    if len(puzzles) > 1 and (answer or steps or crux):
        raise usage_error(Text("--answer, --steps and --crux are for a single puzzle."))
    if kind == HTML and not steps:
        plain = not any((answer, theme, per_page, solution, solutions, crux, candidates))
        _write_html(puzzles, plain and not tint, file)
        return
    with errors_as_messages(answer or ""), reading_within(budget):
        attempt = verbs.load_answer(puzzles[0], answer) if answer else None
    look = Look(candidates=candidates, tint=tint)
    with errors_as_messages(), progress_bar(Text("Drawing"), time) as budget.report:
        if steps and kind in (HTML, APNG):
            _write_replay(puzzles[0], attempt, file, budget)
            return
        if steps:
            sheets = _strip(puzzles[0], attempt, per_page, budget)
        elif crux:
            sheets = _crux(puzzles[0], budget)
        elif solutions:
            drawings = [verbs.draw(puzzle, None, look) for puzzle in puzzles]
            solved = [verbs.draw(puzzle, _solution(puzzle, budget), look) for puzzle in puzzles]
            sheets = _with_solutions(drawings, solved, per_page)
        else:
            answers = [_solution(puzzle, budget) if solution else attempt for puzzle in puzzles]
            drawings = [verbs.draw(p, a, look) for p, a in zip(puzzles, answers, strict=True)]
            sheets = drawings if len(drawings) == 1 and not per_page else _pages(drawings, per_page)
        file.write_pages(sheets, puzzles)


def _loaded(
    sources: Sequence[str], family: str | None, format: str | None, budget: Budget
) -> list[Puzzle]:
    puzzles: list[Puzzle] = []
    for source in sources:
        with errors_as_messages(source), reading_within(budget):
            puzzles += verbs.load_all(source, family=family, format=format)
    return puzzles


def _numbered(number: int, drawing: Drawing, text: Text) -> Picture:
    return Picture(drawing, say(Text("{n}. {text}", n=number, text=text)))


def _pages(drawings: Sequence[Drawing], per_page: int | None) -> Sequence[Drawing]:
    """Pages of numbered puzzles."""
    numbered = [_numbered(number, d, d.title) for number, d in enumerate(drawings, 1)]
    return pages(numbered, per_page=per_page or min(PER_PAGE, len(drawings)))


def _with_solutions(
    drawings: Sequence[Drawing], solved: Sequence[Drawing], per_page: int | None
) -> Sequence[Drawing]:
    """Pages of puzzles, then pages of smaller solutions that are still readable."""
    numbered = [Picture(drawing, str(number)) for number, drawing in enumerate(solved, 1)]
    most = max(MIN_SOLUTIONS, SOLUTIONS_PER_PUZZLE * (per_page or PER_PAGE))
    ending = readable_pages(numbered, most=most, heading=say(Text("Solutions")))
    return [*_pages(drawings, per_page), *ending]


def _strip(
    puzzle: Puzzle, attempt: Answer | None, per_page: int | None, budget: Budget
) -> Sequence[Drawing]:
    pictures = [
        _numbered(number, drawing, text)
        for number, (text, drawing) in enumerate(_steps(puzzle, attempt, budget), 1)
    ]
    return pages(pictures, per_page=per_page or min(PER_PAGE, len(pictures)))


def _steps(puzzle: Puzzle, attempt: Answer | None, budget: Budget) -> list[tuple[Text, Drawing]]:
    steps = [(step.text, drawing) for step, drawing in draw_steps(puzzle, attempt, budget)]
    if not steps:
        stop(Text("There is no step to draw."), NO)
    return steps


def _write_replay(
    puzzle: Puzzle, attempt: Answer | None, file: PictureFile, budget: Budget
) -> None:
    """Write the steps one after the other: as a page that replays them, or as an animation."""
    board = verbs.draw(puzzle, attempt)
    steps = _steps(puzzle, attempt, budget)
    if file.format == HTML:
        file.write(to_replay(board, steps, language()).encode(), [puzzle])
        return
    drawings = [(board.title, board), *steps]
    pictures = [Picture(drawing.in_language(language()), say(text)) for text, drawing in drawings]
    file.write_animation(pictures, [puzzle])


def _crux(puzzle: Puzzle, budget: Budget) -> Sequence[Drawing]:
    text, drawing = draw_crux(puzzle, budget)
    return pages([Picture(drawing, say(text))], per_page=1)


def _solution(puzzle: Puzzle, budget: Budget) -> Answer:
    outcome = Solve(puzzle=puzzle, count=1).run(budget)
    if outcome.status == "none":
        stop(Text("The puzzle has no solution to draw."), NO)
    if not outcome.solutions:
        raise Cut(outcome.reason or "method")
    return outcome.solutions[0]


def _write_html(puzzles: Sequence[Puzzle], plain: bool, file: PictureFile) -> None:
    """Write the file that plays a puzzle; it has a single one, and nothing drawn upon it."""
    if len(puzzles) > 1 or not plain:
        raise usage_error(
            Text("An HTML file plays a single puzzle, from its start: leave the other options out.")
        )
    with errors_as_messages():
        file.write(to_html(puzzles[0], language()).encode(), puzzles)

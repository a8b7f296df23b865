"""quebra draw"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import click

from quebra.cli.common import (
    BAD_INPUT,
    NO,
    echo_drawing,
    echo_json,
    errors_as_messages,
    json_option,
    new_budget,
    progress_bar,
    puzzle_options,
    save,
    stop,
    usage_error,
)
from quebra.cli.language import language, option, say
from quebra.cli.options import request_option
from quebra.contract.errors import BadInput, Cut
from quebra.contract.family import Look
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.engine.budget import Budget, reading_within
from quebra.i18n.text import Text, Verbatim, names, sentences
from quebra.render import THEMES, Drawing, Theme
from quebra.render.export import SUFFIXES, Format, encoded, format_of
from quebra.render.sheet import PER_PAGE, Picture, pages, readable_pages, stacked
from quebra.service import verbs
from quebra.service.html import to_html
from quebra.service.requests import Draw, Solve
from quebra.service.verbs import draw_crux, draw_steps

SOLUTIONS_PER_PUZZLE = 2
"""Solutions on a page, per puzzle on a page."""
MIN_SOLUTIONS = 12
BINARY = ("png", "pdf")
HTML = "html"
"""The format of a file that plays the puzzle; others are made from drawings."""
FORMATS = {**SUFFIXES, ".html": HTML}


@click.command(
    help=Text(
        "Several INPUTs make a sheet of puzzles, and so does one that has a puzzle in JSON on "
        "each line, as generate --json writes them."
    )
)
@click.argument("sources", metavar="INPUT...", nargs=-1, required=True)
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
    "format_wanted",
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
@option("--steps", is_flag=True, help=Text("Draw the steps of explain, a picture for each."))
@option("--crux", is_flag=True, help=Text("Draw the hardest moment, with its step."))
@option("--candidates", is_flag=True, help=Text("Draw the candidates of each open cell."))
@option("--tint", is_flag=True, help=Text("Tint the regions."))
@option("--outlines", is_flag=True, help=Text("Draw the text of an SVG as outlines."))
def command(
    sources: tuple[str, ...],
    family: str | None,
    format: str | None,
    answer: str | None,
    as_json: bool,
    time: float | None,
    format_wanted: str | None,
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
) -> None:
    if sum(map(bool, (answer, solution, solutions, steps, crux))) > 1 and not (answer and steps):
        raise usage_error(
            Text("Choose one of --answer, --solution, --solutions, --steps and --crux.")
        )
    if (steps or crux) and (candidates or tint):
        raise usage_error(Text("--candidates and --tint are not for --steps and --crux."))
    if [*sources, answer].count("-") > 1:
        raise usage_error(Text("Only one input can be standard input."))
    kind = _kind(format_wanted, Path(output) if output else None)
    if outlines and kind != "svg":
        raise usage_error(Text("--outlines is for SVG; PNG and PDF need no font either."))
    budget = new_budget(time, family, *sources)
    puzzles = _loaded(sources, family, format, budget)
    if len(puzzles) > 1 and (answer or steps or crux):
        raise usage_error(Text("--answer, --steps and --crux are for a single puzzle."))
    if kind == HTML:
        plain = not any((answer, theme, per_page, solution, solutions, steps, crux, candidates))
        _write_html(puzzles, plain and not tint, output, as_json)
        return
    with errors_as_messages(answer or ""), reading_within(budget):
        attempt = verbs.load_answer(puzzles[0], answer) if answer else None
    look = Look(candidates=candidates, tint=tint)
    with errors_as_messages(), progress_bar(Text("Drawing"), time) as budget.report:
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
        _write(sheets, kind, theme, outlines, output, _family(puzzles) if as_json else None)


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
        _numbered(number, drawing, step.text)
        for number, (step, drawing) in enumerate(draw_steps(puzzle, attempt, budget), 1)
    ]
    if not pictures:
        stop(Text("There is no step to draw."), NO)
    return pages(pictures, per_page=per_page or min(PER_PAGE, len(pictures)))


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


def _kind(wanted: str | None, path: Path | None) -> str:
    """The format of the output, as given or by the suffix of the file."""
    if path is None:
        return wanted or "text"
    by_suffix = FORMATS.get(path.suffix.lower())
    if wanted and by_suffix and wanted != by_suffix:
        raise usage_error(
            Text(
                "The file {name} ends in {suffix}, but --to is {format}.",
                name=quoted(path.name, MAX_PATH),
                suffix=Verbatim(path.suffix.lower()),
                format=Verbatim(wanted),
            )
        )
    try:
        return wanted or by_suffix or format_of(path)
    except ValueError as error:
        stop(sentences(error.args[0], Text("Use --to.")), BAD_INPUT)


def _family(puzzles: Sequence[Puzzle]) -> str:
    """The family of the puzzles; several are joined by a comma."""
    return ",".join(dict.fromkeys(puzzle.family for puzzle in puzzles))


def _write_html(puzzles: Sequence[Puzzle], plain: bool, output: str | None, as_json: bool) -> None:
    """Write the file that plays a puzzle; it has a single one, and nothing drawn upon it."""
    if len(puzzles) > 1 or not plain:
        raise usage_error(
            Text("An HTML file plays a single puzzle, from its start: leave the other options out.")
        )
    with errors_as_messages():
        content = to_html(puzzles[0], language())
    if output:
        save(output, content.encode())
    if as_json:
        echo_json({"family": puzzles[0].family, "format": HTML, "content": content})
    elif not output:
        click.echo(content, nl=False)


def _write(
    sheets: Sequence[Drawing],
    kind: str,
    theme: Theme | None,
    outlines: bool,
    output: str | None,
    family: str | None,
) -> None:
    """Write pages to a file, as JSON if there is a family, or else to standard output."""
    if kind == "text" and not (output or family):
        echo_drawing(stacked(sheets))
        return
    if kind in BINARY and not (output or family) and sys.stdout.isatty():
        raise usage_error(
            Text(
                "A terminal cannot show {format}: name a file with -o.",
                format=Verbatim(kind.upper()),
            )
        )
    try:
        translated = [sheet.in_language(language()) for sheet in sheets]
        content = encoded(translated, cast(Format, kind), theme, outlined=outlines)
    except ValueError as error:
        raise BadInput(error.args[0]) from None
    if output:
        save(output, content)
    if family:
        text = (b64encode(content) if kind in BINARY else content).decode()
        echo_json({"family": family, "format": kind, "content": text})
    elif not output:
        click.echo(content, nl=False)

"""quebra draw"""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click

from quebra import verbs
from quebra.cli.common import (
    NO,
    echo_drawing,
    echo_json,
    json_option,
    loaded,
    plain_errors,
    puzzle_argument,
    stop,
    time_option,
)
from quebra.core import Answer, BadInput, Cut, Look, Puzzle
from quebra.render import THEMES, Theme


@click.command()
@puzzle_argument
@click.argument("answer", metavar="[ANSWER]", required=False)
@json_option
@time_option
@click.option("--to", type=click.Choice(["text", "svg"]), help="What to draw; text if not said.")
@click.option("-o", "--output", type=click.Path(), help="A file to write; .svg means SVG.")
@click.option("--theme", type=click.Choice(list(THEMES)), default="light", show_default=True,
              help="The colours of an SVG.")  # fmt: skip
@click.option("--solution", is_flag=True, help="Draw a solution too.")
@click.option("--candidates", is_flag=True, help="Draw what each open cell may still hold.")
@click.option("--tint", is_flag=True, help="Tint the regions.")
def command(
    source: str,
    family: str | None,
    format: str | None,
    answer: str | None,
    as_json: bool,
    seconds: float | None,
    to: str | None,
    output: str | None,
    theme: str,
    solution: bool,
    candidates: bool,
    tint: bool,
) -> None:
    """Draw a puzzle as text or SVG.

    ANSWER is an attempt to draw on it: a path, -, or the answer itself.
    """
    if solution and answer:
        raise click.UsageError("Draw the ANSWER or the --solution, not both.")
    with loaded(source, family, format) as puzzle:
        with plain_errors(answer or ""):
            attempt = verbs.load_answer(puzzle, answer) if answer else None
        if solution:
            attempt = _solution(puzzle, seconds)
        drawing = verbs.draw(puzzle, attempt, Look(candidates=candidates, tint=tint))
        kind = to or (_kind(Path(output)) if output else "text")
        if kind == "text" and not (output or as_json):
            echo_drawing(drawing)
            return
        content = drawing.svg(cast(Theme, theme)) if kind == "svg" else drawing.text()
        if output:
            _write(Path(output), content)
        if as_json:
            echo_json({"family": puzzle.family, "format": kind, "content": content})
        elif not output:
            click.echo(content, nl=False)


def _solution(puzzle: Puzzle, seconds: float | None) -> Answer:
    outcome = verbs.solve(puzzle, count=1, seconds=seconds)
    if outcome.status == "none":
        stop("The puzzle has no solution to draw.", NO)
    if outcome.reason:
        raise Cut(outcome.reason)
    return cast(Answer, outcome.solutions[0])


def _kind(path: Path) -> str:
    kinds = {".svg": "svg", ".txt": "text"}
    if path.suffix.lower() not in kinds:
        raise BadInput(f"The file {path.name!r} ends in neither .svg nor .txt: use --to.")
    return kinds[path.suffix.lower()]


def _write(path: Path, content: str) -> None:
    try:
        path.write_text(content if content.endswith("\n") else content + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"The file {str(path)!r} cannot be written: {error.strerror}.") from None

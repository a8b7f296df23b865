"""quebra tour"""

from __future__ import annotations

from itertools import islice

import click

from quebra.cli.common import echo_drawing, errors_as_messages, good, wrap
from quebra.contract.family import Look
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import AnyFamily, family_names, get_family
from quebra.service import verbs


@click.command()
@click.argument("family", required=False)
def command(family: str | None) -> None:
    """Show all this on one small board."""
    with errors_as_messages():
        guide = get_family(family or family_names()[0])
        puzzle = _load(guide)
        _solve(puzzle)
        _explain(puzzle)
        _generate(guide)
    _heading("Now yours")
    click.echo(wrap("quebra --help lists the commands; quebra families the puzzles it knows."))


def _heading(text: str) -> None:
    click.echo(f"\n{click.style(text, bold=True)}")


def _load(guide: AnyFamily) -> Puzzle:
    _heading(f"{guide.title}: {guide.rules.summary}")
    for rule in guide.rules.texts:
        click.echo(wrap(rule, indent="  "))
    puzzle = verbs.parse(guide.case("unique").puzzle)
    click.echo()
    echo_drawing(verbs.draw(puzzle))
    return puzzle


def _solve(puzzle: Puzzle) -> None:
    _heading("Solved, and proved")
    outcome = verbs.solve(puzzle, count=2)
    echo_drawing(verbs.draw(puzzle, outcome.solutions[0]))
    click.echo(
        f"{good(outcome.text)} {outcome.cpu_seconds * 1000:.1f} ms, engine {outcome.engine}."
    )


def _explain(puzzle: Puzzle) -> None:
    _heading("Explained: the first steps a person could find")
    for number, step in enumerate(islice(verbs.explain(puzzle), 3), 1):
        if number == 1:
            echo_drawing(verbs.draw(puzzle, look=Look(hint=step.where)))
        click.echo(wrap(f"{number}. {step.technique}: {step.text}"))
    click.echo(wrap(verbs.grade(puzzle).text))


def _generate(guide: AnyFamily) -> None:
    _heading("A new one, from seed 7")
    puzzle = verbs.generate(guide.name, "6x6" if guide.model.default_size else None, seed=7)
    echo_drawing(verbs.draw(puzzle))
    click.echo(wrap(verbs.grade(puzzle).text))
    _heading("The same in another format")
    for codec in guide.formats.puzzles[1:3]:
        click.echo(codec.write(puzzle).removesuffix("\n"))

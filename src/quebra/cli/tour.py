"""quebra tour"""

from __future__ import annotations

from itertools import islice

import click

from quebra.cli.common import echo, echo_drawing, errors_as_messages, good
from quebra.cli.language import argument, say
from quebra.contract.family import Look
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import AnyFamily, family_names, get_family
from quebra.i18n.text import Text, Verbatim
from quebra.service import verbs


@click.command()
@argument("family", required=False)
def command(family: str | None) -> None:
    with errors_as_messages():
        guide = get_family(family or family_names()[0])
        puzzle = _load(guide)
        _solve(puzzle)
        _explain(puzzle)
        _generate(guide)
    _heading(Text("Now yours"))
    echo(Text("quebra --help lists the commands; quebra families the puzzles it knows."))


def _heading(text: Text) -> None:
    click.echo(f"\n{click.style(say(text), bold=True)}")


def _load(guide: AnyFamily) -> Puzzle:
    _heading(Text("{title}: {summary}", title=guide.title, summary=guide.rules.summary))
    for rule in guide.rules.texts:
        echo(rule, indent="  ")
    puzzle = verbs.parse(guide.case("unique").puzzle)
    click.echo()
    echo_drawing(verbs.draw(puzzle))
    return puzzle


def _solve(puzzle: Puzzle) -> None:
    _heading(Text("Solved, and proved"))
    outcome = verbs.solve(puzzle, count=2)
    echo_drawing(verbs.draw(puzzle, outcome.solutions[0]))
    echo(outcome.text, good)
    echo(
        Text(
            "{time:.1f} ms, engine {engine}.",
            time=outcome.cpu_seconds * 1000,
            engine=Verbatim(outcome.engine),
        )
    )


def _explain(puzzle: Puzzle) -> None:
    _heading(Text("Explained: the first steps a person could find"))
    for number, step in enumerate(islice(verbs.explain(puzzle), 3), 1):
        if number == 1:
            echo_drawing(verbs.draw(puzzle, look=Look(step=step)))
        echo(Text("{n}. {technique}: {text}", n=number, technique=step.technique, text=step.text))
    echo(verbs.grade(puzzle).text)


def _generate(guide: AnyFamily) -> None:
    _heading(Text("A new one, from seed 7"))
    puzzle = verbs.generate(guide.name, "6x6" if guide.model.default_size else None, seed=7)
    echo_drawing(verbs.draw(puzzle))
    echo(verbs.grade(puzzle).text)
    _heading(Text("The same in another format"))
    for codec in guide.formats.puzzles[1:3]:
        click.echo(codec.write(puzzle).removesuffix("\n"))

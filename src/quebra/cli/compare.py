"""quebra compare"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import click

from quebra.cli.common import (
    DONE,
    NO,
    NOT_KNOWN,
    bad,
    echo,
    echo_headings,
    echo_json,
    errors_as_messages,
    json_option,
    save,
    stop,
    usage_error,
)
from quebra.cli.language import argument, option, say
from quebra.cli.options import request_option
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Puzzle
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.contract.registry import AnyFamily, families, get_family
from quebra.engine.budget import Budget
from quebra.i18n.text import Plural, Text, Verbatim, names
from quebra.service.bars import counting_bar
from quebra.service.protocol import read_request
from quebra.service.requests import Solve, read_puzzle
from quebra.service.results import to_json
from quebra.study.compare import Board, Comparison, Settings, Summary, compare
from quebra.study.tables import seconds_text

BOARDS = 20
MAX_LISTED = 10
"""The number of disagreements that are listed."""
PATH = click.Path(dir_okay=False, path_type=Path)


@click.command(
    help=Text(
        "Each ENGINE solves the same boards, one board after the other, and CPU time is measured. "
        "FILE is any source of `quebra batch`; without one, boards are generated. The first engine "
        "is the measure of the ratios. Exit status 1: engines disagree."
    )
)
@argument("arguments", nargs=-1, required=True, metavar="ENGINE... [FILE...]")
@option("--boards", type=click.IntRange(min=1), metavar="N",
        help=Text("At most N boards of the files, or N new ones a family; else 20."))  # fmt: skip
@option("--family", metavar="NAME",
        help=Text("The family of the boards; else all that have these engines."))  # fmt: skip
@option("--size", metavar="RxC", help=Text("The size of new boards."))
@option("--grade", metavar="G", help=Text("The grade of new boards."))
@option("--seed", type=int, default=1, show_default=True, metavar="S",
        help=Text("The seed of the first new board."))  # fmt: skip
@option("--time", type=click.FloatRange(min=0, min_open=True, max=1e6), default=10.0,
        show_default=True, metavar="S",
        help=Text("CPU seconds for each board and engine."))  # fmt: skip
@request_option(Solve, "goal")
@request_option(Solve, "count")
@option("--csv", "csv_file", type=PATH, metavar="FILE", help=Text("Write a row for each run."))
@option("--plot", type=PATH, metavar="FILE.svg",
        help=Text("Draw how many boards each engine solves in how much time."))  # fmt: skip
@json_option
def command(
    arguments: tuple[str, ...],
    boards: int | None,
    family: str | None,
    size: str | None,
    grade: str | None,
    seed: int,
    time: float,
    goal: str,
    count: int | None,
    csv_file: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    with errors_as_messages():
        engines, files = _split_arguments(arguments, family)
        if plot and plot.suffix.lower() != ".svg":
            raise usage_error(Text("--plot writes SVG; name the file .svg."))
        if files and (size or grade):
            raise usage_error(Text("--size and --grade are for new boards, not for files."))
        if files:
            found = list(islice(_read_boards(files, family), boards))
        else:
            kinds = [get_family(family)] if family else _families_with(engines)
            found = list(_new_boards(kinds, boards or BOARDS, size, grade, seed))
        if not found:
            raise BadInput(Text("There is no puzzle in the sources."))
        comparison = _run(Settings(engines, time, goal, count), found)
        _write(comparison, csv_file, plot)
    _show(comparison, as_json)
    sys.exit(NO if comparison.disagreements else DONE)


def _split_arguments(
    arguments: Sequence[str], family: str | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The engines, and the files that follow."""
    kinds = [get_family(family)] if family else families()
    known = dict.fromkeys(name for kind in kinds for name in kind.solve.engine_names)
    engines = []
    for name in arguments:
        if name not in known:
            break
        engines.append(name)
    files = arguments[len(engines) :]
    if files and (not engines or _is_misspelt(files[0])):
        raise BadInput(
            Text(
                "There is no engine {name}; there are: {known}.",
                name=quoted(files[0], MAX_PATH),
                known=names(known),
            )
        )
    return tuple(engines), tuple(files)


def _is_misspelt(argument: str) -> bool:
    """Whether an argument has the form of an engine's name, and is no file."""
    return argument.replace("-", "").isalnum() and not Path(argument).exists()


def _families_with(engines: Sequence[str]) -> list[AnyFamily]:
    """The families that have all the engines."""
    found = [kind for kind in families() if {*engines} <= {*kind.solve.engine_names}]
    if not found:
        raise BadInput(Text("No family has all of these engines: {names}.", names=names(engines)))
    return found


def _new_boards(
    kinds: Sequence[AnyFamily], count: int, size: str | None, grade: str | None, seed: int
) -> Iterator[Board]:
    """New boards of each family, with seeds from `seed` on."""
    from quebra.batch.recipes import BatchRecipe, recipe_of

    for kind in kinds:
        recipe = BatchRecipe(
            kind.name,
            sizes=(size,) if size else (),
            grades=(grade,) if grade else (),
            seed=seed,
            count=count,
        )
        with counting_bar(say(Text("Generating"))) as show:
            for done, (name, task) in enumerate(recipe.tasks(), start=1):
                puzzle = _generated(to_json(task))
                show(count, done, kind.name)
                yield Board(name, puzzle, *recipe_of(name))


def _read_boards(files: Sequence[str], family: str | None) -> Iterator[Board]:
    """The boards of the sources; raises `BadInput` for one that cannot be read."""
    from quebra.batch import read_sources
    from quebra.batch.recipes import recipe_of

    for item in read_sources(files, family=family):
        if item.failure is not None:
            source = Verbatim(item.source)
            raise BadInput(Text("{source}: {text}", source=source, text=item.failure))
        if item.recipe is not None:
            puzzle = _generated(bytes(item.recipe))
        else:
            assert item.puzzle is not None
            puzzle = read_puzzle(item.puzzle)
        yield Board(item.source, puzzle, *recipe_of(item.source))


def _generated(task: bytes) -> Puzzle:
    """The puzzle of a request to generate one."""
    puzzle = read_request(task).run(Budget())
    assert isinstance(puzzle, Puzzle)
    return puzzle


def _run(settings: Settings, boards: Sequence[Board]) -> Comparison:
    """Run the comparison, with a progress bar."""
    try:
        with counting_bar(say(Text("Comparing"))) as show:
            return compare(settings, boards, lambda done: show(len(boards), done, ""))
    except KeyboardInterrupt:
        stop(Text("It was cancelled."), NOT_KNOWN)


def _write(comparison: Comparison, csv_file: Path | None, plot: Path | None) -> None:
    """Write the runs and the plot."""
    if csv_file:
        from quebra.study.runs import csv_lines

        save(csv_file, csv_lines(comparison.runs))
    if plot:
        from quebra.study.plots import cactus

        across = say(Text("boards solved"))
        save(plot, cactus(_panels(comparison), comparison.settings.seconds, across))


def _panels(comparison: Comparison) -> dict[str, dict[str, list[float]]]:
    """The times of settled boards by title and engine."""
    panels: dict[str, dict[str, list[float]]] = {}
    for each in comparison.summaries():
        name = Verbatim(each.family)
        title = say(Text("{family}: CPU seconds for a board", family=name))
        times = comparison.times(each.family, each.engine)
        panels.setdefault(title, {})[each.engine] = [taken for taken, solved in times if solved]
    return panels


def _show(comparison: Comparison, as_json: bool) -> None:
    """Print the summaries and the disagreements."""
    if as_json:
        echo_json(
            {
                "time": comparison.settings.seconds,
                "summaries": comparison.summaries(),
                "disagreements": comparison.disagreements,
                "runs": comparison.runs,
            }
        )
    else:
        echo_headings(
            (Text("family"), "<10"),
            (Text("engine"), "<12"),
            (Text("boards"), ">10"),
            (Text("solved"), ">10"),
            (Text("median"), ">10"),
            (Text("ratio"), ">9"),
            (Text("total"), ">10"),
            (Text("PAR-2"), ">10"),
        )
        for each in comparison.summaries():
            click.echo(_row(each))
    if comparison.disagreements:
        echo(
            Plural(
                "The engines disagree on {n} board, so one of them is wrong:",
                "The engines disagree on {n} boards, so one of them is wrong:",
                n=len(comparison.disagreements),
            ),
            bad,
            err=True,
        )
        for text in comparison.disagreements[:MAX_LISTED]:
            echo(text, err=True)


def _row(each: Summary) -> str:
    median = ("≥ " if each.median_is_bound else "") + seconds_text(each.median)
    ratio = "-" if each.ratio is None else f"{'≥ ' if each.ratio_is_bound else ''}{each.ratio:.3g}"
    return (
        f"{each.family:<10} {each.engine:<12} {each.boards:>10,} {each.solved:>10,} {median:>10} "
        f"{ratio:>9} {seconds_text(each.total):>10} {seconds_text(each.par2):>10}"
    )

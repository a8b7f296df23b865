"""quebra study"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import click

from quebra.cli.common import NOT_KNOWN, echo, errors_as_messages, stop
from quebra.cli.language import argument, option, say
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.i18n.text import Text, Verbatim
from quebra.service.arguments import read_size
from quebra.study import OpenStudy, Study, Task, changed, open_study

STUDIES = {
    "kojun": "quebra.papers.kojun_backtracking.study",
    "symmetry": "quebra.papers.symmetry_clp.study",
    "shisen": "quebra.papers.shisen_ip.study",
    "edge-matching": "quebra.papers.edge_matching_algebra.study",
    "verifier": "quebra.papers.geometric_verifier.study",
}
HELP = Text(
    "NAME is the paper: kojun, symmetry, shisen, edge-matching or verifier. The page NAME.md, its "
    "tables as CSV and its plots as SVG go to the folder. Rows that were measured there before, "
    "with the same seed and limit, are kept, so that a study can be interrupted."
)


def _refuse_no_limit(
    _ctx: click.Context, _param: click.Parameter, value: float | None
) -> float | None:
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(
            say(Text("The limit {value} is not a number of seconds.", value=Verbatim(value)))
        )
    return value


@click.command(help=HELP)
@argument("name", metavar="NAME", type=click.Choice(list(STUDIES)))
@option("--quick", is_flag=True, help=Text("Fewer and smaller boards: within a minute."))
@option(
    "--out", default="study", show_default=True, metavar="FOLDER", help=Text("Where the files go.")
)
@option("--sizes", metavar="RxC,…", help=Text("The sizes of boards, such as 6x6,8x8."))
@option("--boards", type=click.IntRange(1), metavar="N", help=Text("Boards of each size."))
@option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    callback=_refuse_no_limit,
    metavar="S",
    help=Text("The limit of one search."),
)
@option("--seed", type=int, metavar="S", help=Text("The seed of the first board."))
def command(
    name: str,
    quick: bool,
    out: str,
    sizes: str | None,
    boards: int | None,
    seconds: float | None,
    seed: int | None,
) -> None:
    study: Study = import_module(STUDIES[name]).STUDY
    with errors_as_messages():
        settings = changed(
            study.quick if quick else study.full,
            sizes=tuple(map(read_size, sizes.split(","))) if sizes is not None else None,
            boards=boards,
            seconds=seconds,
            seed=seed,
        )
        opened = open_study(study, settings, Path(out))
        try:
            with _progress(opened) as show:
                for task in opened.run():
                    show(task)
        except KeyboardInterrupt:
            kept = Text(
                "The study was interrupted: {n} of {total} rows are kept, and the same command "
                "measures the others.",
                n=opened.kept,
                total=len(opened.tasks),
            )
            stop(kept, NOT_KNOWN)
        page = opened.write()[-1]
    echo(Text("The page is {path}.", path=quoted(str(page), MAX_PATH)))


@contextmanager
def _progress(opened: OpenStudy) -> Iterator[Callable[[Task], None]]:
    """A progress bar with the table in progress, in a terminal."""
    if not sys.stderr.isatty():
        yield lambda task: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task(opened.study.name, total=len(opened.tasks))

        def show(task: Task) -> None:
            bar.update(shown, description=task.table, advance=1)

        yield show

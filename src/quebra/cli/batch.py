"""quebra batch"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import click
import msgspec

from quebra.cli.common import (
    DONE,
    NOT_KNOWN,
    bad,
    echo,
    echo_headings,
    echo_json,
    errors_as_messages,
    json_option,
    processors,
    puzzle_options,
    save,
    usage_error,
    wrap,
)
from quebra.cli.language import argument, option, say
from quebra.cli.options import field_option, request_option
from quebra.contract.errors import BadInput
from quebra.contract.family import option as described
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.i18n.text import Plural, Text, Verbatim
from quebra.service.arguments import read_named_value
from quebra.service.bars import counting_bar
from quebra.service.facts import described_type, option_fields
from quebra.service.protocol import BATCH_VERBS
from quebra.service.requests import Count, Solve, VerbRequest

if TYPE_CHECKING:
    from quebra.batch import BatchProgress, Item
    from quebra.store import Store
    from quebra.store.jobs import Record, Tally

F = TypeVar("F", bound=Callable[..., Any])

LINES = (".jsonl", ".ndjson")
PARQUET = ".parquet"
TABLES = (*LINES, ".csv", PARQUET)
"""Suffixes of files that are written at the end, from a database beside them."""
FILES = ("", ".db", ".db3", ".sqlite", ".sqlite3")
"""Suffixes of new databases."""
MAX_SECONDS = 1e9
"""The largest time limit, because JSON has no infinity."""
LINE_SECONDS = 10.0
"""Seconds between two lines of progress without a terminal."""
MAX_LISTED = 10
"""The number of failed puzzles that are listed."""


class GenerateOptions(msgspec.Struct):
    """The options of `batch generate`, some of which may be repeated."""

    count: Annotated[Count, described(Text("N puzzles of each kind"), "N")] = 1
    seed: Annotated[int, described(Text("the first seed, or else 1"), "S")] = 1
    size: Annotated[tuple[str, ...], described(Text("a size; may be repeated"), "RxC")] = ()
    grade: Annotated[tuple[str, ...], described(Text("a grade; may be repeated"), "G")] = ()
    preset: Annotated[str | None, described(Text("a size and options with a name"), "NAME")] = None
    option: Annotated[
        tuple[str, ...],
        described(Text("an option of the family; may be repeated"), "NAME=VALUE"),
    ] = ()


class SolveOptions(Solve, frozen=True, kw_only=True, tag="solve"):
    """The options of `batch solve`."""

    option: Annotated[
        tuple[str, ...],
        described(Text("an option of the engine; may be repeated"), "NAME=VALUE"),
    ] = ()


OWN_OPTIONS: dict[str, type[msgspec.Struct]] = {"generate": GenerateOptions, "solve": SolveOptions}
OPTIONS = {
    verb: {
        field.name: field
        for field in option_fields(OWN_OPTIONS.get(verb, kind))
        if field.name != "time"
    }
    for verb, kind in BATCH_VERBS.items()
}
"""The options of each verb, without `time`, which all verbs have."""


def verb_options(function: F) -> F:
    """Add the options of all verbs to a command; each help text names the verbs."""
    fields = {name: field for options in OPTIONS.values() for name, field in options.items()}
    for name, field in reversed(fields.items()):
        texts = (
            Text("{verb}: {text}", verb=Verbatim(verb), text=described_type(options[name])[1])
            for verb, options in OPTIONS.items()
            if name in options
        )
        text = reduce(lambda one, other: Text("{one}; {other}", one=one, other=other), texts)
        function = field_option(field, help=text, default=None, show_default=False)(function)
    return function


@click.command(
    help=Text(
        "A SOURCE is a file, a folder, JSON lines (- for standard input), a database or a recipe "
        "in TOML. To generate, it may be the name of a family. Run the same command again and only "
        "what is missing is done. Exit status: 0 all is done, 3 something is missing or has failed."
    )
)
@argument("verb", type=click.Choice(list(BATCH_VERBS)))
@argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@option("--out", required=True, metavar="DB|FILE",
        help=Text("Where the records go: a database, .jsonl, .csv or .parquet."))  # fmt: skip
@option("--workers", type=click.IntRange(min=1), metavar="N", default=processors,
        help=Text("Puzzles at once; by default one for each processor."))  # fmt: skip
@option("--cluster", metavar="ADDRESS",
        help=Text("Work on the Dask cluster of the scheduler at ADDRESS, or on one of N "
                  "processes on this machine: local."))  # fmt: skip
@request_option(VerbRequest, "time", help=Text("Seconds for each puzzle; 60 by default."))
@option("--memory", type=click.IntRange(min=100), default=2000, show_default=True,
        metavar="MB", help=Text("Megabytes that a puzzle may take."))  # fmt: skip
@option("--split", type=click.IntRange(min=1), default=1, metavar="N",
        help=Text("solve: each puzzle as N or more parts; the first proof ends all."))  # fmt: skip
@option("--retry", is_flag=True, help=Text("Try the puzzles again that have failed."))
@option("--lease", type=click.FloatRange(min=1), default=30, show_default=True, metavar="S",
        help=Text("Seconds after which others take over from a worker that is lost."))  # fmt: skip
@verb_options
@puzzle_options
@json_option
def command(
    verb: str,
    sources: tuple[str, ...],
    out: str,
    workers: int,
    cluster: str | None,
    time: float | None,
    memory: int,
    split: int,
    retry: bool,
    lease: float,
    family: str | None,
    format: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    from quebra.batch import Plan, read_sources, run_batch
    from quebra.batch.worker import RunSettings
    from quebra.store import Retry, Store
    from quebra.workers import Limits

    wanted = _options_of(verb, options)
    with errors_as_messages(), _graceful_stop():
        generating = verb == "generate"
        if verb == "solve" and "option" in wanted:
            wanted["options"] = dict(map(read_named_value, sorted(wanted.pop("option"))))
        limit = {} if time is None else {"time": min(time, MAX_SECONDS)}
        plan = Plan(verb, limit if generating else {**wanted, **limit}, split)
        plan.admit()
        _admit_output(out, sources)
        address = f"{out}.db" if _is_table(out) else out
        wall = limit.get("time", 60)
        limits = Limits(wall=wall, cpu=wall * processors(), megabytes=memory)
        settings = RunSettings(address, plan.key, workers, limits, lease)
        retries = Retry(lambda text: click.echo(f"quebra: {say(text)}", err=True))
        with Store(address, retry=retries) as store:
            store.jobs.delete_unreadable(plan.key)
            if retry:
                store.jobs.retry(plan.key)
            if generating:
                items = _recipes(sources, wanted)
            else:
                items = read_sources(
                    sources, family=family, format=format, exclude=(out, address), seconds=wall
                )
            with _progress(verb) as on_progress:
                keys = store.jobs.put(plan.key, plan.jobs(items))
                if not keys:
                    raise BadInput(Text("There is no puzzle in the sources."))
                run_batch(store, settings, on_progress, cluster)
            if _is_table(out):
                _write_table(store, plan.key, Path(out))
            tally = store.jobs.tally(plan.key, keys)
            failed = list(islice(store.jobs.failed(plan.key, keys), MAX_LISTED))
            _show(verb, plan.key, tally, failed, as_json)
    sys.exit(NOT_KNOWN if any(part.state == "failed" for part in tally) else DONE)


def _options_of(verb: str, options: dict[str, Any]) -> dict[str, Any]:
    """The given options; raises `UsageError` for one of another verb."""
    given = {name: value for name, value in options.items() if value not in (None, (), False)}
    for name in given:
        if name not in OPTIONS[verb]:
            raise usage_error(
                Text(
                    "{option} is no option of batch {verb}.",
                    option=Verbatim(f"--{name.replace('_', '-')}"),
                    verb=Verbatim(verb),
                )
            )
    return given


def _recipes(sources: Iterable[str], wanted: dict[str, Any]) -> Iterator[Item]:
    """The items to generate, from names of families with the options, or from recipes."""
    from quebra.batch import Item, read_sources
    from quebra.batch.recipes import BatchRecipe
    from quebra.contract.registry import family_names

    for source in sources:
        if source not in family_names():
            if not os.path.exists(source):
                raise BadInput(
                    Text("There is no family and no file {name}.", name=quoted(source, MAX_PATH))
                )
            for name in wanted:
                raise BadInput(
                    Text(
                        "{option} goes with the name of a family; a recipe has its own.",
                        option=Verbatim(f"--{name}"),
                    )
                )
            yield from read_sources([source])
            continue
        recipe = BatchRecipe(
            family=source,
            sizes=wanted.get("size", ()),
            grades=wanted.get("grade", ()),
            seed=wanted.get("seed", 1),
            count=wanted.get("count", 1),
            preset=wanted.get("preset"),
            options=dict(map(read_named_value, wanted.get("option", ()))),
        )
        for name, task in recipe.tasks():
            yield Item(name, recipe=msgspec.Raw(msgspec.json.encode(task)))


@contextmanager
def _graceful_stop() -> Iterator[None]:
    """Handle SIGTERM as Ctrl-C, and release leased jobs after both."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        handle = signal.getsignal(signal.SIGINT)
        if not callable(handle):
            raise KeyboardInterrupt
        handle(number, frame)

    # asyncio replaces the default handler of Ctrl-C, and no other, by one that ends tasks in order.
    before = {
        signal.SIGTERM: signal.signal(signal.SIGTERM, interrupt),
        signal.SIGINT: signal.signal(signal.SIGINT, signal.default_int_handler),
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_table(out: str) -> bool:
    return out.lower().endswith(TABLES)


def _admit_output(out: str, sources: Sequence[str]) -> None:
    """Raise `BadInput` for an output of another kind, or one that is also a source."""
    path = Path(out)
    if _is_table(out):
        if path.suffix.lower() == PARQUET:
            from quebra.batch.tables import admit_parquet

            admit_parquet()
        if path.resolve() in (Path(source).resolve() for source in sources):
            raise BadInput(
                Text(
                    "The file {path} is read, so the records cannot take its place.",
                    path=quoted(out, MAX_PATH),
                )
            )
    elif "://" not in out and not path.exists() and path.suffix.lower() not in FILES:
        raise BadInput(
            Text(
                "Records go to a database (.db), or to .jsonl, .csv or .parquet, not to {path}.",
                path=quoted(out),
            )
        )


def _write_table(store: Store, batch: str, path: Path) -> None:
    """Write all records as JSON lines, or one row for each."""
    from quebra.batch.records import as_line
    from quebra.batch.tables import parquet, run_of_line
    from quebra.study.runs import csv_lines

    lines = map(as_line, store.jobs.records(batch))
    if path.suffix.lower() in LINES:
        save(path, (msgspec.json.encode(line) + b"\n" for line in lines))
        return
    runs = map(run_of_line, lines)
    save(path, parquet(runs) if path.suffix.lower() == PARQUET else csv_lines(runs))


@contextmanager
def _progress(verb: str) -> Iterator[Callable[[BatchProgress], None]]:
    """A progress bar with the rate and the remaining time; without a terminal, lines."""
    last: BatchProgress | None = None
    line_at = time.monotonic() + LINE_SECONDS

    with counting_bar(verb) as show:

        def on_progress(progress: BatchProgress) -> None:
            nonlocal last, line_at
            last = progress
            show(progress.jobs, progress.over, say(_pace(progress)))
            if not sys.stderr.isatty() and time.monotonic() >= line_at:
                line_at = time.monotonic() + LINE_SECONDS
                click.echo(f"{say(_count(progress))} {say(_pace(progress))}".strip(), err=True)

        try:
            yield on_progress
        except KeyboardInterrupt:
            if last is not None:
                echo(_count(last), err=True)
                echo(Text("The same command continues with the others."), err=True)
            raise


def _count(progress: BatchProgress) -> Text:
    return Text("{over:,} of {jobs:,} puzzles are done.", over=progress.over, jobs=progress.jobs)


def _pace(progress: BatchProgress) -> Text:
    left = progress.seconds_left
    if left is None:
        return Text()
    clock = Verbatim(_clock(left))
    return Text("{rate:,.1f}/s, {clock} left", rate=progress.rate, clock=clock)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _show(
    verb: str, batch: str, tally: Sequence[Tally], failed: Sequence[Record], as_json: bool
) -> None:
    """Print the outcomes of this command's puzzles, and a list of failures."""
    if as_json:
        named = [{"source": record.source, "failure": record.failure} for record in failed]
        echo_json({"batch": batch, "outcomes": tally, "failed": named})
        return
    unnamed = say(Text("no grade") if verb == "grade" else Text("done"))
    echo_headings(
        (Text("outcome"), "<12"),
        (Text("puzzles"), ">9"),
        (Text("seconds"), ">10"),
        (Text("mean"), ">9"),
        (Text("longest"), ">9"),
    )
    for part in sorted(tally, key=lambda part: (part.state == "failed", -part.jobs)):
        name = part.status or (unnamed if part.state == "done" else part.state)
        mean = part.seconds / part.jobs
        line = f"{name:<12} {part.jobs:>9,} {part.seconds:>10.1f} {mean:>9.3f} {part.longest:>9.3f}"
        click.echo(bad(line) if part.state == "failed" else line)
    for record in failed:
        click.echo(wrap(f"{record.source}: {record.failure}"))  # records are in English
    more = sum(part.jobs for part in tally if part.state == "failed") - len(failed)
    if more > 0:
        echo(Plural("And {n} more puzzle failed.", "And {n:,} more puzzles failed.", n=more))

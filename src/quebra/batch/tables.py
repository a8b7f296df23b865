"""The records of batches as tables: one flat row for each puzzle."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_type_hints, overload

import msgspec

from quebra.batch.recipes import recipe_of
from quebra.batch.records import Line, as_line
from quebra.batch.sources import is_database
from quebra.contract.codec import what_and_where
from quebra.contract.errors import BadInput
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.i18n.text import Text, Verbatim, names
from quebra.service.requests import NOTHING, Json, given, read_puzzle
from quebra.store import Store
from quebra.study.runs import COLUMNS, Run, size_text

if TYPE_CHECKING:
    import pandas
    import polars

Library = Literal["pandas", "polars"]

TABLES = (".csv", ".parquet")
MAX_INTEGER = 2**63
"""Columns of whole numbers have 64 bits."""


class _Task(msgspec.Struct):
    verb: str | None = None
    engine: str | None = None
    seed: int | None = None
    puzzle: Json = NOTHING
    options: dict[str, Any] = {}


class _Result(msgspec.Struct):
    status: str | None = None
    ok: bool | None = None
    grade: str | None = None
    objective: float | None = None
    bound: float | None = None
    stats: dict[str, float] = {}


@overload
def frame(
    source: str | Path | Store, library: Literal["pandas"] = "pandas"
) -> pandas.DataFrame: ...
@overload
def frame(source: str | Path | Store, library: Literal["polars"]) -> polars.DataFrame: ...
def frame(source: str | Path | Store, library: Library = "pandas") -> Any:
    """The records of a batch as a DataFrame, with a row for each puzzle.

    The source is a file of JSON lines, or a database by its path, address or `Store`. The columns
    are the fields of `quebra.study.runs.Run`; a missing value is null. The extra `quebra[tables]`
    installs both libraries.
    """
    if library not in get_args(Library):
        raise BadInput(
            Text(
                "There are no tables for {name}; there are: {known}.",
                name=quoted(library),
                known=names(get_args(Library)),
            )
        )
    module = _imported(library)
    columns = _columns(runs(source))
    if library == "polars":
        kinds = {"str": module.String, "float": module.Float64, "int": module.Int64}
        return module.DataFrame(columns, schema={name: kinds[_kind(name)] for name in columns})
    kinds = {"str": "string", "float": "Float64", "int": "Int64"}
    series = {
        name: module.Series(found, dtype=kinds[_kind(name)]) for name, found in columns.items()
    }
    return module.DataFrame(series)


def parquet(found: Iterable[Run]) -> bytes:
    """The runs as a Parquet file."""
    arrow = admit_parquet()
    columns = _columns(found)
    kinds = {"str": arrow.string(), "float": arrow.float64(), "int": arrow.int64()}
    schema = arrow.schema([(name, kinds[_kind(name)]) for name in columns])
    file = io.BytesIO()
    _imported("pyarrow.parquet").write_table(arrow.table(columns, schema=schema), file)
    return file.getvalue()


def admit_parquet() -> Any:
    """The library that writes Parquet; raises `BadInput` if it is missing."""
    return _imported("pyarrow")


def _imported(library: str) -> Any:
    try:
        return import_module(library)
    except ImportError:
        raise BadInput(
            Text(
                "Such a table needs {library}, which the extra `quebra[tables]` installs.",
                library=Verbatim(library.partition(".")[0]),
            )
        ) from None


def _kind(column: str) -> str:
    """The name of a column's type."""
    kind = get_type_hints(Run)[column]
    return str((*get_args(kind), kind)[0].__name__)


def _columns(found: Iterable[Run]) -> dict[str, list[Any]]:
    rows = [msgspec.structs.astuple(run) for run in found]
    columns = {name: [row[at] for row in rows] for at, name in enumerate(COLUMNS)}
    for seed in columns["seed"]:
        if seed is not None and not -MAX_INTEGER <= seed < MAX_INTEGER:
            raise BadInput(
                Text("The seed {seed} needs more than 64 bits; CSV has it.", seed=Verbatim(seed))
            )
    return columns


def runs(source: str | Path | Store) -> Iterator[Run]:
    """A run for each record of a file of JSON lines or of a database."""
    return map(run_of_line, _lines(source))


def _lines(source: str | Path | Store) -> Iterator[Line]:
    if isinstance(source, Store):
        yield from map(as_line, source.jobs.records())
    elif "://" not in str(source) and not Path(source).is_file():
        raise BadInput(Text("There is no file {path}.", path=quoted(source, MAX_PATH)))
    elif is_database(str(source)):
        with Store(str(source), create=False) as store:
            yield from map(as_line, store.jobs.records())
    elif Path(source).suffix in TABLES:
        raise BadInput(
            Text(
                "{path} is a table already, which pandas and Polars read.",
                path=quoted(source, MAX_PATH),
            )
        )
    else:
        yield from _read_lines(Path(source))


def _read_lines(path: Path) -> Iterator[Line]:
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield msgspec.json.decode(line, type=Line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                what, _ = what_and_where(str(error))
                raise BadInput(
                    Text(
                        "Line {line} of {path} is no record of a batch: {what}.",
                        line=number,
                        path=quoted(path, MAX_PATH),
                        what=what,
                    )
                ) from None


def run_of_line(line: Line) -> Run:
    """The run that a record describes."""
    task = msgspec.json.decode(line.input, type=_Task)
    result = msgspec.json.decode(line.outcome, type=_Result) if given(line.outcome) else _Result()
    family, size = _kind_of_puzzle(line.outcome if task.verb == "generate" else task.puzzle)
    grade, seed = recipe_of(line.source)
    wanted = None if task.engine == "auto" else task.engine
    nodes = result.stats.get("nodes")
    return Run(
        source=line.source,
        verb=task.verb,
        family=family,
        size=size,
        grade=result.grade or task.options.get("grade") or grade,
        engine=line.engine or wanted,
        status=_status(line, result),
        objective=result.objective,
        bound=result.bound,
        seconds=line.seconds,
        cpu_seconds=line.cpu_seconds,
        nodes=None if nodes is None else int(nodes),
        seed=task.seed if seed is None else seed,
        version=line.version,
        machine=line.machine,
        failure=line.failure,
    )


def _status(line: Line, result: _Result) -> str:
    if line.state != "done":
        return line.state
    verdict = {True: "right", False: "wrong", None: "done"}[result.ok]
    return result.status or verdict


def _kind_of_puzzle(raw: Json) -> tuple[str | None, str | None]:
    """Family and size of a puzzle, each None if it is not known."""
    if not given(raw):
        return None, None
    try:
        puzzle = read_puzzle(raw)
    except BadInput:
        return None, None
    return puzzle.family, size_text(puzzle)

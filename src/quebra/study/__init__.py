"""Studies: the experiment of a paper as tasks, whose rows fill the tables and plots of a page.

A study has tasks. Each measures one row of a table, and its row is kept in `NAME.jsonl`, so that a
study that was interrupted goes on where it stopped. The rows fill `NAME.md`, a template with prose,
and are written as CSV, one file for each table; plots are SVG.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.engine.interrupts import interrupted
from quebra.i18n.text import Text
from quebra.render.files import write_file
from quebra.study.tables import Row, to_csv

__all__ = ["Rows", "Settings", "Study", "Task", "open_study"]

Rows = Mapping[str, Sequence[Row]]
"""The rows of each table, in the order of the tasks."""


class Settings(msgspec.Struct, frozen=True):
    """The parameters of a study that a reader may change.

    `boards` is the number of boards of each size, and `seconds` the limit of one search. A quick
    study may leave tables out.
    """

    sizes: tuple[tuple[int, int], ...]
    boards: int
    seconds: float
    seed: int = 1
    quick: bool = False


@dataclass(frozen=True)
class Task:
    """One measurement: the table that it belongs to, what identifies its row, and its function.

    The row begins with the columns of `key`.
    """

    table: str
    key: Mapping[str, str | int]
    measure: Callable[[], Row]

    def run(self) -> Row:
        """The complete row."""
        return {**self.key, **self.measure()}


@dataclass(frozen=True)
class Study:
    """The experiment of a paper.

    `page` is a Markdown file with `$names`, and `values` the function that fills them; it may write
    plots into the folder that it is given.
    """

    name: str
    full: Settings
    quick: Settings
    tasks: Callable[[Settings], Sequence[Task]]
    page: Path
    values: Callable[[Rows, Settings, Path], Mapping[str, str]]


class Record(msgspec.Struct, frozen=True):
    """A row that was measured, as a line of `NAME.jsonl`, and the settings that it depends on."""

    table: str
    key: dict[str, str | int]
    seconds: float
    seed: int
    row: Row


@dataclass(frozen=True)
class OpenStudy:
    """A study with its settings and its folder, which may have rows of an earlier run."""

    study: Study
    settings: Settings
    folder: Path
    known: dict[str, Row]

    @property
    def tasks(self) -> Sequence[Task]:
        """All tasks."""
        return self.study.tasks(self.settings)

    def run(self) -> Iterator[Task]:
        """Run the tasks that have no row yet; each is returned when its row is kept.

        Ctrl-C ends the run. A search that it cuts may return as if it had ended, so the row that
        was being measured is not kept.
        """
        for task in self.tasks:
            name = _name(task.table, task.key)
            if name not in self.known:
                row = task.run()
                if interrupted.is_set():
                    raise KeyboardInterrupt
                self.known[name] = row
                self._keep(task, row)
            yield task

    @property
    def kept(self) -> int:
        """The number of tasks that have a row."""
        return sum(_name(task.table, task.key) in self.known for task in self.tasks)

    def _keep(self, task: Task, row: Row) -> None:
        found = Record(task.table, dict(task.key), self.settings.seconds, self.settings.seed, row)
        with self._records.open("ab") as file:
            file.write(msgspec.json.encode(found) + b"\n")

    @property
    def _records(self) -> Path:
        return self.folder / f"{self.study.name}.jsonl"

    def write(self) -> list[Path]:
        """Write the page, its tables and its plots; the files of the page and the tables."""
        rows: dict[str, list[Row]] = {}
        for task in self.tasks:
            rows.setdefault(task.table, []).append(self.known[_name(task.table, task.key)])
        name = self.study.name
        files = {
            self.folder / f"{name}-{table}.csv": to_csv(found) for table, found in rows.items()
        }
        values = self.study.values(rows, self.settings, self.folder)
        template = Template(self.study.page.read_text(encoding="utf-8"))
        files[self.folder / f"{name}.md"] = template.substitute(values)
        for path, text in files.items():
            write_file(path, text.encode())
        return list(files)


def open_study(study: Study, settings: Settings, folder: Path) -> OpenStudy:
    """The study in a folder, with the rows that were measured there with the same settings."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise BadInput(
            Text("{path} is a file, not a folder.", path=quoted(str(folder), MAX_PATH))
        ) from None
    path = folder / f"{study.name}.jsonl"
    _drop_incomplete_line(path)
    known = {
        _name(each.table, each.key): each.row
        for each in (_read(path) if path.exists() else ())
        if (each.seconds, each.seed) == (settings.seconds, settings.seed)
    }
    return OpenStudy(study, settings, folder, known)


def _drop_incomplete_line(path: Path) -> None:
    """Remove a last line that was being written when the study was interrupted."""
    if path.exists():
        content = path.read_bytes()
        if not content.endswith(b"\n"):
            write_file(path, content[: content.rfind(b"\n") + 1])


def _read(path: Path) -> Iterator[Record]:
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            yield msgspec.json.decode(line, type=Record)
        except msgspec.DecodeError:
            raise BadInput(
                Text(
                    "Line {line} of {path} is no record of a study.",
                    line=number,
                    path=quoted(str(path), MAX_PATH),
                )
            ) from None


def _name(table: str, key: Mapping[str, str | int]) -> str:
    return msgspec.json.encode([table, *key.items()]).decode()


def changed(settings: Settings, **options: object) -> Settings:
    """The settings with the options that are given.

    >>> changed(Settings(((6, 6),), 5, 2.0), boards=3, seconds=None).boards
    3
    """
    return msgspec.structs.replace(
        settings, **{name: value for name, value in options.items() if value is not None}
    )

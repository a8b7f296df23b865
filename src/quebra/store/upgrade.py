"""The revision of a database, and its upgrade by Alembic, which is imported only for that.

An SQLite file is copied first. The migrations run in one transaction: a process that ends in the
middle leaves the database as it was.
"""

from __future__ import annotations

import os
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, select

from quebra.contract.errors import BadInput
from quebra.i18n.text import Text, Verbatim
from quebra.store.errors import StoreError
from quebra.store.tables import HEAD, about, revisions

if TYPE_CHECKING:
    from alembic.config import Config

BASE = "base"
"""The revision of tables from the time before migrations; Alembic has the same name for it."""


def stored_revision(connection: Connection) -> str | None:
    """The revision of a database; None if it has no tables of Quebra."""
    present = set(inspect(connection).get_table_names())
    if revisions.name in present:
        return str(connection.scalar(select(revisions.c.version_num)))
    if about.name not in present:
        return None
    version = connection.scalar(select(about.c.version))
    return BASE if version == 1 else f"about {version}"


def check_revision(name: str, revision: str, *, writable: bool) -> None:
    """Raise `BadInput` if a database cannot be upgraded from this revision."""
    if revision not in (BASE, *known_revisions()):
        raise BadInput(
            Text(
                "The database {name} is of a newer version of Quebra: install that one, or use "
                "another database.",
                name=Verbatim(name),
            )
        )
    if not writable:
        raise BadInput(
            Text(
                "The database {name} is of an older version of Quebra, and cannot be upgraded: "
                "it is read-only.",
                name=Verbatim(name),
            )
        )


def known_revisions() -> tuple[str, ...]:
    """All revisions, the first one first."""
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(_config())
    return tuple(each.revision for each in reversed([*script.walk_revisions()]))


def migrate(connection: Connection, revision: str = HEAD) -> None:
    """Upgrade the tables of a connection in its transaction, up to a revision."""
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    folder = resources.files("quebra.store") / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config


def backup_path(name: str) -> Path:
    """The place of the copy of an SQLite file before its upgrade to the present revision.

    >>> backup_path("games/quebra.db").name == f"quebra.before-{HEAD}.db"
    True
    """
    path = Path(name)
    return path.with_name(f"{path.stem}.before-{HEAD}{path.suffix}")


def copy_file(connection: Connection, target: Path) -> None:
    """Copy what is committed in an SQLite file; the copy appears when it is complete."""
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch()  # an error of SQLite would not name this file
        connection.exec_driver_sql("VACUUM INTO ?", (str(part),))
        with part.open("rb+") as file:
            os.fsync(file.fileno())  # SQLite does not wait for the disk here
        part.replace(target)
    except OSError as error:
        reason = Verbatim(error.strerror or str(error))
        name = Verbatim(str(target))
        raise StoreError(
            Text("The copy {name} cannot be written: {reason}.", name=name, reason=reason)
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)

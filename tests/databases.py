"""Databases for tests: SQLite files, and a real PostgreSQL server that is started on loopback."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from processes import TIMEOUT, wait_until_gone
from quebra.store import Store
from quebra.store.tables import jobs
from servers import children

FOLDERS = ("/usr/local/bin", "/usr/bin")
UNPRIVILEGED = ("postgres", "nobody")
ABSENT = "The tests of databases need PostgreSQL: `make programs`, or `apt-get install postgresql`."


def _program(name: str) -> str | None:
    newest = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", ""), *newest, *FOLDERS])
    return shutil.which(name, path=path)


def programs() -> tuple[str, str]:
    """The paths of `initdb` and `postgres`."""
    found = _program("initdb"), _program("postgres")
    if found[0] is None or found[1] is None:
        pytest.fail(ABSENT)
    return found[0], found[1]


def _as_user() -> tuple[list[str], int | None]:
    """The command prefix and the user ID for programs that refuse to run as root."""
    if os.geteuid() != 0:
        return [], None
    known = {user.pw_name: user.pw_uid for user in pwd.getpwall()}
    uid = next(known[name] for name in UNPRIVILEGED if name in known)
    return ["setpriv", f"--reuid={uid}", "--clear-groups", "--regid=nogroup"], uid


class Server:
    """A temporary PostgreSQL server."""

    def __init__(self) -> None:
        initdb, self._postgres = programs()
        self._as_user, uid = _as_user()
        self.folder = Path(tempfile.mkdtemp(prefix="quebra-postgres-"))
        if uid is not None:
            os.chown(self.folder, uid, -1)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        subprocess.run(
            [*self._as_user, initdb, "-D", str(self.folder / "data"), "-U", "quebra", "-A", "trust",
             "-E", "UTF8", "--no-locale", "--no-sync"],
            check=True, capture_output=True, cwd="/",
        )  # fmt: skip
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._log = (self.folder / "log").open("wb")
        self._process = subprocess.Popen(
            [*self._as_user, self._postgres, "-D", str(self.folder / "data"), "-p", str(self.port),
             "-h", "127.0.0.1", "-k", "", "-F"],
            stdout=self._log, stderr=self._log, cwd="/",
        )  # fmt: skip
        import psycopg

        deadline = time.monotonic() + TIMEOUT
        while True:
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=int(TIMEOUT)).close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    pytest.fail((self.folder / "log").read_text())
                time.sleep(0.05)

    def address(self, name: str) -> str:
        """The address of the database with that name."""
        return f"postgresql://quebra@127.0.0.1:{self.port}/{name}"

    def new(self) -> str:
        """The address of a new database."""
        import psycopg

        name = f"test_{secrets.token_hex(6)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def stop(self) -> None:
        """Stop at once, as if the machine were switched off.

        The other processes of the server end by themselves once the first is gone. Until then they
        hold its shared memory, and it cannot be started again.
        """
        self._process.send_signal(signal.SIGSTOP)  # it starts no more of them
        others = children(self._process.pid)
        self._process.kill()
        self._process.wait()
        wait_until_gone(others)
        self._log.close()

    def remove(self) -> None:
        """Stop the server, and delete its files."""
        self._process.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
        self._process.wait()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A server for all tests of a process."""
    server = Server()
    yield server
    server.remove()


def end_leases(store: Store) -> None:
    """End all leases of jobs now, as those of a killed process end after a while."""
    with store.database.writing() as connection:
        connection.execute(update(jobs).where(jobs.c.state == "leased").values(until=0))


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.integration)],
)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "quebra.db")
    server: Server = request.getfixturevalue("postgres")
    return server.new()

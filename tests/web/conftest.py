"""One server for most of these tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from servers import Served, server
from troublemakers import install


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in which the troublemakers are installed, for the processes started meanwhile."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        install(folder, patch)
        yield folder


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[Served]:
    with server(site / "games.db") as found:
        yield found

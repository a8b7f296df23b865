"""Batches on a Dask cluster: whatever of it is killed, every puzzle is there once."""

import json
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

import quebra
from batches import Place, descendants, kill, started
from databases import Server
from processes import TIMEOUT, wait_until
from quebra.batch.cluster import ClusterError, connected
from quebra.contract.errors import BadInput
from quebra.families.edges.model import Edges, Filling, Hint
from quebra.store import Store
from shared_data import shared_text

pytestmark = pytest.mark.integration
DASK = (sys.executable, "-m", "dask")
QUIET = ("--no-dashboard",)


class Cluster:
    """A scheduler, and workers that each run in a process of their own."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.generation = 0
        self._running = ExitStack()

    def start(self, workers: int = 2) -> str:
        """A new cluster in the place of the one before; its address."""
        self.close()
        self.generation += 1
        file = self.place.folder / f"scheduler-{self.generation}.json"
        told = ("--scheduler-file", str(file))
        env = self.place.env
        self.scheduler = self._running.enter_context(
            started([*DASK, "scheduler", *told, "--host", "127.0.0.1", "--port", "0", *QUIET], env)
        )
        wait_until(file.exists)
        self.workers = self._running.enter_context(
            started(
                [*DASK, "worker", *told, "--host", "127.0.0.1", "--nworkers", str(workers),
                 "--nthreads", "1", "--local-directory", str(self.place.folder), *QUIET], env,
            )
        )  # fmt: skip
        wait_until(lambda: file.read_text().strip().endswith("}"))
        self.address = str(json.loads(file.read_text())["address"])
        return self.address

    def processes(self) -> list[int]:
        """The processes in which the workers live, each under its nanny."""
        return [
            pid
            for pid in descendants(self.workers.pid, "spawn_main")
            if "multiprocessing.spawn" in Path(f"/proc/{pid}/cmdline").read_text()
        ]

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End it all."""
        self._running.close()


def kill_worker_command_and_scheduler(place: Place, cluster: Cluster) -> None:
    part = place.boards // 6
    place.hold_after(part)
    command = place.start("--cluster", cluster.start())
    place.wait_for(part)
    kill(cluster.processes()[0])
    place.hold_after(2 * part)
    place.wait_for(2 * part)
    kill(command.pid)
    command.communicate()
    place.end_leases()
    place.hold_after(4 * part)
    command = place.start("--cluster", cluster.address)
    place.wait_for(4 * part)
    kill(cluster.scheduler.pid)
    _, err = command.communicate(timeout=TIMEOUT)
    assert command.returncode == 3, err
    assert "The scheduler does not answer. Start again when it is back." in err
    assert place.over() < place.boards
    place.hold_after(None)
    address = cluster.start()
    place.end_leases()
    status, _, err = place.run("--cluster", address)
    assert status == 0, err
    place.check_each_is_there_once()


@pytest.mark.slow
def test_a_worker_the_command_and_the_scheduler_are_killed(
    tmp_path: Path, postgres: Server
) -> None:
    with Cluster(Place(tmp_path, postgres.new(), boards=120)) as cluster:
        kill_worker_command_and_scheduler(cluster.place, cluster)


@pytest.mark.slow
def test_the_same_with_a_thousand(tmp_path: Path, address: str) -> None:
    with Cluster(Place(tmp_path, address, boards=1000)) as cluster:
        kill_worker_command_and_scheduler(cluster.place, cluster)


def test_a_cluster_on_this_machine(tmp_path: Path) -> None:
    place = Place(tmp_path, str(tmp_path / "quebra.db"), boards=30)
    status, _, err = place.run("--cluster", "local")
    assert status == 0, err
    place.check_each_is_there_once()


@pytest.mark.slow
def test_ctrl_c_in_the_terminal_ends_a_cluster_without_a_word(tmp_path: Path) -> None:
    place = Place(tmp_path, str(tmp_path / "quebra.db"), boards=1000)
    place.hold_after(20)
    command = place.start("--cluster", "local", start_new_session=True)
    place.wait_for(20)
    os.killpg(command.pid, signal.SIGINT)
    _, err = command.communicate(timeout=TIMEOUT)
    assert command.returncode == 3 and err.endswith("quebra: It was cancelled.\n")


def test_no_scheduler_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quebra.batch.cluster.CONNECT_SECONDS", 0.5)
    here = connected("tcp://127.0.0.1:1", 1)
    with pytest.raises(ClusterError, match=r"The scheduler tcp://127.0.0.1:1 does not answer"):
        here.__enter__()


def test_without_dask_there_is_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match=r"needs the extra `quebra\[cluster\]`"):
        connected("local", 1).__enter__()


@pytest.mark.slow
def test_cubes_on_a_cluster_find_all_that_one_process_finds(tmp_path: Path) -> None:
    puzzle = quebra.load(shared_text("edges/brendan-7x7.txt"), Edges)
    # With four pieces laid it takes seconds to see all, and hours without.
    (first,) = quebra.solve(puzzle, count=1, engine="backtrack").solutions
    laid = tuple(Hint(p.cell, p.piece, p.turn) for p in first.cells if p.cell < (0, 4))
    puzzle = msgspec.structs.replace(puzzle, hints=laid)
    alone = quebra.solve(puzzle, count=1000, engine="backtrack")
    assert alone.complete and len(alone.solutions) > 20
    place = Place(tmp_path, str(tmp_path / "quebra.db"), boards=1, sleep=0)
    place.source.write_bytes(msgspec.json.encode(puzzle))
    with Cluster(place) as cluster:
        status, _, err = place.run(
            "--cluster", cluster.start(), "--split", "40", "--count", "1000",
            "--engine", "backtrack",
        )  # fmt: skip
    assert status == 0, err
    with Store(place.address) as store:
        (record,) = store.jobs.records()
    outcome = json.loads(record.result or "")
    assert outcome["status"] == alone.status
    assert outcome["stats"]["parts"] >= 40 and outcome["stats"]["exhausted"] == 1
    found = [msgspec.convert(solution, Filling) for solution in outcome["solutions"]]
    assert looks(puzzle, found) == looks(puzzle, alone.solutions)


def looks(puzzle: Edges, solutions: Iterable[Filling]) -> list[list[tuple[int, ...]]]:
    """Boards as they look, whichever of equal pieces lies where."""
    return sorted(
        [puzzle.turned(p.piece, p.turn) for p in sorted(s.cells, key=lambda p: p.cell)]
        for s in solutions
    )

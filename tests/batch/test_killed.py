"""Workers and commands are killed in the middle, and afterwards every puzzle is there once."""

from pathlib import Path

import pytest

from batches import Place, descendants, kill
from processes import TIMEOUT, wait_until, wait_until_gone
from quebra.batch import Plan
from quebra.store import Store

pytestmark = pytest.mark.integration


@pytest.fixture
def place(tmp_path: Path, address: str) -> Place:
    return Place(tmp_path, address, boards=100)


@pytest.fixture
def large_place(tmp_path: Path, address: str) -> Place:
    return Place(tmp_path, address, boards=1000)


def kill_a_worker_and_the_command(place: Place) -> None:
    fifth, half = place.boards // 5, place.boards // 2
    place.hold_after(fifth)
    command = place.start()
    place.wait_for(fifth)
    wait_until(lambda: len(descendants(command.pid, "quebra.workers.worker")) == 2)
    kill(descendants(command.pid, "quebra.workers.worker")[0])
    place.hold_after(half)
    place.wait_for(half)
    workers = descendants(command.pid, "quebra.workers.worker")
    kill(command.pid)
    command.communicate()
    assert place.over() < place.boards
    wait_until_gone(workers)
    place.end_leases()
    place.hold_after(None)
    status, out, err = place.run()
    assert status == 0 and "quebra:" not in err, err
    assert ["unique", f"{place.boards:,}"] in [line.split()[:2] for line in out.splitlines()]
    place.check_each_is_there_once()


def test_a_worker_and_then_the_command_are_killed(place: Place) -> None:
    kill_a_worker_and_the_command(place)


@pytest.mark.slow
def test_the_same_with_a_thousand(large_place: Place) -> None:
    kill_a_worker_and_the_command(large_place)


def test_two_commands_share_the_work_and_a_third_finds_nothing_to_do(place: Place) -> None:
    commands = [place.start(), place.start()]
    outputs = [command.communicate(timeout=TIMEOUT) for command in commands]
    assert [command.returncode for command in commands] == [0, 0], outputs
    assert place.run()[0] == 0
    place.check_each_is_there_once()
    solved = place.times_solved()
    assert len(solved) == place.boards and set(solved.values()) == {1}


def test_ended_gently_the_command_leaves_no_lease(tmp_path: Path) -> None:
    place = Place(tmp_path, str(tmp_path / "quebra.db"), boards=100)
    place.hold_after(20)
    command = place.start()
    place.wait_for(20)
    command.terminate()
    _, err = command.communicate(timeout=TIMEOUT)
    assert command.returncode == 3 and err.endswith("quebra: It was cancelled.\n")
    assert "of 100 puzzles are done." in err and "The same command continues" in err
    with Store(place.address) as store:
        counts = store.jobs.counts(Plan("solve").key)
    assert counts["done"] + counts["waiting"] == place.boards > counts["done"] >= 20


def test_ended_while_its_processes_start_the_command_ends_too(tmp_path: Path) -> None:
    place = Place(tmp_path, str(tmp_path / "quebra.db"), boards=5)
    place.hold_after(0)
    command = place.start("--workers", "12")
    wait_until(lambda: len(descendants(command.pid, "quebra.workers.worker")) > 3)
    command.terminate()
    _, err = command.communicate(timeout=TIMEOUT)
    assert command.returncode == 3 and err.endswith("quebra: It was cancelled.\n")


def poisoned(place: Place) -> None:
    poison = place.env["TEST_POISON"] = "(1, 2, 3, 4, 7, 6, 0)"
    status, out, err = place.run()
    assert status == 3 and "quebra:" not in err
    rows = [line.split()[:2] for line in out.splitlines()]
    assert ["unique", "199"] in rows and ["failed", "1"] in rows, out
    assert "The worker process has ended unexpectedly." in " ".join(out.split())
    for puzzle, times in place.times_solved().items():
        assert times == (3 if poison in puzzle else 1)


def test_a_poison_puzzle_holds_nobody_back(tmp_path: Path) -> None:
    poisoned(Place(tmp_path, str(tmp_path / "quebra.db"), boards=200, sleep=0.001))


@pytest.mark.slow
def test_what_has_failed_is_tried_again_when_asked(tmp_path: Path, address: str) -> None:
    place = Place(tmp_path, address, boards=200, sleep=0.001)
    poisoned(place)
    del place.env["TEST_POISON"]
    assert place.run()[0] == 3
    assert place.run("--retry")[0] == 0
    place.check_each_is_there_once()

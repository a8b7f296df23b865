"""One hard puzzle as many: nothing is lost, nothing counted twice, and no proof is made up."""

import json

import msgspec
import pytest

import quebra
from quebra.batch import Plan
from quebra.batch.cubes import cubes, merge_outcomes
from quebra.batch.sources import Item
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import family_of
from quebra.store.jobs import Record, State

OPEN_BOARD = "kojun\nregions\na a b b\na a b b\nc c d d\nc c d d\ngivens\n" + 4 * ". . . .\n"
TASK = json.dumps({"verb": "solve", "puzzle": {"family": "kojun"}})


def part(state: State, status: str = "none", found: int = 0, reason: str | None = None) -> Record:
    exhausted = int(status in ("none", "unique"))
    result = {
        "status": status,
        "reason": reason,
        "solutions": [{"grid": [[n]]} for n in range(found)],
        "stats": {"exhausted": exhausted, "nodes": 5},
    }
    text = json.dumps(result) if state == "done" else None
    failure = "It crashed." if state == "failed" else None
    return Record(
        id=1, source="x, part 1", task="{}", state=state, result=text, failure=failure,
        seconds=2.0, engine="own", version="1",
    )  # fmt: skip


def whole(**options: object) -> Record:
    task = json.dumps({**json.loads(TASK), **options})
    return Record(id=9, source="x", task=task, state="split")


def settled(parts: list[Record], **options: object) -> tuple[str | None, str | None, int] | None:
    finished = merge_outcomes(whole(**options), parts)
    if finished is None:
        return None
    outcome = json.loads(finished.result or "{}")
    return finished.status, outcome.get("reason"), len(outcome.get("solutions", []))


def test_proofs_need_every_part_or_two_solutions() -> None:
    none, one, two = part("done"), part("done", "unique", 1), part("done", "many", 2)
    waiting, leased = part("waiting"), part("leased")
    assert settled([none, waiting]) is None
    assert settled([one, leased]) is None
    assert settled([two, waiting]) == settled([one, one, waiting]) == ("many", None, 2)
    assert settled([none, none]) == ("none", None, 0)
    assert settled([none, one]) == ("unique", None, 1)


def test_what_was_cut_is_no_proof() -> None:
    none, one = part("done"), part("done", "unique", 1)
    cut = part("done", "unknown", 0, "time")
    cut_late = part("done", "found", 1, "time")
    assert settled([none, cut]) == ("unknown", "time", 0)
    assert settled([one, cut]) == ("found", "time", 1)
    assert settled([none, cut_late]) == ("found", "time", 1)
    assert settled([one, cut_late]) == ("many", None, 2)


def test_a_part_that_failed_fails_the_whole_unless_it_is_settled() -> None:
    none, one, failed = part("done"), part("done", "unique", 1), part("failed")
    assert settled([failed, none, part("waiting")]) is None
    finished = merge_outcomes(whole(), [none, failed])
    assert finished is not None and finished.failure == "x, part 1: It crashed."
    assert settled([one, one, failed]) == ("many", None, 2)


def test_the_count_asked_for_is_kept() -> None:
    one, two = part("done", "unique", 1), part("done", "many", 2)
    assert settled([one, part("waiting")], count=1) == ("found", None, 1)
    assert settled([one, one, part("waiting")], count=1) == ("found", None, 1)
    assert settled([two, two, part("waiting")], count=5) is None
    assert settled([two, two, two, part("waiting")], count=5) == ("many", None, 5)


@pytest.mark.parametrize("wanted", [1, 2, 7, 60, 10_000])
@pytest.mark.parametrize(
    "puzzle",
    [
        quebra.load(OPEN_BOARD),
        quebra.generate("kojun", (4, 5), seed=3),
        quebra.generate("edges", (3, 3), seed=5),
        quebra.generate("edges", (2, 3), seed=8),
    ],
    ids=["open", "kojun", "edges", "wide edges"],
)
def test_cubes_have_all_solutions_each_once(puzzle: Puzzle, wanted: int) -> None:
    parts = cubes(puzzle, wanted)
    alone = quebra.solve(puzzle, count=2000)
    assert alone.complete
    found = [a for each in parts for a in quebra.solve(each, count=2000).solutions]
    assert len(found) == len(set(found)) == len(alone.solutions)
    assert not any(family_of(puzzle).rules.check(puzzle, answer) for answer in found)
    assert len(parts) >= min(wanted, len(alone.solutions))


def test_only_families_that_say_how_can_be_split() -> None:
    with pytest.raises(BadInput, match="Symmetry puzzles cannot be split"):
        cubes(quebra.generate("symmetry", (4, 4), seed=1), 4)


def test_a_plan_splits_only_what_is_solved_for_any_goal() -> None:
    for plan in (Plan("grade", {}, 4), Plan("solve", {"goal": "matched"}, 4)):
        with pytest.raises(BadInput, match="can be split"):
            plan.admit()
    item = Item("x", puzzle=msgspec.Raw(msgspec.json.encode(quebra.load(OPEN_BOARD))))
    (job,) = Plan("solve", {}, 4).jobs([item])
    assert len(job.parts) >= 4
    unsplit = Item("y", puzzle=msgspec.Raw(msgspec.json.encode(quebra.generate("shisen", seed=1))))
    (failed,) = Plan("solve", {}, 4).jobs([unsplit])
    assert failed.failure == "Shisen-Sho puzzles cannot be split."

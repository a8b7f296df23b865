"""The table of jobs: leases, tries, and results that are written once."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from databases import end_leases
from quebra.store import Store
from quebra.store.jobs import LOST, Finished, Jobs, Leased, NewJob, Record


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with Store(address) as store:
        yield store


def put(jobs: Jobs, count: int, batch: str = "b") -> None:
    jobs.put(batch, (NewJob(f"k{n}", f"file:{n}", f'{{"n": {n}}}') for n in range(count)))


def no_parts(whole: Record, parts: Sequence[Record]) -> Finished | None:
    raise AssertionError("there are no parts")


def done(leased: Leased, result: str = "{}") -> tuple[Leased, Finished]:
    return leased, Finished(result=result, status="unique", seconds=0.5)


def sources(jobs: Jobs) -> list[str]:
    return [record.source for record in jobs.records("b")]


def test_jobs_are_put_once(store: Store) -> None:
    put(store.jobs, 3)
    put(store.jobs, 5)
    put(store.jobs, 2, "other")
    assert store.jobs.counts("b") == {"waiting": 5}
    assert store.jobs.counts("other") == {"waiting": 2}


def test_a_lease_is_for_one_and_in_order(store: Store) -> None:
    put(store.jobs, 5)
    mine = store.jobs.lease("b", "me", 2, 60)
    yours = store.jobs.lease("b", "you", 9, 60)
    assert [leased.task for leased in mine] == ['{"n": 0}', '{"n": 1}']
    assert [leased.task for leased in yours] == ['{"n": 2}', '{"n": 3}', '{"n": 4}']
    assert store.jobs.lease("b", "they", 9, 60) == []
    assert store.jobs.held("b", "me") == {leased.id for leased in mine}


def test_results_are_written_once(store: Store) -> None:
    put(store.jobs, 1)
    (mine,) = store.jobs.lease("b", "me", 1, 0.001)
    time.sleep(0.01)  # at least that long, so the lease is over on any machine
    (yours,) = store.jobs.lease("b", "you", 1, 60)
    assert mine == yours
    store.jobs.finish([done(mine, '{"by": "me"}')], no_parts)
    store.jobs.finish([done(yours, '{"by": "you"}')], no_parts)
    (record,) = store.jobs.records("b")
    assert (record.state, record.result, record.seconds) == ("done", '{"by": "me"}', 0.5)


def test_a_lost_worker_gives_way_and_three_of_them_are_enough(store: Store) -> None:
    put(store.jobs, 3)
    assert len(store.jobs.lease("b", "lost", 3, 60)) == 3
    end_leases(store)
    # What was tried before goes one at a time, after what was not.
    store.jobs.put("b", [NewJob("fresh", "fresh", "{}")])
    (mine,) = store.jobs.lease("b", "me", 9, 60)
    assert mine.task == "{}"
    for _ in range(2):
        for _ in range(3):
            assert len(store.jobs.lease("b", "lost too", 9, 60)) == 1
        end_leases(store)
        store.jobs.renew("b", "me", [mine.id], 60)
    assert store.jobs.lease("b", "me", 9, 60) == []
    assert store.jobs.counts("b") == {"failed": 3, "leased": 1}
    assert {record.failure for record in store.jobs.records("b")} == {LOST}


def test_who_is_heard_of_keeps_its_jobs(store: Store) -> None:
    put(store.jobs, 1)
    (mine,) = store.jobs.lease("b", "me", 1, 60)
    end_leases(store)
    store.jobs.renew("b", "me", [mine.id], 600)
    assert store.jobs.lease("b", "you", 1, 60) == []
    store.jobs.release("b", "me")
    assert len(store.jobs.lease("b", "you", 1, 60)) == 1


def test_who_asks_for_more_keeps_its_jobs_and_nothing_else(store: Store) -> None:
    """As after a server was away for longer than a lease, and the answer to one was lost."""
    put(store.jobs, 3)
    first, second = store.jobs.lease("b", "me", 2, -1)
    store.jobs.renew("b", "me", [first.id], -2)
    (third,) = store.jobs.lease("b", "me", 9, 60, mine=[first.id])
    assert store.jobs.held("b", "me") == {first.id, third.id}
    assert store.jobs.lease("b", "me", 9, 60, mine=[first.id]) == [second]


def test_a_poison_job_fails_with_its_reason_and_can_be_retried(store: Store) -> None:
    put(store.jobs, 2)
    for number in range(3):
        first = store.jobs.lease("b", "me", 1, 60)
        if number == 0:
            assert first[0].task == '{"n": 0}'
            poison = first[0].id
            (other,) = store.jobs.lease("b", "me", 1, 60)
            store.jobs.finish([done(other)], no_parts)
        assert store.jobs.counts("b")["leased"] == 1
        store.jobs.record_crash("b", "me", poison, f"crash {number}")
    assert store.jobs.counts("b") == {"done": 1, "failed": 1}
    (record,) = store.jobs.failed("b", ["k0", "k1"])
    assert (record.source, record.failure) == ("file:0", "crash 2")
    assert store.jobs.retry("b") == 1
    assert [leased.id for leased in store.jobs.lease("b", "me", 9, 60)] == [poison]


def test_what_could_not_be_read_is_read_anew(store: Store) -> None:
    store.jobs.put("b", [NewJob("k", "bad.txt", "{}", failure="No puzzle.")])
    put(store.jobs, 1)
    (leased,) = store.jobs.lease("b", "me", 9, 60)
    store.jobs.finish([(leased, Finished(failure="The time limit was reached."))], no_parts)
    assert [record.failure for record in store.jobs.records("b")] == [
        "No puzzle.",
        "The time limit was reached.",
    ]
    store.jobs.delete_unreadable("b")
    assert [record.failure for record in store.jobs.records("b")] == ["The time limit was reached."]


def test_only_the_holder_can_stumble(store: Store) -> None:
    put(store.jobs, 1)
    (leased,) = store.jobs.lease("b", "me", 1, 60)
    for _ in range(3):
        store.jobs.record_crash("b", "another", leased.id, "not mine")
    assert store.jobs.counts("b") == {"leased": 1}


def test_many_at_once_take_each_job_once(address: str) -> None:
    with Store(address) as store:
        put(store.jobs, 200)

    def worker(name: str) -> list[int]:
        taken: list[int] = []
        with Store(address) as mine:
            while leased := mine.jobs.lease("b", name, 7, 60):
                taken += [job.id for job in leased]
                mine.jobs.finish([done(job) for job in leased], no_parts)
        return taken

    with ThreadPoolExecutor(6) as pool:
        taken = [job for jobs in pool.map(worker, "abcdef") for job in jobs]
    assert len(taken) == len(set(taken)) == 200
    with Store(address) as store:
        assert sources(store.jobs) == [f"file:{n}" for n in range(200)]


def two_decide(whole: Record, parts: Sequence[Record]) -> Finished | None:
    over = [part for part in parts if part.state == "done"]
    assert whole.source == "whole"
    return Finished(result='"merged"', status="many") if len(over) >= 2 else None


def test_parts_settle_the_whole_and_the_rest_is_dropped(store: Store) -> None:
    store.jobs.put("b", [NewJob("w", "whole", "{}", parts=("1", "2", "3", "4"))])
    store.jobs.put("b", [NewJob("w", "whole", "{}", parts=("1", "2", "3", "4"))])
    assert store.jobs.counts("b") == {"split": 1, "waiting": 4}
    first, second, third = store.jobs.lease("b", "me", 3, 60)
    store.jobs.finish([done(first)], two_decide)
    assert store.jobs.counts("b")["split"] == 1
    store.jobs.finish([done(second)], two_decide)
    assert store.jobs.counts("b") == {"done": 3, "dropped": 2}
    assert store.jobs.held("b", "me") == frozenset()
    store.jobs.finish([done(third)], two_decide)
    (record,) = store.jobs.records("b")
    assert (record.source, record.result) == ("whole", '"merged"')
    assert [(t.status, t.jobs) for t in store.jobs.tally("b", ["w"])] == [("many", 1)]


def test_what_waits_as_a_whole_can_still_be_split(store: Store) -> None:
    put(store.jobs, 3)
    (leased,) = store.jobs.lease("b", "me", 1, 60)
    store.jobs.put("b", [NewJob(f"k{n}", f"file:{n}", "{}", parts=("1", "2")) for n in range(2)])
    assert store.jobs.held("b", "me") == {leased.id}
    assert store.jobs.counts("b") == {"leased": 1, "split": 1, "waiting": 3}


def test_parts_that_fail_without_a_word_are_seen(store: Store) -> None:
    def failed(whole: Record, parts: Sequence[Record]) -> Finished | None:
        assert [part.state for part in parts] == ["failed"]
        return Finished(failure="a part has failed")

    store.jobs.put("b", [NewJob("w", "whole", "{}", parts=("1",))])
    for _ in range(3):
        (part,) = store.jobs.lease("b", "me", 1, 60)
        store.jobs.record_crash("b", "me", part.id, "crash")
    store.jobs.settle("b", failed)
    (record,) = store.jobs.records("b")
    assert (record.state, record.failure) == ("failed", "a part has failed")
    assert store.jobs.retry("b") == 2
    assert store.jobs.counts("b") == {"split": 1, "waiting": 1}

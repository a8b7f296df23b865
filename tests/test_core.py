"""The core: random source, budget, settings, honest outcomes."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from changed import changed
from quebra.contract.codec import GZIP, ZIP, decode_text
from quebra.contract.errors import BadInput, Cut, EngineFault, Infeasible
from quebra.contract.family import Goal
from quebra.contract.random import Source
from quebra.contract.random import Source as RandomSource
from quebra.contract.settings import Settings, settings
from quebra.engine.budget import Budget
from quebra.engine.search import choose_engine, search, solve
from quebra.families._template import family as latin
from quebra.families._template.model import Latin
from quebra.grid.cells import GridAnswer
from quebra.i18n.text import Text

BLANK = Latin(givens=((0, 0), (0, 0)))
ONE = GridAnswer(grid=((1, 2), (2, 1)))
TWO = GridAnswer(grid=((2, 1), (1, 2)))


def engine_of(*answers: GridAnswer, cut: str | None = None, error: BaseException | None = None):  # type: ignore[no-untyped-def]
    def run(puzzle: Latin, budget: Budget, *, goal: str, seed: int | None) -> Iterator[GridAnswer]:
        budget.spend()
        yield from answers
        if cut:
            raise Cut(cut)  # type: ignore[arg-type]
        if error:
            raise error

    return changed(latin, solve={"engines": {"fake": run}})


class TestSource:
    def test_known_values(self) -> None:
        source = RandomSource(1234567)
        assert [source.bits() for _ in range(5)] == [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ]

    @given(st.integers(), st.integers(1, 1000))
    def test_below_stays_below(self, seed: int, n: int) -> None:
        assert 0 <= Source(seed).below(n) < n

    @given(st.integers(), st.lists(st.integers()))
    def test_shuffle_keeps_the_items(self, seed: int, items: list[int]) -> None:
        assert sorted(Source(seed).shuffled(items)) == sorted(items)

    def test_all_orders_occur(self) -> None:
        source = Source(5)
        assert len({"".join(source.shuffled("abc")) for _ in range(200)}) == 6

    def test_chance(self) -> None:
        source = Source(3)
        assert 400 < sum(source.chance(0.5) for _ in range(1000)) < 600
        assert not any(source.chance(0) for _ in range(100))
        assert all(source.chance(1) for _ in range(100))


class TestBudget:
    def test_time(self) -> None:
        with pytest.raises(Cut) as cut:
            Budget(seconds=0).spend()
        assert cut.value.reason == "time"

    def test_cancel(self) -> None:
        event = threading.Event()
        budget = Budget(cancel=event)
        budget.spend()
        event.set()
        with pytest.raises(Cut) as cut:
            budget.spend()
        assert cut.value.reason == "cancelled"

    def test_report_is_rare_and_sees_the_nodes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = 0.0
        clock = SimpleNamespace(monotonic=lambda: now)
        monkeypatch.setattr("quebra.engine.budget.time", clock)
        seen: list[int | float] = []
        budget = Budget(report=lambda b: seen.append(b.stats["nodes"]))
        for _ in range(8):
            budget.spend()
            now += 1 / 16  # a report every tenth of a second
        assert seen == [3, 5, 7]

    def test_left(self) -> None:
        assert Budget().left() is None
        left = Budget(seconds=36_000).left()
        assert left is not None
        assert 0 < left <= 36_000


class TestOutcome:
    @pytest.mark.parametrize(
        ("answers", "count", "cut", "status", "reason"),
        [
            ([], None, None, "none", None),
            ([ONE], None, None, "unique", None),
            ([ONE, TWO], None, None, "many", None),
            ([ONE], 1, None, "found", None),
            ([], None, "time", "unknown", "time"),
            ([ONE], None, "time", "found", "time"),
            ([ONE, TWO], 3, "cancelled", "many", "cancelled"),
            ([], None, "memory", "unknown", "memory"),
        ],
    )
    def test_status(self, answers, count, cut, status, reason) -> None:  # type: ignore[no-untyped-def]
        outcome = solve(engine_of(*answers, cut=cut), BLANK, count=count)
        assert (outcome.status, outcome.reason) == (status, reason)
        assert outcome.solutions == tuple(answers)
        assert outcome.text.endswith(".")
        assert outcome.proved == (status not in ("found", "unknown"))

    @pytest.mark.parametrize(
        ("error", "reason"), [(MemoryError(), "memory"), (KeyboardInterrupt(), "cancelled")]
    )
    def test_interrupted(self, error: BaseException, reason: str) -> None:
        outcome = solve(engine_of(ONE, error=error), BLANK)
        assert (outcome.status, outcome.reason) == ("found", reason)

    def test_complete_counts_are_said_to_be_exact(self) -> None:
        assert solve(engine_of(ONE, TWO), BLANK, count=3).text == "Exactly 2 solutions: proved."
        assert "More than one" in solve(engine_of(ONE, TWO), BLANK, count=2).text

    def test_wrong_answers_never_get_out(self) -> None:
        with pytest.raises(EngineFault):
            solve(engine_of(GridAnswer(grid=((1, 1), (1, 1)))), BLANK)

    def test_answers_given_twice_are_no_second_solution(self) -> None:
        with pytest.raises(EngineFault):
            solve(engine_of(ONE, ONE), BLANK)

    def test_goals_are_measured_by_the_rules(self) -> None:
        goal = Goal[Latin, GridAnswer](Text("corner"), "more", lambda p, a: a.grid[0][0])
        family = changed(engine_of(ONE, TWO), solve={"goals": {"corner": goal}})
        best = solve(family, BLANK, goal="corner")
        assert (best.status, best.objective, best.bound) == ("optimal", 2, 2)
        assert best.solutions == (TWO,)
        cut = solve(
            changed(engine_of(ONE, cut="time"), solve={"goals": {"corner": goal}}),
            BLANK,
            goal="corner",
        )
        assert (cut.status, cut.reason, cut.objective) == ("found", "time", 1)

    def test_unknown_names(self) -> None:
        with pytest.raises(BadInput, match="no goal 'x'"):
            solve(latin, BLANK, goal="x")
        with pytest.raises(BadInput, match="no engine 'x'"):
            solve(latin, BLANK, engine="x")
        with pytest.raises(BadInput, match="count"):
            solve(latin, BLANK, count=0)
        with pytest.raises(BadInput, match="time"):
            solve(latin, BLANK, seconds=float("nan"))
        assert choose_engine(latin, "auto")[0] == "backtrack"

    def test_an_engine_may_know_why_there_is_none(self) -> None:
        family = engine_of(error=Infeasible(Text("Two 1s share a row.")))
        outcome = solve(family, BLANK)
        assert (outcome.status, outcome.why) == ("none", "Two 1s share a row.")
        assert outcome.text == "No solution: proved. Two 1s share a row."
        assert list(search(family, BLANK, Budget())) == []

    def test_an_engine_called_auto_names_the_one_that_runs(self) -> None:
        backtrack = latin.solve.engines["backtrack"]

        def auto(
            puzzle: Latin, budget: Budget, *, goal: str, seed: int | None
        ) -> Iterator[GridAnswer]:
            budget.engine = "backtrack"
            return backtrack(puzzle, budget, goal=goal, seed=seed)

        family = changed(latin, solve={"engines": {"backtrack": backtrack, "auto": auto}})
        assert family.solve.engine_names == latin.solve.engine_names == ("auto", "backtrack")
        assert choose_engine(family, "auto") == ("auto", auto)
        assert solve(family, BLANK).engine == solve(latin, BLANK).engine == "backtrack"

    def test_search_is_lazy(self) -> None:
        answers = search(latin, Latin(givens=((0,) * 8,) * 8), Budget())
        assert next(answers) != next(answers)


class TestSettings:
    def test_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("QUEBRA_MAX_CELLS", "9")
        settings.cache_clear()
        try:
            with pytest.raises(BadInput, match="at most 9 cells"):
                Latin(givens=((0,) * 4,) * 4)
            monkeypatch.setenv("QUEBRA_MAX_CELLS", "many")
            settings.cache_clear()
            with pytest.raises(BadInput, match="QUEBRA_MAX_CELLS is 'many'"):
                settings()
        finally:
            monkeypatch.undo()
            settings.cache_clear()
        assert settings() == Settings()

    @given(st.sampled_from((GZIP, ZIP)), st.binary())
    def test_any_zipped_bytes_are_text_or_bad_input(self, head: bytes, data: bytes) -> None:
        with suppress(BadInput):
            assert isinstance(decode_text(head + data), str)

    @given(st.binary().filter(lambda data: not data.startswith((GZIP, ZIP))))
    def test_any_bytes_are_text_or_bad_input(self, data: bytes) -> None:
        try:
            text = decode_text(data)
        except BadInput as error:
            assert "byte" in str(error) or "null" in str(error)
        else:
            assert text.encode() in data

    def test_too_long(self) -> None:
        with pytest.raises(BadInput, match="too long"):
            decode_text(b"x" * (settings().max_bytes + 1))

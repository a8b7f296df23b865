"""Kernels that are plain at first and compiled later: what they keep, and how they end."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Timer
from types import ModuleType

import numba
import pytest

from processes import TIMEOUT
from quebra.contract.errors import Cut
from quebra.engine import kernels as compiled
from quebra.engine.budget import Budget
from quebra.engine.kernels import Kernels, Runner

SOURCE = """
from typing import NamedTuple
from quebra.engine.kernels import check_budget

class State(NamedTuple):
    side: int
    numbers: list

def mix(state, place):
    state.numbers[place] = (state.numbers[place] * 5 + state.numbers[place - 1]) % 1009
    return state.numbers[place]

def walk(state, steps, by):
    last = 0
    for step in range(steps):
        last = mix(state, step * by % state.side)
    return last

def fill(state, value):
    for place in range(state.side):
        state.numbers[place] = value
    return state.side

def endless(state):
    while True:
        check_budget()

def not_for_numba(state):
    return len({str(number): number for number in state.numbers}.popitem()[0].encode("utf-16"))
"""

Load = Callable[[str], ModuleType]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Makes a module of a source; what is compiled is kept beside it."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "kept"))

    def load(source: str) -> ModuleType:
        path = tmp_path / f"kernels_{len(list(tmp_path.glob('*.py')))}.py"
        path.write_text(source, encoding="utf-8")
        spec = importlib.util.spec_from_file_location("kernels_of_a_test", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture
def module(load: Load) -> ModuleType:
    return load(SOURCE)


def new_kernels(module: ModuleType) -> Kernels:
    return Kernels((module.walk, module.fill), module)


def new_runner(module: ModuleType, kernels: Kernels, fits: bool = True) -> Runner:
    return Runner(kernels, Budget(), module.State(7, list(range(7))), fits=fits)


def walks(module: ModuleType, runner: Runner, count: int) -> Iterator[int]:
    for by in range(1, count + 1):
        yield int(runner.run(module.walk, 100, by))


def test_nothing_is_lost_where_plain_changes_to_compiled(module: ModuleType) -> None:
    kernels = new_kernels(module)
    plain, changing = (new_runner(module, kernels, fits) for fits in (False, True))
    expected = [*walks(module, plain, 5), *walks(module, plain, 5)]
    found = [*walks(module, changing, 5)]
    assert not changing.is_compiled
    kernels.compile(changing.parts)
    found += walks(module, changing, 5)
    assert (plain.is_compiled, changing.is_compiled) == (False, True)
    assert found == expected and len(set(found)) > 5
    assert list(changing.parts[0].numbers) == plain.parts[0].numbers
    assert changing.run(module.fill, 3) == 7
    assert list(changing.parts[0].numbers) == [3] * 7


def test_work_that_lasts_is_compiled_beside_it(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it is many short searches; and none of them waits for the compiler."""
    monkeypatch.setattr(compiled, "PLAIN_SECONDS", 0.01)
    kernels, gate = new_kernels(module), Event()
    compile_now = kernels.compile
    monkeypatch.setattr(kernels, "compile", lambda parts: gate.wait() and compile_now(parts))
    searches = 0
    while searches < 10 or kernels._thread is None:
        runner = new_runner(module, kernels)
        runner.run(module.walk, 1000, 1)
        assert not runner.is_compiled
        searches += 1
    gate.set()
    kernels._thread.join()
    runner = new_runner(module, kernels)
    runner.run(module.walk, 1000, 1)
    assert runner.is_compiled


def test_short_work_is_never_compiled(module: ModuleType) -> None:
    kernels = new_kernels(module)
    new_runner(module, kernels).run(module.walk, 100, 1)
    assert kernels._thread is None


def test_what_numba_cannot_compile_stays_plain(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "PLAIN_SECONDS", -1.0)
    kernels = Kernels((module.walk, module.not_for_numba), module)
    runner = new_runner(module, kernels)
    before = runner.run(module.not_for_numba)
    assert kernels._thread is not None
    kernels._thread.join()
    assert runner.run(module.not_for_numba) == before == 4
    assert not runner.is_compiled and not kernels.compiled
    assert capfd.readouterr() == ("", "")
    with pytest.raises(numba.core.errors.NumbaError):
        kernels.compile(runner.parts)


def test_older_sources_are_never_served(load: Load, tmp_path: Path) -> None:
    for modulus in (1009, 13, 1009):
        module = load(SOURCE.replace("1009", str(modulus)))
        kernels = new_kernels(module)
        plain, fast = (new_runner(module, kernels, fits) for fits in (False, True))
        kernels.compile(fast.parts)
        assert [*walks(module, fast, 4)] == [*walks(module, plain, 4)]
    kept = {path.name.split("-")[0] for path in tmp_path.rglob("*.nbc")}
    assert len(kept) == 4  # two kernels of two sources


@pytest.mark.parametrize("reason", ["time", "cancelled"])
def test_a_plain_kernel_keeps_the_budget(module: ModuleType, reason: str) -> None:
    cancel = Event()
    Timer(0.2, cancel.set).start()
    budget = Budget(seconds=0.2) if reason == "time" else Budget(cancel=cancel)
    kernels = Kernels((module.endless,), module)
    with pytest.raises(Cut, match=reason):
        Runner(kernels, budget, module.State(1, [0])).run(module.endless)
    compiled.check_budget()  # keeps that budget no longer


SMALL = """
import sys, quebra
outcome = quebra.solve(quebra.load('symmetry\\n' + ('s.......\\n') * 8), goal='{goal}')
print(outcome.status, sorted({{'numba', 'numpy'}} & set(sys.modules)))
"""


@pytest.mark.integration
@pytest.mark.parametrize(("goal", "status"), [("any", "many"), ("fewest", "optimal")])
def test_small_boards_load_no_compiler(goal: str, status: str) -> None:
    code = SMALL.format(goal=goal)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{status} []\n"


COMPILING = """
import sys, time
from quebra.engine.budget import Budget
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.solve import kernel
from quebra.families.symmetry.solve.run import KERNELS
from quebra.families.symmetry.solve.search import new_state

kernels = KERNELS[kernel.search]
kernels.compile_in_background((new_state(Symmetry(clues=((0,),))),))
time.sleep(float(sys.argv[1]))
print("compiled" if kernels.compiled else "compiling", flush=True)
time.sleep(float(sys.argv[2]))
"""


MOMENTS = [0.0, 0.9, *(pytest.param(each, marks=pytest.mark.slow) for each in (0.4, 1.3))]
"""Seconds after the compiler has begun: while it is imported, and later."""


def start_compiling(tmp_path: Path, *seconds: float) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", COMPILING, *map(str, seconds)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
    )


@pytest.mark.integration
@pytest.mark.parametrize("seconds", MOMENTS)
def test_a_program_ends_while_it_compiles(tmp_path: Path, seconds: float) -> None:
    process = start_compiling(tmp_path, seconds, 0)
    assert process.stdout is not None
    assert process.stdout.readline() == "compiling\n"
    _, err = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, err) == (0, "")


@pytest.mark.integration
@pytest.mark.parametrize("seconds", MOMENTS)
def test_ctrl_c_ends_a_program_while_it_compiles(tmp_path: Path, seconds: float) -> None:
    process = start_compiling(tmp_path, seconds, 2 * TIMEOUT)
    assert process.stdout is not None
    assert process.stdout.readline() == "compiling\n"
    # A signal that arrives within a callback of the compiler is lost: people press the key again.
    for _ in range(3):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
            break
    _, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == -signal.SIGINT
    assert err.rstrip().endswith("KeyboardInterrupt")

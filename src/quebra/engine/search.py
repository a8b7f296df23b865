"""Runs an engine, checks its answers, and states what is proved."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from threading import Event
from types import MappingProxyType
from typing import TypeVar

from quebra.contract.errors import BadInput, Cut, EngineFault, Infeasible, Reason
from quebra.contract.family import (
    AUTO,
    Engine,
    EngineOptions,
    Family,
    Goal,
    convert_options,
    options_of,
)
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.quoting import quoted
from quebra.contract.results import UP_TO_SYMMETRY, Outcome, Status
from quebra.engine.budget import Budget, Report
from quebra.engine.trace import Trace
from quebra.i18n.text import Text, Verbatim, names

P = TypeVar("P", bound=Puzzle)
A = TypeVar("A", bound=Answer)


REMEMBERED = 100_000
"""The number of answers that are stored to detect repetitions, which bounds the memory."""
NO_OPTIONS: Mapping[str, object] = MappingProxyType({})


def choose_engine(family: Family[P, A], name: str) -> tuple[str, Engine[P, A]]:
    """The engine of that name; `auto` is the first one in families without an engine `auto`."""
    engines = family.solve.engines
    if name == AUTO and name not in engines:
        name = next(iter(engines))
    if name not in engines:
        raise BadInput(
            Text(
                "{title} has no engine {name}; it has: {known}.",
                title=family.title,
                name=quoted(name),
                known=names(family.solve.engine_names),
            )
        )
    return name, engines[name]


def bind_options(
    family: Family[P, A], name: str, engine: Engine[P, A], options: Mapping[str, object]
) -> Engine[P, A]:
    """The engine of that name with options of its own; raises `BadInput` for a wrong one."""
    if not options:
        return engine
    kind = options_of(engine)
    for unknown in options.keys() - kind.__struct_fields__:
        raise BadInput(_no_option(family, name, kind.__struct_fields__, unknown))
    return partial(engine, options=convert_options(options, kind))  # type: ignore[call-arg]


def _no_option(family: Family[P, A], name: str, known: tuple[str, ...], unknown: str) -> Text:
    others = [
        other
        for other, fields in engine_options(family).items()
        if unknown in fields.__struct_fields__
    ]
    engine, wrong = Verbatim(name), quoted(unknown)
    if others:
        return Text(
            "The engine {engine} has no option {name}; engines that have it: {known}.",
            engine=engine,
            name=wrong,
            known=names(others),
        )
    if known:
        return Text(
            "The engine {engine} has no option {name}; it has: {known}.",
            engine=engine,
            name=wrong,
            known=names(known),
        )
    return Text("The engine {engine} has no option {name}.", engine=engine, name=wrong)


def engine_options(family: Family[P, A]) -> dict[str, type[EngineOptions]]:
    """The options of each engine that has some; an engine that cannot be loaded has none."""
    found = {}
    for name in family.solve.engines:
        with suppress(BadInput):
            kind = options_of(family.solve.engines[name])
            if kind.__struct_fields__:
                found[name] = kind
    return found


def search(
    family: Family[P, A],
    puzzle: P,
    budget: Budget,
    *,
    goal: str = "any",
    engine: str = "auto",
    seed: int | None = None,
    start: A | None = None,
    options: Mapping[str, object] = NO_OPTIONS,
) -> Iterator[A]:
    """The solutions as they are found, each one accepted by `check`.

    A start is yielded first, and then only better answers; engines find it as `budget.best`.
    """
    if goal != "any" and goal not in family.solve.goals:
        raise BadInput(
            Text(
                "{title} has no goal {name}; it has: {known}.",
                title=family.title,
                name=quoted(goal),
                known=names(("any", *family.solve.goals)),
            )
        )
    name, run = choose_engine(family, engine)
    run = bind_options(family, name, run, options)
    allowed = family.solve.goals[goal].allowed_violations if goal != "any" else ()
    seen: set[A] = set()
    best: tuple[float, float] | None = None
    least: tuple[float, float] | None = None
    if start is not None:
        least = _admit_start(family, puzzle, start, goal)
        budget.best = start
        yield start
    for answer in answers_of(run, puzzle, budget, goal=goal, seed=seed):
        for broken in family.rules.check(puzzle, answer):
            if broken.code not in allowed:
                raise EngineFault(
                    Text(
                        "Engine {engine} gave an answer that check refuses: {text}",
                        engine=Verbatim(name),
                        text=broken.text,
                    )
                )
        known = len(seen)
        seen.add(answer)
        if len(seen) == known:
            raise EngineFault(
                Text("Engine {engine} gave the same answer twice.", engine=Verbatim(name))
            )
        if known == REMEMBERED:
            seen.remove(answer)
        if goal != "any":
            rank = _rank(family.solve.goals[goal], puzzle, answer)
            if best is not None and rank >= best:
                raise EngineFault(
                    Text(
                        "Engine {engine} gave an answer no better than the one before.",
                        engine=Verbatim(name),
                    )
                )
            best = rank
            if least is not None and rank >= least:
                continue
        budget.best = answer
        yield answer


def answers_of(
    engine: Engine[P, A],
    puzzle: P,
    budget: Budget,
    *,
    goal: str = "any",
    seed: int | None = None,
) -> Iterator[A]:
    """The answers of an engine, unchecked; the message of `Infeasible` becomes `budget.why`."""
    try:
        yield from engine(puzzle, budget, goal=goal, seed=seed)
    except Infeasible as proof:
        budget.why = budget.why or proof.text


def _admit_start(family: Family[P, A], puzzle: P, start: A, goal: str) -> tuple[float, float]:
    """The rank of the answer that a search starts from; raises `BadInput` for a wrong one."""
    if goal == "any":
        if not family.solve.goals:
            raise BadInput(Text("Only a search with a goal starts from an answer."))
        raise BadInput(
            Text(
                "Only a search with a goal starts from an answer; it has: {known}.",
                known=names(family.solve.goals),
            )
        )
    try:
        broken = family.rules.check(puzzle, start)
    except BadInput as error:
        raise _wrong_start(error.text) from None
    for violation in broken:
        if violation.code not in family.solve.goals[goal].allowed_violations:
            raise _wrong_start(violation.text)
    return _rank(family.solve.goals[goal], puzzle, start)


def _wrong_start(reason: Text) -> BadInput:
    return BadInput(
        Text("The answer to start from is not for this puzzle: {reason}", reason=reason)
    )


def solve(
    family: Family[P, A],
    puzzle: P,
    *,
    goal: str = "any",
    engine: str = "auto",
    count: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    cancel: Event | None = None,
    report: Report | None = None,
    start: A | None = None,
    each: Callable[[A], None] | None = None,
    up_to_symmetry: bool = False,
    trace: Trace | None = None,
    options: Mapping[str, object] = NO_OPTIONS,
    budget: Budget | None = None,
) -> Outcome[A]:
    """Solve within limits; the outcome says what is proved.

    `each` is called with every accepted answer, and `trace` with each iteration of engines that
    have iterations. With `up_to_symmetry`, only the first of equivalent answers counts. A `budget`
    takes the place of `seconds`, `cancel`, `report` and `trace`.
    """
    if count is not None and (not isinstance(count, int) or count < 1):
        raise BadInput(Text("The count of solutions must be a whole number of 1 or more."))
    if seconds is not None and not seconds >= 0:
        raise BadInput(Text("The time must be 0 seconds or more."))
    wall, cpu = time.perf_counter(), time.process_time()
    wanted = None if goal != "any" else count or family.solve.count
    if budget is None:
        budget = Budget(seconds, wanted, cancel, report, trace)
    budget.wanted = wanted
    found: list[A] = []
    answers = search(
        family,
        puzzle,
        budget,
        goal=goal,
        engine=engine,
        seed=seed,
        start=start,
        options=options,
    )
    if up_to_symmetry:
        answers = _first_of_each(family, puzzle, answers)
    exhausted, reason = _collect(answers, wanted, found, each)
    objective, bound = None, budget.bound
    if goal != "any":
        aim, found = family.solve.goals[goal], found[-1:]
        objective = aim.measure(puzzle, found[0]) if found else None
        if objective is not None and bound is not None:
            if objective < bound if aim.better == "less" else objective > bound:
                raise EngineFault(
                    Text(
                        "The answer {objective} is better than the bound {bound}.",
                        objective=objective,
                        bound=bound,
                    )
                )
            # An answer as good as the bound is optimal, even if the search was not complete.
            exhausted = exhausted or (objective == bound and aim.tie_break is None)
        bound = objective if exhausted else bound
    status = status_of(len(found), exhausted, goal)
    return Outcome(
        family=family.name,
        status=status,
        reason=reason,
        solutions=tuple(found),
        objective=objective,
        bound=bound,
        engine=budget.engine or choose_engine(family, engine)[0],
        seconds=time.perf_counter() - wall - budget.waited,
        cpu_seconds=time.process_time() - cpu,
        stats={
            **budget.stats,
            "exhausted": int(exhausted),
            **({UP_TO_SYMMETRY: 1} if up_to_symmetry else {}),
        },
        why=budget.why if status in ("none", "unknown") else Text(),
    )


def _first_of_each(family: Family[P, A], puzzle: P, answers: Iterator[A]) -> Iterator[A]:
    """The first answer of each class of equivalent ones."""
    if family.symmetry.solution_key is None:
        raise BadInput(Text("{title} has no symmetries to count solutions by.", title=family.title))
    seen: set[Hashable] = set()
    for answer in answers:
        form = family.symmetry.solution_key(puzzle, answer)
        if form not in seen:
            seen.add(form)
            yield answer


def _rank(goal: Goal[P, A], puzzle: P, answer: A) -> tuple[float, float]:
    """The rank of an answer by its goal; less is better."""
    measure = goal.measure(puzzle, answer)
    tie_break = goal.tie_break(puzzle, answer) if goal.tie_break else 0
    return measure if goal.better == "less" else -measure, tie_break


def _collect(
    answers: Iterator[A],
    wanted: int | None,
    found: list[A],
    each: Callable[[A], None] | None,
) -> tuple[bool, Reason | None]:
    """Fill `found`; returns whether the search was exhausted, and the reason if it was cut."""
    try:
        for answer in answers:
            found.append(answer)
            if each:
                each(answer)
            if len(found) == wanted:
                return False, None
    except Cut as cut:
        return False, cut.reason
    except MemoryError:
        return False, "memory"
    except KeyboardInterrupt:
        return False, "cancelled"
    return True, None


def status_of(found: int, exhausted: bool, goal: str = "any") -> Status:
    """The status that a number of solutions proves.

    >>> status_of(1, exhausted=True), status_of(1, exhausted=False)
    ('unique', 'found')
    """
    if found == 0:
        return "none" if exhausted else "unknown"
    if goal != "any":
        return "optimal" if exhausted else "found"
    if found > 1:
        return "many"
    return "unique" if exhausted else "found"

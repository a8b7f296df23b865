"""Every regular expression of the sources, and long texts made from each that are hard to match."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from time import process_time
from typing import Any

import quebra

SOURCES = Path(quebra.__file__).parent
METHODS = ("match", "fullmatch", "search", "split", "sub", "findall", "finditer")
LAZY = {"finditer": "findall"}
"""Methods that return a lazy iterator, and their eager counterparts."""
WHOLE = ("match", "fullmatch", "search")
"""The methods to try where the sources do not show which one is used."""
SHORT = (20, 24, 28, 200, 600)
"""Lengths of all attacks; increasing, so that exponential growth fails the test early."""
MIDDLE = 2_000
LONG = (5_000, 15_000, 40_000)
SUSPECTS = 12
"""The number of attacks, the slowest at a middle length, that are made at full length."""
LIMIT = 0.05
"""Seconds of CPU for a text of middle length, which takes a millisecond where time is linear."""
LONG_LIMIT = 0.25
"""The same for longer ones: some milliseconds where time is linear, a second where it is not."""
ENDS = ("", "!", "\n")
COMMON = " a0\n\t"
"""Characters that are tried whatever the pattern."""

Tree = Sequence[tuple[Any, Any]]


@dataclass(frozen=True)
class Expression:
    """A regular expression, its place in the sources, and the methods it is used with."""

    where: str
    pattern: str
    flags: int = 0
    methods: tuple[str, ...] = WHOLE

    def calls(self) -> Iterator[Callable[[str], object]]:
        """Each use, as a function of a text."""
        compiled = re.compile(self.pattern, self.flags)
        for name in self.methods:
            method = getattr(compiled, LAZY.get(name, name))
            if name == "sub":
                yield partial(method, "")
            else:
                yield method


def expressions() -> list[Expression]:
    """Those of all modules; AssertionError for one that cannot be analysed."""
    return [each for path in sorted(SOURCES.rglob("*.py")) for each in _in_source(path)]


def _in_source(path: Path) -> Iterator[Expression]:
    place = path.relative_to(SOURCES).as_posix()
    source = path.read_text(encoding="utf-8")
    if not re.search(r"\bre\b", source):
        return
    tree = ast.parse(source)
    assert not any(
        isinstance(node, ast.ImportFrom) and node.module == "re" for node in ast.walk(tree)
    ), f"{place}: import re as a whole, so that its patterns are found"
    named = {id(value): name for name, value in _assigned(tree)}
    for node in ast.walk(tree):
        if not _is_call_of_re(node):
            continue
        assert isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        where, method = f"{place}:{node.lineno}", node.func.attr
        name = named.get(id(node))
        if name is not None:
            value = getattr(import_module(_module(place)), name)
            yield Expression(where, value.pattern, value.flags & ~re.UNICODE, _uses(tree, name))
        else:
            assert isinstance(node.args[0], ast.Constant), f"{where}: tests cannot see the pattern"
            uses = WHOLE if method == "compile" else (method,)
            yield Expression(where, str(node.args[0].value), 0, uses)


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def _is_call_of_re(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in ("compile", *METHODS)
    )


def _uses(tree: ast.Module, name: str) -> tuple[str, ...]:
    """The methods that are called on a name; all if it is passed on."""
    owners = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in METHODS and _is_name(node.value, name)
    ]
    seen = sum(_is_name(node, name) for node in ast.walk(tree))
    alone = seen == len(owners) + 1  # and the assignment
    return tuple(dict.fromkeys(node.attr for node in owners)) if owners and alone else WHOLE


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _module(place: str) -> str:
    return "quebra." + place.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def slowest(expression: Expression) -> str | None:
    """A description of a text that takes too long; None if there is none."""
    trials = list(product(expression.calls(), attacks(expression)))
    for length in (*SHORT, MIDDLE):
        seconds = {}
        for number, (call, attack) in enumerate(trials):
            seconds[number] = _seconds(call, attack, length)
            if seconds[number] > LIMIT and _takes_longer(LIMIT, call, attack, length):
                return f"{length} characters: {attack}"
    suspects = sorted(seconds, key=lambda number: -seconds[number])[:SUSPECTS]
    for length, number in product(LONG, suspects):
        if _takes_longer(LONG_LIMIT, *trials[number], length):
            return f"{length} characters: {trials[number][1]}"
    return None


def _takes_longer(
    limit: float, call: Callable[[str], object], attack: tuple[str, str, str], length: int
) -> bool:
    """Whether a text takes longer each time that it is tried."""
    return all(_seconds(call, attack, length) > limit for _ in range(3))


def _seconds(call: Callable[[str], object], attack: tuple[str, str, str], length: int) -> float:
    start, pump, end = attack
    text = start + pump * (length // len(pump)) + end
    started = process_time()
    call(text)
    return process_time() - started


def attacks(expression: Expression) -> Iterator[tuple[str, str, str]]:
    """What a text begins with, what it repeats, and how it ends."""
    tree = parser.parse(expression.pattern, expression.flags)
    letters = dict.fromkeys([*COMMON, *_letters(tree)])
    repeats = list(_repeats(tree, ("",)))
    starts = dict.fromkeys(["", *(start for starts, _ in repeats for start in starts)])
    bodies = dict.fromkeys(body for _, body in repeats if body)
    for start, pump in product(starts, [*letters, *bodies]):
        yield from ((start, pump, end) for end in ENDS)


def _repeats(tree: Tree, starts: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each unbounded repetition: what may come before it, and what it repeats."""
    for operation, value in tree:
        if operation in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            _, high, body = value
            if high == codes.MAXREPEAT:
                yield starts, _sample(body, full=True)
            yield from _repeats(body, starts)
        else:
            for inner in _inner(operation, value):
                yield from _repeats(inner, starts)
        one = [(operation, value)]
        starts = tuple(
            dict.fromkeys(
                start + _sample(one, full) for start, full in product(starts, (False, True))
            )
        )[:8]


def _inner(operation: Any, value: Any) -> Iterable[Tree]:
    if operation == codes.SUBPATTERN:
        return [value[-1]]
    if operation == codes.BRANCH:
        return list(value[1])
    if operation in (codes.ASSERT, codes.ASSERT_NOT):
        return [value[1]]
    if operation == codes.ATOMIC_GROUP:
        return [value]
    return []


def _sample(tree: Tree, full: bool) -> str:
    """A text that matches, with what is optional or without."""
    text = ""
    for operation, value in tree:
        if operation in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            low, high, body = value
            text += _sample(body, full) * max(low, min(int(full), high))
        elif operation in (codes.LITERAL, codes.NOT_LITERAL, codes.IN, codes.ANY):
            text += next(iter(_letters([(operation, value)])), "a")
        elif inner := list(_inner(operation, value)):
            text += _sample(inner[-1] if full else inner[0], full)
    return text


def _letters(tree: Tree) -> Iterator[str]:
    """Characters that parts of a pattern match."""
    for operation, value in tree:
        if operation == codes.LITERAL:
            yield chr(value)
        elif operation == codes.NOT_LITERAL:
            yield "b" if value == ord("a") else "a"
        elif operation == codes.IN:
            yield from _members(value)
        elif operation in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            yield from _letters(value[2])
        for inner in _inner(operation, value):
            yield from _letters(inner)


def _members(members: Tree) -> Iterator[str]:
    """Some characters of a set, or some outside it where it is negated."""
    pattern = parser.SubPattern(parser.State(), [(codes.IN, list(members))])
    matches = re._compiler.compile(pattern).match  # type: ignore[attr-defined]
    own = [chr(v) for op, v in members if op == codes.LITERAL]
    own += [chr(end) for op, span in members if op == codes.RANGE for end in span]
    yield from (sign for sign in dict.fromkeys([*own, *" a0A_\t-!"]) if matches(sign))

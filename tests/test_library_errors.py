"""Every error that leaves the library is a `QuebraError`, and bad input has its place."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import quebra
from quebra.contract.registry import families, get_family
from quebra.i18n.text import Text
from quebra.service.verbs import load_all
from quebra.testing import read_case

KOJUN = "kojun\nregions\na a\ngivens\n2 ."
BOARD: Any = quebra.load(KOJUN)
ANSWER: Any = quebra.load_answer(BOARD, "2 1")
WRONG: tuple[Any, ...] = (
    *(0, -1, 1.5, True, float("nan"), float("inf"), 10**30, b"x", object()),
    *("", "x", "\0", "\ud800", "x" * 5_000, (), (1,), (1, 2, 3), ("a", "b"), [], [1], {}, {"a": 1}),
    *(Path(), Path("/no/such/file"), Event(), BOARD, ANSWER),
)
"""Values that hardly any argument can have."""
VERBS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "load": (quebra.load, {"source": KOJUN, "family": "kojun", "format": "text"}),
    "load_answer": (quebra.load_answer, {"puzzle": BOARD, "source": "2 1", "format": "text"}),
    "check": (quebra.check, {"puzzle": BOARD, "answer": ANSWER}),
    "progress": (quebra.progress, {"puzzle": BOARD, "answer": ANSWER}),
    "solve": (
        quebra.solve,
        {
            "puzzle": BOARD,
            "goal": "any",
            "engine": "own",
            "count": 1,
            "seed": 1,
            "up_to_symmetry": False,
            "start": None,
            "time": 1,
            "cancel": Event(),
            "each": None,
            "report": None,
            "trace": None,
        },
    ),
    "solutions": (
        quebra.solutions,
        {"puzzle": BOARD, "limit": 1, "engine": "own", "seed": 1, "time": 1, "cancel": Event()},
    ),
    "explain": (
        quebra.explain,
        {"puzzle": BOARD, "answer": None, "at": (0, 1), "time": 1, "cancel": Event()},
    ),
    "grade": (quebra.grade, {"puzzle": BOARD, "time": 1, "cancel": Event()}),
    "generate": (
        quebra.generate,
        {
            "family": "kojun",
            "size": "2x2",
            "seed": 1,
            "time": 5,
            "cancel": Event(),
            "grade": None,
            "rows": 2,
            "givens": None,
            "budget": None,
        },
    ),
    "draw": (quebra.draw, {"puzzle": BOARD, "answer": ANSWER, "look": quebra.Look()}),
    "convert": (quebra.convert, {"puzzle": BOARD, "to": "text"}),
}


def call(function: Callable[..., Any], arguments: dict[str, Any]) -> None:
    """Call a function, and use what it returns, unless it raises an error that it may raise."""
    try:
        result = function(**arguments)
        if isinstance(result, Iterator):
            list(result)
    except quebra.QuebraError as error:
        assert str(error)


@pytest.mark.parametrize("verb", VERBS)
def test_a_wrong_argument_is_refused(verb: str) -> None:
    function, right = VERBS[verb]
    for name in right:
        for value in (None, *WRONG):
            call(function, {**right, name: value})


@pytest.mark.parametrize("name", [family.name for family in families()])
def test_an_answer_of_another_family_is_refused(name: str) -> None:
    family = get_family(name)
    case = next(case for case in family.cases if case.answer)
    puzzle, _ = read_case(family, case)
    if family.model.answer is type(ANSWER):
        return
    for verb in (quebra.check, quebra.progress, quebra.draw, quebra.explain):
        with pytest.raises(quebra.BadInput, match=r"answer .*must be \w+, not GridAnswer"):
            verb(puzzle, ANSWER)


def test_the_type_of_another_family_is_refused() -> None:
    edges = get_family("edges").model.puzzle
    with pytest.raises(quebra.BadInput):
        quebra.load(KOJUN, edges)
    with pytest.raises(quebra.BadInput, match="The family must be a name or a type"):
        quebra.load(KOJUN, quebra.Puzzle)


NATIVE = '{"family": "kojun", "regions": [[0, 0]], "givens": [[2, "x"]]}'
RIGHT = NATIVE.replace('"x"', "0")


@pytest.mark.parametrize(
    ("text", "line", "column", "path"),
    [
        (f"{KOJUN}\ngivens\n1 .", 6, None, None),
        ("tangram classic\nfigure: M0 0 H1 V1 Z\nfigure: M0 0 H1 V1 Z", 3, None, None),
        ("shisen\n" + "x" * 600_000, 2, None, None),
        (NATIVE, None, None, "$.givens[0][1]"),
        (NATIVE.replace('"x"', "5"), None, None, None),
        (NATIVE.replace('"x"', "00"), 1, 58, None),
        (NATIVE.replace('"x"]]}', "\n0"), 2, 1, None),
        ('{"family": "kojun", "givens": [{"a": 1, "a": 2}]}', None, None, "$.givens[0]"),
        (f"{RIGHT}\n{NATIVE}", 2, None, "$.givens[0][1]"),
        ("<svg>\n<path\n</svg>", 3, 1, None),
    ],
)
def test_bad_input_has_its_place(
    text: str, line: int | None, column: int | None, path: str | None
) -> None:
    with pytest.raises(quebra.BadInput) as caught:
        list(load_all(text))
    assert (caught.value.line, caught.value.column, caught.value.path) == (line, column, path)


def test_bytes_that_are_no_text_have_their_place(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    for wrong in (b"\xff", b"\0"):
        file.write_bytes(b"kojun\nregions\na " + wrong)
        with pytest.raises(quebra.BadInput) as caught:
            quebra.load(file)
        assert (caught.value.line, caught.value.column) == (3, 3)


def test_an_error_that_crosses_processes_keeps_its_place() -> None:
    error = quebra.BadInput(Text("There."), line=2, column=3, path="$")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.place) == ("There.", {"line": 2, "column": 3, "path": "$"})

"""Whatever stands in a field of a task, it is done or refused with a sentence."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from parameters import slow_where
from quebra.contract.errors import BadInput, Cut, NotFound
from quebra.contract.registry import families
from quebra.engine.budget import Budget
from quebra.play import new_game, write_game
from quebra.service import verbs
from quebra.service.protocol import REQUESTS, read_request

LARGE = 10**30
WRONG: tuple[Any, ...] = (
    *(None, True, 0, 5, -1, LARGE, -LARGE, 0.5, 1e300),
    *("", "x", " ", "\n", "é\0", "9" * 5_000, "0x0", "99999x99999"),
    *([], [None], [1], [[]], [0, 0], [0, 0, 0], [-1, 0], [9, 9], [LARGE, 0], [[9, 9]]),
    *({}, {"a": 1}, {"family": "kojun"}, {"family": 5}),
    *({"seed": 1}, {"budget": 1}, {"size": "5x5"}, {"rows": 3}, {"grade": 5}, {"options": {}}),
    *({"tint": 1}, {"broken": 5}, {"broken": [5]}, {"broken": [[]]}, {"broken": [[0]]}),
    *(
        {"broken": [[0, 0, 0]]},
        {"broken": [[-1, 0]]},
        {"broken": [[99, 99]]},
        {"broken": [[LARGE, 0]]},
    ),
)
OF_EVERY_FAMILY = ("draw", "explain", "generate", "edit", "move", "hint")
PICTURES = ("draw", "book", "worksheet", "cutout")
FAMILIES = [family.name for family in families()]


def right_fields(verb: str, name: str) -> dict[str, Any]:
    """Fields with which a task is done, as far as they belong to its verb."""
    family = next(family for family in families() if family.name == name)
    case = next(case for case in family.cases if case.answer and case.violations == ())
    puzzle = verbs.parse(case.puzzle, family=name)
    fields = {
        "puzzle": json.loads(verbs.convert(puzzle, "json")),
        "answer": case.answer,
        "source": case.puzzle,
        "family": name,
        "to": "svg" if verb in PICTURES else "json",
        "move": "r1c1=1",
        "name": "start",
        "technique": "last cell",
        "start": 0,
        "game": json.loads(write_game(new_game(puzzle))),
    }
    known = REQUESTS[verb].__struct_fields__
    return {field: value for field, value in fields.items() if field in known}


def refusal(verb: str, fields: dict[str, Any]) -> str | None:
    """Why a task is refused; None if it is done. Any other exception is a mistake."""
    try:
        task = read_request(json.dumps(fields).encode(), verb)
        read_request(msgspec.json.encode(task)).run(Budget(0.2))
    except (BadInput, NotFound, Cut) as error:
        return str(error)
    return None


def assert_sentence(text: str | None) -> None:
    assert (
        text is None or text.startswith("stopped early") or (text.endswith(".") and len(text) > 9)
    )


def throw_wrong_values(verb: str, family: str) -> None:
    right = right_fields(verb, family)
    for field in (*REQUESTS[verb].__struct_fields__, "no_such_field"):
        for value in WRONG:
            assert_sentence(refusal(verb, {**right, field: value}))


@pytest.mark.parametrize("verb", REQUESTS)
def test_a_wrong_value_in_any_field(verb: str) -> None:
    throw_wrong_values(verb, "kojun")


@pytest.mark.parametrize(
    "family",
    slow_where(lambda name: name == "tangram", [name for name in FAMILIES if name != "kojun"]),
)
@pytest.mark.parametrize("verb", OF_EVERY_FAMILY)
def test_a_wrong_value_where_the_family_decides(verb: str, family: str) -> None:
    throw_wrong_values(verb, family)


@pytest.mark.parametrize("verb", REQUESTS)
def test_fields_that_are_missing_or_unknown(verb: str) -> None:
    right = right_fields(verb, "kojun")
    kind = REQUESTS[verb]
    required = [field.name for field in msgspec.structs.fields(kind) if field.required]
    for name in required:
        rest = {field: value for field, value in right.items() if field != name}
        assert name in (refusal(verb, rest) or "")
    assert "no_such_field" in (refusal(verb, {**right, "no_such_field": 1}) or "")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"options": 5}, "JSON at $.options: expected object, got int."),
        ({"options": None}, "JSON at $.options: expected object, got null."),
        ({"options": {"seed": 1}}, "Object contains unknown field seed."),
        ({"options": {"budget": 1}}, "Object contains unknown field budget."),
        ({"options": {"size": "5x5"}}, "Object contains unknown field size."),
        ({"options": {"family": "kojun"}}, "Object contains unknown field family."),
        ({"options": {"grade": "easy"}, "grade": "hard"}, "The option 'grade' is given twice."),
    ],
)
def test_options_of_generate(fields: dict[str, Any], said: str) -> None:
    assert refusal("generate", {"family": "kojun", **fields}) == said


@pytest.mark.parametrize("family", ["kojun", "shisen", "symmetry", "edges"])
@pytest.mark.parametrize(
    ("place", "said"),
    [
        ([99, 99], "Row 100, column 100 is not on the board of"),
        ([-1, 0], "is not on the board of"),
        ([], "A cell has 2 numbers, its row and its column, not 0."),
        ([0], "A cell has 2 numbers, its row and its column, not 1."),
        ([0, 0, 0], "A cell has 2 numbers, its row and its column, not 3."),
    ],
)
def test_places_off_the_board(family: str, place: list[int], said: str) -> None:
    fields = {**right_fields("draw", family), "look": {"broken": [place]}}
    assert said in (refusal("draw", fields) or "")


@pytest.mark.parametrize("seed", [-1, -LARGE, 2**63, LARGE])
def test_every_seed_is_one_for_every_engine(seed: int) -> None:
    for family in families():
        right = right_fields("solve", family.name)
        for engine in family.solve.engines:
            refusal("solve", {**right, "engine": engine, "seed": seed})

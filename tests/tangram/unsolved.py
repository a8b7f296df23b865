"""The family as far as it goes without a solver, to be held to the parts of the contract."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from quebra.core import Family, Recipe
from quebra.families.tangram.draw import draw
from quebra.families.tangram.formats import ANSWER_CODECS, CODECS
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.rules import RULES, VIOLATIONS, check, progress


def _none(*_: object) -> Iterator[NoReturn]:
    raise NotImplementedError


def _never(*_: object) -> NoReturn:
    raise NotImplementedError


FAMILY: Family[Tangram, Assembly] = Family(
    name="tangram",
    title="Tangram",
    summary="pieces with straight, round and curved sides that form a figure",
    rules=RULES,
    package="quebra.families.tangram",
    puzzle=Tangram,
    answer=Assembly,
    codecs=CODECS,
    answer_codecs=ANSWER_CODECS,
    violations=VIOLATIONS,
    check=check,
    progress=progress,
    engines={},
    techniques=(),
    explain=_none,
    holds=_never,
    grade=_never,
    recipe=Recipe,
    generate=_never,
    render=draw,
    count=1,
)

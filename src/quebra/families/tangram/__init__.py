"""Geometric puzzles: pieces with straight, round and curved sides that form a figure."""

from quebra.contract.family import (
    Explain,
    Family,
    Formats,
    Generate,
    Model,
    Rules,
    Solve,
    Symmetries,
)
from quebra.families.tangram.canonical import canonical, images
from quebra.families.tangram.draw import draw
from quebra.families.tangram.explain import TECHNIQUES, explain, holds
from quebra.families.tangram.formats import ANSWER_CODECS, CODECS
from quebra.families.tangram.generate import TangramRecipe, generate
from quebra.families.tangram.grade import grade
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.play import PLAY
from quebra.families.tangram.rules import RULES, VIOLATIONS, check, progress
from quebra.families.tangram.solve import ENGINES
from quebra.families.tangram.solve.choice import suitable

family: Family[Tangram, Assembly] = Family(
    name="tangram",
    title="Tangram",
    model=Model(
        puzzle=Tangram,
        answer=Assembly,
        default_size=None,
    ),
    formats=Formats(
        puzzles=CODECS,
        answers=ANSWER_CODECS,
    ),
    rules=Rules(
        summary="pieces with straight, round and curved sides that form a figure",
        texts=RULES,
        codes=VIOLATIONS,
        check=check,
        progress=progress,
    ),
    solve=Solve(
        engines=ENGINES,
        count=1,
        choose_engine=suitable,
    ),
    explain=Explain(
        techniques=TECHNIQUES,
        steps=explain,
        change_agrees=holds,
        grade=grade,
    ),
    generate=Generate(
        recipe=TangramRecipe,
        make=generate,
    ),
    draw=draw,
    play=PLAY,
    symmetry=Symmetries(
        canonical=canonical,
        images=images,
    ),
)

__all__ = ["Assembly", "Tangram", "family"]

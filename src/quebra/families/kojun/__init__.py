"""Kojun: numbers in regions, decreasing downwards."""

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
from quebra.families.kojun.canonical import canonical, images
from quebra.families.kojun.draw import draw
from quebra.families.kojun.explain import TECHNIQUES, explain, grade
from quebra.families.kojun.formats import ANSWER_CODECS, CODECS
from quebra.families.kojun.generate import KojunRecipe, generate
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.play import PLAY
from quebra.families.kojun.rules import RULES, VIOLATIONS, check, progress
from quebra.families.kojun.solve import ENGINES
from quebra.families.kojun.split import split
from quebra.grid.cells import GridAnswer
from quebra.grid.rules import holds

family: Family[Kojun, GridAnswer] = Family(
    name="kojun",
    title="Kojun",
    model=Model(
        puzzle=Kojun,
        answer=GridAnswer,
        default_size=(6, 6),
    ),
    formats=Formats(
        puzzles=CODECS,
        answers=ANSWER_CODECS,
    ),
    rules=Rules(
        summary="numbers in regions, decreasing downwards",
        texts=RULES,
        codes=VIOLATIONS,
        check=check,
        progress=progress,
    ),
    solve=Solve(
        engines=ENGINES,
    ),
    explain=Explain(
        techniques=TECHNIQUES,
        steps=explain,
        change_agrees=holds,
        grade=grade,
    ),
    generate=Generate(
        recipe=KojunRecipe,
        make=generate,
    ),
    draw=draw,
    play=PLAY,
    symmetry=Symmetries(
        canonical=canonical,
        images=images,
        split=split,
    ),
)

__all__ = ["Kojun", "family"]

"""Shisen-Sho: clear the tiles, each as early as can be."""

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
from quebra.families.shisen.canonical import canonical, images
from quebra.families.shisen.draw import draw
from quebra.families.shisen.explain import TECHNIQUES, explain, explain_at, grade
from quebra.families.shisen.formats import ANSWER_CODECS, CODECS
from quebra.families.shisen.generate import ShisenRecipe, generate
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.play import PLAY
from quebra.families.shisen.rules import GOALS, RULES, VIOLATIONS, check, holds, progress
from quebra.families.shisen.solve import ENGINES
from quebra.families.shisen.solve.lpfile import LP

family: Family[Shisen, Clearing] = Family(
    name="shisen",
    title="Shisen-Sho",
    model=Model(
        puzzle=Shisen,
        answer=Clearing,
        default_size=(6, 6),
    ),
    formats=Formats(
        puzzles=(*CODECS, LP),
        answers=ANSWER_CODECS,
    ),
    rules=Rules(
        summary="clear pairs of tiles along paths of at most three segments, as early as can be",
        texts=RULES,
        codes=VIOLATIONS,
        check=check,
        progress=progress,
    ),
    solve=Solve(
        engines=ENGINES,
        goals=GOALS,
        count=1,
    ),
    explain=Explain(
        techniques=TECHNIQUES,
        steps=explain,
        change_agrees=holds,
        grade=grade,
        at=explain_at,
    ),
    generate=Generate(
        recipe=ShisenRecipe,
        make=generate,
    ),
    draw=draw,
    play=PLAY,
    symmetry=Symmetries(
        canonical=canonical,
        images=images,
    ),
)

__all__ = ["Clearing", "Shisen", "family"]

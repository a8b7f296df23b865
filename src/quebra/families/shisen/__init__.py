"""Shisen-Sho: clear the tiles, each as early as can be."""

from quebra.contract.family import Family
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
    summary="clear pairs of tiles along paths of at most three segments, as early as can be",
    rules=RULES,
    package=__name__,
    puzzle=Shisen,
    answer=Clearing,
    codecs=(*CODECS, LP),
    answer_codecs=ANSWER_CODECS,
    violations=VIOLATIONS,
    check=check,
    progress=progress,
    engines=ENGINES,
    techniques=TECHNIQUES,
    explain=explain,
    holds=holds,
    grade=grade,
    recipe=ShisenRecipe,
    generate=generate,
    render=draw,
    count=1,
    default_size=(6, 6),
    goals=GOALS,
    explain_at=explain_at,
    play=PLAY,
    canonical=canonical,
    images=images,
)

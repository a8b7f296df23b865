"""Kojun: numbers in regions, decreasing downwards."""

from quebra.contract.family import Family
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
    summary="numbers in regions, decreasing downwards",
    rules=RULES,
    package=__name__,
    puzzle=Kojun,
    answer=GridAnswer,
    codecs=CODECS,
    answer_codecs=ANSWER_CODECS,
    violations=VIOLATIONS,
    check=check,
    progress=progress,
    engines=ENGINES,
    techniques=TECHNIQUES,
    explain=explain,
    holds=holds,
    grade=grade,
    recipe=KojunRecipe,
    generate=generate,
    render=draw,
    default_size=(6, 6),
    play=PLAY,
    canonical=canonical,
    images=images,
    split=split,
)

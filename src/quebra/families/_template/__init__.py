"""A small family that always runs: Latin squares. Copy this folder to start a family of your own.

Each file is a room that every family has; `docs/add-a-family.md` walks through them.
"""

from quebra.contract.family import Family, Recipe
from quebra.families._template.canonical import canonical, images
from quebra.families._template.draw import draw
from quebra.families._template.explain import TECHNIQUES, explain, grade
from quebra.families._template.formats import ANSWER_CODECS, CODECS
from quebra.families._template.generate import generate
from quebra.families._template.model import Latin
from quebra.families._template.play import PLAY
from quebra.families._template.rules import RULES, VIOLATIONS, check, progress
from quebra.families._template.solve import ENGINES
from quebra.families._template.split import split
from quebra.grid.cells import GridAnswer
from quebra.grid.rules import holds

family: Family[Latin, GridAnswer] = Family(
    name="latin",
    title="Latin square",
    summary="each number once in every row and column",
    rules=RULES,
    package=__name__,
    puzzle=Latin,
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
    recipe=Recipe,
    generate=generate,
    render=draw,
    default_size=(4, 4),
    play=PLAY,
    canonical=canonical,
    images=images,
    split=split,
)

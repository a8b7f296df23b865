"""Symmetry: every row and column a palindrome, blanks ignored."""

from quebra.contract.family import Family
from quebra.families.symmetry.canonical import canonical, images
from quebra.families.symmetry.draw import draw
from quebra.families.symmetry.explain import TECHNIQUES, explain, grade
from quebra.families.symmetry.formats import ANSWER_CODECS, CODECS
from quebra.families.symmetry.generate import SymmetryRecipe, generate
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.play import PLAY
from quebra.families.symmetry.rules import GOALS, RULES, VIOLATIONS, check, progress
from quebra.families.symmetry.solve import ENGINES
from quebra.grid.cells import GridAnswer
from quebra.grid.rules import holds

family: Family[Symmetry, GridAnswer] = Family(
    name="symmetry",
    title="Symmetry",
    summary="every row and column a palindrome, blanks ignored",
    rules=RULES,
    package=__name__,
    puzzle=Symmetry,
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
    recipe=SymmetryRecipe,
    generate=generate,
    render=draw,
    default_size=(6, 6),
    goals=GOALS,
    play=PLAY,
    canonical=canonical,
    images=images,
)

"""Symmetry: every row and column a palindrome, blanks ignored."""

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
    model=Model(
        puzzle=Symmetry,
        answer=GridAnswer,
        default_size=(6, 6),
    ),
    formats=Formats(
        puzzles=CODECS,
        answers=ANSWER_CODECS,
    ),
    rules=Rules(
        summary="every row and column a palindrome, blanks ignored",
        texts=RULES,
        codes=VIOLATIONS,
        check=check,
        progress=progress,
    ),
    solve=Solve(
        engines=ENGINES,
        goals=GOALS,
    ),
    explain=Explain(
        techniques=TECHNIQUES,
        steps=explain,
        change_agrees=holds,
        grade=grade,
    ),
    generate=Generate(
        recipe=SymmetryRecipe,
        make=generate,
    ),
    draw=draw,
    play=PLAY,
    symmetry=Symmetries(
        canonical=canonical,
        images=images,
    ),
)

__all__ = ["Symmetry", "family"]

"""A small family that always runs: Latin squares. Copy this folder to start a family of your own.

Each file is a room that every family has; `docs/add-a-family.md` walks through them. The page plays
this family by a number pad, for its moves are entries; `docs/page-js.md` shows how a family brings
its own board, as a file `page.js` in this folder.
"""

from quebra.contract.family import (
    Explain,
    Family,
    Formats,
    Generate,
    Model,
    Recipe,
    Rules,
    Solve,
    Symmetries,
)
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
    model=Model(
        puzzle=Latin,
        answer=GridAnswer,
        default_size=(4, 4),
    ),
    formats=Formats(
        puzzles=CODECS,
        answers=ANSWER_CODECS,
    ),
    rules=Rules(
        summary="each number once in every row and column",
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
        recipe=Recipe,
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

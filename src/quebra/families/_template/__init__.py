"""A small family that always runs: Latin squares. Copy this folder to start a family of your own.

Each file is a room that every family has; `docs/add-a-family.md` walks through them.
"""

from quebra.contract.family import Family
from quebra.families._template.draw import draw
from quebra.families._template.explain import EXPLAIN
from quebra.families._template.formats import FORMATS
from quebra.families._template.generate import GENERATE
from quebra.families._template.model import MODEL
from quebra.families._template.play import PLAY
from quebra.families._template.rules import RULES
from quebra.families._template.solve import SOLVE
from quebra.families._template.symmetry import SYMMETRY

family = Family(
    name="latin",
    title="Latin square",
    model=MODEL,
    formats=FORMATS,
    rules=RULES,
    solve=SOLVE,
    explain=EXPLAIN,
    generate=GENERATE,
    draw=draw,
    play=PLAY,
    symmetry=SYMMETRY,
)

"""Kojun: numbers in regions, decreasing downwards."""

from quebra.contract.family import Family
from quebra.families.kojun.draw import draw
from quebra.families.kojun.explain import EXPLAIN
from quebra.families.kojun.formats import FORMATS
from quebra.families.kojun.generate import GENERATE
from quebra.families.kojun.model import MODEL, Kojun
from quebra.families.kojun.play import PLAY
from quebra.families.kojun.rules import RULES
from quebra.families.kojun.solve import SOLVE
from quebra.families.kojun.symmetry import SYMMETRY
from quebra.i18n.text import Text

family = Family(
    name="kojun",
    title=Text("Kojun"),
    model=MODEL,
    formats=FORMATS,
    rules=RULES,
    solve=SOLVE,
    explain=EXPLAIN,
    generate=GENERATE,
    draw=draw,
    play=PLAY,
    symmetry=SYMMETRY,
    draws_candidates=True,
)

__all__ = ["Kojun", "family"]

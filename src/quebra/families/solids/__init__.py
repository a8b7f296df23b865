"""Packing in space: lay pieces of cubes so that they fill a target."""

from quebra.contract.family import Family
from quebra.families.solids.cutouts import cut_outs
from quebra.families.solids.draw import draw
from quebra.families.solids.explain import EXPLAIN
from quebra.families.solids.formats import FORMATS
from quebra.families.solids.generate import GENERATE
from quebra.families.solids.model import MODEL, Assembly, Solids
from quebra.families.solids.play import PLAY
from quebra.families.solids.rules import RULES
from quebra.families.solids.solve import SOLVE
from quebra.families.solids.symmetry import SYMMETRY
from quebra.i18n.text import Text

family = Family(
    name="solids",
    title=Text("Packing in space"),
    model=MODEL,
    formats=FORMATS,
    rules=RULES,
    solve=SOLVE,
    explain=EXPLAIN,
    generate=GENERATE,
    draw=draw,
    play=PLAY,
    symmetry=SYMMETRY,
    cut_outs=cut_outs,
)

__all__ = ["Assembly", "Solids", "family"]

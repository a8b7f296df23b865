"""Geometric puzzles: pieces with straight, round and curved sides that form a figure."""

from quebra.contract.family import Family
from quebra.families.tangram.cutouts import cut_outs
from quebra.families.tangram.draw import draw
from quebra.families.tangram.explain import EXPLAIN
from quebra.families.tangram.formats import FORMATS
from quebra.families.tangram.generate import GENERATE
from quebra.families.tangram.model import MODEL, Assembly, Tangram
from quebra.families.tangram.play import PLAY
from quebra.families.tangram.rules import RULES
from quebra.families.tangram.solve import SOLVE
from quebra.families.tangram.symmetry import SYMMETRY
from quebra.i18n.text import Text

family = Family(
    name="tangram",
    title=Text("Tangram"),
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

__all__ = ["Assembly", "Tangram", "family"]

"""Shisen-Sho: clear pairs of tiles, each as early as possible."""

from quebra.contract.family import Family
from quebra.families.shisen.cutouts import cut_outs
from quebra.families.shisen.draw import draw
from quebra.families.shisen.explain import EXPLAIN
from quebra.families.shisen.formats import FORMATS
from quebra.families.shisen.generate import GENERATE
from quebra.families.shisen.model import MODEL, Clearing, Shisen
from quebra.families.shisen.play import PLAY
from quebra.families.shisen.rules import RULES
from quebra.families.shisen.solve import SOLVE
from quebra.families.shisen.symmetry import SYMMETRY
from quebra.i18n.text import Text

family = Family(
    name="shisen",
    title=Text("Shisen-Sho"),
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
    draws_candidates=True,
)

__all__ = ["Clearing", "Shisen", "family"]

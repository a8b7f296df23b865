"""Edge-matching: lay the pieces so that edges that meet have one colour."""

from quebra.contract.family import Family
from quebra.families.edges.cutouts import cut_outs
from quebra.families.edges.draw import draw
from quebra.families.edges.explain import EXPLAIN
from quebra.families.edges.formats import FORMATS
from quebra.families.edges.generate import GENERATE
from quebra.families.edges.model import MODEL, Edges, Filling
from quebra.families.edges.play import PLAY
from quebra.families.edges.rules import RULES
from quebra.families.edges.solve import SOLVE
from quebra.families.edges.symmetry import SYMMETRY
from quebra.i18n.text import Text

family = Family(
    name="edges",
    title=Text("Edge-matching"),
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

__all__ = ["Edges", "Filling", "family"]

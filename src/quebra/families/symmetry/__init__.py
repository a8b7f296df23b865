"""Symmetry: every row and column a palindrome, blanks ignored."""

from quebra.contract.family import Family
from quebra.families.symmetry.draw import draw
from quebra.families.symmetry.explain import EXPLAIN
from quebra.families.symmetry.formats import FORMATS
from quebra.families.symmetry.generate import GENERATE
from quebra.families.symmetry.model import MODEL, Symmetry
from quebra.families.symmetry.play import PLAY
from quebra.families.symmetry.rules import RULES
from quebra.families.symmetry.solve import SOLVE
from quebra.families.symmetry.symmetry import SYMMETRY
from quebra.i18n.text import Text

family = Family(
    name="symmetry",
    title=Text("Symmetry"),
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

__all__ = ["Symmetry", "family"]

"""Equivalence of puzzles and of full boards, and the division of hard puzzles."""

from quebra.contract.symmetry import Symmetries
from quebra.families.edges.symmetry.canonical import canonical
from quebra.families.edges.symmetry.solution_key import solution_key
from quebra.families.edges.symmetry.split import split

__all__ = ["SYMMETRY"]

SYMMETRY = Symmetries(canonical=canonical, solution_key=solution_key, split=split)

"""Puzzles as they are printed: with their grade, solution, link and caption."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from quebra.contract.family import GRADE_NAMES, GRADES, Look
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.registry import AnyFamily, family_of
from quebra.contract.results import Grade
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.render import Drawing


@dataclass(frozen=True)
class Entry:
    """A puzzle with its grade, a solution, and a link that opens it, or an empty one.

    `is_only_solution` means that the solution is proved to be the only one.
    """

    puzzle: Puzzle
    grade: Grade
    solution: Answer
    is_only_solution: bool
    link: str = ""

    @property
    def family(self) -> AnyFamily:
        """The family of the puzzle."""
        return family_of(self.puzzle)

    def drawing(self, *, upright: bool = False) -> Drawing:
        """The puzzle to be solved."""
        return self.family.draw(self.puzzle, None, Look(upright=upright))

    @property
    def solved(self) -> Drawing:
        """The solution."""
        return self.family.draw(self.puzzle, self.solution, Look())

    @property
    def rank(self) -> tuple[int, float]:
        """The place of the grade from easy to hard; puzzles without a grade are last."""
        name = self.grade.name
        return (GRADES.index(name) if name else len(GRADES)), self.grade.score

    def caption(self, lang: str) -> str:
        """The title of the drawing without the name of the family: size or name of the figure."""
        family, title = (
            translate(each, lang) for each in (self.family.title, self.drawing().title)
        )
        return title.removeprefix(f"{family}, ")

    def grade_name(self, lang: str) -> str:
        """The name of the grade with a capital; empty if there is none."""
        name = translate(GRADE_NAMES[self.grade.name], lang) if self.grade.name else ""
        return name[:1].upper() + name[1:]

    def solution_note(self, lang: str) -> str:
        """What a reader must know of a solution that is not the only one, where it should be."""
        if self.is_only_solution or self.family.solve.count == 1:
            return ""
        return translate(Text("one of several"), lang)


def by_family(entries: Iterable[Entry]) -> list[list[Entry]]:
    """The entries of each family in the order of the families, each from easy to hard."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.puzzle.family, []).append(entry)
    return [sorted(part, key=lambda entry: entry.rank) for part in found.values()]

"""The rules of a family in words, with the boards of its case file as illustrations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from quebra.contract.family import Look, read_case
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import AnyFamily
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.publish.paper import Paper
from quebra.publish.pictures import Picture, picture

CASE_ROWS = 3
CASE_COLUMNS = 3
CASE_GAP = 6.0
"""The space between the boards, in millimetres."""
CASE_ROOM = 0.8
"""The largest height of a board, as a share of its width."""
CASE_CELL = 9.0
"""The largest size of a cell on these boards, in millimetres."""
RIGHT = Text("Every rule is kept.")


class ShownCase(msgspec.Struct, frozen=True):
    """A board with a sentence: a rule that it breaks, or that it is right."""

    picture: Picture
    text: str
    right: bool


class ShownRules(msgspec.Struct, frozen=True):
    """The rules of a family on a page."""

    summary: str
    texts: tuple[str, ...]
    cases: tuple[ShownCase, ...]
    columns: int = CASE_COLUMNS


def shown_rules(
    family: AnyFamily, puzzles: Iterable[Puzzle], paper: Paper, lang: str
) -> ShownRules:
    """The rules of these puzzles, with a right board and one for each rule that can be broken."""
    columns = CASE_COLUMNS if paper.area[0] > 50 * CASE_COLUMNS and not paper.large else 2
    return ShownRules(
        summary=translate(Text("{text}.", text=family.rules.summary), lang),
        texts=tuple(translate(text, lang) for text in rules_of(family, puzzles)),
        cases=tuple(_cases(family, paper, lang, columns)),
        columns=columns,
    )


def rules_of(family: AnyFamily, puzzles: Iterable[Puzzle]) -> tuple[Text, ...]:
    """The rules that hold for at least one of the puzzles, in their order."""
    held = {text for puzzle in puzzles for text in family.rules.texts_for(puzzle)}
    return tuple(text for text in family.rules.texts if text in held)


def _cases(family: AnyFamily, paper: Paper, lang: str, columns: int) -> Iterator[ShownCase]:
    wide = (paper.area[0] + CASE_GAP) / columns - CASE_GAP
    room = wide, CASE_ROOM * wide
    for puzzle, answer in _examples(family)[: CASE_ROWS * columns]:
        broken = family.rules.check(puzzle, answer)
        places = tuple({place: None for violation in broken for place in violation.where})
        drawing = family.draw(puzzle, answer, Look(broken=places, cover=True))
        text = broken[0].text if broken else RIGHT
        shown = picture(drawing, room, paper, lang, CASE_CELL)
        yield ShownCase(shown, translate(text, lang), right=not broken)


def _examples(family: AnyFamily) -> list[tuple[object, object]]:
    """A right case, and the first case for each code, the simplest ones first."""
    cases = [case for case in family.cases if case.answer is not None and not case.technique]
    right = next((case for case in cases if case.violations == ()), None)
    found = [right] if right else []
    for code in family.rules.codes:
        broken = [case for case in cases if case.violations and code in case.violations]
        first = min(broken, key=lambda case: len(case.violations or ()), default=None)
        if first and first not in found:
            found.append(first)
    return [read_case(family, case) for case in found]

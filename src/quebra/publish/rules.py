"""The rules of a family in words, with the boards of its case file as illustrations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from quebra.contract.family import Case, Look, read_case
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import AnyFamily
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text
from quebra.publish.paper import Paper
from quebra.publish.pictures import Picture, largest_scale, picture
from quebra.render import Drawing

MAX_CASES = 12
CASE_COLUMNS, WIDE_CASE_COLUMNS = 3, 2
CASE_GAP = 6.0
"""The space between the boards, in millimetres."""
MIN_CASE_WIDTH = 44.0
"""The least width of a column, in millimetres."""
CASE_ROOM = 0.75
"""The largest height of a board, as a share of the width of its column."""
CASE_CELL, MIN_CASE_CELL = 9.0, 4.6
"""The largest size of a cell on these boards, and the least one in narrow columns."""
RIGHT = Text("Every rule is kept.")


class ShownCase(msgspec.Struct, frozen=True):
    """A board with a sentence: a rule that it breaks, or that it is right."""

    picture: Picture
    text: str
    right: bool


class ShownRules(msgspec.Struct, frozen=True):
    """The rules of a family on a page, which has as many rows of cases as there is room for."""

    summary: str
    texts: tuple[str, ...]
    cases: tuple[ShownCase, ...]
    columns: int


def shown_rules(
    family: AnyFamily, puzzles: Iterable[Puzzle], paper: Paper, lang: str
) -> ShownRules:
    """The rules of these puzzles, with a right board and one for each rule that can be broken."""
    texts = rules_of(family, puzzles)
    cases = [_drawn(family, case) for case in _examples(family, texts)[:MAX_CASES]]
    columns = _columns([drawing for drawing, _, _ in cases], paper)
    room = _room(columns, paper)
    return ShownRules(
        summary=translate(Text("{text}.", text=family.rules.summary), lang),
        texts=tuple(translate(text, lang) for text in texts),
        cases=tuple(
            ShownCase(picture(drawing, room, paper, lang, CASE_CELL), translate(text, lang), right)
            for drawing, text, right in cases
        ),
        columns=columns,
    )


def rules_of(family: AnyFamily, puzzles: Iterable[Puzzle]) -> tuple[Text, ...]:
    """The rules that hold for at least one of the puzzles, in their order."""
    held = {text for puzzle in puzzles for text in family.rules.texts_for(puzzle)}
    return tuple(text for text in family.rules.texts if text in held)


def _columns(drawings: Sequence[Drawing], paper: Paper) -> int:
    """The number of columns: fewer on narrow paper, in large print and for wide boards."""
    room = _room(CASE_COLUMNS, paper)
    is_narrow = paper.large or room[0] < MIN_CASE_WIDTH
    if is_narrow or min(largest_scale(each, room) for each in drawings) < MIN_CASE_CELL:
        return WIDE_CASE_COLUMNS
    return CASE_COLUMNS


def _room(columns: int, paper: Paper) -> tuple[float, float]:
    """The width and height of the picture of a board."""
    width = (paper.area[0] + CASE_GAP) / columns - CASE_GAP
    return width, CASE_ROOM * width


def _drawn(family: AnyFamily, case: Case) -> tuple[Drawing, Text, bool]:
    """The board of a case, the first rule that it breaks, and whether it breaks none."""
    puzzle, answer = read_case(family, case)
    broken = family.rules.check(puzzle, answer)
    places = tuple({place: None for violation in broken for place in violation.where})
    drawing = family.draw(puzzle, answer, Look(broken=places, cover=True))
    return drawing, broken[0].text if broken else RIGHT, not broken


def _examples(family: AnyFamily, texts: Collection[Text]) -> list[Case]:
    """A right case, and the first case for each code, the simplest ones first.

    Puzzles that other rules hold for as well are left out.
    """
    cases = [
        case
        for case in family.cases
        if case.answer is not None
        and not case.technique
        and set(family.rules.texts_for(read_case(family, case)[0])) <= set(texts)
    ]
    right = next((case for case in cases if case.violations == ()), None)
    found = [right] if right else []
    for code in family.rules.codes:
        broken = [case for case in cases if case.violations and code in case.violations]
        first = min(broken, key=lambda case: len(case.violations or ()), default=None)
        if first and first not in found:
            found.append(first)
    return found

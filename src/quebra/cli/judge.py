"""quebra judge"""

from __future__ import annotations

from collections.abc import Iterator

from quebra.cli.assess import assessing
from quebra.cli.common import DONE, NO, NOT_KNOWN
from quebra.i18n.text import Plural, Text
from quebra.play import Clue
from quebra.service.results import Judged
from quebra.service.setter import Judge


def _lines(judged: Judged) -> Iterator[Text]:
    """What follows the first sentence."""
    if n := len(judged.differences):
        yield Plural("Solutions differ in {n} cell.", "Solutions differ in {n} cells.", n=n)
    yield from _listed(Text("Clues that would leave one solution:"), judged.settling)
    yield from _listed(Text("Clues that are not needed:"), judged.unneeded)
    yield from (violation.text for violation in judged.broken)
    yield from _listed(Text("Without one of these clues there is a solution:"), judged.conflicting)
    yield from _listed(Text("These clues contradict each other:"), judged.contradicting)
    if judged.status == "unique" and judged.complete and judged.clues and not judged.unneeded:
        yield Text("Every clue is needed.")
    if not judged.complete:
        yield Text("The time was too short to try all clues.")
    if judged.grade:
        yield judged.grade.text


def _listed(heading: Text, clues: tuple[Clue, ...]) -> Iterator[Text]:
    """The heading and the clues below it, if there are any."""
    if clues:
        yield heading
        yield from (Text("  {clue}", clue=clue.text) for clue in clues)


def _status(judged: Judged) -> int:
    known = judged.status not in ("unknown", "found") or judged.exact
    return DONE if judged.status == "unique" else NO if known else NOT_KNOWN


command = assessing(Judge, Text("Solving"), _lines, _status)

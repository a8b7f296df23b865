"""quebra grade"""

from __future__ import annotations

from collections.abc import Iterator

from quebra.cli.assess import assessing
from quebra.cli.common import DONE, NO, NOT_KNOWN
from quebra.i18n.text import Plural, Series, Text, Verbatim
from quebra.service.requests import Grade
from quebra.service.results import Graded


def _lines(graded: Graded) -> Iterator[Text]:
    """The score, the bottlenecks and the number of steps by technique."""
    techniques = Series(
        Text("{name} {count}", name=Verbatim(name), count=count)
        for name, count in graded.techniques.items()
    )
    if graded.grade:
        yield Plural(
            "score {score:g}, {n} bottleneck: {techniques}",
            "score {score:g}, {n} bottlenecks: {techniques}",
            n=graded.bottlenecks,
            score=graded.score,
            techniques=techniques,
        )


def _status(graded: Graded) -> int:
    return NOT_KNOWN if graded.reason else DONE if graded.grade else NO


command = assessing(Grade, Text("Grading"), _lines, _status)

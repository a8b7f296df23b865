"""What a format writes is read back without a word about its family or format."""

from collections.abc import Iterator
from itertools import islice

import pytest

from parameters import few_or_many
from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import AnyFamily, families, get_family
from quebra.service import verbs
from quebra.testing import read_case

FORMATS = [(family, codec) for family in families() for codec in family.formats.puzzles]


def written(family: AnyFamily, codec: Codec[Puzzle]) -> Iterator[tuple[Puzzle, str]]:
    """Each case that the format can carry, and its text."""
    for case in family.cases:
        puzzle, _ = read_case(family, case)
        try:
            yield puzzle, codec.write(puzzle)
        except BadInput:
            continue


@pytest.mark.parametrize(
    ("family", "codec"), FORMATS, ids=[f"{family.name}-{codec.name}" for family, codec in FORMATS]
)
@pytest.mark.parametrize("most", few_or_many(4, 1_000))
def test_every_case_in_every_format(family: AnyFamily, codec: Codec[Puzzle], most: int) -> None:
    found = list(islice(written(family, codec), most))
    assert found
    for puzzle, text in found:
        assert verbs.parse(text) == puzzle, text
        assert verbs.parse(f"\n{text}\n") == puzzle, text


def test_wkt_of_two_lines_is_no_board_of_tiles() -> None:
    text = "piece a: POLYGON ((0 0, 1 0, 1 1, 0 0))\nfigure: POLYGON ((0 0, 1 0, 1 1, 0 0))\n"
    assert verbs.parse(text).family == "tangram"
    assert verbs.parse(f"; a remark\n{text}").family == "tangram"
    assert verbs.parse(text.replace("POLYGON", "polygon")).family == "tangram"


def test_formats_without_a_heading_come_last() -> None:
    bare = {codec.name for _, codec in FORMATS if codec.bare}
    assert bare == {"pieces", "level"}
    rows = "AB\nBA\n"
    assert get_family("shisen").formats.puzzles[2].read(rows) == verbs.parse(rows)

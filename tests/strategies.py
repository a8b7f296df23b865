"""Random inputs for property tests: boards, and damaged texts for readers."""

from __future__ import annotations

from typing import TypeVar

from hypothesis import strategies as st

from quebra.contract.codec import Codec
from quebra.contract.errors import BadInput
from quebra.families.kojun.model import Kojun, Label
from quebra.grid.cells import Cell, cells, neighbours
from stopping import moderate_work
from translations import untranslated

T = TypeVar("T")


@st.composite
def kojuns(
    draw: st.DrawFn,
    max_side: int = 7,
    max_region: int = 8,
    holes: bool = True,
    orders: tuple[str, ...] = ("adjacent",),
) -> Kojun:
    """A valid board, not always a solvable one: regions grown at random, then random givens."""
    rows, cols = draw(st.integers(1, max_side)), draw(st.integers(1, max_side))
    free = set(cells(rows, cols))
    if holes and len(free) > 1:
        free -= draw(st.sets(st.sampled_from(sorted(free)), max_size=len(free) // 3))
    labels: dict[Cell, int] = {}
    givens: dict[Cell, int] = {}
    while free:
        region = _grown(draw, free, draw(st.integers(1, max_region)), rows, cols)
        free -= set(region)
        for cell in region:
            labels[cell] = labels.get(region[0], len(givens))
            givens[cell] = draw(st.integers(0, len(region)))
    table: list[list[Label]] = [[labels.get((r, c)) for c in range(cols)] for r in range(rows)]
    return Kojun(
        regions=tuple(map(tuple, table)),
        givens=tuple(tuple(givens.get((r, c), 0) for c in range(cols)) for r in range(rows)),
        order="column" if draw(st.sampled_from(orders)) == "column" else "adjacent",
    )


def _grown(draw: st.DrawFn, free: set[Cell], size: int, rows: int, cols: int) -> list[Cell]:
    region = [draw(st.sampled_from(sorted(free)))]
    while len(region) < size:
        rim = {n for cell in region for n in neighbours(cell, rows, cols)} & free - set(region)
        if not rim:
            break
        region.append(draw(st.sampled_from(sorted(rim))))
    return region


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A text with a few pieces cut out, replaced, inserted or doubled."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 8)))
        piece = draw(
            st.just("")
            | st.just(text[start:end] * 2)
            | st.text(max_size=4)
            | st.sampled_from((*"0123456789-#.()[]{},;/ \n\t", "99999", "²", "٣"))
        )
        text = text[:start] + piece + text[end:]
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


def complaint(codec: Codec[T], text: str) -> str | None:
    """The sentence with which a reader refuses a text, or None if it accepts the text."""
    assert codec.recognises(text) in (True, False)
    try:
        codec.read(text)
    except BadInput as error:
        words = str(error)
        assert words[0].isupper() and words.endswith(".") and "\n" not in words, words
        assert len(words) <= 240, words
        assert list(untranslated(error.text)) == []
        return words
    return None


def assert_survived(codec: Codec[T], text: str, native: Codec[T]) -> None:
    """A damaged text is refused, or what is read from it passes through the native format."""
    if complaint(codec, text) is None:
        found = codec.read(text)
        assert native.read(native.write(found)) == found


def assert_settled_fast(codec: Codec[T], text: str) -> None:
    """Reading a long text takes a bounded processor time."""
    with moderate_work():
        complaint(codec, text)

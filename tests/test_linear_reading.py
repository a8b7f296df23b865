"""Texts that once took seconds or minutes to refuse."""

from time import process_time

import pytest

import quebra
from quebra.contract.errors import BadInput

FIGURE = "figure: M0 0 H1 V1 Z"
SECONDS = 5.0
"""CPU time within which each is refused; it takes some milliseconds."""


@pytest.mark.parametrize(
    "text",
    [
        f"tangram\npiece a{' ' * 1500}angles{' ' * 1500}!: M0 0 H1 V1 Z\n{FIGURE}",
        f"tangram\npiece a{' angles 1' * 20_000}!: M0 0 H1 V1 Z\n{FIGURE}",
        f"tangram\n{FIGURE}\ntolerance {'1' * 40_000}x",
        f"tangram\npiece a angles {'1' * 40_000}e: M0 0 H1 V1 Z\n{FIGURE}",
        f"puzzle kojun\npuzzle{' ' * 40_000}x",
        f"puzzle{' ' * 40_000}x",
        f"pzprv3/kojun/1/1///./{'[' * 40_000}/",
    ],
    ids=["head", "angles", "tolerance", "angle", "named", "unnamed", "marks"],
)
def test_long_texts_are_refused_at_once(text: str) -> None:
    quebra.families()  # are imported before time is taken
    started = process_time()
    with pytest.raises(BadInput):
        quebra.load_answer(quebra.load(text), text)
    assert process_time() - started < SECONDS

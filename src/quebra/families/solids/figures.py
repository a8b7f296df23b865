"""Named figures for the Soma set, made for Quebra; a test solves each of them."""

from __future__ import annotations

HEIGHTS = {
    "sofa": "33333|21112|11111",
    "bed": "333|222|222|222",
    "high-stairs": "234|234|234",
    "ramp": "123|123|123|123|111",
    "tower": "77|76",
    "well": "444|3.3|333",
    "pyramid": ".111.|11211|12321|11211|.111.",
    "chair": "555|222|222",
    "throne": "545|323|212",
    "armchair": "454|323|222",
    "corner-stairs": "444|432|321",
    "slope": "123|234|345",
    "gable": "12321|12321|12321",
    "locomotive": "12213|12213|12213",
    "ship": ".2222.|113321|.2222.",
    "turtle": ".1.1.|12321|12221|.222.|.1.1.",
    "crab": "1...1|12221|.232.|12221|1...1",
    "podium": "2331|2331|2331",
    "valley": "3213|3213|3213",
    "bathtub": "2221|2112|2112|2222",
    "skyscraper": "55|55|34",
    "monument": "1111|1441|1431|1111",
    "terrace": "3333|2222|1111|111.",
    "theatre": "3332|3211|3111|2..1",
    "ridge": "21312|21312|21312",
    "trench": "22122|22122|22122",
    "ski-jump": "1134|1134|1134",
    "sphinx": "1323|1323|1323",
    "giant-stairs": "135|135|135",
    "camel": "12123|12123|12123",
    "cradle": "3223|2122|3223",
    "pool": "22322|2...2|23232",
    "courtyard": "3222|2..2|2..3|3222",
    "spiral-stairs": "122|6.3|544",
    "mesa": ".22.|2332|2322|.22.",
    "sandcastle": "2121|1331|1321|1212",
    "fireplace": "4444|4..4|2..1",
    "letter-h": "22.22|22322|22.22",
    "hammer": "22222|22222|.232.",
    "letter-c": "22223|23...|22223",
    "heart": "22.22|22222|.232.|..2..",
    "bird": "..2..|22322|22222|..2..|..2..",
    "fish": ".222.1|222322|.222.1",
    "bus": "12222|12222|12222",
    "lorry": "31122|31122|31122",
    "crocodile": "11232|11232|11232",
    "pulpit": "443|443|221",
    "anchorage": "2112|2112|3333|21..",
    "cabin": "2222|2332|2222|1...",
    "fountain": "2112|1441|1441|..1.",
}
"""Figures without overhangs: rows of the heights of their columns."""
LAYERS = {
    "bridge": "##..##|##..## ##..##|##..## ######|#####.",
    "arch": "##.##|##.## ##.##|##.## #####|##### .....|..#..",
    "balcony": "###|###|... ###|###|... ###|###|### ###|###|...",
    "anvil": ".##.|.##.|.##. .##.|.##.|.##. ####|####|#### .#..|.#..|.#..",
    "letter-t-standing": ".#.|.#.|.#. .#.|.#.|.#. .#.|.#.|.#. ###|###|### ###|###|###",
    "crane": "###|###|### #..|#..|#.. #..|#..|#.. ###|###|### ..#|..#|..#",
}
"""Figures with overhangs: layers from the ground."""


def from_heights(text: str) -> tuple[str, ...]:
    """The layers of a figure whose columns have these heights.

    >>> from_heights("21|1.")
    ('##|#.', '#.|..')
    """
    top = max(int(height) for height in text if height.isdigit())
    return tuple("".join(_mark(height, layer) for height in text) for layer in range(top))


def _mark(height: str, layer: int) -> str:
    if not height.isdigit():
        return height
    return "#" if int(height) > layer else "."


FIGURES: dict[str, tuple[str, ...]] = {
    **{name: from_heights(text) for name, text in HEIGHTS.items()},
    **{name: tuple(text.split()) for name, text in LAYERS.items()},
}
"""The layers of all figures by name."""

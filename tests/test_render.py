"""Drawings in the terminal and as SVG."""

from dataclasses import replace
from math import pi
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quebra.grid.drawing import walls
from quebra.i18n.text import Text
from quebra.render import (
    THEMES,
    Arc,
    Circle,
    Curve,
    Drawing,
    Label,
    Lines,
    Outline,
    Polygon,
    rectangle,
)
from quebra.render.terminal import BOX, to_ascii

REGIONS = ((0, 0, 1), (2, 0, 1), (2, None, 1))
BOARD = Drawing(
    3,
    3,
    Text('three <regions> & "a hole"'),
    (
        rectangle(0, 0, 1, 1, fill="hint", opacity=0.2),
        Lines(walls(REGIONS, inside=True), "rule", 1),
        Lines(walls(REGIONS, inside=False), "ink", 3),
        Label((0.5, 0.5), "1", bold=True),
        Label((2.5, 1.5), "12", "entry"),
        Circle((0.5, 2.5), 0.3, fill="kind-0", glyph="●"),
        Polygon(((1, 1), (2, 1), (1.5, 2)), fill="kind-1", glyph="▲"),
    ),
)


def test_terminal_picture() -> None:
    assert BOARD.text().split("\n") == [
        "┏━━━┯━━━┳━━━┓",
        "┃ 1 │   ┃   ┃",
        "┣━━━╅───╂───┨",
        "┃   ┃ ▲ ┃12 ┃",
        "┠───╊━━━╉───┨",
        "┃ ● ┃   ┃   ┃",
        "┗━━━┛   ┗━━━┛",
    ]


@pytest.mark.parametrize("size", [0.05, 0.12, 0.2, 0.4, 0.9, 2])
def test_diagonals_are_no_box_strokes_however_short(size: float) -> None:
    tip = (0.5, 1.5)
    ends = [(0.5 + size, 1.5 + slope * size) for slope in (-0.6, 0.6)]
    sign = Lines(tuple((tip, end) for end in ends), "ink", 2)
    assert replace(BOARD, shapes=(*BOARD.shapes, sign)).text() == BOARD.text()
    upright = Lines((((0.5, 1), (0.5, 2)),))
    assert replace(BOARD, shapes=(*BOARD.shapes, upright)).text() != BOARD.text()


def test_colour_changes_nothing_but_style() -> None:
    import re

    coloured = BOARD.text(colour=True)
    assert "\x1b[1m1" in coloured
    assert "\x1b[34m12" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == BOARD.text()


def test_narrow_terminals_get_narrow_cells() -> None:
    wide = Drawing(
        30, 1, Text("wide"), (rectangle(0, 0, 30, 1, stroke="ink"), Label((0.5, 0.5), "7"))
    )
    assert len(wide.text().split("\n")[0]) == 121
    assert len(wide.text(columns=80).split("\n")[0]) == 61


def test_ascii() -> None:
    assert to_ascii(BOARD.text()).isascii()
    assert to_ascii("┃ 1 │") == "# 1 |"


def test_box_characters_are_all_different() -> None:
    assert len(BOX) == len(set(BOX)) == 81


@pytest.mark.parametrize("theme", THEMES)
def test_svg_is_well_formed_and_says_what_it_shows(theme: str) -> None:
    root = ElementTree.fromstring(BOARD.svg(theme))  # type: ignore[arg-type]
    assert root.get("aria-label") == BOARD.title
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["1", "12"]
    assert THEMES[theme]["paper"] in BOARD.svg(theme)  # type: ignore[arg-type,index]


def test_themes_have_the_same_tokens() -> None:
    assert len({frozenset(tokens) for tokens in THEMES.values()}) == 1


def test_save(tmp_path: Path) -> None:
    BOARD.save(tmp_path / "board.svg", "dark")
    BOARD.save(tmp_path / "board.txt")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == BOARD.svg("dark")
    assert (tmp_path / "board.txt").read_text(encoding="utf-8") == BOARD.text() + "\n"


def test_holes_have_no_walls_between_them() -> None:
    assert walls(((None, None), (None, 0)), inside=False) == (
        ((1, 1), (2, 1)),
        ((1, 2), (2, 2)),
        ((1, 1), (1, 2)),
        ((2, 1), (2, 2)),
    )
    assert walls(((None, None),), inside=True) == ()


def board_of(cols: int, *words: Label, cell: tuple[int, int] = (3, 1)) -> Drawing:
    lines = Lines(walls(((0,) * cols,), inside=True), "rule", 1)
    return Drawing(
        cols, 1, Text("wide"), (rectangle(0, 0, cols, 1, stroke="ink"), lines, *words), cell
    )


def test_what_is_too_wide_even_so_is_cut_into_bands_of_whole_cells() -> None:
    wide = board_of(60, *(Label((c + 0.5, 0.5), chr(ord("0") + c % 10)) for c in range(60)))
    bands = [band.split("\n") for band in wide.text(columns=80).split("\n\n")]
    assert all(len(line) <= 80 for band in bands for line in band)
    assert [len(band[0]) for band in bands] == [79, 43]
    # Neighbouring bands share a border, so that no wall is lost.
    assert "".join(band[1][:-1] for band in bands) + bands[-1][1][-1] == "│" + "".join(
        f"{c % 10}│" for c in range(60)
    )
    assert "\n\n" not in wide.text()


def test_narrow_cells_keep_every_candidate() -> None:
    spots = [(c + x, y) for c in range(20) for x in (0.3, 0.7) for y in (0.3, 0.7)]
    wide = board_of(20, *(Label(spot, "x") for spot in spots), cell=(5, 2))
    lines = wide.text(columns=80).split("\n")
    assert max(map(len, lines)) == 20 * 3 + 1
    assert sum(line.count("x") for line in lines) == len(spots)


def test_narrow_cells_keep_a_mark_beside_a_number() -> None:
    marked = board_of(30, Label((0.5, 0.5), "7"), Label((0.85, 0.2), "!"))
    assert "7!" in marked.text(columns=80)


def test_narrow_cells_keep_long_numbers_apart() -> None:
    words = [Label((c + 0.25, 0.5), "9") for c in range(20)]
    words += [Label((c + 0.75, 0.5), "10") for c in range(20)]
    assert "910" not in board_of(20, *words, cell=(8, 1)).text(columns=80)


RING = Outline(
    (
        ((4, 2), (Arc((0, 2), (2, 2), pi), Arc((4, 2), (2, 2), pi))),
        ((3, 2), (Arc((3, 2), (2, 2), -2 * pi),)),
    ),
    fill="kind-1",
    hatch="dots",
)


def test_outlines_in_the_terminal() -> None:
    ring = Drawing(4, 4, Text("a ring"), (replace(RING, hatch="plain"), Label((2.1, 2.1), "R")))
    lines = ring.text().split("\n")
    assert len(lines) == 9 and max(map(len, lines)) == 16
    assert lines[0].startswith("   ") and lines[0].strip() and not lines[8].strip()
    assert lines[5][8:10] == " R" and lines[3].startswith("⣿⣿")
    assert "#" in to_ascii(ring.text()) and to_ascii(ring.text()).isascii()


def test_pictures_are_made_smaller_rather_than_cut() -> None:
    ring = Drawing(4, 4, Text("a ring"), (RING,))
    small = ring.text(columns=9).split("\n")
    assert len(small) == 5 and max(map(len, small)) <= 9


def test_paper_coloured_edges_keep_shapes_apart() -> None:
    tiles = tuple(
        Outline((((x, 0), ((x + 1, 0), (x + 1, 1), (x, 1))),), fill="ink", stroke=stroke)
        for x, stroke in ((0, "none"), (1, "paper"))
    )
    assert Drawing(2, 1, Text("tiles"), tiles).text().split("\n")[1][3:5] != "⣿⣿"


def test_outlines_in_svg() -> None:
    wave = Outline((((0, 0), (Curve((0, 1), (1, 1), (1, 0)),)),), stroke="ink", opacity=0.5)
    svg = Drawing(4, 4, Text("a ring and a wave"), (RING, wave)).svg()
    assert 'd="M160 80A80 80 0 0 1 80 160A80 80 0 0 1 0 80' in svg
    assert 'd="M0 0C0 40 40 40 40 0Z" fill-rule="evenodd" fill="none"' in svg
    assert svg.count("<pattern") == 1 and 'fill="url(#hatch-dots)"' in svg
    assert 'opacity="0.5"' in svg
    assert ElementTree.fromstring(svg).tag.endswith("svg")

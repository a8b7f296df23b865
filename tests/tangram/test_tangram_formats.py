"""Every format both ways, and the cases of the family."""

from __future__ import annotations

from math import sqrt
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st

from quebra.contract.codec import choose_codec
from quebra.contract.errors import BadInput
from quebra.families.tangram import family
from quebra.families.tangram.formats import ANSWER_CODECS, CODECS
from quebra.families.tangram.formats.lines import read_text
from quebra.families.tangram.formats.svgfile import read_svg
from quebra.families.tangram.formats.wkt import read_wkt
from quebra.families.tangram.model import (
    FIGURE_TEXT,
    Assembly,
    Piece,
    Placement,
    Tangram,
    normalised_outline,
)
from quebra.families.tangram.sets import SETS
from quebra.testing import (
    cases_are_judged_right,
    drawings_parse,
    formats_go_round,
    formats_refuse_nonsense,
    names_agree,
)

PUZZLES = {
    f"{name} {figure}": (each, figure) for name, each in SETS.items() for figure in each.figures
}
ROUND = {"egg", "heart", "circle", "monad", "bell", "flag"}
"""The sets with sides that are not straight."""
HALVES = 'class="piece" data-name="half" data-count="2" d="M0 0 H1 V1 Z"'


@pytest.mark.parametrize(
    "rule",
    [
        names_agree,
        cases_are_judged_right,
        formats_go_round,
        formats_refuse_nonsense,
        drawings_parse,
    ],
    ids=lambda rule: rule.__name__,
)
def test_contract(rule: Any) -> None:
    rule(family)


def test_there_is_a_case_for_each_rule() -> None:
    shown = {code for case in family.cases for code in case.violations or ()}
    assert shown == set(family.rules.codes)


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
@pytest.mark.parametrize("name", [f"{name} {next(iter(SETS[name].figures))}" for name in SETS])
def test_sets_go_round(name: str, codec: Any) -> None:
    each, figure = PUZZLES[name]
    puzzle = each.puzzle(figure)
    if codec.name in ("wkt", "geojson") and name.split()[0] in ROUND:
        with pytest.raises(BadInput, match="has round or curved sides"):
            codec.write(puzzle)
        return
    text = codec.write(puzzle)
    assert [other.name for other in CODECS if other.recognises(text)] == [codec.name]
    assert codec.read(text) == puzzle


numbers = st.one_of(st.integers(-9, 9).map(float), st.floats(-100, 100))


@st.composite
def puzzles(draw: st.DrawFn) -> Tangram:
    """A puzzle with odd numbers, names and settings; its figure need not be right."""
    scale, x, y = draw(st.floats(0.01, 50)), draw(numbers), draw(numbers)
    turn = complex(draw(st.floats(-1, 1)), 1) * scale
    corners = [complex(x, y) + turn * corner for corner in (0, 3, 3 + 2j, 1 + 2j, 1 + 3j, 3j)]
    ring = [complex(x, y) + turn * corner for corner in (0.2 + 0.2j, 0.8 + 0.2j, 0.5 + 0.7j)]
    paths = [" L".join(f"{p.real!r} {p.imag!r}" for p in points) for points in (ring, corners)]
    outline = f"M{paths[1]} Z"
    figure = " ".join(f"M{path} Z" for path in draw(st.permutations(paths)))
    names = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=9)
    piece = Piece(
        name=draw(names),
        outline=outline,
        count=draw(st.integers(1, 99)),
        flip=draw(st.booleans()),
        angles=draw(st.none() | st.lists(numbers, min_size=1, max_size=3).map(tuple)),
    )
    return Tangram(
        pieces=(piece,) * draw(st.integers(1, 2)),
        figure=figure,
        mirror=draw(st.booleans()),
        tolerance=draw(st.none() | st.floats(1e-6, 5e-4)),
    )


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
@given(puzzle=puzzles())
@limits(max_examples=40)
def test_any_puzzle_goes_round(codec: Any, puzzle: Tangram) -> None:
    try:
        text = codec.write(puzzle)
    except BadInput as error:
        assert "cannot be written" in str(error) and codec.name in ("text", "wkt")
        return
    assert codec.recognises(text)
    assert codec.read(text) == puzzle


@given(
    st.lists(
        st.builds(Placement, st.integers(0, 50), numbers, numbers, numbers, st.booleans()),
        min_size=1,
        max_size=4,
    )
)
def test_any_answer_goes_round(places: list[Placement]) -> None:
    answer = Assembly(places=tuple(places))
    for codec in ANSWER_CODECS:
        assert codec.read(codec.write(answer)) == answer


def test_outlines_have_one_form() -> None:
    ring = "M1 1 H2 V2 H1 Z M0 0 V3 H3 V0 Z"
    form = normalised_outline(ring, FIGURE_TEXT)
    assert form == "M0 0 L3 0 L3 3 L0 3 Z M1 1 L1 2 L2 2 L2 1 Z"
    assert normalised_outline(form, FIGURE_TEXT) == form
    root = sqrt(0.5)
    half = normalised_outline(f"M{root} {root} A1 1 0 0 1 {-root} {-root} Z", FIGURE_TEXT)
    assert normalised_outline(half, FIGURE_TEXT) == half


def test_shapes_and_transforms_of_svg() -> None:
    def figure(element: str) -> str:
        return read_svg(f"<svg><path {HALVES}/>{element}</svg>").figure

    square = figure('<rect id="figure" x="1" width="2" height="2px"/>')
    assert square == "M1 0 L3 0 L3 2 L1 2 Z"
    assert figure('<polygon class="a figure" points="1,0 3,0 3,2 1,2"/>') == square
    assert figure('<polyline id="figure" points="1,0 3,0 3,2 1,2 1,0"/>') == square
    inner = '<rect class="figure" width="2" height="2" transform="translate(1)"/>'
    assert figure(inner) == square
    assert figure(f'<g transform="rotate(90 1 1)"><g transform="scale(1 -1)">{inner}</g></g>') == (
        normalised_outline("M2 1 V3 H4 V1 Z", FIGURE_TEXT)
    )
    mirrored = figure('<g transform="matrix(0 1 1 0 0 0)"><path id="figure" d="M0 0 H2 V1 Z"/></g>')
    assert mirrored == "M0 0 L1 2 L0 2 Z"
    circle = figure('<circle id="figure" cx="1" r="1"/>')
    assert circle == "M2 0 A1 1 0 0 1 0 0 A1 1 0 0 1 2 0 Z"


def test_svg_without_names_and_with_a_namespace() -> None:
    puzzle = read_svg(
        '<?xml version="1.0"?><s:svg xmlns:s="http://www.w3.org/2000/svg" data-mirror="yes">'
        '<s:defs><s:path class="piece" data-angles="0, 90" data-flip="no" d="M0 0 H1 V1 Z"/>'
        '</s:defs><s:path class="figure" d="M0 0 H1 V1 Z"/><s:text>figure</s:text></s:svg>'
    )
    assert puzzle.pieces == (Piece("1", "M0 0 L1 0 L1 1 Z", 1, False, (0.0, 90.0)),)
    assert puzzle.mirror


def test_wkt_of_several_parts() -> None:
    tile = "POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))"
    both = "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ((2 0, 3 0, 3 1, 2 1, 2 0)))"
    puzzle = read_wkt(f"GeometryCollection({both}, {tile}, {tile})")
    assert [piece.name for piece in puzzle.pieces] == ["1", "2"]
    assert len(puzzle.target) == 2


def test_a_set_by_name() -> None:
    assert read_text("tangram classic square") == SETS["classic"].puzzle("square")
    assert read_text("tangram classic square") == read_text("tangram classic")
    own = read_text("tangram classic\nfigure: M0 0 H8 V1 H0 Z\npiece spare: M0 0 H1 V1 Z")
    assert len(own.pieces) == 6
    assert own.figure == "M0 0 L8 0 L8 1 L0 1 Z"


def test_json_schema_and_answer_json() -> None:
    codec = choose_codec(CODECS, "json")
    text = codec.write(SETS["egg"].puzzle())
    assert msgspec.json.decode(text)["family"] == "tangram"

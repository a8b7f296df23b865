"""Whatever a reader is fed, it gives a puzzle or one clear sentence, and soon."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st

from quebra.contract.codec import choose_codec
from quebra.contract.settings import settings
from quebra.families.tangram.formats import ANSWER_CODECS, CODECS
from quebra.families.tangram.sets import SETS
from strategies import assert_settled_fast, assert_survived, complaint, damaged

HALF = "M0 0 H1 V1 Z"
NAMES = [codec.name for codec in CODECS]


def text(piece: str = HALF, figure: str = HALF, head: str = "piece half", tail: str = "") -> str:
    return f"tangram\n{head}: {piece}\nfigure: {figure}\n{tail}"


def svg(body: str, root: str = "", piece: str = HALF) -> str:
    return f'<svg{root}><path class="piece" d="{piece}"/>{body}</svg>'


def geojson(coordinates: str, about: str = "") -> str:
    return (
        '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon",'
        f'"coordinates":{coordinates}}},"properties":{{"role":"figure"{about}}}}}]}}'
    )


FIGURE = '<path id="figure" d="M0 0 H1 V1 Z"/>'
LAUGHS = (
    '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><svg><text>&c;</text></svg>'
)
OUTSIDE = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>'

COMPLAINTS = {
    "json": [
        ('{"family":"tangram"}', "Object missing required field pieces."),
        ('{"family":"tangram","pieces":[],"figure":""}', "There are no pieces."),
        (
            '{"family":"tangram","pieces":[{"name":"a","outline":"M0 0"}],"figure":"M0 0"}',
            "The outline of piece a is empty.",
        ),
        ('{"family":"tangram","pieces":' + "[" * 100_000, "JSON at $.pieces[0]: expected object"),
        ('{"family":"tangram","pieces":[{"count":NaN}]}', "invalid character"),
        (
            '{"family":"tangram","pieces":[{"name":"a","outline":"M0 0 H1 V1 Z",'
            '"count":1000000000}],"figure":"M0 0 H1 V1 Z"}',
            "There are 1,000,000,000 pieces; at most 10000 are allowed.",
        ),
    ],
    "text": [
        ("", "The first line is not the word tangram."),
        ("tangram", "There is no figure."),
        ("tangram a b c", "Line 1: only a set and a figure may follow tangram."),
        ("tangram nowhere", "There is no set 'nowhere'; `quebra families tangram` lists"),
        ("tangram egg nest", "The set has no figure 'nest'; it has: egg."),
        ("tangram\nfigure: M0 0 H1 V1 Z", "There are no pieces."),
        ("tangram\ncircle 5", "Line 2: 'circle 5' is not known; a line is one of: piece NAME"),
        (text(tail=f"figure: {HALF}"), "Line 4: there is a second figure."),
        (text(head="piece"), "Line 2: the name must follow the word piece."),
        (
            text(head="piece " + "x" * 41),
            "The name of a piece must have 1 to 40 printable",
        ),
        (text(head="piece half x0"), "The count of piece half must be 1 or more, not 0."),
        (text(head="piece half x1000000000"), "Line 2: the number of 10 digits is too large."),
        (text(head="piece half x999999999"), "There are 999,999,999 pieces; at most 10000"),
        (text(head="piece half angles 0 9e99e"), "Line 2: '9e99e' is not a number."),
        (text(tail="tolerance 0"), "The tolerance must be more than 0, not 0."),
        (text(tail="tolerance nan"), "Line 4: 'nan' is not a number."),
        (text("M0 0 H1 V1"), "The outline of piece half: a contour is open; it begins at (0, 0)"),
        (text("M0 0 L1 1 H0 L1 0 Z"), "The outline of piece half crosses itself."),
        (text("M0 0 H1 H2 Z"), "The outline of piece half has no area."),
        (text("M0 0 H1 Z"), "The outline of piece half has no area."),
        (text("M0 0 Hnan V1 Z"), "The outline of piece half: 'n' at character 7 is wrong: H needs"),
        (text("M0 0 H1e300 V1 Z"), "The outline of piece half: 1e300 at character 7 is beyond"),
        (text("M0 0 H1e9999 V1 Z"), "The outline of piece half: 1e9999 at character 7 is beyond"),
        (
            text("M0 0 A1 1 0 0 1 9 0 Z"),
            "an arc between points 9 apart has the radius 1, too small.",
        ),
        (text("M0 0 A1 2 0 0 1 1 1 Z"), "an arc has the radii 1 and 2; they must be equal"),
        (text("L0 0"), "The outline of piece half: the path begins with L, not with M."),
        (text(figure="M0 0 H2 V2 H0 Z M1 1 H3 V3 H1 Z"), "The figure: contours 1 and 2 cross."),
        (
            text(figure="M0 0 " + "h1 v1 " * 6000 + "Z"),
            "The figure: there are more than 4000 edges; a curve counts as 20.",
        ),
    ],
    "svg": [
        ("<svg", "The SVG at line 1, character 1: unclosed token."),
        ("<svg></svg>", "There is no figure."),
        ("<html></html>", "The first element is 'html', not svg."),
        (f"<svg>{FIGURE}</svg>", "There are no pieces."),
        (LAUGHS, "The SVG has a document type, which is not allowed: remove it."),
        (OUTSIDE, "The SVG has a document type, which is not allowed: remove it."),
        ("<svg>" + "<g>" * 1_000_000, "The SVG nests elements more than 32 levels deep."),
        ("<svg>" + "<g/>" * 20_000, "The SVG has more than 10000 elements."),
        ("<svg>" + " " * 5_000_000, "The input is too long: more than 4000000 bytes."),
        ("<svg>&lol;</svg>", "The SVG at line 1, character 6: undefined entity."),
        (svg(FIGURE + FIGURE), "Element 4 (path): there is a second figure."),
        (svg('<text id="figure">a</text>'), "Element 3 (text): 'text' is no shape; shapes are:"),
        (svg('<use id="figure" href="http://a/b.svg"/>'), "Element 3 (use): 'use' is no shape;"),
        (svg('<rect id="figure" rx="1"/>'), "draw a rectangle with round corners as a path."),
        (svg('<rect id="figure" width="5%"/>'), "Element 3 (rect), width: '5%' is not a number."),
        (svg('<circle id="figure" r="0"/>'), "(circle): r must be more than 0, not 0."),
        (svg('<circle id="figure" r="-1"/>'), "(circle): r must be more than 0, not -1."),
        (svg('<rect id="figure" width="2"/>'), "(rect): height must be more than 0, not 0."),
        (svg('<polyline id="figure" points="0 0 1 0 1 1"/>'), "The figure: a contour is open;"),
        (svg(f'<g transform="scale(2)">{FIGURE}</g>'), "the transform scale(2) does not keep"),
        (svg(f'<g transform="skewX(9)">{FIGURE}</g>'), "the transform skewX(9) does not keep"),
        (svg(f'<g transform="rotate(">{FIGURE}</g>'), "the transform 'rotate(' is not known."),
        (svg(f'<g transform="translate(nan)">{FIGURE}</g>'), "'nan' is not a number."),
        (svg(FIGURE, ' data-mirror="maybe"'), "The attribute data-mirror must be yes or no,"),
        (svg(FIGURE, ' data-tolerance="-1"'), "The tolerance must be more than 0, not -1."),
        (svg(FIGURE, piece="M0 0 H1"), "The outline of piece 1: a contour is open"),
        ('<svg a="\ud800"/>', "The SVG is not text: character 9 is incomplete."),
    ],
    "wkt": [
        ("GEOMETRYCOLLECTION", "The WKT has '' at character 19, not (."),
        ("POLYGON ((0 0, 1 0, 1 1, 0 0))", "A polygon alone is no puzzle. Write `figure: POLYGON`"),
        ("GEOMETRYCOLLECTION (POINT (0 0))", "The WKT has 'POINT' at character 21, not POLYGON or"),
        ("GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 1 1, 0 0)))", "There are no pieces."),
        ("figure: POLYGON ((0 0, 1 0, 1 1))", "A ring of a polygon is open: its last point"),
        ("figure: POLYGON ((0, 1, 1, 0))", "A point of a polygon needs an x and a y."),
        ("figure: POLYGON ((0 0, 1 x, 1 1, 0 0))", "The WKT has 'x' at character"),
        ("figure: POLYGON ((0 0, 1 0, 1 1, 0 0)) more", "The WKT has 'more' at character"),
        ("figure: POLYGON ((0 0, 1e300 0, 1 1, 0 0))\npiece a: POLYGON ((0 0))", "A ring of a"),
        ("figure: MULTIPOLYGON " + "(" * 100_000, "The WKT has '(' at character"),
    ],
    "geojson": [
        ('{"type":"FeatureCollection"}', "Object missing required field features."),
        (
            '{"type":"FeatureCollection","features":[]}',
            "The number of features with the role of figure is 0,",
        ),
        (geojson("[[[0,0],[1,0],[1,1],[0,0]]]"), "There are no pieces."),
        (geojson("[[[0,0],[1,0],[1,1]]]"), "A ring of a polygon is open: its last point"),
        (geojson("[[[0],[1],[1],[0]]]"), "A point of a polygon needs an x and a y."),
        (geojson("[[[0,0],[1e300,0],[1,1],[0,0]]]"), "There are no pieces."),
        (geojson("[[[0,0],[NaN,0],[1,1],[0,0]]]"), "invalid character"),
        (geojson("[" * 100_000), "JSON at $.features[0]"),
    ],
}


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [(name, given, sentence) for name, all_ in COMPLAINTS.items() for given, sentence in all_],
    ids=lambda value: value[:30] if isinstance(value, str) else None,
)
def test_complaints(name: str, given: str, sentence: str) -> None:
    said = complaint(choose_codec(CODECS, name), given)
    assert said is not None and sentence in said


ANSWERS = [
    ("0 0 0", "Line 1: write NUMBER X Y ANGLE, and flip if the piece is turned over."),
    ("0 0 0 0 flop", "Line 1: write NUMBER X Y ANGLE"),
    ("a 0 0 0", "Line 1: 'a' is not a whole number."),
    ("0 0 0 0\n0 nan 0 0", "Line 2: 'nan' is not a number."),
    ("0 0 0 inf", "Line 1: 'inf' is not a number."),
]


@pytest.mark.parametrize(("given", "sentence"), ANSWERS)
def test_complaints_about_answers(given: str, sentence: str) -> None:
    said = complaint(choose_codec(ANSWER_CODECS, "text"), given)
    assert said is not None and sentence in said


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@limits(max_examples=60)
def test_damaged_text(name: str, data: Any) -> None:
    codec = choose_codec(CODECS, name)
    puzzle = SETS["classic"].puzzle("kite")
    assert_survived(codec, data.draw(damaged(codec.write(puzzle))), CODECS[0])


@pytest.mark.parametrize("name", NAMES)
def test_huge_input_is_refused_at_once(name: str) -> None:
    codec = choose_codec(CODECS, name)
    head = codec.write(SETS["classic"].puzzle())[:200]
    assert_settled_fast(codec, head + "9" * (settings().max_bytes * 2))
    assert_settled_fast(codec, head + "(" * 100_000)

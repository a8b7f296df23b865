"""Inputs as long as readers admit, nearly four megabytes, are refused soon."""

from time import process_time

import pytest

import quebra
from quebra.contract.errors import BadInput
from quebra.contract.settings import settings

SECONDS = 20.0
"""CPU time for each; the slowest takes less than one second."""
FEATURE = (
    '{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]},'
    '"properties":{"role":"piece"}}'
)
PIECE = '{"name":"a","outline":"M0 0h1v1Z"}'


@pytest.mark.parametrize(
    ("start", "part", "end"),
    [
        ('{"family":"edges","pieces":[', "[0,0,0,0],", "[0,0,0,0]]}"),
        ('{"family":"shisen","board":[[', '"A",', '"A"]]}'),
        ('{"family":"kojun","givens":[[0]],"regions":[', "[0],", "[0]]}"),
        ('{"family":"kojun","x":[', "{},", "{}]}"),
        ("[[", "0,", "0]]"),
        (
            '{"family":"tangram","pieces":[{"name":"a","outline":"M0 0h1v1Z"}],"figure":"',
            "M0 0",
            '"}',
        ),
        ('{"type":"FeatureCollection","features":[', f"{FEATURE},", f"{FEATURE}]}}"),
        ("<svg>", '<path class="piece" d="M0 0h1v1Z"/>', "</svg>"),
        ('<svg><path class="figure" d="M0 0h1v1Z" transform="', "rotate(1)", '"/></svg>'),
        ("GEOMETRYCOLLECTION (", "POLYGON ((0 0,1 0,1 1,0 0)),", "POLYGON ((0 0,1 0,1 1,0 0)))"),
        ("figure: POLYGON ((", "0 0,", "0 0))"),
        ("tangram\n", "piece a: M0 0 H1 V1 Z\n", ""),
        ("edges\nshape polygon\nfigure ", "0,0 1 ", ""),
        ("edges\n", "0 0 0 0\n", ""),
        ("https://e2.bucas.name/#board_edges=abcd", "&board_w=1", ""),
        ("https://puzz.link/p?cojun/99/99/", "%41", ""),
        ("m=edit&p=", "%41", ""),
        ("", "((0) 0) ", ""),
        ("puzzle kojun\nproblem\n", "- -\n", ""),
        ("pzprv3/kojun/9/9", "/", ""),
        ("", "a b\n", ""),
        ("", "1 ", ""),
        ("symmetry\n", "s", ""),
    ],
    ids=lambda text: text[:20].encode("unicode_escape").decode(),
)
def test_a_huge_input_is_refused_soon(start: str, part: str, end: str) -> None:
    quebra.families()  # are imported before time is taken
    times = (settings().max_bytes - len(start) - len(end) - 1) // len(part)
    text = f"{start}{part * times}{end}\n"
    started = process_time()
    with pytest.raises(BadInput):
        quebra.load(text)
    assert process_time() - started < SECONDS

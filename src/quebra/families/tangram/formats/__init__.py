"""Formats: JSON, text, SVG, WKT and GeoJSON."""

from __future__ import annotations

from quebra.contract.codec import Codec, json_codec
from quebra.contract.family import Formats
from quebra.families.tangram.formats import edges_polygons as older
from quebra.families.tangram.formats.answers import ANSWER_CODECS
from quebra.families.tangram.formats.geojson import is_geojson, read_geojson, write_geojson
from quebra.families.tangram.formats.lines import HEADING, is_text, read_text, write_text
from quebra.families.tangram.formats.svgfile import is_svg, read_svg, write_svg
from quebra.families.tangram.formats.wkt import is_wkt, read_wkt, write_wkt
from quebra.families.tangram.model import Tangram
from quebra.i18n.text import Text

__all__ = ["ANSWER_CODECS", "CODECS", "FORMATS"]

CODECS: tuple[Codec[Tangram], ...] = (
    older.reading_older(json_codec(Tangram, HEADING), older.is_json, older.read_json),
    older.reading_older(
        Codec("text", Text("a line for each piece and the figure"), is_text, read_text, write_text),
        older.is_text,
        older.read_text,
    ),
    Codec("svg", Text("an SVG file with the figure and the pieces"), is_svg, read_svg, write_svg),
    Codec("wkt", Text("polygons in WKT, a line for each"), is_wkt, read_wkt, write_wkt),
    Codec("geojson", Text("polygons as GeoJSON features"), is_geojson, read_geojson, write_geojson),
)


FORMATS = Formats(puzzles=CODECS, answers=ANSWER_CODECS)

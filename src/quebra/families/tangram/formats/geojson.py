"""GeoJSON: a collection of features, one the figure and the others pieces."""

from __future__ import annotations

from typing import Literal

import msgspec

from quebra.contract.codec import Codec, json_codec
from quebra.contract.errors import BadInput
from quebra.families.tangram.formats.lines import refuse_colours
from quebra.families.tangram.formats.polygons import Polygon, outline_of, polygons
from quebra.families.tangram.model import FIGURE_TEXT, Piece, Tangram
from quebra.i18n.text import Text


class _One(msgspec.Struct, tag="Polygon"):
    coordinates: Polygon


class _Many(msgspec.Struct, tag="MultiPolygon"):
    coordinates: tuple[Polygon, ...]


class _About(msgspec.Struct, omit_defaults=True):
    role: Literal["figure", "piece"]
    name: str | None = None
    count: int = 1
    flip: bool = True
    angles: tuple[float, ...] | None = None


class _Feature(msgspec.Struct, tag="Feature"):
    geometry: _One | _Many
    properties: _About


class _Collection(msgspec.Struct, tag="FeatureCollection", omit_defaults=True):
    features: tuple[_Feature, ...]
    mirror: bool = False
    tolerance: float | None = None


_JSON: Codec[_Collection] = json_codec(_Collection)


def read_geojson(text: str) -> Tangram:
    """A puzzle from features whose property `role` is figure or piece."""
    found = _JSON.read(text)
    figures = [feature for feature in found.features if feature.properties.role == "figure"]
    if len(figures) != 1:
        raise BadInput(
            Text("The number of features with the role of figure is {n}, not 1.", n=len(figures))
        )
    pieces = [feature for feature in found.features if feature.properties.role == "piece"]
    return Tangram(
        pieces=tuple(_piece(feature, number) for number, feature in enumerate(pieces, start=1)),
        figure=_outline(figures[0]),
        mirror=found.mirror,
        tolerance=found.tolerance,
    )


def write_geojson(puzzle: Tangram) -> str:
    """A collection of features with unchanged coordinates."""
    refuse_colours(puzzle, "geojson")
    pieces = (
        _Feature(
            _geometry(piece.outline, piece.outline_text),
            _About("piece", piece.name, piece.count, piece.flip, piece.angles),
        )
        for piece in puzzle.pieces
    )
    figure = _Feature(_geometry(puzzle.figure, FIGURE_TEXT), _About("figure"))
    return _JSON.write(_Collection((figure, *pieces), puzzle.mirror, puzzle.tolerance))


def is_geojson(text: str) -> bool:
    """Whether a text looks like a JSON object of type FeatureCollection."""
    return text.lstrip().startswith("{") and '"FeatureCollection"' in text


def _piece(feature: _Feature, number: int) -> Piece:
    about = feature.properties
    name = str(number) if about.name is None else about.name
    return Piece(name, _outline(feature), about.count, about.flip, about.angles)


def _outline(feature: _Feature) -> str:
    found = feature.geometry
    return outline_of([found.coordinates] if isinstance(found, _One) else found.coordinates)


def _geometry(outline: str, what: Text) -> _One | _Many:
    found = polygons(outline, what)
    return _One(found[0]) if len(found) == 1 else _Many(tuple(found))

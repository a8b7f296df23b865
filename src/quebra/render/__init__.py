"""Drawings, and how they become terminal text and SVG."""

from quebra.render.drawing import (
    CELL,
    KINDS,
    THEMES,
    Circle,
    Colour,
    Drawing,
    Lines,
    Point,
    Polygon,
    Shape,
    Text,
    Theme,
    rectangle,
)

__all__ = [
    "CELL",
    "KINDS",
    "THEMES",
    "Circle",
    "Colour",
    "Drawing",
    "Lines",
    "Point",
    "Polygon",
    "Shape",
    "Text",
    "Theme",
    "rectangle",
]

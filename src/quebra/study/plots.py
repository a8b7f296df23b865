"""Plots of a study as SVG: curves over sizes, each with its name at its end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import FuncFormatter

from quebra.render import THEMES

Scale = Literal["linear", "log", "symlog"]

LOOK = THEMES["light"]
STYLE = {
    "svg.hashsalt": "quebra",
    "svg.fonttype": "none",
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 11,
    "text.color": LOOK["ink"],
    "axes.labelcolor": LOOK["soft"],
    "xtick.color": LOOK["soft"],
    "ytick.color": LOOK["soft"],
}


LAYOUT = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.12)
LINE = 14
"""The height of a line of text, in points."""


@dataclass(frozen=True)
class Curve:
    """One line of a plot; `below` marks values of which only a lower bound is known.

    A value that is nan has no point.
    """

    name: str
    colour: str
    marker: str
    values: Sequence[float]
    below: Sequence[bool]


def draw_curves(
    path: Path,
    title: str,
    sizes: Sequence[int],
    curves: Sequence[Curve],
    *,
    across: str = "dimension N",
    across_scale: Scale = "linear",
    scale: Scale = "log",
) -> None:
    """Write a plot; `across` names the sizes, and the scale `log` cannot show a zero."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=(6.4, 3.8), facecolor=LOOK["paper"], layout=LAYOUT)
        axes = figure.add_subplot(facecolor=LOOK["paper"])
        axes.set_yscale(scale)
        axes.set_xscale(across_scale)
        for curve in curves:
            _draw_curve(axes, sizes, curve)
        _name_curves(axes, sizes, curves)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.set_xticks(sizes, map(str, sizes))
        axes.set_xticks([], minor=True)
        axes.set_xlabel(across)
        axes.set_title(title, loc="left", fontsize=12, color=LOOK["ink"])
        axes.grid(axis="y", color=LOOK["rule"], linewidth=0.8)
        axes.set_axisbelow(True)
        axes.tick_params(which="both", length=0)
        axes.margins(x=0.04, y=0.08)
        for side in axes.spines.values():
            side.set_visible(False)
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})


def _draw_curve(axes: Axes, sizes: Sequence[int], curve: Curve) -> None:
    colour = LOOK[curve.colour]
    axes.plot(sizes, curve.values, color=colour, linewidth=2, solid_capstyle="round")
    for size, value, open_above in zip(sizes, curve.values, curve.below, strict=True):
        face = LOOK["paper"] if open_above else colour
        axes.plot(size, value, curve.marker, color=colour, markerfacecolor=face, markersize=6)


def _name_curves(axes: Axes, sizes: Sequence[int], curves: Sequence[Curve]) -> None:
    """Names at the ends, from the lowest up, and above one another no closer than a line."""
    points_per_pixel = 72 / axes.figure.dpi
    lowest = dict.fromkeys(sizes, -math.inf)
    for (value, last), curve in sorted(
        ((_end(sizes, curve), curve) for curve in curves), key=lambda each: each[0]
    ):
        end = axes.transData.transform((last, value))[1] * points_per_pixel
        lowest[last] = max(end, lowest[last] + LINE)
        axes.annotate(
            curve.name,
            (last, value),
            xytext=(10, lowest[last] - end),
            textcoords="offset points",
            color=LOOK[curve.colour],
            va="center",
            annotation_clip=False,
        )


def _end(sizes: Sequence[int], curve: Curve) -> tuple[float, int]:
    """The last value of a curve, and its size."""
    points = zip(curve.values, sizes, strict=True)
    return [(value, size) for value, size in points if not math.isnan(value)][-1]

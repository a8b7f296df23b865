"""Plots as SVG: curves over sizes, each with its name at its end, and cactus plots."""

from __future__ import annotations

import io
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Literal

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

from quebra.render import THEMES
from quebra.study.tables import seconds_text

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


COLOURS = ("entry", "bad", "good", "hint", "focus", "ink")
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
        axes.set_xticks(sizes, map(str, sizes))
        axes.set_xticks([], minor=True)
        _prepare_axes(axes, title, across)
        figure.draw_without_rendering()  # names are placed by the heights of the points
        _name_curves(axes, sizes, curves)
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})


def cactus(panels: Mapping[str, Mapping[str, Sequence[float]]], limit: float, across: str) -> bytes:
    """An SVG with a plot for each title: for each name, how many times lie below a height.

    Times are CPU seconds of boards that were settled. A curve further to the right and lower is
    better. `across` names what is counted.
    """
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        size = (6.4, 3.8 * len(panels))
        figure = Figure(figsize=size, facecolor=LOOK["paper"], layout=LAYOUT)
        for number, (title, times) in enumerate(panels.items(), start=1):
            axes = figure.add_subplot(len(panels), 1, number, facecolor=LOOK["paper"])
            axes.set_yscale("log")
            _prepare_axes(axes, title, across)
            for (name, taken), colour in zip(times.items(), cycle(COLOURS), strict=False):
                _draw_times(axes, name, sorted(taken), LOOK[colour])
            top = max((max(taken, default=0) for taken in times.values()), default=0)
            if top >= limit / 10:
                axes.axhline(limit, color=LOOK["soft"], linewidth=1, linestyle=":")
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            _fill_decades(axes)
            axes.legend(
                frameon=False,
                labelcolor="linecolor",
                loc="center left",
                bbox_to_anchor=(1.0, 0.5),
            )
        file = io.BytesIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        return file.getvalue()


def _fill_decades(axes: Axes) -> None:
    """Let the heights begin and end at powers of ten, which alone are labelled."""
    low, high = axes.get_ylim()
    axes.set_ylim(10 ** math.floor(math.log10(low)), 10 ** math.ceil(math.log10(high)))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: seconds_text(value)))


def _draw_times(axes: Axes, name: str, taken: Sequence[float], colour: str) -> None:
    solved = range(1, len(taken) + 1)
    label = f"{name} ({len(taken)})"
    axes.plot(solved, taken, color=colour, linewidth=2, label=label, solid_capstyle="round")


def _prepare_axes(axes: Axes, title: str, across: str) -> None:
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_xlabel(across)
    axes.set_title(title, loc="left", fontsize=12, color=LOOK["ink"])
    axes.grid(axis="y", color=LOOK["rule"], linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(which="both", length=0)
    axes.margins(x=0.04, y=0.08)
    for side in axes.spines.values():
        side.set_visible(False)


def _draw_curve(axes: Axes, sizes: Sequence[int], curve: Curve) -> None:
    colour = LOOK[curve.colour]
    axes.plot(sizes, curve.values, color=colour, linewidth=2, solid_capstyle="round")
    for size, value, open_above in zip(sizes, curve.values, curve.below, strict=True):
        face = LOOK["paper"] if open_above else colour
        axes.plot(size, value, curve.marker, color=colour, markerfacecolor=face, markersize=6)


def _name_curves(axes: Axes, sizes: Sequence[int], curves: Sequence[Curve]) -> None:
    """Names at the ends of the curves, above one another no closer than a line."""
    heights = [_heights(axes, sizes, curve) for curve in curves]
    places: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for number, known in enumerate(heights):
        if not known:
            continue
        last = max(known)
        others = [each for each in heights if each is not known]
        at = next(
            size for size in sizes if size >= last and _is_free(known[last], size, sizes, others)
        )
        places[at].append((known[last], number))
    for at, ends in places.items():
        ends.sort()
        for (end, number), height in zip(ends, spread([end for end, _ in ends]), strict=True):
            curve = curves[number]
            last = max(heights[number])
            value = curve.values[sizes.index(last)]
            axes.annotate(
                curve.name,
                (at, value),
                xytext=(10, height - end),
                textcoords="offset points",
                color=LOOK[curve.colour],
                va="center",
                annotation_clip=False,
            )


def _heights(axes: Axes, sizes: Sequence[int], curve: Curve) -> dict[int, float]:
    """The height of each point of a curve, in points."""
    points_per_pixel = 72 / axes.figure.dpi
    return {
        size: axes.transData.transform((size, value))[1] * points_per_pixel
        for size, value in zip(sizes, curve.values, strict=True)
        if not math.isnan(value)
    }


def _is_free(
    height: float, last: int, sizes: Sequence[int], others: Sequence[Mapping[int, float]]
) -> bool:
    """Whether no other curve has its next point where a name would be."""
    after = [size for size in sizes if size > last][:1]
    return all(
        abs(each[size] - height) > 1.5 * LINE for size in after for each in others if size in each
    )


def spread(heights: Sequence[float], distance: float = LINE) -> list[float]:
    """Heights in rising order, moved as little as possible to be at least a distance apart.

    Those that are too close form a group, which is centred at the mean of its heights.

    >>> spread([10, 11, 80], 14)
    [3.5, 17.5, 80.0]
    """
    groups: list[tuple[float, int]] = []
    for height in heights:
        centre, count = float(height), 1
        while groups and centre - groups[-1][0] < distance * (count + groups[-1][1]) / 2:
            other, members = groups.pop()
            centre = (centre * count + other * members) / (count + members)
            count += members
        groups.append((centre, count))
    return [
        centre + distance * (number - (count - 1) / 2)
        for centre, count in groups
        for number in range(count)
    ]

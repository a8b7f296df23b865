"""The page of the Shisen-Sho study: its tables and its plot, from the rows that were measured."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from quebra.study import Rows, Settings
from quebra.study.plots import Curve, draw_curves
from quebra.study.tables import Row, median_text, seconds_text, to_markdown

ENGINES = ("mip-all", "mip", "cpsat", "own")
VARIANT_BOARDS = 3
"""Boards of each size on which all variants are solved."""
GAMES = 20
"""Random games on each of these boards."""

PRINTED = {
    (3, 4): ("0.06 s", 0.06),
    (4, 5): ("116.20 s", 116.2),
    (5, 8): ("≥ 1800 s, none proved, all found, gap 60.9 %", 1800.0),
    (5, 12): ("≥ 1800 s, none proved, 1 found, gap 72.0 %", 1800.0),
    (6, 6): ("1659.51 s, 1 of 5 proved, gap 59.1 %", 1659.51),
}
"""Table 1 of the paper with values from its text; searches were cut after 30 minutes."""
CUT_FROM = 1000
"""A printed time from this on has searches that were cut."""

Size = tuple[int, int]


def size_text(size: Size) -> str:
    """A size as the tables have it."""
    return f"{size[0]}x{size[1]}"


def values(rows: Rows, settings: Settings, folder: Path) -> Mapping[str, str]:
    """The tables and the plot of the page."""
    runs = rows["runs"]
    _check_agreement(runs)
    _plot(folder / "shisen-time.svg", settings.sizes, runs)
    return {
        "boards": str(settings.boards),
        "seconds": f"{settings.seconds:g}",
        "variant_boards": str(min(VARIANT_BOARDS, settings.boards)),
        "games": str(GAMES),
        "table_1": _table_1(runs),
        "ratio": _ratio(runs),
        "dominance": _dominance(rows["programs"]),
        "variants": _variants(rows["programs"], runs),
        "bounds_sum": _bounds_table(rows["bounds"], "sum"),
        "bounds_rounds": _bounds_table(rows["bounds"], "rounds"),
        "deadlocks": _deadlock_table(rows["deadlocks"]),
        "deadlock_sizes": _deadlock_sizes(rows["deadlocks"]),
        "beyond": _beyond_table(rows.get("beyond", ())),
    }


def _by(rows: Iterable[Row], *columns: str) -> dict[tuple[str, ...], list[Row]]:
    """The rows with equal values of these columns."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(str(row[column]) for column in columns), []).append(row)
    return groups


def _numbers(rows: Iterable[Row], column: str) -> list[float]:
    return [float(row[column] or 0) for row in rows]


def _total(rows: Iterable[Row], column: str) -> int:
    return round(sum(_numbers(rows, column)))


def _is_cut(row: Row) -> bool:
    return row["status"] not in ("optimal", "none")


def _check_agreement(runs: Sequence[Row]) -> None:
    """Raise an error if two engines prove different values of a board."""
    for key, rows in _by(runs, "size", "board").items():
        if len({row["best"] for row in rows if not _is_cut(row)}) > 1:
            raise AssertionError(f"Engines disagree on board {key}.")


def _time(rows: Sequence[Row]) -> str:
    return median_text(_numbers(rows, "seconds"), list(map(_is_cut, rows)), seconds_text)


def _gap(rows: Sequence[Row]) -> float | None:
    """The mean gap in percent over the boards with a solution and without proof."""
    gaps = [
        100 * (1 - float(row["bound"] or 0) / float(row["best"] or 1))
        for row in rows
        if row["status"] == "found"
    ]
    return statistics.mean(gaps) if gaps else None


def _cell(rows: Sequence[Row]) -> str:
    """The time of an engine, and the boards without proof."""
    open_rows = [row for row in rows if _is_cut(row)]
    if not open_rows:
        return _time(rows)
    found = sum(row["status"] == "found" for row in open_rows)
    parts = [f"{len(rows) - len(open_rows)} of {len(rows)} proved", f"{found} found"]
    gap = _gap(rows)
    return ", ".join([_time(rows), *parts, *([] if gap is None else [f"gap {gap:.0f} %"])])


def _table_1(runs: Sequence[Row]) -> str:
    groups = _by(runs, "size", "engine")
    return to_markdown(
        ["Board", "printed", *(f"`{name}`" for name in ENGINES)],
        [
            [size, _printed(size), *(_cell(groups[size, name]) for name in ENGINES)]
            for size in dict.fromkeys(size for size, _ in groups)
        ],
    )


def _printed(size: str) -> str:
    rows, cols = map(int, size.split("x"))
    return PRINTED.get((rows, cols), ("not in the paper", math.nan))[0]


def _ratio(runs: Sequence[Row]) -> str:
    """How much longer the paper's program takes than our engine, at the largest printed proof."""
    groups = _by(runs, "size", "engine")
    size = "4x5" if ("4x5", "mip") in groups else next(iter(groups))[0]
    slow, own = groups[size, "mip"], groups[size, "own"]
    times = [statistics.median(_numbers(rows, "seconds")) for rows in (slow, own)]
    if not all(times):
        return f"At {size} the time of an engine is below what the clock resolves."
    sign = "more than " if any(map(_is_cut, slow)) else ""
    ratio = f"{sign}{times[0] / times[1]:,.0f}"
    return f"At {size} the median time of `mip` is {ratio} times that of `own`."


def _dominance(programs: Sequence[Row]) -> str:
    groups = _by(programs, "size", "variant")
    lines = []
    for size in dict.fromkeys(size for size, _ in groups):
        full, lean = groups[size, "mip-all"], groups[size, "mip"]
        removed = [100 * (1 - _total(lean, c) / _total(full, c)) for c in ("choices", "rows")]
        lines.append(
            [
                size,
                f"{_total(full, 'choices'):,}",
                f"{_total(lean, 'choices'):,}",
                f"{removed[0]:.0f} %",
                f"{_total(full, 'rows'):,}",
                f"{_total(lean, 'rows'):,}",
                f"{removed[1]:.0f} %",
            ]
        )
    heads = ["choices, all", "needed", "removed", "constraints, all", "needed", "removed"]
    return to_markdown(["Board", *heads], lines)


def _variants(programs: Sequence[Row], runs: Sequence[Row]) -> str:
    """Sizes of the programs, and searches; optima are those of our own engine."""
    sizes = _by(programs, "size", "variant")
    solved = _by([row for row in runs if int(row["board"] or 0) < VARIANT_BOARDS], "size", "engine")
    lines = []
    for (size, name), group in sizes.items():
        searches = solved[size, name]
        best = _total(solved[size, "own"], "best")
        relaxed = sum(_numbers(group[: len(searches)], "relaxed"))
        bounds = _total(searches, "bound")
        lines.append(
            [
                size,
                name,
                f"{statistics.mean(_numbers(group, 'choices')):,.0f}",
                f"{statistics.mean(_numbers(group, 'rows')):,.0f}",
                _share(relaxed, best),
                _share(bounds, best),
                f"{statistics.median(_numbers(searches, 'nodes')):,.0f}",
                f"{sum(not _is_cut(row) for row in searches)} of {len(searches)}",
                _time(searches),
            ]
        )
    heads = ["choices", "constraints", "LP bound", "last bound", "nodes", "proved", "time"]
    return to_markdown(["Board", "variant", *heads], lines)


def _share(part: float, whole: float, digits: int = 0) -> str:
    return f"{100 * part / whole:.{digits}f} %" if whole else "-"


def _bounds_table(rows: Sequence[Row], goal: str) -> str:
    lines = []
    for (size,), group in _by(rows, "size").items():
        best = _total(group, goal)
        tight = [
            sum(row[f"{goal}_{name}"] == row[goal] for row in group)
            for name in ("propagated", "lagrangean")
        ]
        proved = all(row[f"{goal}_proved"] for row in group)
        lines.append(
            [
                size,
                f"{'' if proved else '≤ '}{best}",
                f"{_total(group, f'{goal}_propagated')} ({tight[0]} of {len(group)})",
                f"{_total(group, f'{goal}_lagrangean')} ({tight[1]} of {len(group)})",
                _gap_text(best, _total(group, f"{goal}_propagated")),
                _gap_text(best, _total(group, f"{goal}_lagrangean")),
                seconds_text(statistics.median(_numbers(group, f"{goal}_seconds"))),
            ]
        )
    heads = ["optimum", "propagation", "Lagrangean", "gap of the one", "of the other", "time"]
    return to_markdown(["Board", *heads], lines)


def _gap_text(best: float, bound: float) -> str:
    return f"{100 * (best - bound) / best:.1f} %" if best else "0.0 %"


def _deadlock_table(rows: Sequence[Row]) -> str:
    lines = []
    for (size,), group in _by(rows, "size").items():
        total = {name: _total(group, name) for name in group[0] if name not in ("size", "block")}
        lines.append(
            [
                size,
                str(total["boards"]),
                _share(total["stuck"], total["boards"], 1),
                _share(total["unsolvable"], total["boards"], 1),
                _share(total["bad_moves"], total["moves"], 1),
                _share(total["lost"], total["games"], 1),
                f"{total['left'] / total['lost']:.1f}" if total["lost"] else "-",
            ]
        )
    heads = ["boards", "deadlock at the start", "no solution", "first moves into a deadlock"]
    return to_markdown(["Board", *heads, "games lost", "tiles left"], lines)


def _deadlock_sizes(rows: Sequence[Row]) -> str:
    lines = []
    for (size,), group in _by(rows, "size").items():
        lost = _total(group, "lost")
        counts = [_total(group, f"units_{name}") for name in ("1", "2", "3", "more")]
        lines.append([size, f"{lost:,}", *(_share(number, lost) for number in counts)])
    return to_markdown(["Board", "games lost", "1 unit", "2 units", "3 units", "more"], lines)


def _beyond_table(rows: Sequence[Row]) -> str:
    if not rows:
        return "The quick study leaves this table out."
    lines = []
    for (size,), group in _by(rows, "size").items():
        open_rows = [row for row in group if _is_cut(row)]
        lines.append(
            [
                size,
                str(len(group)),
                _time(group),
                seconds_text(max(_numbers(group, "seconds"))),
                f"{len(group) - len(open_rows)} of {len(group)}",
                str(sum(row["status"] == "none" for row in group)),
                "; ".join(f"{_value(row['best'])}, {_value(row['bound'])}" for row in open_rows)
                or "-",
            ]
        )
    heads = ["boards", "median", "slowest", "proved", "no solution", "best and bound where open"]
    return to_markdown(["Board", *heads], lines)


def _value(value: object) -> str:
    return "none" if value is None else f"{value:g}"


def _plot(path: Path, sizes: Sequence[Size], runs: Sequence[Row]) -> None:
    """The median times by the number of tiles, with those printed if all are."""
    groups = _by(runs, "size", "engine")
    ordered = sorted(sizes, key=lambda size: size[0] * size[1])
    curves = []
    looks = (("mip-all", "bad", "v"), ("mip", "focus", "s"), ("cpsat", "entry", "D"))
    for name, colour, marker in (*looks, ("own", "good", "o")):
        cells = [groups[size_text(size), name] for size in ordered]
        times = [statistics.median(_numbers(rows, "seconds")) for rows in cells]
        below = [_time(rows).startswith("≥") for rows in cells]
        curves.append(Curve(name, colour, marker, times, below))
    if all(size in PRINTED for size in ordered):
        printed = [PRINTED[size][1] for size in ordered]
        below = [value > CUT_FROM for value in printed]
        curves.append(Curve("printed", "ink", "^", printed, below))
    tiles = [rows * cols for rows, cols in ordered]
    draw_curves(path, "CPU time up to the proof, in seconds", tiles, curves, across="tiles")

"""The page "Symmetry: the paper, reproduced", and its three figures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from quebra.papers.symmetry_clp.labelling import VALUE_ORDERS, VARIABLE_ORDERS
from symmetry_plots import Curve, Scale, draw
from symmetry_study import (
    BOARDS,
    LIMIT,
    PRINTED_SECONDS,
    PRINTED_SIZES,
    STRATEGY_LIMIT,
    STRATEGY_SIDE,
    UNIQUE_BOARDS,
    UNIQUE_SIDES,
    Median,
    Size,
    Strategy,
    printed_example,
    sizes,
    strategies,
    unique_boards,
    warm_up,
)

FOLDER = Path(__file__).parents[1] / "docs" / "papers"

INTRODUCTION = f"""
# Symmetry: the paper, reproduced

L. N. N. Almeida and J. H. A. M. Reguengo da Luz, *Symmetry Puzzle* (Faculdade de Engenharia da
Universidade do Porto, 2020), solve Symmetry boards with SICStus Prolog. This page repeats their two
studies: labelling strategies at 6x6 (table 1), and time, backtracks and constraints by dimension
(table 2, figures 3 to 5). `python bench/symmetry.py --write` measures everything again and writes
the page.

Three things stand side by side:

- **printed**: what the paper prints. Its boards and its machine are not given.
- **labelling**: the paper's model with a small labelling search of our own
  (`quebra.papers.symmetry_clp`).
- **own**: the engine that Quebra uses, which needs neither counters nor a strategy. Boards of this
  size it solves in plain Python, while the propagation of the labelling is compiled.

SICStus itself is not available here, so the labelling is a reproduction in kind. The boards are
made as the paper makes them: a random solution, of which a random number of cells is blanked. There
are {BOARDS} of each size, all with a solution; figures are medians, in CPU time. A search is cut
after {LIMIT:g} s, in table 1 after {STRATEGY_LIMIT:g} s; where the median depends on that, it is a
lower bound and carries the sign ≥.

## The model

The cells of a line, read in one direction, drive a counter: it begins at 0, a shape s takes it from
C to 10 C + s, a blank leaves it. The line read in the other direction has a counter as well, and
both must end alike. Propagation knows bounds on each counter. They are passed along the line both
ways and from one reading to the other until nothing moves, and a value leaves the domain of its
cell when it has no step between the bounds. This is weak, and it can be slow: two bounds that
exclude each other may meet in steps of one, through all numbers of N digits.

- A **backtrack** is a contradiction that propagation found.
- A **constraint** is an elementary one. For each line, direction, cell and value there are three:
  the cell has the value if and only if B, the signature has it if and only if B, and the step of
  the counter that it calls for. For each line the two last counters are equal. With three shapes
  that is 48 N² + 2 N.
"""

STRATEGY_NOTES = """
`leftmost` takes the first open cell, `min` the one with the least value, `ff` the smallest domain,
`occurrence` the most constraints still waiting, `ffc` the smallest domain and then the most
constraints, `max_regret` the largest difference between the two least values. `step` tries the
least value or not, `enum` each value upwards, `bisect` the lower or the upper half; `median`,
`middle` (nearest to the middle of the bounds) and `random` (the paper's *selRandom*) try that value
or not. After each choice the next cell is chosen again.

`step`, `enum` and `bisect` are the quickest, in the paper and here. They begin with the low values,
of which the blank is one, and most cells of a solution can stay blank; we did not test whether that
is the reason. In this model a cell takes part in one equivalence for each reading and each value it
can still take, so `occurrence` means the largest domain, and `ffc` always chooses as `ff` does.
"""

SIZE_NOTES = """
The paper labels with `leftmost` and random values here, and so does the labelling. Up to N = 7 the
printed numbers of constraints lie within 8 % of ours. At N = 8 the printed number is twice ours, as
if the constraints had been posted twice; the paper does not say.
"""


def write() -> None:
    """Measure everything and write the page and its figures."""
    warm_up()
    by_strategy, by_size = strategies(), dict(sizes())
    FOLDER.mkdir(exist_ok=True)
    parts = [
        INTRODUCTION,
        "## Table 1: labelling strategies at 6x6",
        STRATEGY_NOTES,
        *_strategy_tables(by_strategy, by_size[STRATEGY_SIDE]),
        "## Table 2 and figures 3 to 5: by dimension",
        SIZE_NOTES,
        *_time_part(by_size),
        *_backtracks_part(by_size),
        *_constraints_part(by_size),
        "## The paper's generator",
        *_generator_part(),
    ]
    text = "\n\n".join(part.strip() for part in parts) + "\n"
    (FOLDER / "symmetry.md").write_text(text, encoding="utf-8")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    ruled = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in ruled)


def seconds(median: Median) -> str:
    """A time with a suitable unit."""
    value = median.value
    text = f"{value:.3g} s" if value >= 1 else f"{1000 * value:.{int(value < 0.01)}f} ms"
    return _at_least(median) + text


def _number(median: Median) -> str:
    return f"{_at_least(median)}{median.value:,.0f}"


def _at_least(median: Median) -> str:
    return "" if median.exact else "≥ "


def _times(slow: Median, fast: Median) -> str:
    return f"{_at_least(slow)}{slow.value / fast.value:,.0f}"


def _strategy_tables(
    measured: Mapping[tuple[str, str], Strategy], at_this_size: Size
) -> Iterator[str]:
    head = ["", *(f"`{name}`" for name in VARIABLE_ORDERS)]
    yield "Seconds, printed · labelling:"
    yield _table(
        head,
        [
            [f"`{values}`"]
            + [
                f"{printed:.2f} · {_at_least(median)}{median.value:.3f}"
                for printed, median in zip(
                    PRINTED_SECONDS[values],
                    (measured[variables, values].seconds for variables in VARIABLE_ORDERS),
                    strict=True,
                )
            ]
            for values in VALUE_ORDERS
        ],
    )
    yield "Backtracks of the labelling (the paper prints none here):"
    yield _table(
        head,
        [
            [f"`{values}`"]
            + [_number(measured[variables, values].backtracks) for variables in VARIABLE_ORDERS]
            for values in VALUE_ORDERS
        ],
    )
    best = min((entry.seconds for entry in measured.values()), key=lambda entry: entry.value)
    yield (
        f"The own engine takes {seconds(at_this_size.own)} on the same boards; the best of the 36 "
        f"strategies takes {seconds(best)}."
    )


def _time_part(measured: Mapping[int, Size]) -> Iterator[str]:
    """Figure 3. The printed times are rounded: where they say 0, the curve has no point."""
    printed = [row[0] or math.nan for row in PRINTED_SIZES.values()]
    curves = [
        _curve("counter", [size.counter for size in measured.values()]),
        _curve("labelling", [size.labelling for size in measured.values()]),
        Curve("printed", *MARKS["printed"], printed, [False] * len(printed)),
        _curve("own", [size.own for size in measured.values()]),
    ]
    yield "### Figure 3: time"
    yield _figure("time", "CPU seconds up to the first solution", curves, "log")
    yield (
        "`counter` is the same model for CP-SAT, its automaton with a counter as a reference; "
        "`cpsat` is our other model for CP-SAT. The last two columns are ratios. "
        "An open mark in a figure is a lower bound."
    )
    yield _table(
        [
            "N",
            "printed",
            "labelling",
            "`counter`",
            "`cpsat`",
            "own",
            "labelling / own",
            "`counter` / own",
        ],
        [
            [
                str(side),
                f"{PRINTED_SIZES[side][0]:g} s",
                f"{seconds(size.labelling)}{_cut_note(size.labelling)}",
                f"{seconds(size.counter)}{_cut_note(size.counter)}",
                f"{seconds(size.cpsat)}{_cut_note(size.cpsat)}",
                seconds(size.own),
                _times(size.labelling, size.own),
                _times(size.counter, size.own),
            ]
            for side, size in measured.items()
        ],
    )


def _cut_note(median: Median) -> str:
    return f" ({median.cut} of {BOARDS} cut)" if median.cut else ""


def _backtracks_part(measured: Mapping[int, Size]) -> Iterator[str]:
    printed = [row[1] for row in PRINTED_SIZES.values()]
    curves = [
        _curve("labelling", [size.backtracks for size in measured.values()]),
        Curve("printed", *MARKS["printed"], printed, [False] * len(printed)),
        _curve("own", [size.own_backtracks for size in measured.values()]),
    ]
    yield "### Figure 4: backtracks"
    yield _figure("backtracks", "Backtracks up to the first solution", curves, "symlog")
    yield "The own engine meets contradictions as well, and these are counted."
    yield _table(
        ["N", "printed", "labelling", "own"],
        [
            [str(n), f"{backtracks:,}", _number(size.backtracks), _number(size.own_backtracks)]
            for (n, size), backtracks in zip(measured.items(), printed, strict=True)
        ],
    )


def _constraints_part(measured: Mapping[int, Size]) -> Iterator[str]:
    printed = [row[2] for row in PRINTED_SIZES.values()]
    curves = [
        Curve("printed", *MARKS["printed"], printed, [False] * len(printed)),
        _curve("labelling", [Median(size.constraints) for size in measured.values()]),
        _curve("own", [Median(2 * side) for side in measured]),
    ]
    yield "### Figure 5: constraints"
    yield _figure("constraints", "Constraints posted", curves, "log")
    yield "The own engine knows one rule for each row and each column."
    yield _table(
        ["N", "printed", "labelling", "own"],
        [
            [str(n), f"{PRINTED_SIZES[n][2]:,}", f"{size.constraints:,}", str(2 * n)]
            for n, size in measured.items()
        ],
    )


MARKS = {
    "printed": ("soft", "s"),
    "labelling": ("entry", "o"),
    "counter": ("hint", "^"),
    "own": ("good", "D"),
}
"""The colour and the mark of each curve."""


def _curve(name: str, medians: Sequence[Median]) -> Curve:
    values, below = [m.value for m in medians], [not m.exact for m in medians]
    return Curve(name, *MARKS[name], values, below)


def _figure(name: str, label: str, curves: Sequence[Curve], scale: Scale) -> str:
    draw(FOLDER / f"symmetry-{name}.svg", label, list(PRINTED_SIZES), curves, scale)
    return f"![{label}, by dimension](symmetry-{name}.svg)"


def _generator_part() -> Iterator[str]:
    yield (
        "It blanks cells of a random solution and never asks whether others fit the clues that are "
        f"left. Of {UNIQUE_BOARDS} boards of each size, the number with exactly one solution:"
    )
    yield _table(
        ["N", *map(str, UNIQUE_SIDES)],
        [["unique", *(str(unique_boards(side)) for side in UNIQUE_SIDES)]],
    )
    yield "Quebra's `generate` makes such boards with `--paper`; its own are always unique."
    if (example := printed_example()) is not None:
        count, fewest = example
        yield (
            f"The 5x5 board that the paper prints has exactly {count} solutions; "
            f"the fewest shapes in one are {fewest}. Both are proved by the own engine."
        )

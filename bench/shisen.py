"""Shisen-Sho engines compared: the paper's table 1 in one run, and larger boards.

Run as `python bench/shisen.py`, or with `--quick` for the two smallest sizes alone. With `--write`
it writes docs/papers/shisen.md. `--limit` is the wall time for one board and one engine; with the
default of 10 seconds everything takes some ten minutes, and 15 at most.
"""

from __future__ import annotations

import argparse
from itertools import islice

import shisen_page
from shisen_page import beyond_row, cell
from shisen_study import BEYOND, ENGINES, PRINTED, beyond, compare, variables, warm_up

LIMIT = 10.0


def main() -> None:
    """Print the tables, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="the two smallest sizes alone")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one search")
    parser.add_argument("--write", action="store_true", help="write docs/papers/shisen.md")
    chosen = parser.parse_args()
    if chosen.write:
        shisen_page.write(chosen.limit)
        return
    warm_up()
    for size in islice(PRINTED, 2 if chosen.quick else None):
        print(f"\n{size}: printed {PRINTED[size]}")
        result = compare(size, chosen.limit)
        for name in ENGINES:
            print(f"  {name:10}{cell(result[name])}")
        print(f"  mip / own {result['mip'].seconds / result['own'].seconds:,.0f}")
        print(f"  dominance removes {variables(size).removed:.0f} % of the choices", flush=True)
    for size, boards in () if chosen.quick else BEYOND:
        row = beyond_row(list(beyond(size, boards, chosen.limit)))
        print(f"\n{size}: {' | '.join(row)}", flush=True)


if __name__ == "__main__":
    main()

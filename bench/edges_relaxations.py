"""Edge-matching by convex relaxations: the paper's examples in kind, and where they end.

Run as `python bench/edges_relaxations.py`, which prints the page, or with `--write`, which writes
docs/papers/edge-matching.md and its picture. `--limit` is the wall time for one board and one
method; with the default of 5 seconds everything takes some five minutes.
"""

from __future__ import annotations

import argparse

import edges_relaxations_page
from edges_relaxations_study import LIMIT


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one board")
    parser.add_argument("--write", action="store_true", help="write docs/papers/edge-matching.md")
    chosen = parser.parse_args()
    text, picture = edges_relaxations_page.page(chosen.limit)
    if chosen.write:
        edges_relaxations_page.PAGE.write_text(text, encoding="utf-8")
        edges_relaxations_page.PICTURE.write_bytes(picture)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()

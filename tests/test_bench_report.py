"""The report of all benchmarks."""

from __future__ import annotations

import pytest

import report


def test_every_program_has_a_description() -> None:
    for name in report.PROGRAMS:
        heading, _, text = report.described(name).partition("\n\n")
        assert heading.startswith("## ") and f"`bench/{name}.py`" in text


def test_an_unknown_program_is_named() -> None:
    with pytest.raises(SystemExit, match=r"no program nosuch.*kojun"):
        report.main(["start", "nosuch"])

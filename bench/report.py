"""All benchmarks in one run, written to docs/measured.md: `python bench/report.py`.

With names, such as `python bench/report.py kojun start`, only these are run and printed, and the
page is not written.
"""

from __future__ import annotations

import ast
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import psutil

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "measured.md"
PROGRAMS = (
    "start",
    "kojun",
    "symmetry",
    "shisen",
    "tangram",
    "edges_exact",
    "batch",
    "page_moves",
    "page_load",
    "class_load",
    "hostile_load",
)
INTRODUCTION = """\
# Measurements

`make bench` wrote this page: each section is what one program in `bench/` says about itself, and
what it printed. Times are CPU times unless a section says otherwise. Ratios are between programs
that take turns in the same run; they matter more than the times.

| | |
|---|---|
"""


def described(name: str) -> str:
    """The heading and the text of a program's section: its docstring."""
    text = ast.get_docstring(ast.parse((HERE / f"{name}.py").read_text())) or ""
    title, _, rest = text.partition("\n")
    heading, _, more = title.partition(": ")
    subject = f": {more}" if more and not more.startswith("`") else "."
    return f"## {heading.rstrip('.')}\n\n`bench/{name}.py`{subject}\n{rest}"


def measured(name: str) -> str:
    """What a program prints; its warnings appear in the terminal only."""
    command = (sys.executable, HERE / f"{name}.py")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        lines = []
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip())
    if process.returncode:
        raise SystemExit(f"bench/{name}.py ended with status {process.returncode}.")
    return "\n".join(lines).strip("\n")


def facts() -> dict[str, str]:
    """The date, the machine and the versions."""
    command = (sys.executable, "-m", "quebra", "--version", "--json")
    versions = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    load = os.getloadavg()[0]
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": f"{processor()}, {os.cpu_count()} cores, "
        f"{psutil.virtual_memory().total / 2**30:.0f} GiB, {platform.system()}",
        "load at the start": f"{load:.1f}",
        "Python": platform.python_version(),
        "Quebra": versions["quebra"],
        "libraries": ", ".join(
            f"{name} {version}" for name, version in sorted(versions["dependencies"].items())
        ),
    }


def processor() -> str:
    """The name of the processor, where the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else ()
    names = (line.partition(": ")[2] for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def main(names: Sequence[str]) -> None:
    """Run the programs; write the page, if none are named."""
    if unknown := [name for name in names if name not in PROGRAMS]:
        known = ", ".join(PROGRAMS)
        raise SystemExit(f"There is no program {', '.join(unknown)}; there are {known}.")
    page = INTRODUCTION + "".join(f"| {name} | {value} |\n" for name, value in facts().items())
    for name in names or PROGRAMS:
        print(f"\nbench/{name}.py", flush=True)
        page += f"\n{described(name)}\n\n```text\n{measured(name)}\n```\n"
    if not names:
        PAGE.write_text(page)


if __name__ == "__main__":
    main(sys.argv[1:])

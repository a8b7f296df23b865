"""Install the project with pip, and show one line of progress instead of pip's many.

.venv/bin/python tools/install.py --constraint constraints.txt --editable ".[test]"
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

WIDTH = 72
PHASES = {
    "Collecting": "Finding",
    "Downloading": "Downloading",
    "Building": "Building",
    "Preparing": "Building",
    "Installing": "Installing",
}


def main(arguments: list[str]) -> int:
    """Run pip; its output is printed only if it fails."""
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as pip:
        assert pip.stdout is not None
        lines = list(_shown(pip.stdout))
    if pip.returncode:
        print("\n" + "".join(lines), file=sys.stderr)
    else:
        print(f"\r{'Installed ' + arguments[-1]:<{WIDTH}}", flush=True)
    return pip.returncode


def _shown(output: Iterator[str]) -> Iterator[str]:
    """Yield pip's lines, and show its current step on one line; a log gets a line a phase."""
    on_terminal = sys.stdout.isatty()
    phases: set[str] = set()
    for line in output:
        yield line
        first, _, rest = line.strip().partition(" ")
        phase = PHASES.get(first)
        if phase and on_terminal:
            package = "" if phase == "Installing" else rest.partition(" ")[0]
            print(f"\r{f'{phase} {package}':<{WIDTH}.{WIDTH}}", end="", flush=True)
        elif phase and phase not in phases:
            print(f"{phase} packages", flush=True)
            phases.add(phase)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

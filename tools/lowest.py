"""Print constraints that pin each dependency to the lowest version that pyproject.toml allows."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
LOWER_BOUND = re.compile(r"([\w-]+)(?:\[\w+\])?>=([\w.]+)")


def lowest() -> Iterator[str]:
    """The lines of a constraints file with the lowest versions."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    for requirement in chain(project["dependencies"], *extras):
        if bound := LOWER_BOUND.match(requirement):
            yield f"{bound[1]}=={bound[2]}"


if __name__ == "__main__":
    print("\n".join(sorted(set(lowest()))))

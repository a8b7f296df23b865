"""Compile the catalogues when the package is built or installed for development."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))

from texts import compile_catalogues


class CatalogueHook(BuildHookInterface):  # type: ignore[misc]
    """Compiles `.po` to `.mo`, and the texts of the page to JSON."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled catalogues to the package."""
        root = Path(self.root)
        build_data["artifacts"] += [
            f"/{file.relative_to(root)}" for file in compile_catalogues(root)
        ]

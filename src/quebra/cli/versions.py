"""The versions of Quebra, Python and the libraries, for reports and for papers."""

from __future__ import annotations

import platform
import re
from importlib.metadata import PackageNotFoundError, requires, version

import msgspec

from quebra import __version__

NAME = re.compile(r"[\w.-]+")
EXTRA = re.compile(r"extra == ['\"]([\w-]+)['\"]")
DEVELOPMENT = ("test", "docs", "bench", "fuzz")
"""Extras whose libraries do not run with the program."""


class Versions(msgspec.Struct, frozen=True):
    """Versions, and the platform; libraries of extras are listed if they are installed."""

    quebra: str
    python: str
    implementation: str
    platform: str
    dependencies: dict[str, str]


def versions() -> Versions:
    """The versions of this installation.

    >>> versions().quebra == __version__ and "ortools" in versions().dependencies
    True
    """
    return Versions(
        quebra=__version__,
        python=platform.python_version(),
        implementation=platform.python_implementation(),
        platform=" ".join((platform.system(), platform.release(), platform.machine())),
        dependencies=_dependencies(),
    )


def _dependencies() -> dict[str, str]:
    found: dict[str, str] = {}
    for requirement in _requirements():
        extra, name = EXTRA.search(requirement), NAME.match(requirement)
        if name and not (extra and extra[1] in DEVELOPMENT):
            try:
                found[name[0]] = version(name[0])
            except PackageNotFoundError:
                continue
    return dict(sorted(found.items()))


def _requirements() -> list[str]:
    try:
        return requires("quebra") or []
    except PackageNotFoundError:  # it runs from a folder, not installed
        return []

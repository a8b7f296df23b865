"""What a shell completes: names of families, engines, goals, formats and presets, and files."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from quebra.contract.registry import AnyFamily, families, family_names, get_family
from quebra.service.reading import named_family

NAMES: dict[str, Callable[[AnyFamily], Iterable[str]]] = {
    "engine": lambda family: family.solve.engine_names,
    "goal": lambda family: ("any", *family.solve.goals),
    "format": lambda family: (codec.name for codec in family.formats.puzzles),
    "to": lambda family: (codec.name for codec in family.formats.puzzles),
    "preset": lambda family: family.generate.presets,
    "arguments": lambda family: family.solve.engine_names,
}
"""The values of parameters that depend on the family."""
FAMILY = ("family", "schema")
FILES = ("source", "sources", "answer", "answer_from", "arguments")


def completions(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The values of a parameter that begin with these characters; none if it has no names."""
    if isinstance(parameter.type, click.Choice):
        return []
    name = parameter.name or ""
    found: Iterable[str] = family_names() if name in FAMILY else ()
    if name in NAMES:
        found = dict.fromkeys(each for known in _families(context) for each in NAMES[name](known))
    files = [CompletionItem(incomplete, type="file")] if name in FILES else []
    return [CompletionItem(each) for each in found if each.startswith(incomplete)] + files


def _families(context: click.Context) -> tuple[AnyFamily, ...]:
    """The family that a command line names or whose puzzle it has; else all."""
    given = context.params.get("family") or context.meta.get("family")
    if given in family_names():
        return (get_family(given),)
    # Arguments before an option without its value are not assigned to parameters yet.
    found = named_family(context.args[0]) if context.args else None
    return (found,) if found else families()

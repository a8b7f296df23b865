"""The JSON Schemas of puzzles, answers and outcomes, which are published with the documentation.

They are a public contract. A new version may add optional fields; `docs/generate.py` refuses to
replace a published schema by one that removes or changes something.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from quebra.contract.registry import AnyFamily, families
from quebra.contract.results import Outcome

FOLDER = "docs/published/schemas"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
WORDS = {"title", "description", "$defs", "$schema"}
"""Keys without a meaning of their own for what is valid."""

Schema = Mapping[str, Any]


def schemas() -> dict[str, dict[str, Any]]:
    """All schemas by the name of their file."""
    return {
        f"{family.name}-{what}.json": _schema(f"{family.title}: {what}", kind)
        for family in families()
        for what, kind in _kinds(family).items()
    }


def _kinds(family: AnyFamily) -> dict[str, Any]:
    answer = family.model.answer
    return {
        "puzzle": family.model.puzzle,
        "answer": answer,
        "outcome": _outcome_type(answer),
    }


def _outcome_type(answer: type) -> type:
    """A struct with the fields of `Outcome` as they are in JSON, where texts are strings."""
    hints = {**get_type_hints(Outcome), "solutions": tuple[answer, ...], "why": str}  # type: ignore[valid-type]
    fields: list[Any] = [(name, hints[name]) for name in Outcome.__struct_fields__ if name != "why"]
    return msgspec.defstruct(
        "Outcome", [*fields, ("why", str, "")], namespace={"__doc__": Outcome.__doc__}
    )


def _schema(title: str, kind: Any) -> dict[str, Any]:
    (root,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    for part in parts.values():
        # The docstring's first paragraph; its examples are for Python readers.
        part["description"] = part.get("description", "").split("\n\n")[0]
    schema = {"$schema": DRAFT, "title": title, **root, "$defs": parts}
    return msgspec.json.decode(msgspec.json.encode(schema), type=dict[str, Any])


def incompatibilities(old: Schema, new: Schema) -> list[str]:
    """What a program that uses the old schema may trip over, each with its place.

    >>> old = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    >>> incompatibilities(old, {**old, "properties": {**old["properties"], "b": {}}})
    []
    >>> incompatibilities(old, {**old, "properties": {"a": {"type": "string"}}})
    ['$.a: type was integer and is string']
    """
    return list(_changes("$", old, new, (old, new), set()))


def _changes(
    place: str, old: Any, new: Any, roots: tuple[Schema, Schema], seen: set[tuple[str, str]]
) -> Iterator[str]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        refs = old.get("$ref", ""), new.get("$ref", "")
        if any(refs):
            if refs in seen:
                return
            seen = seen | {refs}
        old, new = _resolved(old, roots[0]), _resolved(new, roots[1])
        yield from _changed_fields(place, old, new, roots, seen)
        for key in sorted((old.keys() | new.keys()) - WORDS - {"properties"}):
            yield from _changes_of(place, key, old.get(key), new.get(key), roots, seen)
    elif old != new:
        yield f"{place}: was {old} and is {new}"


def _changed_fields(
    place: str, old: Schema, new: Schema, roots: tuple[Schema, Schema], seen: set[tuple[str, str]]
) -> Iterator[str]:
    before, after = old.get("properties", {}), new.get("properties", {})
    for name, schema in before.items():
        if name not in after:
            yield f"{place}.{name}: removed"
        else:
            yield from _changes(f"{place}.{name}", schema, after[name], roots, seen)


def _changes_of(
    place: str,
    key: str,
    old: Any,
    new: Any,
    roots: tuple[Schema, Schema],
    seen: set[tuple[str, str]],
) -> Iterator[str]:
    """The changes of one keyword."""
    if key in ("items", "additionalProperties") and isinstance(old, Mapping):
        yield from _changes(f"{place}[]", old, new, roots, seen)
    elif key in ("anyOf", "prefixItems") and old and new and len(old) == len(new):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _changes(f"{place}|{at}", one, other, roots, seen)
    elif key in ("required", "enum") and old is not None and new is not None:
        if set(old) != set(new):
            yield f"{place}: {key} was {sorted(old)} and is {sorted(new)}"
    elif old != new:
        yield f"{place}: {key} was {old} and is {new}"


def _resolved(schema: Schema, root: Schema) -> Schema:
    while ref := schema.get("$ref"):
        schema = root["$defs"][ref.rpartition("/")[2]]
    return schema


def schema_files(root: Path) -> dict[str, str]:
    """The text of each schema by its path; raises `SystemExit` for an incompatible one."""
    files = {}
    for name, schema in schemas().items():
        path = root / FOLDER / name
        if path.exists():
            published = json.loads(path.read_text(encoding="utf-8"))
            for problem in incompatibilities(published, schema):
                raise SystemExit(
                    f"{name}: {problem}. Delete the file if a major version may change it."
                )
        files[f"{FOLDER}/{name}"] = json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
    return files

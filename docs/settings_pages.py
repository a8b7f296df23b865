"""The tables of settings, made from the structs that read them."""

from __future__ import annotations

import ast
import inspect
import re

import msgspec

from writing import table

VARIABLE = re.compile(r" \(`QUEBRA_\w+`\)\.$")
"""The end of a docstring, which the table has in its first column."""


def settings_table(kind: type[msgspec.Struct]) -> str:
    """The environment variables of a struct of settings, with their defaults."""
    texts = _field_texts(kind)
    rows = [
        [f"`QUEBRA_{field.name.upper()}`", _default(field.default), texts[field.name]]
        for field in msgspec.structs.fields(kind)
    ]
    return table(["variable", "default", "what"], rows)


def _default(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value) or "none"


def _field_texts(kind: type) -> dict[str, str]:
    """The docstring below each field of a class, read from the source."""
    (definition,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(definition, ast.ClassDef)
    texts = {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr):
            assert isinstance(field.target, ast.Name) and isinstance(below.value, ast.Constant)
            text = " ".join(str(below.value.value).split())
            texts[field.target.id] = VARIABLE.sub("", text)
    return texts

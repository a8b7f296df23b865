"""Reads rows as structs; a damaged row is reported with its table and ID, and others still read."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Table

from quebra.contract.codec import json_error, what_and_where
from quebra.store.errors import StoreError

T = TypeVar("T")

logger = logging.getLogger("quebra.store")


class DamagedRow(StoreError):
    """A row that cannot be read, with its ID."""

    def __init__(self, sentence: str, id: str = "") -> None:
        super().__init__(sentence)
        self.id = id


def damaged_row(database: str, table: str, id: object, reason: str) -> DamagedRow:
    """The error for a row, with its table, its ID and the reason."""
    name = id if isinstance(id, str) else repr(id)
    place = f"row {name[:40]!r} of the table {table}"
    what = reason.rstrip(".")
    return DamagedRow(f"The database {database} is damaged in {place}: {what}.", name)


def read_row(kind: type[T], row: Any, database: str, table: Table, *json: str) -> T:
    """A row as a struct whose fields are named like columns; the columns `json` must hold JSON."""
    try:
        found = msgspec.convert(row, kind, from_attributes=True)
    except msgspec.ValidationError as error:
        what, where = what_and_where(str(error))
        reason = f"column {where.removeprefix('$.')}, {what}"
        raise damaged_row(database, table.name, row.id, reason) from None
    for name in json:
        text = getattr(found, name)
        try:
            if text is not None:
                msgspec.json.decode(text, type=msgspec.Raw)
        except (msgspec.DecodeError, RecursionError) as error:
            reason = f"column {name}, {json_error(error, text)}"
            raise damaged_row(database, table.name, row.id, reason) from None
    return found


@lru_cache(maxsize=1000)
def log_damage(sentence: str) -> None:
    """Log a damaged row, once for each sentence."""
    logger.warning(sentence)

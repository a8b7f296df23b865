"""What a server logs, and how: lines of text or of JSON on standard error."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import msgspec

LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("text", "json")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON, with the fields of the access log.

    >>> record = logging.LogRecord("quebra", 20, "", 0, "%(path)s", ({"path": "/"},), None)
    >>> record.created = 0
    >>> JsonFormatter().format(record)
    '{"time":"1970-01-01T00:00:00+00:00","level":"info","logger":"quebra","text":"/","path":"/"}'
    """

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
        }
        if isinstance(record.args, dict):
            fields |= record.args
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(fields).decode()


def log_to_stderr(level: str, format: str) -> None:
    """Log records of a level and above."""
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if format == "json" else plain)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)

"""The tables, the same in SQLite and PostgreSQL. JSON is stored as text, unchanged.

A change of a table needs a migration in `migrations/versions`, and its name as `HEAD`.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

HEAD = "0005"
"""The last migration: the revision of the tables below."""

metadata = MetaData()
Number = BigInteger().with_variant(Integer, "sqlite")

revisions = Table(
    "quebra_revision", MetaData(), Column("version_num", String(32), primary_key=True)
)
"""The revision of a database, in a table of Alembic's form."""

about = Table("about", metadata, Column("version", Integer, primary_key=True))
"""The version that programs without migrations look for: 1, and now 2, which they refuse."""

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("updated", Float, nullable=False, index=True),
    Column("player", Text, nullable=False, server_default=text("''")),
    Index("games_by_player", "player", "updated"),
)
"""`player` is the ID in a browser's cookie; it is empty for games of the machine itself."""

classes = Table(
    "classes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("code", Text, nullable=False, unique=True),
    Column("daily", Boolean, nullable=False),
    Column("created", Float, nullable=False),
)

class_puzzles = Table(
    "class_puzzles",
    metadata,
    Column("class_id", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("day", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("family", Text, nullable=False),
    Column("grade", Text),
    Column("puzzle", Text, nullable=False),
)
"""`day` is the date of a puzzle that is one of a day's, and empty for those that were chosen."""

pupils = Table(
    "pupils",
    metadata,
    Column("id", Text, primary_key=True),
    Column("class_id", Text, nullable=False),
    Column("nickname", Text, nullable=False),
    Column("name_key", Text, nullable=False),
    Column("player", Text, nullable=False, index=True),
    Column("may_return", Boolean, nullable=False),
    Column("joined", Float, nullable=False),
    UniqueConstraint("class_id", "name_key"),
    UniqueConstraint("class_id", "player"),
)
"""`name_key` is the nickname without differences of case and blanks; with `may_return`, another
browser may join with it and goes on with the pupil's games."""

results = Table(
    "results",
    metadata,
    Column("pupil", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("class_id", Text, nullable=False, index=True),
    Column("game", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("progress", Float, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("shown", Boolean, nullable=False),
    Column("solved", Float),
    Column("updated", Float, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("updated", Float, nullable=False),
)

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", Number, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("family", Text, nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("rows", Integer),
    Column("cols", Integer),
    Column("grade", Text),
    Column("score", Float),
    Column("status", Text),
    Column("solutions", Integer),
    Column("solution", Text),
    Column("source", Text, nullable=False),
    Column("added", Float, nullable=False),
    Index("puzzles_by_family", "family", "id", "status"),
    Index("puzzles_by_grade", "family", "grade", "id", "status"),
    Index("puzzles_by_rows", "family", "rows", "cols", "id"),
    Index("puzzles_by_size", "family", "rows", "cols", "grade", "id"),
)
"""Each index ends with the number, by which found puzzles are ordered: nothing is sorted."""

jobs = Table(
    "jobs",
    metadata,
    Column("id", Number, primary_key=True),
    Column("batch", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("task", Text, nullable=False),
    Column("part_of", Number),
    Column("state", Text, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("worker", Text),
    Column("until", Float),
    Column("finished", Float),
    Column("seconds", Float),
    Column("cpu_seconds", Float),
    Column("engine", Text),
    Column("version", Text),
    Column("status", Text),
    Column("result", Text),
    Column("failure", Text),
    UniqueConstraint("batch", "key"),
    Index("jobs_to_do", "batch", "state", "tries", "id"),
    Index("jobs_by_whole", "part_of"),
)
"""`task` is a request in JSON, `until` the end of a lease, and `part_of` the ID of a split job."""

"""The tables of the time before migrations, in databases where some or all of them are missing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables that are missing."""
    op.create_table("about", sa.Column("version", sa.Integer, primary_key=True), if_not_exists=True)
    op.create_table(
        "games",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_games_updated", "games", ["updated"], if_not_exists=True)
    op.create_table(
        "records",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        if_not_exists=True,
    )
    _create_puzzles()
    _create_jobs()


def _create_puzzles() -> None:
    op.create_table(
        "puzzles",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("key", sa.Text, nullable=False, unique=True),
        sa.Column("family", sa.Text, nullable=False),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("rows", sa.Integer),
        sa.Column("cols", sa.Integer),
        sa.Column("grade", sa.Text),
        sa.Column("score", sa.Float),
        sa.Column("status", sa.Text),
        sa.Column("solutions", sa.Integer),
        sa.Column("solution", sa.Text),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("added", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_index("puzzles_by_kind", "puzzles", ["family", "grade", "status"], if_not_exists=True)


def _create_jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("batch", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("task", sa.Text, nullable=False),
        sa.Column("part_of", NUMBER),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("worker", sa.Text),
        sa.Column("until", sa.Float),
        sa.Column("finished", sa.Float),
        sa.Column("seconds", sa.Float),
        sa.Column("cpu_seconds", sa.Float),
        sa.Column("engine", sa.Text),
        sa.Column("version", sa.Text),
        sa.Column("status", sa.Text),
        sa.Column("result", sa.Text),
        sa.Column("failure", sa.Text),
        sa.UniqueConstraint("batch", "key"),
        if_not_exists=True,
    )
    order = ["batch", "state", "tries", "id"]
    op.create_index("jobs_to_do", "jobs", order, if_not_exists=True)
    op.create_index("jobs_by_whole", "jobs", ["part_of"], if_not_exists=True)

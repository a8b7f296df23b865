"""Games have players, and there are classes; games from before belong to the machine itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the players of games, and the tables of classes."""
    home = sa.text("''")
    op.add_column("games", sa.Column("player", sa.Text, nullable=False, server_default=home))
    op.create_index("games_by_player", "games", ["player", "updated"])
    op.create_table(
        "classes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("daily", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "class_puzzles",
        sa.Column("class_id", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("family", sa.Text, nullable=False),
        sa.Column("grade", sa.Text),
        sa.Column("puzzle", sa.Text, nullable=False),
    )
    op.create_table(
        "pupils",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("class_id", sa.Text, nullable=False),
        sa.Column("nickname", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("may_return", sa.Boolean, nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
        sa.UniqueConstraint("class_id", "name_key"),
        sa.UniqueConstraint("class_id", "player"),
    )
    op.create_index("ix_pupils_player", "pupils", ["player"])
    op.create_table(
        "results",
        sa.Column("pupil", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("class_id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("progress", sa.Float, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("solved", sa.Float),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_index("ix_results_class_id", "results", ["class_id"])

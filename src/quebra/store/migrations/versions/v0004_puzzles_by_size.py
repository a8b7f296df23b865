"""The bank finds puzzles by size and grade without a look at all others."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the index of puzzles by size."""
    op.create_index("puzzles_by_size", "puzzles", ["family", "rows", "cols", "grade", "id"])

"""The bank finds puzzles by family, grade or size in the order of their numbers, unsorted."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add an index for each kind of search; that of grades replaces one without numbers."""
    op.drop_index("puzzles_by_kind", "puzzles")
    op.create_index("puzzles_by_family", "puzzles", ["family", "id", "status"])
    op.create_index("puzzles_by_grade", "puzzles", ["family", "grade", "id", "status"])
    op.create_index("puzzles_by_rows", "puzzles", ["family", "rows", "cols", "id"])

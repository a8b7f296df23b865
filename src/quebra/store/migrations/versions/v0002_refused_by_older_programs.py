"""Programs without migrations refuse the database from now on, as it may have further columns."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Change the version that these programs look for."""
    op.execute("DELETE FROM about")
    op.execute("INSERT INTO about (version) VALUES (2)")

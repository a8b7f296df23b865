"""Run by Alembic: migrates the connection that `upgrade.py` passes, in its transaction."""

from alembic import context

from quebra.store.tables import revisions

context.configure(
    connection=context.config.attributes["connection"],
    version_table=revisions.name,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()

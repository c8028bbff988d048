"""How Alembic runs a migration here: over the connection it was handed, in its transaction."""

from alembic import context

from feltworks.house.books.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
context.run_migrations()

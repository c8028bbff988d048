"""Alembic, called from code: books are made and brought up to date without a file of settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

if TYPE_CHECKING:
    from feltworks.house.books.database import Database

FOLDER = Path(__file__).parent / "migrations"


def settings() -> Config:
    """Alembic's settings: where the migrations lie."""
    config = Config()
    # A percent sign in a path would be read as a placeholder.
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config


def latest_revision() -> str | None:
    """The newest migration there is."""
    return ScriptDirectory.from_config(settings()).get_current_head()


def is_known(revision: str) -> bool:
    """Whether there is a migration of that name."""
    migrations = ScriptDirectory.from_config(settings()).walk_revisions()
    return any(migration.revision == revision for migration in migrations)


def upgrade(database: Database) -> None:
    """Runs every migration the books have not had yet, in one transaction."""
    with database.engine.connect() as connection:
        writer = connection.execution_options(feltworks_writes=True)
        with writer.begin():
            config = settings()
            config.attributes["connection"] = writer
            command.upgrade(config, "head")

"""The names of guests, apart from the chain, which knows them by a pseudonym."""

from alembic import op
from sqlalchemy import Column, String

from feltworks.house.books import columns as cols

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "people",
        cols.key("player", cols.NAME),
        Column("name", cols.NAME, nullable=True),
        Column("folded", String(200), nullable=True),
        *cols.filled(seen=cols.DAY),
    )
    op.create_index("people_by_name", "people", ["folded"], unique=True)

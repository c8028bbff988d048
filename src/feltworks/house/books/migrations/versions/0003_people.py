"""The names of guests, apart from the chain, which knows them by a pseudonym."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("player", sa.String(60), primary_key=True),
        sa.Column("name", sa.String(60), nullable=True),
        sa.Column("folded", sa.String(200), nullable=True),
        sa.Column("seen", sa.String(10), nullable=False),
    )
    op.create_index("people_by_name", "people", ["folded"], unique=True)

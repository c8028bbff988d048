"""`python -m feltworks` is the `feltworks` command."""

from feltworks.cli import program

program()

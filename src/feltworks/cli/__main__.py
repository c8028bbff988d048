"""`python -m feltworks.cli` is the `feltworks` command."""

from feltworks.cli import main

main()

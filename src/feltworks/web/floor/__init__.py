"""The floor: a runner for every table, and what it needs to deal rounds to people."""

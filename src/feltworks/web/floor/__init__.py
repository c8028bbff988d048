"""The floor: a runner for every table, and what it needs to deal a round with people at it."""

"""The schema of a rules file, one module for each section; `rules.Rules` is the whole."""

from feltworks.rules.schema.rules import Rules

__all__ = ["Rules"]

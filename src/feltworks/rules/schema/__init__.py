"""The schema of a rules file, one section a module; `rules.Rules` is the whole."""

from feltworks.rules.schema.rules import Rules

__all__ = ["Rules"]

"""Holding a document against the schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from feltworks.rules.mistakes import RulesError
from feltworks.rules.schema import Rules
from feltworks.rules.wording import mistakes_of


def validated(document: Mapping[str, Any], name: str) -> Rules:
    """The document as rules, its options not applied; a `RulesError` tells every mistake."""
    try:
        return Rules.model_validate(document, by_alias=True, by_name=False)
    except ValidationError as error:
        raise RulesError(name, mistakes_of(error, document)) from None

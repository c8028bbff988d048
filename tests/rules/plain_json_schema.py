"""Just enough of JSON Schema to hold a document against the published one."""

import re
from collections.abc import Iterator
from datetime import date

TYPES = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "object": dict,
    "array": list,
}
KNOWN = {
    *("$ref", "$defs", "$schema", "type", "enum", "const", "anyOf", "pattern", "maxLength"),
    *("minimum", "maximum", "items", "minItems", "properties", "required", "propertyNames"),
    *("additionalProperties", "patternProperties", "maxItems", "maxProperties"),
    *("title", "description", "examples", "default"),
}


def complaints(root: dict, value: object, schema: object = None, at: str = "") -> Iterator[str]:
    """Every place where the value is not what the schema allows."""
    schema = root if schema is None else schema
    if schema is True:
        return
    if schema is False:
        yield f"{at} is not allowed"
        return
    assert not set(schema) - KNOWN, set(schema) - KNOWN
    if "$ref" in schema:
        yield from complaints(root, value, root["$defs"][schema["$ref"].split("/")[-1]], at)
    if "anyOf" in schema and not any(
        not list(complaints(root, value, option, at)) for option in schema["anyOf"]
    ):
        yield f"{at} fits none of its forms"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at} is none of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        yield f"{at} is not {schema['const']}"
    if "type" in schema and not _is(value, schema["type"]):
        yield f"{at} is not a {schema['type']}"
        return
    yield from _scalar(value, schema, at)
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield f"{at} has too few items"
        if len(value) > schema.get("maxItems", len(value)):
            yield f"{at} has too many items"
        for place, item in enumerate(value):
            yield from complaints(root, item, schema.get("items", True), f"{at}.{place}")
    if isinstance(value, dict):
        yield from _object(root, value, schema, at)


def _is(value: object, types: str | list[str]) -> bool:
    names = [types] if isinstance(types, str) else types
    assert not isinstance(value, date)
    return any(
        isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))
        for name in names
    )


def _scalar(value: object, schema: dict, at: str) -> Iterator[str]:
    if isinstance(value, str):
        if "pattern" in schema and not re.search(schema["pattern"], value):
            yield f"{at} does not match {schema['pattern']}"
        if len(value) > schema.get("maxLength", len(value)):
            yield f"{at} is too long"
    if isinstance(value, int) and not isinstance(value, bool):
        if value < schema.get("minimum", value):
            yield f"{at} is too small"
        if value > schema.get("maximum", value):
            yield f"{at} is too large"


def _object(root: dict, value: dict, schema: dict, at: str) -> Iterator[str]:
    if len(value) > schema.get("maxProperties", len(value)):
        yield f"{at} has too many keys"
    yield from (f"{at}.{key} is missing" for key in schema.get("required", []) if key not in value)
    patterns = schema.get("patternProperties", {})
    for key, item in value.items():
        here = f"{at}.{key}"
        if "propertyNames" in schema:
            yield from complaints(root, key, schema["propertyNames"], f"the name {here}")
        matching = [part for pattern, part in patterns.items() if re.search(pattern, key)]
        if key in schema.get("properties", {}):
            matching.append(schema["properties"][key])
        for part in matching or [schema.get("additionalProperties", True)]:
            yield from complaints(root, item, part, here)

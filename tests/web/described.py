"""What an OpenAPI document describes, beside what an app serves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Flask

Routes = set[tuple[str, str]]


def described(document: Mapping[str, Any]) -> Routes:
    """The address and the method of everything that the document tells of."""
    return {(path, method.upper()) for path, methods in document["paths"].items() for method in methods}


def routed(app: Flask) -> Routes:
    """The same of everything that an app's API serves."""
    return {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/")
    }


def references(part: Any) -> Iterator[str]:
    """The names of the schemas that a document, or a part of it, refers to."""
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"].rsplit("/", 1)[1]
        part = list(part.values())
    if isinstance(part, list):
        for value in part:
            yield from references(value)

"""Plain HTML forms into the same bodies as the API takes.

A form names its action in the field ``action`` (JSON); each argument that a person chooses is a field
``arg.NAME`` or ``arg.NAME.INDEX`` whose value is JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from werkzeug.datastructures import MultiDict

from web.security import BadJson, parse_json

_ARGUMENT = re.compile(r"arg\.([a-z][a-z0-9_]{0,31})(?:\.(\d{1,2}))?")


class BadForm(ValueError):
    """A form that no page of ours has sent."""


def arguments(form: MultiDict[str, str]) -> dict[str, Any]:
    """The arguments chosen in a form; lists in the order of their indices; raises ``BadForm``."""
    single: dict[str, Any] = {}
    lists: dict[str, dict[int, Any]] = {}
    for field, value in form.items():
        match = _ARGUMENT.fullmatch(field)
        if match is None:
            continue
        if match[2] is None:
            single[match[1]] = _json(value)
        else:
            lists.setdefault(match[1], {})[int(match[2])] = _json(value)
    return single | {name: [items[index] for index in sorted(items)] for name, items in lists.items()}


def action(form: MultiDict[str, str]) -> dict[str, Any] | None:
    """The action of a form with its arguments filled in, None when it names none; raises ``BadForm``."""
    if "action" not in form:
        return None
    base = _json(form["action"])
    if not isinstance(base, dict):
        raise BadForm("action")
    return {**base, **arguments(form)}


def options(form: MultiDict[str, str], known: Iterable[str]) -> dict[str, Any]:
    """The options of a new game: fields ``option.NAME`` with JSON values, only those a game knows."""
    return {name: _json(form[f"option.{name}"]) for name in known if f"option.{name}" in form}


def integer(form: MultiDict[str, str], name: str) -> int | None:
    """A whole number of a form, None when it is left empty; raises ``BadForm``."""
    given = form.get(name, "")
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) <= 15):
        raise BadForm(name)
    return int(given)


def _json(value: str) -> Any:
    try:
        return parse_json(value.encode("utf-8"))
    except BadJson as error:
        raise BadForm(str(error)) from error

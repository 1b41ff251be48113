"""Plain HTML forms into the same bodies as the API takes.

A form names its action in the field ``action`` (JSON); what a person chooses is a field whose name says where it
goes: ``arg.card``, ``arg.dice.0`` (a place in a list), ``arg.lanes[A]`` (a key of an object, percent-encoded), and
further in: ``setup.deal[Ada][cases].0``. Its value is JSON, or text in a field ``text.…``. An empty field
``list.NAME`` says that the argument is a list even when nothing of it is ticked. A playing card may come as
``rank.setup.…`` and ``suit.setup.…``; ``card.setup.…`` then tells its place in words.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, unquote

from werkzeug.datastructures import MultiDict

from companion.game import Option
from web.security import BadJson, parse_json

_PATH = re.compile(
    r"(?P<root>arg|text|list|setup)\.(?P<name>[a-z][a-z0-9_]{0,31})(?P<rest>(?:\.\d{1,3}|\[[^\[\]]{1,300}\]){0,4})"
)
_STEP = re.compile(r"\.(\d+)|\[([^\[\]]+)\]")

Key = int | str


class BadForm(ValueError):
    """A form that no page of ours has sent."""


def field_name(root: str, name: str, *keys: Key) -> str:
    """The name of the field that fills this place of an argument: a number is a place in a list."""
    steps = "".join(f".{key}" if isinstance(key, int) else f"[{quote(key, safe='')}]" for key in keys)
    return f"{root}.{name}{steps}"


def arguments(form: MultiDict[str, str]) -> dict[str, Any]:
    """The arguments chosen in a form; lists in the order of their places; raises ``BadForm``."""
    return _filled(form, "arg", "text", "list")


def action(form: MultiDict[str, str]) -> dict[str, Any] | None:
    """The action of a form with its arguments filled in, None when it names none; raises ``BadForm``."""
    if "action" not in form:
        return None
    return {**_object(form["action"]), **arguments(form)}


def amended(form: MultiDict[str, str]) -> dict[str, Any]:
    """The arguments that correct a move: those chosen over those that the form holds; raises ``BadForm``."""
    held = _object(form["action"]) if "action" in form else {}
    return {name: value for name, value in {**held, **arguments(form)}.items() if name not in ("by", "do")}


def setup(form: MultiDict[str, str]) -> dict[str, Any]:
    """What lies on the table before a game: fields ``setup.…``; raises ``BadForm``."""
    halves = [place for place in _card_places(form) if place not in form and _is_told(form, place)]
    cards = {place: json.dumps(form[f"rank.{place}"] + form[f"suit.{place}"]) for place in halves}
    return _filled(MultiDict([*form.items(), *cards.items()]), "setup")


def untold_cards(form: MultiDict[str, str]) -> tuple[str, ...]:
    """The places, in words, whose card is asked for and not told yet, or told only by half."""
    return tuple(form[f"card.{place}"] for place in _card_places(form) if not _is_told(form, place))


def options(form: MultiDict[str, str], known: Mapping[str, Option]) -> dict[str, Any]:
    """The options of a new game: fields ``option.NAME`` with JSON values, only those a game knows.

    A number left empty is "without" where that may be, else the default.
    """
    chosen: dict[str, Any] = {}
    for name, option in known.items():
        given = form.get(f"option.{name}")
        if given:
            chosen[name] = _json(given)
        elif given == "" and option.accepts(None):
            chosen[name] = None
    return chosen


def integer(form: MultiDict[str, str], name: str) -> int | None:
    """A whole number of a form, None when it is left empty; raises ``BadForm``."""
    given = form.get(name, "")
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) <= 15):
        raise BadForm(name)
    return int(given)


# ---------------------------------------------------------------- inside


def _card_places(form: MultiDict[str, str]) -> list[str]:
    return [field.removeprefix("card.") for field in form if field.startswith("card.setup.")]


def _is_told(form: MultiDict[str, str], place: str) -> bool:
    return place in form or bool(form.get(f"rank.{place}") and form.get(f"suit.{place}"))


def _filled(form: MultiDict[str, str], *roots: str) -> dict[str, Any]:
    """Everything under these roots, put together from the names of its fields."""
    tree: dict[Key, Any] = {}
    for field, value in form.items():
        match = _PATH.fullmatch(field)
        if match is None or match["root"] not in roots:
            continue
        if match["root"] == "list":
            if not isinstance(tree.setdefault(match["name"], _Places()), _Places):
                raise BadForm(field)
            continue
        said = value if match["root"] == "text" else _json(value)
        _put(tree, [match["name"], *_steps(match["rest"])], said, field)
    return {str(name): _plain(value) for name, value in tree.items()}


class _Places(dict[Key, Any]):
    """A list that is being filled: its values by their place."""


def _steps(rest: str) -> Iterator[Key]:
    for place, key in _STEP.findall(rest):
        yield int(place) if place else unquote(key)


def _put(tree: dict[Key, Any], path: list[Key], value: Any, field: str) -> None:
    inside: Any = tree
    for key, following in itertools.pairwise(path):
        wanted = _Places if isinstance(following, int) else dict
        inside = inside.setdefault(key, wanted())
        if type(inside) is not wanted:
            raise BadForm(field)
    if path[-1] in inside:
        raise BadForm(field)
    inside[path[-1]] = value


def _plain(value: Any) -> Any:
    if isinstance(value, _Places):
        return [_plain(value[place]) for place in sorted(value, key=int)]
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    return value


def _object(text: str) -> dict[str, Any]:
    value = _json(text)
    if not isinstance(value, dict):
        raise BadForm("action")
    return value


def _json(value: str) -> Any:
    try:
        return parse_json(value.encode("utf-8"))
    except BadJson as error:
        raise BadForm(str(error)) from error

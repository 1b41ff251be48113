"""Reads the forms of a page as a browser does, and fills them in to make an action."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


@dataclass
class Input:
    """One thing that may be sent: its name, and the value that sends it (None: whatever is typed)."""

    kind: str
    name: str
    value: str | None
    chosen: bool = False

    @property
    def argument(self) -> str | None:
        """The argument that this is a part of."""
        found = re.match(r"(?:arg|list|text)\.([a-z0-9_]+)", self.name)
        return found[1] if found else None

    def allows(self, value: str) -> bool:
        """Whether this value can be sent."""
        return self.kind in ("number", "text") or self.value == value


@dataclass
class Form:
    """A form of the page: where it goes, and what is in it."""

    action: str
    id: str
    inputs: list[Input] = field(default_factory=list)

    def as_sent(self) -> dict[str, str]:
        """What the form sends as it stands."""
        return {
            one.name: one.value or ""
            for one in self.inputs
            if one.kind in ("hidden", "text", "number") or one.chosen
        }

    def values(self, name: str) -> list[str]:
        """The values that may be chosen for a name."""
        return [one.value for one in self.inputs if one.name == name and one.value is not None]

    def chosen(self, name: str) -> list[str]:
        """The values that are chosen already."""
        return [one.value or "" for one in self.inputs if one.name == name and one.chosen]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(given.get("action", ""), given.get("id", ""))
            self.forms.append(self._form)
        if self._form is None:
            return
        if tag == "select":
            self._select = given["name"]
        elif tag == "option" and "disabled" not in given:
            self._form.inputs.append(Input("option", self._select, given["value"], "selected" in given))
        elif tag in ("input", "button") and given.get("name"):
            kind = given.get("type", "text") if tag == "input" else "button"
            self._form.inputs.append(Input(kind, given["name"], given.get("value"), "checked" in given))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None


def forms_of(page: str) -> list[Form]:
    """The forms of a page."""
    reader = _Reader()
    reader.feed(page)
    return reader.forms


def filled_in(form: Form, action: dict[str, Any]) -> dict[str, str]:
    """What the form sends once it says this action."""
    settled = form.values("action")[0]
    chosen = {name: value for name, value in action.items() if name not in json.loads(settled)}
    return {**form.as_sent(), **fields_for(chosen, form), "action": settled}


def fields_for(arguments: dict[str, Any], form: Form) -> dict[str, str]:
    """The fields that say these arguments, as far as the form has them."""
    wanted: dict[str, str] = {}
    for name, value in arguments.items():
        for path, leaf in _leaves(f"arg.{name}", value, form):
            wanted[path] = json.dumps(leaf, ensure_ascii=False)
    return wanted


def sayable(form: Form, action: dict[str, Any]) -> dict[str, Any] | None:
    """As much of this action as the form can say; None when it says another.

    A page without a seat asks for no secret, so it may say less.
    """
    for text in form.values("action") if form.action == "/play/action" else ():
        settled = json.loads(text)
        asked = {one.argument for one in form.inputs if one.argument}
        if not set(settled) | asked <= set(action) or any(action[name] != settled[name] for name in settled):
            continue
        chosen = {name: action[name] for name in asked}
        fields = fields_for(chosen, form).items()
        if all(any(one.allows(value) for one in form.inputs if one.name == name) for name, value in fields):
            return {**settled, **chosen}
    return None


def _leaves(path: str, value: Any, form: Form) -> Iterator[tuple[str, Any]]:
    ticks = [one for one in form.inputs if one.kind == "checkbox" and one.name.startswith(path + ".")]
    if ticks and isinstance(value, list):
        for one in ticks:
            if json.loads(one.value or "null") in value:
                yield one.name, json.loads(one.value or "null")
        return
    if any(one.name == path for one in form.inputs) or not isinstance(value, (list, dict)):
        yield path, value
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _leaves(f"{path}.{place}", inner, form)
    else:
        for key, inner in value.items():
            yield from _leaves(f"{path}[{key}]", inner, form)

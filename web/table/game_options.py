"""The house rules of a new game as form fields, made from their ``Option`` alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app, request

from companion.game import Game, Option
from companion.journal import JournalError
from companion.kept.summary import KeptGame
from companion.words import COMMON, fill, has_words, label
from web.security import BadJson, parse_json
from web.services import services
from web.table.action_forms import FEW, Argument, Choice, Field


def current(
    wanted: Game, open_game: Mapping[str, Any] | None, asked: Iterable[tuple[str, str]]
) -> dict[str, Any]:
    """What each option should begin with: as just sent or asked for, as the family's board has it (its lanes), as in
    the game in play, else as started."""
    given = dict(asked)
    if request.method == "POST":
        given |= {name[7:]: value for name, value in request.form.items() if name.startswith("option.")}
    defaults = services().outside.new_game
    started = defaults.options if defaults.game == wanted.id else {}
    played = open_game["options"] if open_game and open_game["id"] == wanted.id else {}
    board = (defaults.profile_of(wanted.id) or {}).get("board", {})
    printed = {name: board[name] for name in board if name not in started}
    known = {**started, **played, **printed}
    return {
        name: _typed(given.get(name), known.get(name, option.default))
        for name, option in wanted.options.items()
    }


def fields(
    wanted: Game, open_game: Mapping[str, Any] | None, asked: Iterable[tuple[str, str]], language: str
) -> tuple[Argument, ...]:
    """A field for each option: its choices, or a number, or both."""
    now = current(wanted, open_game, asked)
    return tuple(
        Argument(
            name,
            label(wanted.id, f"option_{name}", language),
            _fields(wanted, name, option, now[name], language),
        )
        for name, option in wanted.options.items()
    )


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules that are set by one tap: every option (JSON) of the form."""

    name: str
    options: Mapping[str, str]

    def asked(self, panel: str | None, game: str) -> dict[str, Any]:
        """The address of a new game that begins with them, for a page without a script."""
        given = {f"option.{name}": value for name, value in self.options.items() if value}
        return {"panel": panel, "game": game, **given}


def presets(wanted: Game) -> tuple[Preset, ...]:
    """As this family played last, as the leaflet has it, easy for children: those that differ from each other."""
    leaflet = {name: option.default for name, option in wanted.options.items()}
    last = _played_last(wanted)
    ways = {
        "usual": {**leaflet, **(last.options if last else {})},
        "leaflet": leaflet,
        "children": {**leaflet, **wanted.for_children},
    }
    told: list[Preset] = []
    for name, options in ways.items():
        typed = {option: "" if value is None else json.dumps(value) for option, value in options.items()}
        if all(typed != one.options for one in told) and (name != "usual" or last):
            told.append(Preset(name, typed))
    return tuple(told) if len(told) > 1 else ()


def _played_last(wanted: Game) -> KeptGame | None:
    """The family's last game of this kind; None, too, while earlier games cannot be read."""
    try:
        return next((game for game in services().shelf.games() if game.game == wanted.id), None)
    except JournalError as error:
        current_app.logger.warning("%s", error)
        return None


def _fields(wanted: Game, name: str, option: Option, now: Any, language: str) -> tuple[Field, ...]:
    field = f"option.{name}"
    number = Field(
        "number",
        field,
        low=option.low,
        high=option.high,
        value=str(now) if type(now) is int else "",
    )
    if option.low is not None and set(option.choices) <= {None}:
        return (number,)
    choices = tuple(
        Choice(
            json.dumps(value),
            _value(wanted, name, value, language),
            type(value) is type(now) and value == now,
        )
        for value in option.choices
    )
    if option.low is None:
        return (Field("radio" if len(choices) <= FEW else "select", field, choices=choices),)
    top = option.low + len(choices) if option.high is None else option.high
    if top - option.low < 40:
        numbers = (value for value in range(option.low, top + 1) if value not in option.choices)
        more = tuple(Choice(str(value), str(value), type(now) is int and value == now) for value in numbers)
        return (Field("select", field, choices=(*choices, *more)),)
    return (number,)


def _value(wanted: Game, name: str, value: Any, language: str) -> str:
    if has_words(wanted.id, f"option_{name}_{value}".lower()):
        return label(wanted.id, f"option_{name}_{value}".lower(), language)
    if value is None or isinstance(value, bool):
        return fill(COMMON, {None: "without", True: "yes", False: "no"}[value], {}, language)
    return str(value).replace("_", " ")


def _typed(text: str | None, otherwise: Any) -> Any:
    if not text:
        return otherwise
    try:
        return parse_json(text.encode())
    except BadJson:
        return otherwise

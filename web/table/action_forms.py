"""Forms made from templates: every argument with a domain becomes labelled fields that need no script.

An action that lacks one choice is a button for each choice, where these are few or short: one tap says it all. Else
one choice is made with radio buttons (up to ``FEW``) or from a list; several at once are ticked; every place of a
list and every key of an object is a list to choose from of its own; numbers are typed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion import domains
from companion.action import BANK, TABLE, Template
from companion.card_words import RANK_NAMES, SUIT_NAMES, SUIT_SIGNS, card_sign
from companion.words import has_words, label, sign, value_name
from web.table.forms import Key, field_name

FEW = 6
"""Up to so many choices are laid out side by side."""

LONG = 9
"""A form of more fields and choices than this is unfolded only where it is the first."""

MANY = 60
SHORT = 12
"""Up to so many choices, of at most so many letters, are tiles to tap."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that may be chosen, in JSON, and how it reads."""

    value: str
    text: str
    chosen: bool = False
    sign: str | None = None
    """What stands on a tile, where the text is too long for it."""

    @property
    def tile(self) -> str:
        """What stands on a tile."""
        return self.sign or self.text


@dataclass(frozen=True, slots=True)
class Field:
    """One field: ``kind`` is "radio", "select", "check" (ticked or not), "number", "text" or "hidden" (JSON).

    Where nothing else is to be chosen it is "buttons" or, for many and short choices, "tiles": each sends the form.
    """

    kind: str
    name: str
    text: str = ""
    choices: tuple[Choice, ...] = ()
    low: int | None = None
    high: int | None = None
    step: int = 1
    value: str = ""

    @property
    def narrow(self) -> bool:
        """Whether a card's sign or a number is all that stands on each tile."""
        return all(len(choice.tile) <= 3 for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of an action: its label, its fields, and how many to tick where they are to be ticked."""

    name: str
    text: str
    fields: tuple[Field, ...]
    ticked: int | None = None


@dataclass(frozen=True, slots=True)
class ActionForm:
    """What one template makes possible: a sentence, what is settled already (JSON), and what is chosen."""

    text: str
    action: str
    arguments: tuple[Argument, ...]
    hint: str = ""
    """Between what and what is chosen, where other forms read the same."""
    sure: str = ""
    """What it leads to, where it is asked once more before it is done."""
    again: int = 0
    """How many forms before this one on the page settle and ask for the same (with other choices)."""

    @property
    def one_tap(self) -> bool:
        """Whether every choice sends the form."""
        return any(field.kind in ("buttons", "tiles") for one in self.arguments for field in one.fields)

    @property
    def long(self) -> bool:
        """Whether it fills much of a screen."""
        shown = (field for argument in self.arguments for field in argument.fields)
        return sum(1 if field.kind in ("select", "number") else len(field.choices) for field in shown) > LONG

    @property
    def id(self) -> str:
        """An id that stays while the same is on offer, so that a page made anew keeps what was typed."""
        names = [field.name for argument in self.arguments for field in argument.fields]
        return f"f{hashlib.sha256(json.dumps([self.action, names, self.again]).encode()).hexdigest()[:10]}"


@dataclass(frozen=True, slots=True)
class Hands:
    """All forms of one player, of the table or of the bank."""

    by: str
    forms: tuple[ActionForm, ...]

    @property
    def id(self) -> str:
        """An id that stays, whoever else has something to do."""
        return f"h{hashlib.sha256(self.by.encode()).hexdigest()[:10]}"


View = Mapping[str, Any] | None
"""What is seen of the table now, where choices are named by it."""

UNKNOWN = object()


def grouped(
    game_id: str, templates: Iterable[Template], language: str, view: View = None
) -> tuple[Hands, ...]:
    """The forms of templates, by whose hands do it, in the order in which they come; ``view`` is what is seen now."""
    forms: dict[str, list[ActionForm]] = {}
    for template in templates:
        for by in domains.choices(template["by"]):
            made = action_form(game_id, {**template, "by": by}, language, view=view)
            own = forms.setdefault(str(by), [])
            while made.id in {other.id for other in own}:
                made = replace(made, again=made.again + 1)
            own.append(made)
    return tuple(Hands(by, tuple(_told_apart(made))) for by, made in forms.items())


def action_form(
    game_id: str,
    template: Template,
    language: str,
    now: Mapping[str, Any] | None = None,
    view: View = None,
) -> ActionForm:
    """The form of one template; ``now`` are the arguments that it should begin with."""
    settled = {name: value for name, value in template.items() if domains.kind(value) is None}
    made = tuple(
        _argument(game_id, name, domain, language, now or {}, view)
        for name, domain in template.items()
        if name not in settled
    )
    text = label(game_id, _title(game_id, template, made), language, settled)
    if len(made) == 1 and len(made[0].fields) == 1:
        made = (_tapped(game_id, made[0], language, view),)
    asked = f"sure_{template['do']}"
    sure = label(game_id, asked, language, settled) if not made and has_words(game_id, asked) else ""
    return ActionForm(text, json.dumps(settled, ensure_ascii=False), made, sure=sure)


def amend_forms(
    game_id: str,
    action: Mapping[str, Any],
    templates: Iterable[Template],
    language: str,
    view: View = None,
) -> tuple[ActionForm, ...]:
    """The forms that say what a move really was: of the templates that allowed it, else of its own arguments."""
    same = [
        {**template, "by": action["by"]}
        for template in templates
        if template["do"] == action["do"] and action["by"] in domains.choices(template["by"])
    ]
    forms = [action_form(game_id, template, language, action, view) for template in same]
    changing = [
        form for form, template in zip(forms, same, strict=True) if form.arguments or template != action
    ]
    if changing and any(form.arguments for form in changing):
        return tuple(changing)
    typed = tuple(
        Argument(name, label(game_id, f"arg_{name}", language), fields)
        for name, value in action.items()
        if name not in ("by", "do") and (fields := tuple(_typed(name, (), value)))
    )
    own = {"by": action["by"], "do": action["do"]}
    text = label(game_id, f"do_{action['do']}", language, own)
    return (
        (*changing, ActionForm(text, json.dumps(own, ensure_ascii=False), typed))
        if typed
        else tuple(changing)
    )


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A place on the table where a playing card lies: its rank and its suit are chosen apart, each in one tap."""

    name: str
    ranks: tuple[Choice, ...]
    suits: tuple[Choice, ...]

    @property
    def told(self) -> bool:
        """Whether the card is chosen already."""
        return all(any(choice.chosen for choice in half) for half in (self.ranks, self.suits))


def card_place(name: str, language: str, rank: str | None, suit: str | None) -> CardPlace:
    """A place for one of the 52 cards of a pack; ``rank`` and ``suit`` are what is chosen already."""
    ranks = tuple(
        Choice(one, RANK_NAMES.said(one, language), one == rank, card_sign(f"{one}S", language)[:-1])
        for one in RANK_NAMES
    )
    suits = tuple(
        Choice(one, SUIT_NAMES.said(one, language), one == suit, SUIT_SIGNS[one]) for one in SUIT_NAMES
    )
    return CardPlace(name, ranks, suits)


def hands_first(hands: Sequence[Hands], turn: str | None) -> tuple[Hands, ...]:
    """The player on turn first, then the others, then the table and the bank."""
    order = {turn: 0, TABLE: 2, BANK: 2}
    return tuple(sorted(hands, key=lambda one: order.get(one.by, 1)))


# ---------------------------------------------------------------- inside


def _place_name(game_id: str, argument: str, place: int, places: int, language: str) -> str:
    """What stands before one of several places: what the game calls it, else its number; nothing if it is alone."""
    code = f"arg_{argument}_{place}"
    if has_words(game_id, code):
        return label(game_id, code, language)
    return str(place) if places > 1 else ""


def _title(game_id: str, template: Template, lacking: Sequence[Argument]) -> str:
    """The code that words a form: what it asks for may have given it a name of its own."""
    code = f"do_{template['do']}"
    named = (f"{code}_asking_{argument.name}" for argument in lacking)
    return next((asking for asking in named if has_words(game_id, asking)), code)


def _argument(
    game_id: str,
    name: str,
    domain: Mapping[str, Any],
    language: str,
    now: Mapping[str, Any],
    view: View,
) -> Argument:
    def named(value: Any) -> str:
        return value_name(game_id, name, value, language, view)

    def field(options: Sequence[Any], *keys: Key, text: str = "") -> Field:
        return _field(field_name("arg", name, *keys), options, named, _at(now, name, keys), text)

    text = label(game_id, f"arg_{name}", language)
    match domains.kind(domain):
        case "one_of":
            return Argument(name, text, (field(domain["one_of"]),))
        case "list_of":
            places = range(domain["count"])
            return Argument(name, text, tuple(field(domain["list_of"], place) for place in places))
        case "choose" if domain.get("again"):
            places = range(domain["count"])
            return Argument(name, text, tuple(field(domain["choose"], place) for place in places))
        case "choose":
            held = now.get(name)
            ticks = tuple(
                Field(
                    "check",
                    field_name("arg", name, place),
                    named(value),
                    (Choice(_json(value), named(value), isinstance(held, list) and value in held),),
                )
                for place, value in enumerate(domain["choose"])
            )
            return Argument(name, text, ticks, domain["count"])
        case "slots":
            slots = domain["slots"]
            numbered = [
                _place_name(game_id, name, place + 1, len(slots), language) for place in range(len(slots))
            ]
            return Argument(
                name,
                text,
                tuple(field(slots[place], place, text=number) for place, number in enumerate(numbered)),
            )
        case "each":
            keys = domain["each"].items()
            return Argument(name, text, tuple(field(options, key, text=named(key)) for key, options in keys))
        case _:
            value = _at(now, name, ())
            shown = str(value) if type(value) is int else ""
            few = range(domain["from"], domain["to"] + 1, domain["step"])[: FEW + 1]
            if domain["step"] == 1 and len(few) <= FEW:
                return Argument(name, text, (field(few),))
            number = Field(
                "number",
                field_name("arg", name),
                low=domain["from"],
                high=domain["to"],
                step=domain["step"],
                value=shown,
            )
            return Argument(name, text, (number,))


def _field(name: str, options: Sequence[Any], named: Callable[[Any], str], now: Any, text: str) -> Field:
    choices = tuple(
        Choice(_json(value), named(value), type(value) is type(now) and value == now) for value in options
    )
    alone = "." not in name.partition(".")[2] and "[" not in name
    return Field("radio" if alone and len(choices) <= FEW else "select", name, text, choices)


def _tapped(game_id: str, argument: Argument, language: str, view: View) -> Argument:
    """All that a form asks for: its choices as buttons, if they are few, or short enough for tiles."""
    field = argument.fields[0]
    if field.kind == "number" and field.low is not None and field.high is not None:
        numbers = range(field.low, field.high + 1, field.step)
        named = (
            (number, value_name(game_id, argument.name, number, language, view))
            for number in numbers[: MANY + 1]
        )
        choices = tuple(Choice(_json(number), text) for number, text in named)
    elif field.kind in ("radio", "select"):
        values = (json.loads(choice.value) for choice in field.choices)
        signs = (sign(game_id, argument.name, value, language, view) for value in values)
        choices = tuple(
            replace(choice, sign=short) for choice, short in zip(field.choices, signs, strict=True)
        )
    else:
        return argument
    if len(choices) <= MANY and all(len(choice.tile) <= SHORT for choice in choices):
        return replace(argument, fields=(replace(field, kind="tiles", choices=choices),))
    if len(choices) <= FEW:
        return replace(argument, fields=(replace(field, kind="buttons", choices=choices),))
    return argument


def _told_apart(forms: Sequence[ActionForm]) -> Iterable[ActionForm]:
    """Forms that read the same get a hint: the first and the last that each has to choose from."""
    texts = [form.text for form in forms]
    for form in forms:
        choices = [
            choice.text for one in form.arguments[:1] for field in one.fields for choice in field.choices
        ]
        alike = texts.count(form.text) > 1 and choices
        yield replace(form, hint=" … ".join(dict.fromkeys((choices[0], choices[-1])))) if alike else form


def _at(now: Mapping[str, Any], name: str, keys: Sequence[Key]) -> Any:
    value: Any = now.get(name, UNKNOWN)
    for key in keys:
        if isinstance(key, int) and isinstance(value, list) and key < len(value):
            value = value[key]
        elif isinstance(key, str) and isinstance(value, Mapping):
            value = value.get(key, UNKNOWN)
        else:
            return UNKNOWN
    return value


def _typed(name: str, keys: tuple[Key, ...], value: Any) -> Iterable[Field]:
    """Fields for an argument that no domain describes: numbers and words, lists and objects taken apart."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _typed(name, (*keys, str(key)), inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _typed(name, (*keys, place), inner)
    elif type(value) is int:
        yield Field("number", field_name("arg", name, *keys), value=str(value))
    elif isinstance(value, str):
        yield Field("text", field_name("text", name, *keys), value=value)
    elif keys:
        yield Field("hidden", field_name("arg", name, *keys), value=_json(value))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

"""What every page of a club has, and by which name somebody is called on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from flask import current_app, g, get_flashed_messages, render_template, session
from flask_babel import format_decimal, gettext

from companion.club.people import Person, by_key, key_of
from companion.club.results import NotNow
from companion.drawing import symbols
from companion.games import game_ids, load
from web.club.accounts import ACCOUNT, plays_as
from web.club.roles import OWN_LINK, is_owner, is_referee
from web.club.services import club
from web.kept import words as kept_words
from web.language import explain_refusal, viewer_language, viewer_theme
from web.security import session_token
from web.table.screen import page_tools

Read = TypeVar("Read")


def framed(template: str, **more: Any) -> str:
    """A page, or a part of one."""
    common: dict[str, Any] = {
        **page_tools(),
        "language": viewer_language(),
        "theme": viewer_theme(),
        "token": session_token(),
        "flashed": get_flashed_messages(),
        "title": club().serving.title,
        "tables": (),
        "version": club().boards.version,
        "referee": is_referee(),
        "owner": is_owner(),
        "has_accounts": ACCOUNT in current_app.extensions,
        "signed_in": ACCOUNT in session,
        "seat_of": seat_of,
        "box_title": box_title,
        "person_of": person_of,
        "named": named,
        "called": called,
        "number": number,
    }
    return render_template(template, **{**common, **more})


def read(reading: Callable[[], Read]) -> Read | None:
    """What is read of the database; None while that is not possible."""
    try:
        return reading()
    except NotNow:
        return None


def people() -> Mapping[str, Person]:
    """Who has played, by ``key_of`` their names; nobody while the database is away."""
    if "people" not in g:
        g.people = read(lambda: club().once("people", lambda: by_key(club().people.people()))) or {}
    found: Mapping[str, Person] = g.people
    return found


def person_of(name: str) -> Person | None:
    """Who has this name."""
    return people().get(key_of(name))


def named(name: str) -> str:
    """What somebody is called outside the own table."""
    person = person_of(name)
    return str(gettext("A player")) if person is None else called(person)


def called(person: Person | None) -> str:
    """The same, of somebody who is known: the name for whom it may be shown to, else a number."""
    if person is None:
        return str(gettext("A player"))
    if not person.is_forgotten and may_see(person):
        return person.name
    return str(gettext("Player %(number)s", number=person.number))


def may_see(person: Person) -> bool:
    """Whether this browser may know who it is: all may where the person agrees."""
    return person.consents or is_referee() or is_self(person.number)


def is_self(number: int) -> bool:
    """Whether somebody's own link was opened on this browser, or that player has signed in."""
    if any(one.number == number and plays_as(one.name) for one in people().values()):
        return True
    secret = session.get(OWN_LINK)
    if secret is None:
        return False
    if "own" not in g:
        g.own = read(lambda: club().people.of_link(str(secret)))
    return bool(g.own == number)


def seat_of(players: Sequence[str], player: str) -> str:
    """The animal of somebody's seat."""
    return symbols.seat_animal(tuple(players), player) if player in players else symbols.SEATS[0]


def explained(box: str | None, code: str, details: Any, language: str) -> str:
    """A code of a table in words; a table may tell nonsense of it, and the others are shown all the same."""
    try:
        return explain_refusal(box if box in game_ids() else None, code, details, language)
    except (TypeError, AttributeError):
        return explain_refusal(None, "", {}, language)


def box_title(box: str | None) -> str:
    """What a game is called."""
    return load(box).title if box in game_ids() and box is not None else str(gettext("another game"))


def number(value: float) -> str:
    """A number with one place after the point, as the reader writes it."""
    return str(format_decimal(round(value, 1), format="0.0"))


def when(moment_ms: int) -> str:
    """A time of day and date; nothing for a clock that cannot be right."""
    try:
        return str(kept_words.when(moment_ms, viewer_language()))
    except (ValueError, OverflowError, OSError):
        return ""

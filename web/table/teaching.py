"""Teaching at the table: the way to the rule, what a child may do now, the sentence of a first game that bites."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from flask import request, url_for

from companion.action import BANK, TABLE
from companion.game import Game
from companion.languages import SOURCE
from companion.teaching import biting, codes_of, lessons, rule, rule_of
from web.film import is_film
from web.services import services

_BACK = re.compile(r"/(?:games/\d{1,9})?(?:\?[\w.&=%+:~*!,\[\]-]{0,1500})?")
MOST_OFFERED = 2
"""How many of the things that can be done are named to a child; all stay on the screen."""


@dataclass(frozen=True, slots=True)
class Coaching:
    """What is said over the game: a sentence of the first game (``lesson``), or what can be done now.

    ``at`` are the selectors of the place that a sentence points at.
    """

    lesson: str | None
    words: str
    rule: str | None
    number: int = 0
    count: int = 0
    at: str = ""


def way_back(given: str | None) -> str:
    """The page that a rule was opened from, if it is one of the table's or of a kept game; else the table."""
    return given if given and _BACK.fullmatch(given) else "/"


def this_page() -> str:
    """The page that is looked at, as ``way_back`` takes it; a fragment is part of its page."""
    path = "/" if request.method != "GET" or request.path.startswith("/fragment") else request.path
    query = request.query_string.decode("ascii", "ignore") if request.method == "GET" else ""
    return way_back(f"{path}?{query}" if query else path)


def rule_address(game_id: str, key: str) -> str:
    """Where a rule is told; the way back leads to the table as it is now."""
    back = this_page()
    asked: dict[str, Any] = {} if back == "/" else {"from": back}
    return url_for("help.rules", game=game_id, **asked) + f"#{quote(key)}"


def rule_way(game_id: str, code: str) -> str | None:
    """Where the rule that answers a refusal or a fault is told; None where none does."""
    key = rule_of(game_id, code)
    return None if key is None or rule(game_id, key, SOURCE) is None else rule_address(game_id, key)


def tools(game: Game, state: Mapping[str, Any], forms: Callable[[], Any], language: str) -> dict[str, Any]:
    """What the templates of the table need for teaching."""
    return {
        "here": this_page,
        "rule_way": lambda code: rule_way(game.id, str(code)),
        "level": level_of(state),
        "coaching": lambda codes=(): coaching(game, state, codes, forms, language),
    }


def level_of(state: Mapping[str, Any]) -> str:
    """How much is said unasked on this screen: by the level of its seat, else of the player on turn."""
    player = state["seat"] or (state["view"] or {}).get("turn")
    return "guest" if player is None else services().outside.family.level(str(player))


def coaching(
    game: Game, state: Mapping[str, Any], codes: tuple[str, ...], forms: Callable[[], Any], language: str
) -> Coaching | None:
    """What to say beside the game now; ``codes`` are those of refusals that are told on this very page.

    An expert is told nothing, nor is whoever looks at a film; a child, once the lesson is known, what can be done.
    """
    if state["view"] is None or is_film() or state["question"] or (level := level_of(state)) == "expert":
        return None
    known = services().outside.family.known(game.id)
    if known is not None:
        refused = (str(state["refusal"]["code"]),) if state["refusal"] else ()
        occurred = (*codes, *refused, *codes_of(state["events"]))
        begins = not any(entry.get("action") for entry in state["history"])
        lesson = None if state["over"] else biting(game.id, occurred, known, begins=begins)
        if lesson is not None:
            every = lessons(game.id)
            number = [one.key for one in every].index(lesson.key) + 1
            words = lesson.words.said(language)
            return Coaching(
                lesson.key, words, rule_address(game.id, lesson.rule), number, len(every), lesson.at
            )
    if level == "child" and not state["over"]:
        return _doing(state, forms)
    return None


def _doing(state: Mapping[str, Any], forms: Callable[[], Any]) -> Coaching | None:
    """What the player on turn, or of this seat, can do now, from what is offered."""
    player = state["seat"] or (state["view"] or {}).get("turn")
    offered = [form for hands in forms() if hands.by == player for form in hands.forms]
    named = list(dict.fromkeys(form.text for form in offered))
    if not named or player in (TABLE, BANK):
        return None
    return Coaching(None, " · ".join(named[:MOST_OFFERED]), None)

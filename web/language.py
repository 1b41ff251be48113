"""Which language a viewer reads, and the codes of the page in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import has_request_context, request, session
from flask_babel import gettext

from companion.languages import LANGUAGES, grammar, language_name
from companion.sighting import EyeStatus
from companion.words import sentence
from web.services import services


def viewer_language() -> str:
    """The language chosen in this browser, else the table's; where nobody chose that, the one the browser is in."""
    serving, asked = services().serving, has_request_context()
    chosen = session.get("language") if asked else None
    if chosen in LANGUAGES:
        return str(chosen)
    own = request.accept_languages.best_match(LANGUAGES) if asked and serving.browsers_decide else None
    return own or serving.language


def language_choices() -> list[tuple[str, str, str]]:
    """The languages as a menu offers them: the code, the name that its speakers use, and no sign."""
    return [(language, language_name(language), "") for language in LANGUAGES]


def speech() -> str:
    """The language in which a browser speaks aloud: "fr-FR"."""
    return str(grammar(__name__, viewer_language()).SPEECH)


def viewer_theme() -> str | None:
    """The theme this browser chose ("jour" or "soir"), None to follow the device."""
    chosen = session.get("theme")
    return str(chosen) if chosen in ("jour", "soir") else None


def explain_refusal(game_id: str | None, code: str, details: Mapping[str, Any], language: str) -> str:
    """A refusal in words, whatever its code."""
    page_words = {
        "stale": gettext("The table had moved on. Look again, then tap."),
        "malformed": gettext("That could not be understood."),
    }
    if code in page_words:
        return str(page_words[code])
    try:
        return sentence(game_id, code, details, language)
    except (KeyError, ValueError, IndexError):
        return str(gettext("That is not possible now."))


def eye_words(status: EyeStatus) -> str:
    """What the seeing part is doing, in a few words."""
    if status.row is not None:
        return str(gettext("%(read)s of %(cards)s read…", read=status.row[0], cards=status.row[1]))
    words = {
        "still": gettext("I see it all"),
        "hand": gettext("A hand…"),
        "moving": gettext("It moves"),
        "reading": gettext("I am reading"),
        "reading_on": gettext("Still reading…"),
        "preparing": gettext("Getting ready…"),
        "doubt": gettext("A doubt"),
        "cocked": gettext("A die is cocked"),
        "no_frames": gettext("No picture"),
        "bad_picture": gettext("Bad picture"),
        "end_of_pictures": gettext("No more photos"),
        "moving_camera": gettext("The camera moves"),
        "not_found": gettext("No camera found"),
        "not_installed": gettext("Camera not installed"),
        "busy": gettext("Camera in use"),
        "no_permission": gettext("Camera not allowed"),
        "timed_out": gettext("Camera is stuck"),
        "unplugged": gettext("Camera unplugged"),
        "no_memory": gettext("Not enough memory"),
        "too_dark": gettext("Too dark"),
        "overexposed": gettext("Too bright"),
        "blurred": gettext("Blurred"),
        "colours_swapped": gettext("Colours swapped"),
        "off": gettext("No camera"),
        "by_taps": gettext("Tap your moves"),
        "no_readers": gettext("Tap your moves"),
        "other_board": gettext("Tap your moves"),
        "no_stand": gettext("Camera not set up"),
        "no_cards": gettext("Show me the cards"),
        "no_squares": gettext("Show me the board"),
        "no_pieces": gettext("Show me the pieces"),
    }
    by_state = {"sees": "still", "waits": "moving", "doubts": "doubt", "lost": "no_frames", "off": "off"}
    return str(words.get(status.code) or words[by_state.get(status.state, "off")])

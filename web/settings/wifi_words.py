"""The Wi-Fi in words: how it stands, what comes next, and what went wrong, each in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext, ngettext

NEAR, FAR = 67, 40
"""From how many percent on a network is strong, and from how many it is good."""
ADDRESS = "http://companion.local/"


def standing(state: Mapping[str, Any]) -> str:
    """How Companion is connected now."""
    words = {
        "wired": gettext("Companion is connected by a cable."),
        "joined": gettext("Companion is in the Wi-Fi “%(name)s”.", name=state["joined"]),
        "hotspot": gettext(
            "Companion is in no Wi-Fi: you are on its own, “%(name)s”.", name=state["hotspot"]
        ),
        "trying": gettext("Companion is looking for Wi-Fi networks."),
        "waiting": gettext("Companion is in no Wi-Fi. Its own opens within a minute."),
        "alone": gettext("Companion is in no Wi-Fi."),
    }
    if state["wanted"] is not None:
        return str(gettext("Companion is joining the Wi-Fi “%(name)s”.", name=state["wanted"]))
    return str(words.get(state["mode"], words["alone"]))


def coming(state: Mapping[str, Any]) -> str | None:
    """What comes next while a network is joined or looked for; None while nothing is."""
    name = state["wanted"]
    if name is None and state["mode"] != "trying":
        return None
    if state["hotspot"] is None:
        words = gettext(
            "Next, connect this tablet to “%(name)s”, too, then open %(address)s.", name=name, address=ADDRESS
        )
        return str(gettext("That takes some seconds.") if name is None else words)
    if name is None:
        words = gettext(
            "Companion’s own Wi-Fi goes away for half a minute: join it again, then open this page."
        )
    else:
        words = gettext(
            "Next, Companion’s own Wi-Fi ends: connect this tablet to “%(name)s”, then open %(address)s.",
            name=name,
            address=ADDRESS,
        )
    return str(words)


def outcome(code: str, name: str) -> str | None:
    """What came of the last joining, or of what was asked for; None where it went well."""
    words = {
        "wrong_password": gettext("“%(name)s” did not take the password: type it once more.", name=name),
        "bad_password": gettext("A Wi-Fi password has 8 to 63 characters."),
        "bad_name": gettext("A Wi-Fi’s name has 1 to 32 characters."),
        "out_of_reach": gettext("“%(name)s” is not in reach: bring Companion nearer to it.", name=name),
        "no_address": gettext("“%(name)s” gives Companion no address: restart its router.", name=name),
        "other_lock": gettext("“%(name)s” asks for more than a password, which it cannot give.", name=name),
        "no_radio": gettext("Companion finds no Wi-Fi radio that works: use a cable."),
        "no_network_manager": gettext("NetworkManager does not run here: use a cable."),
        "not_allowed": gettext("Companion may not change its Wi-Fi: install Companion again."),
        "busy": gettext("One moment: Companion is busy with the Wi-Fi already."),
        "no_answer": gettext("What keeps Companion’s Wi-Fi does not answer: restart the machine."),
    }
    if code in ("joined", "accepted"):
        return None
    return str(words.get(code, gettext("That did not work. Try once more.")))


def strength(percent: int) -> str:
    """How strong a network is."""
    if percent >= NEAR:
        return str(gettext("strong"))
    return str(gettext("fair")) if percent >= FAR else str(gettext("weak"))


def bars(percent: int) -> int:
    """How many of three bars are full."""
    return 3 if percent >= NEAR else 2 if percent >= FAR else 1


def looked(seconds: float | None) -> str | None:
    """When the networks were looked for."""
    if seconds is None:
        return None
    minutes = int(seconds // 60)
    if minutes == 0:
        return str(gettext("Looked for just now."))
    return str(ngettext("Looked for %(num)s minute ago.", "Looked for %(num)s minutes ago.", minutes))

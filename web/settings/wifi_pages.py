"""The Wi-Fi of a box: the networks in reach, and joining one. It is the page that its hotspot leads to, too."""

from __future__ import annotations

from flask import Blueprint, Response, flash, get_flashed_messages, make_response, redirect, request, url_for

from web.services import services
from web.settings import wifi_words
from web.table.help_pages import shown

blueprint = Blueprint("wifi", __name__)

MOST_TYPED = 200


@blueprint.get("/settings/wifi")
def page() -> str:
    """All networks, or the one that is asked for and its password; an empty name: one that does not tell its own."""
    wifi = services().outside.wifi
    state = None if wifi is None else wifi.state()
    asked = request.args.get("network")
    if state is None:
        code = "no_network_manager" if wifi is None else "no_answer"
        return shown("settings/wifi", state=None, told=wifi_words.outcome(code, ""), flashed=())
    last, fault = state["last"], state["fault"]
    failed = None if last is None else wifi_words.outcome(last["code"], last["name"])
    broken = None if fault is None or state["mode"] == "wired" else wifi_words.outcome(fault, "")
    wrong = [one for one in (failed, broken) if one]
    rows = [
        {
            **one,
            "said": wifi_words.strength(one["strength"]),
            "bars": wifi_words.bars(one["strength"]),
            "now": one["name"] == state["joined"],
        }
        for one in state["networks"]
    ]
    return shown(
        "settings/wifi",
        state=state,
        told=wifi_words.standing(state),
        coming=wifi_words.coming(state),
        looked=wifi_words.looked(state["looked_s"]),
        wrong=wrong if state["mode"] != "trying" else (),
        rows=rows,
        hidden=asked == "",
        chosen=next((one for one in rows if asked and one["name"] == asked), None),
        address=wifi_words.ADDRESS,
        flashed=get_flashed_messages(),
    )


@blueprint.post("/settings/wifi/join")
def join() -> Response:
    """Joins a network; a password is passed on as it was typed, and kept nowhere here."""
    wifi, form = services().outside.wifi, request.form
    name = form.get("name", "")[:MOST_TYPED]
    if wifi is None:
        return _back()
    code = wifi.join(name, form.get("password", "")[:MOST_TYPED], form.get("hidden") == "yes")
    told = wifi_words.outcome(code, name)
    if told is None:
        return _back()
    flash(told)
    return _back(network="" if form.get("hidden") == "yes" else name)


@blueprint.post("/settings/wifi/look")
def look() -> Response:
    """Looks for networks anew."""
    wifi = services().outside.wifi
    told = None if wifi is None else wifi_words.outcome(wifi.look(), "")
    if told is not None:
        flash(told)
    return _back()


def _back(network: str | None = None) -> Response:
    return make_response(redirect(url_for("wifi.page", network=network), 303))

"""Buttons and lamps in words: their names, what they do, and what is wrong with them, each in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext

from calibration.pins import BUZZER, SIDES


def row_name(kind: str, name: str) -> str:
    """What a button or lamp is called."""
    if name in SIDES:
        side = side_name(name)
        if kind == "buttons":
            return str(gettext("Big button, %(side)s", side=side))
        return str(gettext("Lamp, %(side)s", side=side))
    words = {
        "yes": gettext("“Yes, done”"),
        "undo": gettext("“Undo”"),
        "look": gettext("“Look again”"),
        "off": gettext("“Switch off”"),
        BUZZER: gettext("Buzzer"),
    }
    return str(words.get(name, name))


def short_name(kind: str, name: str) -> str:
    """What it is called in the drawing of the header: a big button by its side alone."""
    return side_name(name) if kind == "buttons" and name in SIDES else row_name(kind, name)


def side_name(side: str) -> str:
    """A side of the table as the camera sees it."""
    words = {
        "south": gettext("near side"),
        "north": gettext("far side"),
        "west": gettext("left"),
        "east": gettext("right"),
        "north-west": gettext("far left"),
        "south-east": gettext("near right"),
    }
    return str(words.get(side, side))


def row_does(kind: str, name: str) -> str:
    """What it is for."""
    if kind == "lamps":
        if name == BUZZER:
            return str(gettext("A question, or a fault."))
        return str(gettext("Steady: to play. Slow: a question. Quick: a fault."))
    if name in SIDES:
        return str(gettext("Calls, where players call; else I look again."))
    words = {
        "yes": gettext("Takes the first answer; else I look."),
        "undo": gettext("Takes the last move back."),
        "look": gettext("I look at everything once more."),
        "off": gettext("Held for three seconds, it switches the machine off."),
    }
    return str(words.get(name, ""))


def board_fault(code: str) -> str:
    """Why no button and no lamp works; the game goes on by taps."""
    words = {
        "pins_not_installed": gettext(
            "The program for the pins is missing: sudo apt install python3-gpiozero python3-lgpio."
        ),
        "no_pins": gettext("This machine has no pins: buttons and lamps need a Raspberry Pi."),
        "pins_no_permission": gettext("The pins may not be used: sudo usermod -aG gpio, then start again."),
        "pins_died": gettext("The program of the pins has stopped; it is being started again."),
        "pins_hang": gettext("The program of the pins does not answer; it is being started again."),
    }
    return str(words.get(code, gettext("The buttons and lamps do not work.")))


def row_fault(code: str) -> str:
    """What is wrong with one button or lamp."""
    words = {
        "pin_busy": gettext("Another program uses this pin: choose another pin."),
        "pin_broken": gettext("This pin cannot be used: choose another pin."),
        "stuck": gettext("Pressed all the time: it is jammed, or its wire touches ground."),
        "bouncing": gettext("It presses by itself: look for a loose wire."),
    }
    return str(words.get(code, code))


def settings_fault(fault: Mapping[str, Any]) -> str:
    """What is wrong with a line of the settings, which is left out."""
    named = f"{fault['kind']}.{fault['name']} = {fault['pin']}"
    if fault["code"] == "twice":
        kind = "lamps" if fault["other"] == BUZZER else fault["kind"]
        return str(
            gettext(
                "%(line)s is left out: that pin belongs to %(other)s already.",
                line=named,
                other=row_name(kind, fault["other"]),
            )
        )
    if fault["code"] == "no_such_pin":
        return str(gettext("%(line)s is left out: pins are numbers from 2 to 27.", line=named))
    return str(gettext("%(line)s is left out: there is no such button or lamp.", line=named))


def press_words(last: Mapping[str, Any]) -> str:
    """What the last press did, and whose hand it was."""
    whose = last["player"]
    if whose is None:
        whose = side_name(last["button"]) if last["button"] in SIDES else row_name("buttons", last["button"])
    words = {
        "called": gettext("%(who)s calls!", who=whose),
        "looks": gettext("%(who)s: I look again.", who=whose),
        "no_camera": gettext("%(who)s: no camera looks, tap it on the page.", who=whose),
        "answered": gettext("%(who)s: the first answer.", who=whose),
        "done": gettext("%(who)s: done.", who=whose),
        "undone": gettext("%(who)s: taken back.", who=whose),
        "answer_first": gettext("%(who)s: answer the question first.", who=whose),
        "not_now": gettext("%(who)s: not possible now.", who=whose),
        "not_written": gettext("%(who)s: it could not be written down.", who=whose),
        "off": gettext("I am switching off. Good night!"),
        "not_off": gettext("I may not switch this machine off."),
    }
    return str(words.get(last["code"], ""))

"""What the doctor finds, in words for somebody who does not know computers."""

from __future__ import annotations

from flask_babel import gettext


def topic(check: str) -> str:
    """What a check looks at."""
    words = {
        "camera": gettext("The camera"),
        "stand": gettext("The set-up of the table"),
        "pins": gettext("The buttons and lamps"),
        "sound": gettext("The loudspeaker"),
        "disk": gettext("Room on the disk"),
        "clock": gettext("The clock"),
        "network": gettext("The house network"),
        "packages": gettext("The programs"),
        "models": gettext("What reads cards and dice"),
        "pi_camera": gettext("The Raspberry Pi’s camera"),
        "power": gettext("The power supply"),
        "settings": gettext("The family’s settings"),
        "enrolled": gettext("The family’s own cards and dice"),
        "looks": gettext("How quickly it looks"),
    }
    return str(words.get(check, check))


def said(check: str, state: str) -> str:
    """How it stands, and what to do about it, in one or two short sentences."""
    if state == "ok":
        return _well(check)
    if state == "limit" and check == "looks":
        return str(
            gettext("This machine reads slowly: it may answer late. End other programs, and give it air.")
        )
    if state == "limit":
        return str(gettext("It works, but not for everything."))
    return _wrong(check) if state == "to_do" else _without(check)


def _well(check: str) -> str:
    words = {
        "stand": gettext("The table is set up."),
        "sound": gettext("It can speak by itself."),
        "disk": gettext("There is room enough."),
        "clock": gettext("It tells a possible time."),
        "network": gettext("Tablets and phones find this table."),
        "packages": gettext("All are there, and in order."),
        "models": gettext("All is there and can be used."),
        "power": gettext("It is strong enough, and nothing is too hot."),
        "settings": gettext("They can be read."),
        "enrolled": gettext("They are known."),
        "looks": gettext("Quickly enough."),
    }
    return str(words.get(check, gettext("All is well.")))


def _without(check: str) -> str:
    words = {
        "camera": gettext("None is used: every move is tapped."),
        "stand": gettext("The camera is not set up yet."),
        "pins": gettext("There are none: the buttons on the page do."),
        "sound": gettext("This machine has none: the tablets can speak."),
        "network": gettext("This machine is alone: connect it to the Wi-Fi of the tablets."),
        "pi_camera": gettext("This is no Raspberry Pi: another camera will do."),
        "power": gettext("It is not watched on this machine."),
        "enrolled": gettext("None were shown yet. Once shown, they are read better."),
        "looks": gettext("No camera has looked yet."),
    }
    return str(words.get(check, gettext("It is not here, and it works without.")))


def _wrong(check: str) -> str:
    words = {
        "camera": gettext("It gives no picture. Check its cable, unplug it and plug it in again."),
        "stand": gettext("It no longer fits. Set up the camera again, from the menu."),
        "pins": gettext("They may not be used. Somebody has to give this program leave."),
        "disk": gettext("There is hardly any room left, or nothing may be written. Delete something."),
        "clock": gettext("It is wrong. Connect the machine to the network once, then restart it."),
        "packages": gettext("Something is missing. Install the program again."),
        "models": gettext(
            "The readers do not start. Install the program again; every move can still be tapped."
        ),
        "pi_camera": gettext("Its program does not start. It has to be installed again."),
        "power": gettext("It is too weak, or the machine is too hot. Use the right supply, give it air."),
        "settings": gettext("Something in them is written wrongly. Somebody has to look at the file."),
        "enrolled": gettext(
            "What reads them is new and no longer knows some. Somebody has to show them once more."
        ),
    }
    return str(words.get(check, gettext("Something is wrong. Read the line below to whoever helps you.")))

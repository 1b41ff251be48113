"""docs/box.md shows the header as the page draws it, wired as its example says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from calibration.pins import wired
from web.settings.pin_drawing import header

DOCS = Path(__file__).parents[2] / "docs"
NAMES = {
    ("buttons", "south"): "near big button",
    ("buttons", "north"): "far big button",
    ("buttons", "yes"): "yes, done",
    ("buttons", "undo"): "undo",
    ("buttons", "look"): "look again",
    ("buttons", "off"): "switch off",
    ("lamps", "south"): "near lamp",
    ("lamps", "north"): "far lamp, red green blue",
    ("lamps", "buzzer"): "buzzer",
}


def drawn() -> str:
    """The wiring picture of the example in docs/buttons.md, as a file of its own."""
    text = (DOCS / "buttons.md").read_text()
    example = "\n".join(re.findall(r"^    (.*)$", text, re.MULTILINE))
    settings = tomllib.loads(example)
    wiring = wired(settings["buttons"], settings["lamps"])
    assert wiring.faults == ()
    named = {pin: NAMES["buttons", name] for name, pin in wiring.buttons.items()}
    named |= {pin: NAMES["lamps", name] for name, pins in wiring.lamps.items() for pin in pins}
    picture = header(named, "The header of a Raspberry Pi with buttons and lamps")
    attributes = '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" width="620" '
    return picture.replace("<svg ", attributes, 1) + "\n"


def test_the_wiring_picture_is_that_of_the_example() -> None:
    assert (DOCS / "wiring.svg").read_text() == drawn(), (
        "write tests.docs.test_box_page.drawn() into docs/wiring.svg"
    )


def test_each_of_the_twelve_pictures_is_told_beside_them() -> None:
    pictures = re.findall(r"<title>(\d+)\. (.*?)</title>", (DOCS / "set-up.svg").read_text())
    section = (
        (DOCS / "box.md").read_text().partition("## Setting up in twelve pictures")[2].partition("\n## ")[0]
    )
    assert re.findall(r"^(\d+)\. \*\*(.*?)\*\*", section, re.MULTILINE) == pictures
    assert len(pictures) == 12

"""Buttons and lamps on the page: what hangs where, what is wrong with it, and the test of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from flask import Flask

from calibration.pins import BUTTONS, HEADER, LAMPS
from companion.table import Table
from tests.fake_eyes import FakeEyes
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.seats.test_seats import page
from web.settings.pin_drawing import header, places


class FakePins:
    """Pins on which nothing hangs until a test says so."""

    def __init__(self) -> None:
        self.on: dict[tuple[str, str], list[int]] = {}
        self.faulty: dict[str, str] = {}
        self.down: set[str] = set()
        self.fault: str | None = None
        self.faults: list[dict[str, Any]] = []
        self.pressed: Mapping[str, Any] | None = None
        self.tested: list[str] = []
        self.low = False
        self.writable = True

    def state(self) -> Mapping[str, Any]:
        rows = [
            {
                "kind": kind,
                "name": name,
                "pins": self.on.get((kind, name), []),
                "fault": self.faulty.get(name),
                "down": kind == "buttons" and name in self.down,
                "pressed_s": None,
            }
            for kind, names in (("buttons", BUTTONS), ("lamps", LAMPS))
            for name in names
        ]
        told = {"works": self.fault is None, "fault": self.fault, "faults": self.faults}
        return {**told, "rows": rows, "low": self.low, "last": self.last()}

    def last(self) -> Mapping[str, Any] | None:
        return self.pressed

    def set_pins(self, kind: str, name: str, pins: Sequence[int]) -> bool:
        if self.writable:
            self.on[kind, name] = list(pins)
        return self.writable

    def set_low(self, low: bool) -> bool:
        self.low = low
        return True

    def test(self, name: str) -> None:
        self.tested.append(name)


@pytest.fixture
def pins() -> FakePins:
    return FakePins()


@pytest.fixture
def app(table: Table, eyes: FakeEyes, pins: FakePins) -> Flask:
    made = page_app(table, eyes, pins=pins, language="en")
    made.testing = True
    return made


def send(tablet: Tablet, path: str = "/settings/pins", **fields: Any) -> str:
    """The page after a form was sent."""
    assert tablet.form(path, fields).status_code == 303
    return page(tablet, "/settings/pins")


def test_the_settings_lead_there(tablet: Tablet) -> None:
    assert 'href="/settings/pins"' in page(tablet, "/settings")


def test_a_button_is_put_on_a_pin_and_taken_off(tablet: Tablet, pins: FakePins) -> None:
    shown = send(tablet, kind="buttons", name="south", pin="17")
    assert pins.on == {("buttons", "south"): [17]}
    assert "place 11 · ground: place 9" in shown
    send(tablet, kind="buttons", name="south", pin="")
    assert pins.on == {("buttons", "south"): []}


def test_a_lamp_has_one_pin_or_three(tablet: Tablet, pins: FakePins) -> None:
    send(tablet, kind="lamps", name="south", pin=["5", "", ""])
    send(tablet, kind="lamps", name="north", pin=["6", "13", "19"])
    assert pins.on == {("lamps", "south"): [5], ("lamps", "north"): [6, 13, 19]}
    shown = send(tablet, kind="lamps", name="south", pin=["5", "6"])
    assert "A lamp has one pin, or three" in shown
    assert pins.on["lamps", "south"] == [5]


@pytest.mark.parametrize("pin", ["1", "28", "-3", "x", "²", "٥", "9" * 5000])
def test_a_pin_that_is_none_changes_nothing(tablet: Tablet, pins: FakePins, pin: str) -> None:
    send(tablet, kind="buttons", name="south", pin=pin)
    assert pins.on == {}


def test_a_pin_that_is_taken_is_refused_with_whose_it_is(tablet: Tablet, pins: FakePins) -> None:
    pins.on["lamps", "north"] = [17]
    shown = send(tablet, kind="buttons", name="south", pin="17")
    assert "Pin 17 belongs to Lamp, far side already." in shown
    assert ("buttons", "south") not in pins.on


def test_a_disk_that_takes_nothing_is_told(tablet: Tablet, pins: FakePins) -> None:
    pins.writable = False
    assert "could not be written down" in send(tablet, kind="buttons", name="south", pin="17")


def test_who_presses_sees_the_row_light_up(tablet: Tablet, pins: FakePins) -> None:
    pins.on["buttons", "south"] = [17]
    assert 'class="light" id="light-south"' in page(tablet, "/settings/pins/now")
    pins.down = {"south"}
    assert 'class="light lit" id="light-south"' in page(tablet, "/settings/pins/now")


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("pins_not_installed", "sudo apt install python3-gpiozero python3-lgpio"),
        ("no_pins", "This machine has no pins"),
        ("pins_no_permission", "usermod -aG gpio"),
        ("pins_died", "is being started again"),
        ("pins_hang", "does not answer"),
    ],
)
def test_why_nothing_works_is_one_sentence(tablet: Tablet, pins: FakePins, fault: str, said: str) -> None:
    pins.fault = fault
    shown = page(tablet, "/settings/pins")
    assert said in shown
    assert "The game goes on by taps." in shown


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("stuck", "it is jammed"),
        ("bouncing", "a loose wire"),
        ("pin_busy", "Another program uses this pin"),
        ("pin_broken", "cannot be used"),
    ],
)
def test_what_is_wrong_with_one_button_stands_at_its_row(
    tablet: Tablet, pins: FakePins, fault: str, said: str
) -> None:
    pins.on["buttons", "south"] = [17]
    pins.faulty = {"south": fault}
    row = page(tablet, "/settings/pins").split('id="light-south"')[1].split("</li>")[0]
    assert said in row


def test_lines_of_the_settings_that_are_left_out_are_told(tablet: Tablet, pins: FakePins) -> None:
    pins.faults = [
        {"kind": "buttons", "name": "undo", "code": "twice", "pin": "22", "other": "yes"},
        {"kind": "buttons", "name": "look", "code": "no_such_pin", "pin": "99", "other": None},
        {"kind": "lamps", "name": "<moon>", "code": "no_such_name", "pin": "4", "other": None},
    ]
    shown = page(tablet, "/settings/pins")
    assert "buttons.undo = 22 is left out: that pin belongs to “Yes, done” already." in shown
    assert "buttons.look = 99 is left out: pins are numbers from 2 to 27." in shown
    assert "&lt;moon&gt;" in tablet.client.get("/settings/pins").get_data(as_text=True)


def test_a_lamp_is_tried_and_a_stranger_to_the_header_is_not(tablet: Tablet, pins: FakePins) -> None:
    send(tablet, "/settings/pins/test", name="south")
    send(tablet, "/settings/pins/test", name="moon")
    assert pins.tested == ["south"]
    send(tablet, "/settings/pins/low", low="yes")
    assert pins.low


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ({"button": "south", "player": "Ada", "code": "called"}, "Ada calls!"),
        ({"button": "north", "player": None, "code": "looks"}, "far side: I look again."),
        ({"button": "undo", "player": None, "code": "undone"}, "“Undo”: taken back."),
        ({"button": "off", "player": None, "code": "off"}, "I am switching off."),
    ],
)
def test_the_table_tells_whose_hand_pressed(
    race: Tablet, pins: FakePins, last: Mapping[str, Any], said: str
) -> None:
    assert 'id="pressed"' not in page(race)
    pins.pressed = last
    assert said in page(race)
    assert said in page(race, "/settings/pins/now")


def test_a_table_without_pins_says_so(table: Table, eyes: FakeEyes) -> None:
    made = page_app(table, eyes, language="en")
    shown = made.test_client().get("/settings/pins").get_data(as_text=True)
    assert "This table has no pins" in shown
    assert "<select" not in shown


def test_the_header_is_drawn_with_every_place_and_what_hangs_there() -> None:
    drawn = header({17: "Big <button>"}, "The pins")
    assert drawn.count("<circle") + drawn.count("<rect") - 1 == len(HEADER) + 1
    assert "17 · Big &lt;button&gt;" in drawn
    assert "style=" not in drawn
    assert places((5, 6, 13)) == "29 31 33"

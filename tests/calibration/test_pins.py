"""Which pins of the header can be used, and what is left out of wrong settings."""

from typing import Any

import pytest

from calibration.pins import GROUND, HEADER, USABLE, nearest_ground, place_of, wired
from calibration.settings import with_pins


def test_the_header_has_forty_places_and_every_pin_once() -> None:
    numbers = [one for one in HEADER if isinstance(one, int)]
    assert len(HEADER) == 40
    assert sorted(numbers) == list(range(28))
    assert [one for one in HEADER if not isinstance(one, int)].count(GROUND) == 8
    assert (place_of(2), place_of(17), place_of(26), place_of(21)) == (3, 11, 37, 40)
    assert tuple(range(2, 28)) == USABLE


@pytest.mark.parametrize("pin", USABLE)
def test_every_pin_has_a_ground_close_by(pin: int) -> None:
    ground = nearest_ground(pin)
    assert HEADER[ground - 1] == GROUND
    assert abs((ground - 1) // 2 - (place_of(pin) - 1) // 2) <= 3


def test_what_is_right_is_taken() -> None:
    found = wired({"south": 17, "off": 26}, {"south": [5, 6, 13], "north": 19, "buzzer": 12})
    assert found.faults == ()
    assert dict(found.buttons) == {"south": 17, "off": 26}
    assert dict(found.lamps) == {"south": (5, 6, 13), "north": (19,), "buzzer": (12,)}


@pytest.mark.parametrize(
    ("buttons", "lamps", "code"),
    [
        ({"moon": 17}, {}, "no_such_name"),
        ({"south": 0}, {}, "no_such_pin"),
        ({"south": 28}, {}, "no_such_pin"),
        ({"south": "17"}, {}, "no_such_pin"),
        ({"south": True}, {}, "no_such_pin"),
        ({"south": [17, 18, 27]}, {}, "no_such_pin"),
        ({}, {"south": [5, 6]}, "no_such_pin"),
        ({}, {"buzzer": [5, 6, 13]}, "no_such_pin"),
        ({}, {"south": [5, 5, 6]}, "twice"),
    ],
)
def test_one_wrong_line_is_told_and_left_out(buttons: Any, lamps: Any, code: str) -> None:
    found = wired({**buttons, "yes": 22}, lamps)
    assert [one.code for one in found.faults] == [code]
    assert dict(found.buttons) == {"yes": 22}


def test_of_two_that_want_one_pin_the_first_keeps_it() -> None:
    found = wired({"south": 17, "north": 17}, {"south": 17})
    assert dict(found.buttons) == {"south": 17}
    assert [(one.name, one.code, one.other) for one in found.faults] == [
        ("north", "twice", "south"),
        ("south", "twice", "south"),
    ]


def test_pins_are_written_beside_what_is_there() -> None:
    text = with_pins('card_letters = "french" # ours\n', "buttons", "south", [17])
    assert text == 'card_letters = "french" # ours\n\n[buttons]\nsouth = 17\n' or "south = 17" in text
    text = with_pins(text, "lamps", "south", [5, 6, 13])
    assert "south = [5, 6, 13]" in text and "# ours" in text
    assert "south = 17" not in with_pins(text, "buttons", "south", [])

"""The pins' own process over gpiozero's mock pins: what a hand does and what a lamp shows."""

import io
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from hardware.contact import News
from hardware.pin_board import _BOOT, _gpiozero_folder
from hardware.pin_words import NO_PERMISSION, NO_PINS, NOT_INSTALLED, PIN_BROKEN, PIN_BUSY, PinPlan, Signal
from hardware.pins_process import Pins, cause_of, serve

PLAN = PinPlan(
    {"south": 17, "yes": 22, "off": 26},
    {"south": (5,), "north": (6, 13, 19)},
    buzzer=12,
    held=frozenset({"off"}),
)


@pytest.fixture
def board() -> Iterator[MockFactory]:
    before = gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory = factory = MockFactory()
    yield factory
    factory.reset()
    gpiozero.Device.pin_factory = before


def heard(pins: Pins, seconds: float) -> list[tuple[str, News]]:
    end, told = time.monotonic() + seconds, []
    while time.monotonic() < end:
        pins.wait(0.02)
        told += [(name, news) for name, news, _ in pins.look()]
    return told


def press(board: MockFactory, pin: int, seconds: float = 0.03) -> None:
    board.pin(pin).drive_low()
    time.sleep(seconds)
    board.pin(pin).drive_high()


def test_a_press_is_heard_with_its_name(board: MockFactory) -> None:
    pins = Pins(PLAN, gpiozero)
    assert pins.left_out == {}
    press(board, 17)
    assert heard(pins, 0.1) == [("south", News.PRESSED), ("south", News.RELEASED)]


def test_two_buttons_at_the_same_moment_are_both_heard(board: MockFactory) -> None:
    pins = Pins(PLAN, gpiozero)
    board.pin(17).drive_low()
    board.pin(22).drive_low()
    assert set(heard(pins, 0.05)) == {("south", News.PRESSED), ("yes", News.PRESSED)}


def test_an_edge_that_was_dropped_is_found_by_reading_the_level_again(board: MockFactory) -> None:
    pins = Pins(PLAN, gpiozero)
    board.pin(17).when_changed = None
    board.pin(17).drive_low()
    assert heard(pins, 0.4) == [("south", News.PRESSED)]


def test_whoever_presses_while_it_starts_has_not_pressed(board: MockFactory) -> None:
    board.pin(26).pull = "up"
    board.pin(26).drive_low()
    real = gpiozero.Button

    class Pressed:
        Buzzer, LED, RGBLED = gpiozero.Buzzer, gpiozero.LED, gpiozero.RGBLED

        @staticmethod
        def Button(pin: int, **options: Any) -> Any:
            button = real(pin, **options)
            board.pin(pin).drive_low()
            return button

    assert heard(Pins(PLAN, Pressed), 0.1) == []


def test_one_that_cannot_be_opened_is_left_out_and_the_others_work(board: MockFactory) -> None:
    class SomeBroken:
        LED, RGBLED, Buzzer = gpiozero.LED, gpiozero.RGBLED, gpiozero.Buzzer

        @staticmethod
        def Button(pin: int, **options: Any) -> Any:
            if pin == 17:
                raise RuntimeError("'GPIO busy'")
            if pin == 22:
                raise OSError("nobody foresaw this")
            return gpiozero.Button(pin, **options)

    pins = Pins(PLAN, SomeBroken)
    assert pins.left_out == {"south": PIN_BUSY, "yes": PIN_BROKEN}
    press(board, 26)
    assert ("off", News.PRESSED) in heard(pins, 0.1)


def test_a_lamp_shows_whose_turn_it_is_steadily_and_a_fault_blinking(board: MockFactory) -> None:
    pins = Pins(PLAN, gpiozero)
    pins.show({"south": "turn", "north": "turn"}, None)
    assert not pins.drive()
    assert [board.pin(pin).state for pin in (5, 6, 13, 19)] == [1, 0, 1, 0]
    pins.show({"south": "fault", "north": "fault"}, None)
    end, south, north = time.monotonic() + 0.6, set(), set()
    while time.monotonic() < end:
        assert pins.drive()
        south.add(board.pin(5).state)
        north.add(tuple(board.pin(pin).state for pin in (6, 13, 19)))
        time.sleep(0.02)
    assert south == {0, 1}
    assert north == {(0, 0, 0), (1, 0, 0)}
    pins.show({"south": "off", "north": "off"}, None)
    assert [board.pin(pin).state for pin in (5, 6, 13, 19)] == [0, 0, 0, 0]


def test_lamps_that_are_lit_by_a_low_level(board: MockFactory) -> None:
    pins = Pins(PinPlan(lamps={"south": (5,), "north": (6, 13, 19)}, low=True), gpiozero)
    pins.show({"south": "off", "north": "doubt"}, None)
    end = time.monotonic() + 1.1
    seen = set()
    while time.monotonic() < end:
        pins.drive()
        assert board.pin(5).state == 1
        seen.add(tuple(board.pin(pin).state for pin in (6, 13, 19)))
        time.sleep(0.05)
    assert seen == {(1, 1, 1), (0, 0, 1)}


def test_the_buzzer_sounds_and_falls_silent_by_itself(board: MockFactory) -> None:
    pins = Pins(PLAN, gpiozero)
    buzzer = board.pin(12)
    buzzer.clear_states()
    pins.show({}, "doubt")
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        pins.drive()
        time.sleep(0.005)
    assert [one.state for one in buzzer.states] == [False, True, False, True, False]


def test_what_nobody_knows_is_not_shown(board: MockFactory) -> None:
    pins = Pins(PLAN, gpiozero)
    pins.show({"south": "rainbow", "moon": "turn"}, "song")
    assert not pins.drive()
    assert board.pin(5).state == 0


def test_everything_is_switched_off_at_the_end(board: MockFactory) -> None:
    pins = Pins(PLAN, gpiozero)
    pins.show({"south": "turn"}, None)
    pins.close()
    assert board.pin(5).function == "input"


def test_the_process_tells_presses_and_shows_what_it_is_told_until_the_program_is_gone(
    board: MockFactory,
) -> None:
    pins = Pins(PLAN, gpiozero)
    reading, writing = os.pipe()
    inlet, wishes = os.fdopen(reading), os.fdopen(writing, "w")
    outlet = io.StringIO()
    thread = threading.Thread(target=serve, args=(pins, inlet, outlet))
    thread.start()
    wishes.write("nonsense\n[]\n" + json.dumps({"message": "show", "lamps": {"south": "turn"}}) + "\n")
    wishes.flush()
    press(board, 17)
    time.sleep(1.3)
    lit = board.pin(5).state
    wishes.close()
    thread.join(5)
    assert not thread.is_alive()
    told = [json.loads(line) for line in outlet.getvalue().splitlines()]
    assert told[0] == {"message": "opened", "left_out": {}}
    pressed = [(one["name"], one["news"]) for one in told if one["message"] == "button"]
    assert pressed == [("south", "pressed"), ("south", "released")]
    assert {"message": "alive"} in told
    assert lit == 1


def test_why_the_pins_cannot_be_opened(tmp_path: Path) -> None:
    assert cause_of(ModuleNotFoundError("No module named 'lgpio'"), tmp_path) == NOT_INSTALLED
    assert cause_of(OSError("can not open gpiochip"), tmp_path) == NO_PINS
    chip = tmp_path / "gpiochip0"
    chip.touch(mode=0o000)
    if not os.access(chip, os.R_OK):  # root may open all
        assert cause_of(OSError("can not open gpiochip"), tmp_path) == NO_PERMISSION


def run_once(environment: dict[str, str], *, python: str = sys.executable) -> list[dict[str, Any]]:
    """What the process of its own says, started as the program starts it, with an end of stdin at once."""
    package = Path(__file__).parents[2] / "hardware"
    done = subprocess.run(
        [python, "-P", "-s", "-c", _BOOT, str(package), PLAN.as_json(), *_gpiozero_folder()],
        input=b"",
        capture_output=True,
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_on_a_python_that_has_no_gpiozero_our_own_is_used() -> None:
    told = run_once({"GPIOZERO_PIN_FACTORY": "mock", "PYTHONPATH": ""}, python="/usr/bin/python3")
    assert told[0] == {"message": "opened", "left_out": {}}


def test_without_lgpio_that_is_what_is_told() -> None:
    told = run_once({"GPIOZERO_PIN_FACTORY": "lgpio"})
    assert [one["reason"] for one in told] in ([NOT_INSTALLED], [NO_PINS])


def test_a_plan_is_the_same_after_the_way_to_the_process() -> None:
    assert PinPlan.from_json(PLAN.as_json()) == PLAN
    assert PinPlan().empty and not PLAN.empty
    assert Signal.TURN == "turn"

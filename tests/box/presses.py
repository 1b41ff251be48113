"""Presses on simulated lines of a kernel (gpio-sim), heard through the real gpiozero and lgpio; lamps read back.

Runs as root inside a machine whose kernel has gpio-sim, in the folder in which ``hardware`` lies:
``python3 presses.py [NUMBER]``. docs/box.md tells how such a machine is made.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from hardware.contact import News
from hardware.pin_board import PinBoard
from hardware.pin_words import PinPlan, Signal

BUTTONS = {17: "south", 27: "north", 22: "yes"}
PLAN = PinPlan({name: pin for pin, name in BUTTONS.items()}, {"south": (5,), "north": (6, 13, 19)}, buzzer=12)
LAMPS = (("turn", "off"), ("off", "turn"), ("turn", "turn"), ("off", "off"))


def until(true: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is so, at most so long; returns whether it is."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.0005)
    return True


def main(number: int) -> int:
    """Press so many times; returns 0 when each press was heard exactly once."""
    chip = next(Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*"))

    def level(pin: int, high: bool) -> None:
        (chip / f"sim_gpio{pin}" / "pull").write_text("pull-up" if high else "pull-down")

    def value(pin: int) -> int:
        return int((chip / f"sim_gpio{pin}" / "value").read_text())

    for pin in BUTTONS:
        level(pin, True)
    heard: list[tuple[str, News, float]] = []
    board = PinBoard(PLAN, lambda told: heard.append((told.name, told.news, time.monotonic())))
    board.start()
    if not until(lambda: board.state.works, 300):
        print(board.state)
        return 1
    lamps = []
    for south, north in LAMPS:
        board.show({"south": Signal(south), "north": Signal(north)})
        time.sleep(1.5)
        lamps.append((south, north, value(5), [value(pin) for pin in (6, 13, 19)]))
    delays, wrong = [], 0
    for press in range(number):
        pin = list(BUTTONS)[press % len(BUTTONS)]
        before = sum(news is News.PRESSED for _, news, _ in heard)
        began = time.monotonic()
        level(pin, False)
        until(lambda before=before: sum(news is News.PRESSED for _, news, _ in heard) > before, 5)
        pressed = [one for one in heard if one[1] is News.PRESSED][before:]
        if [name for name, _, _ in pressed] == [BUTTONS[pin]]:
            delays.append(pressed[0][2] - began)
        else:
            wrong += 1
        time.sleep(max(0.0, began + 0.06 - time.monotonic()))
        level(pin, True)
        until(lambda: not board.state.down, 5)
        time.sleep(0.12)
    board.close()
    delays.sort()
    told = {
        "presses": number,
        "heard": sum(news is News.PRESSED for _, news, _ in heard),
        "released": sum(news is News.RELEASED for _, news, _ in heard),
        "not_exactly_once": wrong,
        "p50_ms": round(delays[len(delays) // 2] * 1000, 1),
        "p99_ms": round(delays[int(len(delays) * 0.99)] * 1000, 1),
        "lamps": lamps,
        "load": os.getloadavg()[0],
    }
    print(json.dumps(told))
    return 0 if wrong == 0 and told["heard"] == told["released"] == number else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))

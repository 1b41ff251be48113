"""The pins' process, supervised: what it tells is heard, and the evening goes on whatever becomes of it."""

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.contact import News
from hardware.pin_board import PinBoard
from hardware.pin_words import (
    DIED,
    HANGS,
    LONGEST_LINE,
    NO_PINS,
    NOT_INSTALLED,
    PIN_BUSY,
    ButtonNews,
    PinPlan,
    Signal,
    parse_pins,
)
from hardware.restarts import Restarts

PLAN = PinPlan({"south": 17, "yes": 22}, {"south": (5,)})
OPENED = 'say(message="opened", left_out={})'


def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "that never came true"
        time.sleep(0.01)


class Fake:
    """A process that does what a line of Python says, and the board over it."""

    def __init__(self, tmp_path: Path, body: str, *, silent_s: float = 5.0, plan: PinPlan = PLAN) -> None:
        script = tmp_path / "fake.py"
        script.write_text(
            "import json, sys, time\n"
            "def say(**told): print(json.dumps(told), flush=True)\n"
            "def pressed(name, news='pressed'):"
            " say(message='button', name=name, news=news, monotonic_ms=7)\n"
            f"lives = {str(tmp_path / 'lives')!r}\n"
            "open(lives, 'a').write('x'); life = len(open(lives).read())\n" + body + "\n"
        )
        self.news: list[ButtonNews] = []
        self.came = threading.Event()
        self._lives = tmp_path / "lives"
        self.board = PinBoard(
            plan,
            self._hear,
            command=(sys.executable, "-S", str(script)),
            restarts=Restarts(backoff_s=(0.05,)),
            silent_s=silent_s,
        )

    def _hear(self, told: ButtonNews) -> None:
        self.news.append(told)
        self.came.set()

    @property
    def lives(self) -> int:
        return len(self._lives.read_text()) if self._lives.exists() else 0

    def __enter__(self) -> "Fake":
        self.board.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.board.close()


def test_a_press_is_heard_and_shown_as_down(tmp_path: Path) -> None:
    with Fake(tmp_path, OPENED + "\npressed('south')\nsys.stdin.read()") as fake:
        assert fake.came.wait(20)
        assert fake.news == [ButtonNews("south", News.PRESSED, 7)]
        assert fake.board.state.works
        assert fake.board.state.down == {"south"}
        assert fake.board.state.pressed_ms == {"south": 7}


def test_a_button_that_nobody_planned_and_nonsense_are_not_heard(tmp_path: Path) -> None:
    body = OPENED + "\nprint('{'); pressed('moon'); pressed('yes', 'sung'); pressed('yes')\nsys.stdin.read()"
    with Fake(tmp_path, body) as fake:
        assert fake.came.wait(20)
        assert [one.name for one in fake.news] == ["yes"]


def test_a_stuck_button_is_a_fault_until_it_is_well(tmp_path: Path) -> None:
    body = (
        OPENED
        + "\npressed('south', 'stuck')\nsys.stdin.readline()\npressed('south', 'well')\nsys.stdin.read()"
    )
    with Fake(tmp_path, body) as fake:
        until(lambda: fake.board.state.faults == {"south": "stuck"})
        fake.board.show({"south": Signal.TURN})
        until(lambda: fake.board.state.faults == {})


def test_one_pin_that_is_left_out_is_told_by_name(tmp_path: Path) -> None:
    with Fake(tmp_path, "say(message='opened', left_out={'yes': 'pin_busy'})\nsys.stdin.read()") as fake:
        until(lambda: fake.board.state.works)
        assert fake.board.state.faults == {"yes": PIN_BUSY}


def test_a_process_that_dies_is_started_again_and_shows_what_was_shown(tmp_path: Path) -> None:
    body = (
        OPENED
        + "\nif life == 1: sys.exit(3)\nif 'turn' in sys.stdin.readline(): pressed('yes')\nsys.stdin.read()"
    )
    with Fake(tmp_path, body) as fake:
        fake.board.show({"south": Signal.TURN})
        assert fake.came.wait(20)
        assert fake.lives == 2


def test_a_process_that_hangs_is_killed_and_started_again(tmp_path: Path) -> None:
    body = OPENED + "\nif life == 1: time.sleep(3600)\npressed('yes')\nsys.stdin.read()"
    with Fake(tmp_path, body, silent_s=0.5) as fake:
        until(lambda: fake.board.state.fault == HANGS or fake.lives > 1)
        assert fake.came.wait(20)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("say(message='failed', reason='no_pins', detail='x')", NO_PINS),
        ("sys.exit(1)", DIED),
        ("say(message='failed', reason='something else', detail='x')", DIED),
    ],
)
def test_why_the_pins_do_not_work_is_told(tmp_path: Path, body: str, fault: str) -> None:
    with Fake(tmp_path, body) as fake:
        until(lambda: fake.board.state.fault == fault)
        assert not fake.board.state.works


def test_a_machine_without_the_systems_python(tmp_path: Path) -> None:
    board = PinBoard(PLAN, lambda _: None, command=(str(tmp_path / "nothing"),))
    board.start()
    until(lambda: board.state.fault == NOT_INSTALLED)
    board.close()


def test_where_nothing_hangs_on_the_pins_nothing_is_started(tmp_path: Path) -> None:
    with Fake(tmp_path, OPENED, plan=PinPlan()) as fake:
        time.sleep(0.3)
        assert fake.lives == 0
        assert fake.board.state.fault is None


def test_a_listener_that_fails_hears_the_next_press(tmp_path: Path) -> None:
    heard: list[str] = []

    def fails(told: ButtonNews) -> None:
        heard.append(told.name)
        raise RuntimeError("the table is gone")

    fake = Fake(tmp_path, OPENED + "\npressed('south'); pressed('yes')\nsys.stdin.read()")
    fake.board._heard = fails
    with fake:
        until(lambda: heard == ["south", "yes"])


def test_a_process_ends_with_the_board(tmp_path: Path) -> None:
    with Fake(tmp_path, OPENED + "\nsys.stdin.read()") as fake:
        until(lambda: fake.board.state.works)
        process = fake.board._process
        assert process is not None
    assert process.poll() == 0


@pytest.mark.parametrize(
    "line",
    [
        *(b"", b"{", b"[]", b"null", b'{"message": "button"}', b"9" * 9000, b"[" * LONGEST_LINE),
        b'{"message": "opened", "left_out": 3}',
        b'{"message": "button", "name": "yes", "news": "sung", "monotonic_ms": 1}',
    ],
)
def test_nothing_that_the_process_says_harms_the_program(line: bytes) -> None:
    assert parse_pins(line) is None

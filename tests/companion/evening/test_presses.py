"""What the buttons of a table do to the game, and what its lamps show of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calibration.settings import load_settings
from companion.action import Action
from companion.evening.lamps import shown_of
from companion.evening.pins import TablePins
from companion.evening.presses import Press, Presses
from companion.hands import SIDES
from companion.journal import Journal, JournalError
from companion.sighting import Sighting, Slot, ZoneReading
from companion.table import Table
from hardware.contact import News
from hardware.pin_board import PinState
from hardware.pin_words import ButtonNews, PinPlan, Signal

PLAYERS = ("Ada", "Bea")
LAID: dict[str, Any] = {
    "turn": "Ada",
    "foundations": {"F1": "4C"},
    "cases": {"T1": ["KS", "QH", "JC", "10D"], "T3": ["7C", "6D"], "T5": ["10S"]},
    "reserves": {"Ada": {"count": 6, "top": "9S"}, "Bea": {"count": 8, "top": "QS"}},
    "stocks": {"Ada": 27, "Bea": 25},
    "wastes": {"Bea": {"count": 4, "top": "7S"}},
}
DUTY_MISSED: Action = {"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T1", "card": "9S"}
FAULTY = {**LAID, "cases": {**LAID["cases"], "T3": ["7C", "6D", "5C"]}}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Journal(tmp_path / "journal.sqlite"))


def race(table: Table) -> Table:
    table.open_game("poker_dice_race", PLAYERS, options={"stable": "single"}, first="Ada")
    return table


def cards(table: Table, setup: Any = LAID, **options: Any) -> Table:
    table.open_game("crapette", PLAYERS, options=options, setup=setup)
    return table


def doubt(table: Table) -> None:
    slots = (Slot({"K": 0.5, "9": 0.5}), Slot({"Q": 0.97, "A": 0.03}))
    table.observe(Sighting(1, 1000, {"tray": ZoneReading(slots)}))
    assert table.snapshot().question is not None


class Pressed:
    """The buttons of a table, and what they asked for."""

    def __init__(self, table: Table, *, camera: bool = True, may_go_off: bool = True) -> None:
        self.looks = self.offs = 0
        self._camera, self._may_go_off = camera, may_go_off
        self.presses = Presses(table, look=self._look, power_off=self._off, told=lambda press: None)

    def _look(self) -> bool:
        self.looks += 1
        return self._camera

    def _off(self) -> bool:
        self.offs += 1
        return self._may_go_off

    def __call__(self, button: str) -> str:
        return self.presses.press(button).code


# ---------------------------------------------------------------- what each button does


def test_the_big_button_calls_for_who_sits_there_where_players_call(table: Table) -> None:
    cards(table, FAULTY, referee="on_call").act(DUTY_MISSED)
    press = Pressed(table).presses.press("north")
    assert (press.player, press.code) == ("Bea", "called")
    assert table.snapshot().view["calls"]["Bea"] == {"right": 1, "wrong": 0}  # type: ignore[index]


def test_where_the_referee_calls_the_big_button_asks_for_a_look(table: Table) -> None:
    pressed = Pressed(cards(table, referee="auto"))
    assert (pressed("south"), pressed.looks) == ("looks", 1)
    assert table.seq == 1


@pytest.mark.parametrize("side", ["west", "south-east"])
def test_a_side_at_which_nobody_sits_asks_for_a_look(table: Table, side: str) -> None:
    pressed = Pressed(cards(table, referee="on_call"))
    assert (pressed(side), pressed.looks) == ("looks", 1)


def test_yes_takes_the_first_answer_of_a_question(table: Table) -> None:
    doubt(race(table))
    (first,) = table.snapshot().after_answers[0].actions
    assert Pressed(table)("yes") == "answered"
    shown = table.snapshot()
    assert shown.question is None
    assert shown.history[-1]["action"] == first


def test_yes_without_a_question_is_done_a_look(table: Table) -> None:
    pressed = Pressed(race(table))
    assert (pressed("yes"), pressed.looks) == ("looks", 1)


def test_yes_does_the_one_thing_that_can_be_done(table: Table) -> None:
    table.open_game("super_crack", ("Ada", "Bea"))
    assert [dict(one) for one in table.snapshot().legal_actions] == [{"by": "bank", "do": "deal_money"}]
    assert Pressed(table)("yes") == "done"
    assert table.snapshot().history[-1]["action"]["do"] == "deal_money"


def test_undo_takes_the_last_move_back(table: Table) -> None:
    race(table).act({"by": "Ada", "do": "roll", "dice": ["9", "9"]})
    pressed = Pressed(table)
    assert pressed("undo") == "undone"
    assert table.moves()[-1].action["do"] == "first_player"
    assert pressed("undo") == "undone"
    assert pressed("undo") == "not_now"


def test_nothing_is_called_while_a_question_is_open(table: Table) -> None:
    table.open_game("racko", PLAYERS)
    assert Pressed(table)("south") == "looks"
    doubt(race(table))
    assert Pressed(table)("undo") == "undone"
    assert table.snapshot().question is None


@pytest.mark.parametrize("button", ["south", "yes", "look"])
def test_without_a_camera_a_look_is_told_to_be_impossible(table: Table, button: str) -> None:
    assert Pressed(race(table), camera=False)(button) == "no_camera"


@pytest.mark.parametrize("button", ["south", "yes", "undo", "look"])
def test_before_the_first_game_every_button_may_be_pressed(table: Table, button: str) -> None:
    assert Pressed(table)(button) in ("looks", "not_now")


@pytest.mark.parametrize(("may", "code"), [(True, "off"), (False, "not_off")])
def test_the_off_button_switches_off_where_that_is_allowed(table: Table, may: bool, code: str) -> None:
    pressed = Pressed(table, may_go_off=may)
    assert (pressed("off"), pressed.offs) == (code, 1)


def test_a_disk_that_takes_nothing_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    race(table).act({"by": "Ada", "do": "roll", "dice": ["9", "9"]})

    def full(**_: Any) -> None:
        raise JournalError("disk_full")

    monkeypatch.setattr(table, "undo", full)
    assert Pressed(table)("undo") == "not_written"


def test_the_big_button_is_that_of_who_sits_there_now(table: Table) -> None:
    cards(table, FAULTY, referee="on_call").act(DUTY_MISSED)
    table.sit({"Ada": "north", "Bea": "south"})
    assert Pressed(table).presses.press("south").player == "Bea"


def test_of_two_at_one_side_the_button_is_that_of_who_is_on_turn(table: Table) -> None:
    race(table).sit({"Ada": "west", "Bea": "west"})
    assert Pressed(table).presses.press("west").player == "Ada"
    assert Pressed(table).presses.press("south").player is None


# ---------------------------------------------------------------- what the lamps show


def lit(table: Table) -> dict[str, str]:
    return {side: str(signal) for side, signal in shown_of(table.snapshot()).lamps.items() if signal != "off"}


def test_the_lamp_of_who_is_on_turn_shines(table: Table) -> None:
    assert lit(table) == {}
    assert lit(race(table)) == {"south": "turn"}
    table.act({"by": "Ada", "do": "roll", "dice": ["9", "9"]})
    assert lit(table) == {"north": "turn"}


def test_the_lamp_shines_where_somebody_sits_now(table: Table) -> None:
    race(table).sit({"Ada": "east", "Bea": "south"})
    assert lit(table) == {"east": "turn"}


def test_a_question_is_everybodys(table: Table) -> None:
    doubt(race(table))
    assert lit(table) == {"south": "doubt", "north": "doubt"}
    assert shown_of(table.snapshot()).beep == "doubt"


def test_a_fault_is_who_made_it(table: Table) -> None:
    cards(table, FAULTY, referee="auto").act(DUTY_MISSED)
    assert lit(table)["south"] == "fault"
    assert shown_of(table.snapshot()).beep == "fault"


def test_a_fault_that_nobody_has_called_lights_nothing(table: Table) -> None:
    cards(table, FAULTY, referee="on_call")
    before = lit(table)
    table.act(DUTY_MISSED)
    assert lit(table) == before
    assert shown_of(table.snapshot()).beep is None


# ---------------------------------------------------------------- from the pins to the table and back


class FakeBoard:
    """The pins, as the evening knows them: they tell nothing by themselves."""

    made: list[FakeBoard]

    def __init__(self, plan: PinPlan, heard: Callable[[ButtonNews], None]) -> None:
        self.plan, self.heard = plan, heard
        self.state = PinState(works=True)
        self.shown: dict[str, Signal] = {}
        self.beeps: list[str] = []
        self.open = False

    def start(self) -> None:
        self.open = True

    def close(self) -> None:
        self.open = False

    def show(self, lamps: Any, beep: str | None = None) -> None:
        self.shown |= lamps
        if beep is not None:
            self.beeps.append(beep)


class Wired:
    """A table with pins, its boards in the order in which they were made."""

    def __init__(self, folder: Path, table: Table, settings: str = "") -> None:
        (folder / "settings.toml").write_text(settings)
        self.boards: list[FakeBoard] = []
        self.told: list[str] = []
        self.pins = TablePins(folder, table, look=lambda: True, off=lambda: True, board=self._make)  # type: ignore[arg-type]
        self.pins.changed = lambda: self.told.append("changed")

    def _make(self, plan: PinPlan, heard: Callable[[ButtonNews], None]) -> FakeBoard:
        self.boards.append(FakeBoard(plan, heard))
        return self.boards[-1]

    @property
    def board(self) -> FakeBoard:
        return self.boards[-1]

    def press(self, name: str, news: News = News.PRESSED) -> None:
        self.board.heard(ButtonNews(name, news, round(time.monotonic() * 1000)))

    def last(self) -> Any:
        end = time.monotonic() + 10
        while (last := self.pins.last()) is None:
            assert time.monotonic() < end
            time.sleep(0.005)
        return last


def test_a_press_reaches_the_table_and_the_page_tells_whose_hand_it_was(table: Table, tmp_path: Path) -> None:
    wired = Wired(tmp_path, race(table), "[buttons]\nnorth = 27\nundo = 23\n")
    with wired.pins:
        assert wired.board.plan.buttons == {"north": 27, "undo": 23}
        wired.press("north")
        assert wired.last() == {"button": "north", "player": "Bea", "code": "looks"}
        assert wired.told


def test_the_off_button_does_nothing_until_it_was_held(table: Table, tmp_path: Path) -> None:
    wired = Wired(tmp_path, table, "[buttons]\noff = 26\nlook = 24\n")
    with wired.pins:
        wired.press("off")
        wired.press("off", News.RELEASED)
        wired.press("look")
        assert wired.last()["button"] == "look"
        wired.press("off", News.HELD)
        end = time.monotonic() + 10
        while wired.last()["code"] != "off":
            assert time.monotonic() < end
            time.sleep(0.005)


def test_lamps_follow_the_table_and_the_buzzer_is_silent_in_quiet_hours(table: Table, tmp_path: Path) -> None:
    wired = Wired(tmp_path, race(table), "[lamps]\nsouth = 5\nnorth = [6, 13, 19]\nbuzzer = 12\n")
    with wired.pins:
        assert wired.board.plan.buzzer == 12
        assert wired.board.shown["south"] == "turn"
        table.act({"by": "Ada", "do": "roll", "dice": ["9", "9"]})
        assert (wired.board.shown["south"], wired.board.shown["north"]) == ("off", "turn")
        doubt(table)
        assert wired.board.beeps == ["doubt"]
        table.undo()
        wired.pins.quiet = lambda: True
        doubt(table)
        assert wired.board.beeps == ["doubt"]


def test_a_pin_that_is_changed_counts_at_once_and_stays(table: Table, tmp_path: Path) -> None:
    wired = Wired(tmp_path, table, "# our table\nkeep_pictures = true\n[buttons]\nyes = 22 # the green one\n")
    with wired.pins:
        assert wired.pins.set_pins("buttons", "south", [17])
        assert wired.pins.set_pins("lamps", "south", [5, 6, 13])
        assert [board.open for board in wired.boards] == [False, False, True]
        assert wired.board.plan.buttons == {"yes": 22, "south": 17}
        assert wired.board.plan.lamps == {"south": (5, 6, 13)}
        assert wired.pins.set_pins("buttons", "yes", [])
        assert wired.board.plan.buttons == {"south": 17}
        assert wired.pins.set_low(True)
        assert wired.board.plan.low
    written = (tmp_path / "settings.toml").read_text()
    assert written.startswith("# our table\n")
    settings = load_settings(tmp_path)
    assert settings.keep_pictures and settings.lamps_lit_by_low
    assert (settings.buttons, settings.lamps) == ({"south": 17}, {"south": [5, 6, 13]})


@pytest.mark.parametrize(
    ("name", "pins"), [("moon", [17]), ("south", [1]), ("south", [40]), ("buzzer", [12])]
)
def test_what_cannot_be_is_not_written(table: Table, tmp_path: Path, name: str, pins: list[int]) -> None:
    wired = Wired(tmp_path, table)
    assert not wired.pins.set_pins("buttons", name, pins)
    assert (tmp_path / "settings.toml").read_text() == ""


def test_wrong_lines_cost_their_own_button_only_and_are_told(table: Table, tmp_path: Path) -> None:
    wired = Wired(tmp_path, race(table), "[buttons]\nyes = 22\nundo = 22\nlook = 99\nmoon = 4\n")
    with wired.pins:
        assert wired.board.plan.buttons == {"yes": 22}
        faults = {one["name"]: (one["code"], one["other"]) for one in wired.pins.state()["faults"]}
        assert faults == {
            "undo": ("twice", "yes"),
            "look": ("no_such_pin", None),
            "moon": ("no_such_name", None),
        }


def test_settings_that_cannot_be_read_leave_a_table_without_buttons(table: Table, tmp_path: Path) -> None:
    wired = Wired(tmp_path, race(table), "[buttons\n")
    with wired.pins:
        assert wired.board.plan.empty
        assert not wired.pins.set_pins("buttons", "yes", [22])


def test_a_lamp_that_is_looked_for_shines_for_a_moment(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.evening.pins.LIT_S", 0.05)
    wired = Wired(tmp_path, race(table), "[lamps]\nsouth = 5\nbuzzer = 12\n")
    with wired.pins:
        wired.pins.test("south")
        assert wired.board.shown["south"] == "test"
        end = time.monotonic() + 10
        while wired.board.shown["south"] != "turn":
            assert time.monotonic() < end
            time.sleep(0.01)
        wired.pins.test("buzzer")
        wired.pins.test("north")
        assert wired.board.beeps == ["press"]


def test_every_side_of_the_table_may_have_a_button_and_a_lamp() -> None:
    from calibration import pins

    assert pins.SIDES == SIDES
    assert Press("yes", None, "done", 0.0).player is None

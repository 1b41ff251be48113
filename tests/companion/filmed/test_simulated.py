"""The simulated table: what it throws is read from its pictures, what it taps is tapped, and it copes with people."""

from __future__ import annotations

import functools
import json
import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.evening.watch import watch
from companion.filmed.simulated_tray import FRAME_MS, SimulatedTable
from companion.journal import Journal
from companion.record import Record, parse
from companion.table import Table
from hardware.frame_source import Frame, FrameSource
from vision.dice.dice_zones import DiceZones, Image
from vision.dice.reader import DiceReader
from vision.eyes.evidence import EvidenceStore
from vision.eyes.eyes import Eyes
from vision.readings import SURE, DieReading, TrayReading
from vision.scene import RenderedScene, ScenePicture, SceneRenderer

FIGURES = {"J", "Q", "K", 4, 5, 6}
SMALL = (480, 360)


class Watched(SceneRenderer):
    """The renderer, keeping the scene it drew last."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.scene: RenderedScene | None = None

    def render(self, picture: ScenePicture, noise_seed: int = 0) -> RenderedScene:
        self.scene = super().render(picture, noise_seed)
        return self.scene


class TruthfulReader:
    """Reads what was drawn; every ``doubt_every``-th die it is unsure of."""

    def __init__(self, renderer: Watched, doubt_every: int | None = None) -> None:
        self.renderer = renderer
        self.doubt_every = doubt_every
        self.count = 0

    def read(self, image: Image, **_: Any) -> tuple[DieReading, ...]:
        scene = self.renderer.scene
        dice = []
        for die in () if scene is None else scene.dice:
            self.count += 1
            unsure = self.doubt_every is not None and self.count % self.doubt_every == 0
            # A doubtful die is as likely a figure as none.
            other = "9" if die.face in "JQK" else "K"
            faces = ((die.face, 0.5), (other, 0.48)) if unsure else ((die.face, 0.99),)
            dice.append(DieReading(die.box, die.centre, 30.0, faces, faces[0][1], 0.99))
        return tuple(dice)

    def read_tray(self, image: Image, *, expected: int, **_: Any) -> TrayReading:
        dice = self.read(image)
        return TrayReading(dice[:expected], max((die.presence for die in dice[expected:]), default=0.0))


@functools.cache
def renderer_of(size: tuple[int, int]) -> Watched:
    """Drawing the table itself takes a while: once a size is enough."""
    return Watched(*size)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield Table(journal)
    journal.close()


def record(
    lines: Sequence[Mapping[str, Any]],
    players: Sequence[str] = ("Ada", "Bea"),
    options: Mapping[str, Any] | None = None,
    setup: Mapping[str, Any] | None = None,
) -> Record:
    header = {
        "record": 1,
        "game": "poker_dice_race",
        "players": list(players),
        "options": options or {},
        "setup": setup or {},
    }
    return parse("\n".join(json.dumps(line) for line in (header, *lines)))


def opened(table: Table, script: Record) -> None:
    header = script.header
    table.open_game(header.game, header.players, options=header.options, setup=header.setup)


def play(
    table: Table,
    folder: Path,
    *,
    script: Record | None = None,
    reader: Callable[[Watched], Any] = TruthfulReader,
    each: Callable[[Frame], None] | None = None,
    begin: int = 0,
    seed: int = 3,
    frames: int = 3000,
    size: tuple[int, int] = SMALL,
) -> None:
    """The whole path, as fast as it goes, until the source ends or ``frames`` are over."""
    renderer = renderer_of(size)
    simulated = SimulatedTable(
        table, seed=seed, speed=math.inf, record=script, begin=begin, exit_at_end=True, renderer=renderer
    )
    tray = simulated.tray
    dice = DiceZones(reader(renderer), tray, table.expected_in)
    eyes = Eyes([dice], [tray.zone], EvidenceStore(folder / "evidence"))
    eyes.place(tray.plane)
    stop = threading.Event()
    shown = iter(simulated)

    class Bounded:
        description = "bounded"

        def __iter__(self) -> Iterator[Frame]:
            for count, frame in enumerate(shown):
                if each is not None:
                    each(frame)
                yield frame
                if count >= frames:
                    stop.set()

    with simulated:
        watch(Bounded(), eyes, table, stop)  # type: ignore[arg-type]


def rolls(table: Table) -> list[list[Any]]:
    return [list(move.action["dice"]) for move in table.moves() if move.action["do"] == "roll"]


def thrown(script: Record) -> list[list[Any]]:
    return [list(line.content["dice"]) for line in script.lines if line.content.get("do") == "roll"]


SHORT = [
    {"by": "table", "do": "first_player", "player": "Bea"},
    {"by": "Bea", "do": "roll", "dice": ["K", "9"], "horse": 4},
    {"by": "Bea", "do": "roll", "dice": ["K", "9"]},
    {"by": "Bea", "do": "stop"},
    {"reject": "nothing_to_bank", "by": "Ada", "do": "stop"},
    {"by": "Ada", "do": "roll", "dice": ["10", "A"], "horse": 1},
    {"by": "Bea", "do": "roll", "dice": ["J", "Q"], "horse": 3},
    {"expect": {"turn": "Bea"}},
]


def test_a_record_is_thrown_and_tapped_in_order(table: Table, tmp_path: Path) -> None:
    script = record(SHORT)
    opened(table, script)
    play(table, tmp_path, script=script)
    assert rolls(table) == thrown(script) == [["K", "9"], ["K", "9"], ["10", "A"], ["J", "Q"]]
    wanted = [line.content for line in script.lines if line.kind == "action"]
    actions = [move.action for move in table.moves()]
    assert [action["do"] for action in actions] == [action["do"] for action in wanted]
    horses = [action.get("horse") for action in actions if action["do"] == "roll" and "horse" in action]
    assert horses == [4, 1, 3], "which horse was a question, answered by a tap"
    assert all(move.reading for move in table.moves() if move.action["do"] == "roll")


def test_a_record_goes_on_where_the_journal_stopped(table: Table, tmp_path: Path) -> None:
    script = record(SHORT)
    opened(table, script)
    for line in [line for line in script.lines if line.kind == "action"][:3]:
        table.act(line.content)
    play(table, tmp_path, script=script, begin=len(table.moves()))
    assert rolls(table) == thrown(script)
    assert len(table.moves()) == 6


def test_doubts_are_asked_and_answered_as_it_lies_there(table: Table, tmp_path: Path) -> None:
    script = record(SHORT)
    opened(table, script)
    play(table, tmp_path, script=script, reader=lambda renderer: TruthfulReader(renderer, doubt_every=3))
    counts = [[face in FIGURES for face in dice] for dice in rolls(table)]
    assert [sum(one) for one in counts] == [1, 1, 0, 2]
    questions = [line for line in table.snapshot().as_json()["history"] if line["kind"] == "question"]
    assert any(line["code"] != "which_horse" for line in questions)


def test_ordinary_dice_and_a_game_that_ends(table: Table, tmp_path: Path) -> None:
    script = record(
        [{"by": "Ada", "do": "roll", "dice": [2]}, {"by": "Bea", "do": "roll", "dice": [5]}],
        options={"dice": "numbers", "stable": "single"},
        setup={"phase": "racing", "turn": "Ada", "horses": {"1": {"square": 28}, "2": {"square": 28}}},
    )
    opened(table, script)
    play(table, tmp_path, script=script)
    assert rolls(table) == [[2], [5]]
    assert table.snapshot().as_json()["over"]


def test_the_models_read_what_is_thrown(table: Table, tmp_path: Path) -> None:
    throws = [["K", "9"], ["J", "10"], ["Q", "A"]]
    script = record(
        [{"by": "Ada", "do": "roll", "dice": dice} for dice in throws],
        options={"stable": "single"},
        setup={"phase": "racing", "turn": "Ada"},
    )
    opened(table, script)
    play(table, tmp_path, script=script, reader=lambda _: DiceReader(), size=(960, 720))
    seen = rolls(table)
    assert [sum(face in FIGURES for face in dice) for dice in seen] == [1, 1, 1]
    for move, dice in zip(table.moves(), throws, strict=True):
        assert move.reading is not None
        if all(face["p"] >= SURE for face in move.reading["faces"]):
            assert sorted(move.action["dice"]) == sorted(dice)


def test_a_free_game_is_played_by_the_rules_to_its_end(table: Table, tmp_path: Path) -> None:
    setup = {
        "board": {"length": 8, "obstacles": [[2, 3], [5, 6]]},
        "horses": {"1": {"square": 4}, "2": {"square": 4 + 3}},
    }
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, setup=setup)
    play(table, tmp_path)
    snapshot = table.snapshot().as_json()
    assert snapshot["over"]
    assert {"first_player", "roll"} <= {move.action["do"] for move in table.moves()}
    assert [entry["rank"] for entry in snapshot["view"]["ranking"]] == [1, 2]


def test_the_same_seed_throws_the_same(tmp_path: Path) -> None:
    evenings = []
    for name, seed in (("a", 11), ("b", 11), ("c", 12)):
        journal = Journal(tmp_path / f"{name}.sqlite")
        table = Table(journal)
        table.open_game("poker_dice_race", ["Ada", "Bea", "Cyd"])
        simulated = SimulatedTable(table, seed=seed, speed=math.inf, renderer=renderer_of(SMALL))
        dice = None
        for _, _ in zip(range(80), simulated, strict=False):
            scene = renderer_of(SMALL).scene
            dice = None if scene is None else [(die.face, die.centre) for die in scene.dice]
        evenings.append(([dict(move.action) for move in table.moves()], dice))
        journal.close()
    assert evenings[0] == evenings[1] != evenings[2]
    assert len(evenings[0][0]) == 1 and len(evenings[0][1] or ()) == 2


def test_it_copes_with_people_who_tap_at_the_same_time(table: Table, tmp_path: Path) -> None:
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"})
    tapped = 0

    def tap(frame: Frame) -> None:
        nonlocal tapped
        snapshot = table.snapshot().as_json()
        if frame.seq % 29 or snapshot["question"] is not None:
            return
        action = next((one for one in snapshot["legal_actions"] if one["do"] != "roll"), None)
        if action is None:
            return
        if action["do"] == "first_player":
            action = {**action, "player": "Bea"}
        table.act(action)
        tapped += 1

    play(table, tmp_path, each=tap, frames=420)
    assert tapped >= 2
    assert len(rolls(table)) >= 4


def test_a_question_is_left_to_the_people_first(table: Table, tmp_path: Path) -> None:
    script = record(SHORT[:2])
    opened(table, script)
    answered: list[int] = []
    asked_at: list[int] = []

    def answer(frame: Frame) -> None:
        question = table.snapshot().as_json()["question"]
        if question is not None and not answered:
            asked_at.append(frame.seq)
            if len(asked_at) == 5:
                answered.append(question["id"])
                table.answer(question["id"], choice=0)

    play(table, tmp_path, script=script, each=answer)
    assert len(answered) == 1
    assert rolls(table) == [["K", "9"]]


def test_a_record_the_table_does_not_take_is_given_up(
    table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.filmed.simulated_tray.ATTEMPTS", 2)
    # Three dice are never due: the table refuses each throw, and the evening must end all the same.
    script = record(
        [{"by": "Ada", "do": "roll", "dice": ["K", "9", "A"]}],
        options={"stable": "single"},
        setup={"phase": "racing", "turn": "Ada"},
    )
    opened(table, script)
    play(table, tmp_path, script=script)
    assert "is not played" in caplog.text
    assert rolls(table) == []


def test_it_begins_another_game_when_nobody_else_does(table: Table) -> None:
    board = {"length": 20, "obstacles": [[3, 4], [12, 13]], "arrival_squares": 4}
    setup = {"board": board, "phase": "racing", "turn": "Ada", "horses": {"1": {"square": 20}}}
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, setup=setup)
    table.act({"by": "Ada", "do": "roll", "dice": ["K"]})
    assert table.snapshot().as_json()["over"]
    simulated = SimulatedTable(table, seed=1, speed=math.inf, renderer=renderer_of(SMALL))
    for count, _ in enumerate(simulated):
        if not table.snapshot().as_json()["over"] or count > 400:
            break
    game = table.snapshot().as_json()["game"]
    assert (game["number"], game["players"], game["options"]["stable"]) == (2, ["Ada", "Bea"], "single")
    assert table.snapshot().as_json()["view"]["board"] == board, "on the same board"
    assert table.snapshot().as_json()["view"]["horses"]["1"]["square"] == 0
    assert 200 <= count <= 300, "after a while, not at once"


@pytest.mark.parametrize("gone_on", [True, False])
def test_a_game_that_people_have_gone_on_with_is_left_to_them(table: Table, gone_on: bool) -> None:
    strict = {"stable": "single", "strict_placement": True}
    table.open_game("poker_dice_race", ["Ada", "Bea"], options=strict, first="Ada")
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "K"]})
    table.act({"by": "Ada", "do": "stop"})
    if gone_on:
        table.open_game("poker_dice_race", ["Cyd", "Dan"], options=strict, first="Cyd")
        table.go_on(1)
    before = table.seq
    simulated = SimulatedTable(table, seed=1, speed=math.inf, renderer=renderer_of(SMALL))
    for count, _ in enumerate(simulated):
        if table.seq != before or count > 100:
            break
    assert (table.seq == before) == gone_on


def test_frames_come_at_the_pace_of_people(table: Table) -> None:
    slept: list[float] = []
    simulated = SimulatedTable(table, seed=1, renderer=renderer_of(SMALL), sleep=slept.append)
    assert isinstance(simulated, FrameSource)
    with simulated:
        seen = [frame for frame, _ in zip(simulated, range(6), strict=False)]
    assert np.diff([frame.monotonic_ms for frame in seen]).tolist() == [FRAME_MS] * 5
    # Nobody really slept, so the waits add up: one frame's time more each.
    assert slept[-1] > slept[0] > 0
    assert all(frame.image is not None and frame.image.shape == (SMALL[1], SMALL[0], 3) for frame in seen)


def test_the_tray_is_where_it_is_drawn(table: Table) -> None:
    renderer = renderer_of(SMALL)
    tray = SimulatedTable(table, seed=1, renderer=renderer).tray
    assert np.allclose(tray.corners, renderer.tray_corners_px)
    assert (tray.width_mm, tray.height_mm) == renderer.tray_mm


@pytest.mark.parametrize("speed", [0.0, -1.0, math.nan])
def test_a_speed_that_is_none_is_refused(table: Table, speed: float) -> None:
    with pytest.raises(ValueError, match="speed"):
        SimulatedTable(table, speed=speed)

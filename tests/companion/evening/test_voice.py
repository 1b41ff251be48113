"""Who speaks, and that the table never waits for a speaker, not even for one that hangs."""

from __future__ import annotations

import itertools
import statistics
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli.play import VOICES
from companion.evening.voice import INSTALL, Voice, choose
from companion.journal import Journal
from companion.sighting import Sighting, Slot, ZoneReading
from companion.table import Table
from hardware.speaker import EspeakSpeaker, SilentSpeaker

SECONDS = 5.0


class HeardSpeaker:
    """Writes down what it says, and says it until a test lets it end."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []
        self.cut: list[str] = []
        self.speaking = False

    def say(self, text: str, language: str) -> None:
        self.said.append((text, language))
        self.speaking = True

    def end(self) -> None:
        self.speaking = False

    def stop(self) -> None:
        if self.speaking:
            self.cut.append(self.said[-1][0])
        self.speaking = False


class HangingSpeaker(HeardSpeaker):
    """Hangs already when it begins."""

    def __init__(self) -> None:
        super().__init__()
        self.hung = threading.Event()

    def say(self, text: str, language: str) -> None:
        self.hung.set()
        time.sleep(30)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(Journal(tmp_path / "journal.sqlite"))
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    return table


def lose(table: Table) -> None:
    """Whoever is on turn throws nothing and hands on the dice."""
    player = table.snapshot().as_json()["view"]["turn"]
    table.act({"by": player, "do": "roll", "dice": ["9", "9"]})


def too_many(dice: int = 3) -> Sighting:
    return Sighting(1, 1000, {"tray": ZoneReading(tuple(Slot({"K": 0.99, "A": 0.01}) for _ in range(dice)))})


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.005)


# ---------------------------------------------------------------- who speaks


@pytest.mark.parametrize(
    ("wanted", "espeak", "device", "speaks", "tablets", "told"),
    [
        ("auto", "/bin/espeak-ng", True, True, True, "this machine’s speaker, or on a tablet"),
        ("auto", "/bin/espeak-ng", False, False, True, "no sound device"),
        ("auto", None, True, False, True, INSTALL),
        ("speaker", "/bin/espeak-ng", False, True, False, "this machine’s speaker"),
        ("speaker", None, True, False, True, INSTALL),
        ("tablet", "/bin/espeak-ng", True, False, True, "on a tablet"),
        ("off", "/bin/espeak-ng", True, False, False, "off"),
    ],
)
def test_who_speaks_is_chosen_and_what_is_missing_is_said(
    wanted: str, espeak: str | None, device: bool, speaks: bool, tablets: bool, told: str
) -> None:
    assert wanted in VOICES
    chosen = choose(wanted, espeak=lambda: espeak, sound_device=lambda: device)
    assert isinstance(chosen.speaker, EspeakSpeaker if speaks else SilentSpeaker)
    assert chosen.tablets == tablets
    assert told in chosen.description


# ---------------------------------------------------------------- what is said, and when


def test_what_happens_is_said_and_not_what_happened_before(table: Table) -> None:
    speaker = HeardSpeaker()
    lose(table)
    with Voice(table, speaker, "en"):
        time.sleep(0.05)
        assert speaker.said == []
        lose(table)
        wait_until(lambda: bool(speaker.said))
    assert speaker.said == [("Nothing! Ada to play.", "en")]


def test_news_wait_for_the_sentence_before_and_a_fault_does_not(table: Table) -> None:
    speaker = HeardSpeaker()
    with Voice(table, speaker, "fr"):
        lose(table)
        wait_until(lambda: len(speaker.said) == 1)
        lose(table)
        time.sleep(0.2)
        assert len(speaker.said) == 1
        assert table.observe(too_many()) == "refused"
        wait_until(lambda: len(speaker.said) == 2)
        assert speaker.cut == ["Rien ! À Bea de jouer."]
        assert speaker.said[-1][0].startswith("Deux dés !")
        speaker.end()
        wait_until(lambda: len(speaker.said) == 3)
        assert speaker.said[-1][0] == "Rien ! À Ada de jouer."


def test_what_is_taken_back_while_it_is_said_is_cut_short(table: Table) -> None:
    speaker = HeardSpeaker()
    with Voice(table, speaker, "fr"):
        lose(table)
        wait_until(lambda: speaker.speaking)
        table.undo()
        wait_until(lambda: bool(speaker.cut))
    assert len(speaker.said) == 1


def test_a_sentence_that_fails_does_not_silence_the_next(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(HeardSpeaker):
        def say(self, text: str, language: str) -> None:
            super().say(text, language)
            if len(self.said) == 1:
                raise RuntimeError("broken")

    speaker = Broken()
    with Voice(table, speaker, "fr"):
        lose(table)
        wait_until(lambda: len(speaker.said) == 1)
        lose(table)
        wait_until(lambda: len(speaker.said) == 2)
    assert "The voice failed." in caplog.text


# ---------------------------------------------------------------- nobody waits


def seconds_of(doing: Callable[[], Any], times: int = 15) -> list[float]:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        doing()
        taken.append(time.perf_counter() - began)
    return taken


def hanging_espeak(folder: Path) -> EspeakSpeaker:
    program = folder / "espeak-ng"
    program.write_text("#!/bin/sh\nsleep 30\n")
    program.chmod(0o755)
    return EspeakSpeaker(program)


@pytest.mark.parametrize("kind", ["a program that sleeps", "a speaker that never returns"])
def test_a_speaker_that_hangs_delays_neither_taps_nor_sightings_nor_leaving(
    table: Table, tmp_path: Path, kind: str
) -> None:
    dice = itertools.cycle((3, 4))

    def look() -> None:
        assert table.observe(too_many(next(dice))) == "refused"

    alone = statistics.median(seconds_of(lambda: lose(table)))
    looked_alone = statistics.median(seconds_of(look))
    hanging = HangingSpeaker()
    speaker = hanging if kind == "a speaker that never returns" else hanging_espeak(tmp_path)
    with Voice(table, speaker, "fr"):
        lose(table)
        if speaker is hanging:
            assert hanging.hung.wait(SECONDS)
        else:
            wait_until(lambda: speaker.speaking)
        beside = statistics.median(seconds_of(lambda: lose(table)))
        looked_beside = statistics.median(seconds_of(look))
        leaving = time.monotonic()
    assert time.monotonic() - leaving < 2
    assert beside - alone < 0.05
    assert looked_beside - looked_alone < 0.05
    assert not speaker.speaking


def test_leaving_kills_what_is_being_said(table: Table, tmp_path: Path) -> None:
    speaker = hanging_espeak(tmp_path)
    with Voice(table, speaker, "fr"):
        lose(table)
        wait_until(lambda: speaker.speaking)
    assert not speaker.speaking
    began = time.perf_counter()
    lose(table)
    assert time.perf_counter() - began < SECONDS
    assert not speaker.speaking


def test_while_it_must_be_silent_nothing_is_said_nor_later(table: Table) -> None:
    speaker, silent = HeardSpeaker(), [False]
    with Voice(table, speaker, "en") as voice:
        voice.hushed = lambda: silent[0]
        lose(table)
        wait_until(lambda: speaker.speaking)
        silent[0] = True
        lose(table)
        wait_until(lambda: bool(speaker.cut))
        silent[0] = False
        table.note("simulated")
        lose(table)
        wait_until(lambda: len(speaker.said) == 2)
    assert speaker.said[1][0] == "Nothing! Bea to play."

"""``kill -9`` at any moment: what was acknowledged is there after the restart, exactly.

With COMPANION_LONG=1 ten times as many programs, each started by its command and timed.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from running import ROOT, Prepared, Running, Tablet

from companion import record
from companion.journal import Journal
from companion.kept.effective_record import record_of

LONG = bool(os.environ.get("COMPANION_LONG"))
KILLS = 500 if LONG else 50
BY_COMMAND = 1 if LONG else 10
"""One program in so many is started by its command; the others are forked, which spares a minute of imports."""
LONGEST_PLAY_S = 0.8 if LONG else 0.4
USUAL_START_S = 2.0
"""From the command to the first answer, in half of the starts."""
SHOWN = ("seq", "game", "over", "view", "question", "instructions", "history", "legal_actions", "reading")


def shown(state: dict[str, Any]) -> dict[str, Any]:
    return {key: state[key] for key in SHOWN}


def tap(tablet: Tablet, chance: random.Random) -> dict[str, Any] | None:
    """One thing a family does at the page; the acknowledged state, None when it was refused."""
    state = tablet.state()
    seq, view = state["seq"], state["view"]
    if state["over"] or view is None:
        players = ["Ada", "Bea"]
        status, answer = tablet.post("games", game="poker_dice_race", players=players, expected_seq=seq)
        return answer if status == 200 else None
    if state["question"]:
        question = state["question"]["id"]
        status, answer = tablet.post("answers", question=question, choice=0, expected_seq=seq)
    elif chance.random() < 0.1 and seq > 5:
        status, answer = tablet.post("undo", expected_seq=seq)
    else:
        template = chance.choice(state["legal_actions"])
        action = {key: _concrete(value, chance) for key, value in template.items()}
        status, answer = tablet.post("actions", **action, expected_seq=seq)
    return answer if status == 200 else None


def _concrete(value: Any, chance: random.Random) -> Any:
    match value:
        case {"one_of": options}:
            return chance.choice(options)
        case {"list_of": options, "count": count}:
            return chance.choices(options, k=count)
        case _:
            return value


class Taps(threading.Thread):
    """Taps without rest until the process is gone; keeps the last acknowledged state."""

    def __init__(self, tablet: Tablet, seed: int) -> None:
        super().__init__(daemon=True)
        self._tablet = tablet
        self._chance = random.Random(seed)
        self.acknowledged: list[dict[str, Any]] = []

    def run(self) -> None:
        try:
            while True:
                state = tap(self._tablet, self._chance)
                if state is not None:
                    self.acknowledged.append(state)
        except (OSError, ValueError, KeyError, http.client.HTTPException):
            return  # the process was killed in the middle of an answer


@contextmanager
def playing(number: int, prepared: Prepared, data: Path) -> Iterator[Tablet]:
    """A program that plays until it is killed, at the end of the block."""
    if number % BY_COMMAND:
        with prepared.playing("--camera", "none", data=data) as tablet:
            yield tablet
        return
    running = Running("--camera", "none", data=data)
    try:
        yield running.serving()
    finally:
        running.kill()


@pytest.mark.xdist_group("kill")
def test_no_kill_loses_anything_that_was_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{Path(__file__).parent}")
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    chance = random.Random(7)
    prepared = Prepared()
    last: dict[str, Any] | None = None
    taps_in_all, starts = 0, []
    for number in range(KILLS):
        begun = time.monotonic()
        with playing(number, prepared, tmp_path) as tablet:
            starts.append(time.monotonic() - begun)
            state = tablet.state()
            if last is not None:
                _follows(state, last, tmp_path)
            taps = Taps(tablet, number)
            taps.start()
            time.sleep(chance.uniform(0.02, LONGEST_PLAY_S))
        taps.join(10)
        taps_in_all += len(taps.acknowledged)
        last = taps.acknowledged[-1] if taps.acknowledged else state
    print(
        f"{KILLS} kills, {taps_in_all} acknowledged, start p50 {median(starts):.2f} s, at most {max(starts):.2f} s"
    )
    assert taps_in_all > (10 * KILLS if LONG else KILLS)
    assert not LONG or median(starts) <= USUAL_START_S
    journal = Journal(tmp_path / "journal.sqlite")
    for number in range(1, journal.game + 1):
        assert record.replay(record.parse(record_of(journal, number))).ok
    journal.close()


def _follows(state: dict[str, Any], acknowledged: dict[str, Any], data: Path) -> None:
    """The restarted page shows the acknowledged state, or that plus the one tap that was under way.

    A tap may have reached the disk without its answer reaching the tablet: then exactly that entry is new.
    """
    if state["seq"] == acknowledged["seq"]:
        assert shown(state) == shown(acknowledged)
        return
    assert state["seq"] - acknowledged["seq"] <= 2, "more than one unacknowledged tap on disk"
    if state["game"]["number"] == acknowledged["game"]["number"]:
        seqs = {line["seq"] for line in state["history"]}
        assert {line["seq"] for line in acknowledged["history"][-20:]} <= seqs, json.dumps(state)[:500]

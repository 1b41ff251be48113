"""From the last finger to the spoken word: what counts as waiting, and what is said where no browser is.

That the page is heard to speak: ``tests/browser/test_spoken_word.py``.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.bench import browser as bench_browser
from companion.bench import voice as bench_voice
from companion.bench.voice import STAGES, Calls, WaitingFault
from companion.cli.main import main
from companion.filmed.picture_camera import Seen
from companion.sighting import Sighting


def seen(at_ms: int, lasted_ms: float) -> Seen:
    return Seen(Sighting(1, at_ms, {}), {}, 0, 0.0, lasted_ms)


def test_one_look_waits_for_stillness_and_is_read() -> None:
    fault = WaitingFault(10_000.0)
    fault.looked([seen(10_600, 80.0)], 5.0)
    assert fault.waited == {"stillness": 600.0, "further_looks": 0.0, "read": 80.0}


def test_a_further_look_begins_with_its_picture_or_when_the_one_before_is_done_with() -> None:
    quick, slow = WaitingFault(10_000.0), WaitingFault(10_000.0)
    quick.looked([seen(10_600, 50.0)], 10.0)
    slow.looked([seen(10_600, 150.0)], 30.0)
    for fault in (quick, slow):
        fault.looked([seen(10_700, 300.0)], 10.0)
    assert quick.waited == {"stillness": 600.0, "further_looks": 100.0, "read": 300.0}
    assert slow.waited == {"stillness": 600.0, "further_looks": 180.0, "read": 300.0}


def test_what_was_seen_before_the_last_finger_had_gone_counts_for_nothing() -> None:
    fault = WaitingFault(10_000.0)
    fault.looked([seen(9_000, 700.0), seen(10_500, 60.0)], 5.0)
    assert fault.waited == {"stillness": 500.0, "further_looks": 0.0, "read": 60.0}


def test_the_whole_is_the_sum_of_its_stages() -> None:
    first = dict.fromkeys(STAGES, 0.0) | {"stillness": 600.0, "read": 80.0, "page": 10.0}
    later = first | {"further_looks": 200.0, "read": 400.0}
    measures = {one.name: one for one in Calls([first, first, later]).measures()}
    assert (measures["voice_ms_median"].value, measures["voice_ms_median"].target) == (690.0, 800.0)
    assert (measures["voice_ms_p95"].value, measures["voice_ms_p95"].target) == (1210.0, 1200.0)
    assert measures["voice_ms_p95"].n == 3 and measures["voice_ms_p95"].met is False
    assert measures["voice.stillness_ms_median"].value == 600.0
    assert measures["voice.at_first_look"].value == pytest.approx(100 * 2 / 3, abs=0.1)


def test_without_a_browser_it_is_said_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_browser, "BROWSERS", ())
    assert main(["bench", "end_to_end", "--voice"]) == 2
    assert "chromium" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["referee", "--voice"], ["end_to_end", "--voice", "--hard"]])
def test_the_voice_goes_with_films_only(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *wrong]) == 2
    assert "end_to_end" in capsys.readouterr().err


def test_the_evenings_are_those_that_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(bench_voice, "measure", lambda seeds, enrolled: asked.append((seeds, enrolled)) or [])
    main(["bench", "end_to_end", "--voice", "--from", "8600", "--films", "3", "--enrolled"])
    main(["bench", "end_to_end", "--voice"])
    assert asked == [(range(8600, 8603), True), (range(bench_voice.FILMS), False)]

"""espeak-ng and what stands for it: what it is told, how it is cut short, and that nothing is raised."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.languages import LANGUAGES
from hardware.speaker import EspeakSpeaker, SilentSpeaker, find_espeak, has_sound_device


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a shell script that stands for espeak-ng."""

    def write(script: str) -> Path:
        path = tmp_path / "espeak-ng"
        path.write_text(f"#!/bin/sh\ncd {tmp_path}\n{script}\n")
        path.chmod(0o755)
        return path

    return write


@pytest.fixture
def speakers() -> Iterator[list[EspeakSpeaker]]:
    used: list[EspeakSpeaker] = []
    yield used
    for speaker in used:
        speaker.stop()


def wait_until(true: Callable[[], bool], seconds: float = 5.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.01)


def test_the_text_goes_in_by_stdin_in_the_voice_of_the_language(
    program: Callable[[str], Path], tmp_path: Path
) -> None:
    speaker = EspeakSpeaker(program('echo "$@" > arguments; cat > text'))
    for language, voice in (("fr", "-v fr "), ("en", "-v en-gb "), ("de", "-v de ")):
        speaker.say("-Crapette, Léo [[!", language)
        wait_until(lambda: not speaker.speaking)
        assert (tmp_path / "text").read_text() == "-Crapette, Léo [ [!"
        assert voice in (tmp_path / "arguments").read_text()


def test_it_is_speaking_until_it_ends_and_falls_silent_at_once_when_stopped(
    program: Callable[[str], Path], tmp_path: Path, speakers: list[EspeakSpeaker]
) -> None:
    speakers.append(speaker := EspeakSpeaker(program("sleep 30 & echo $! > child; wait; echo done > ended")))
    speaker.say("Un", "fr")
    wait_until((tmp_path / "child").exists)
    wait_until(lambda: bool((tmp_path / "child").read_text()))
    assert speaker.speaking
    began = time.monotonic()
    speaker.stop()
    assert time.monotonic() - began < 1
    assert not speaker.speaking
    child = Path("/proc") / (tmp_path / "child").read_text().strip()
    if Path("/proc/self").exists():
        wait_until(lambda: not child.exists() or "Z" in (child / "stat").read_text().split()[2])
    assert not (tmp_path / "ended").exists()


def test_saying_something_else_cuts_the_first_short(
    program: Callable[[str], Path], tmp_path: Path, speakers: list[EspeakSpeaker]
) -> None:
    speakers.append(speaker := EspeakSpeaker(program("cat >> begun; exec sleep 30")))
    speaker.say("Un.", "fr")
    wait_until(lambda: (tmp_path / "begun").exists() and (tmp_path / "begun").read_text() == "Un.")
    began = time.monotonic()
    speaker.say("Deux.", "fr")
    assert time.monotonic() - began < 1
    wait_until(lambda: (tmp_path / "begun").read_text() == "Un.Deux.")
    assert speaker.speaking


def test_what_takes_too_long_is_killed_and_logged_once(
    program: Callable[[str], Path], caplog: pytest.LogCaptureFixture
) -> None:
    now = 0.0
    speaker = EspeakSpeaker(program("exec sleep 30"), longest_s=20, clock=lambda: now)
    for _ in range(2):
        speaker.say("Un", "fr")
        assert speaker.speaking
        now += 20.5
        assert not speaker.speaking
    assert len(caplog.records) == 1
    assert "took longer than 20 s" in caplog.text


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("exit 3", "it ended with 3"),
        ("echo 'error: No such file or directory' >&2", "No such file or directory"),
        ("kill -9 $$", "it ended with -9"),
    ],
)
def test_a_failure_is_logged_once_and_never_raised(
    program: Callable[[str], Path], caplog: pytest.LogCaptureFixture, script: str, why: str
) -> None:
    speaker = EspeakSpeaker(program(script))
    for _ in range(3):
        speaker.say("Un", "fr")
        wait_until(lambda: not speaker.speaking)
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert why in caplog.text


def test_a_program_that_is_not_there_is_a_failure_like_any_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    speaker = EspeakSpeaker(tmp_path / "nothing")
    for _ in range(2):
        speaker.say("Un", "fr")
        assert not speaker.speaking
    speaker.stop()
    assert len(caplog.records) == 1


def test_saying_returns_at_once_even_where_the_program_reads_nothing(
    program: Callable[[str], Path], speakers: list[EspeakSpeaker]
) -> None:
    speakers.append(speaker := EspeakSpeaker(program("exec sleep 30")))
    began = time.monotonic()
    speaker.say("blabla " * 100_000, "fr")
    assert time.monotonic() - began < 1


def test_silence_is_a_speaker_too() -> None:
    speaker = SilentSpeaker()
    speaker.say("Un", "fr")
    assert not speaker.speaking
    speaker.stop()


def test_a_sound_device_is_something_that_plays(tmp_path: Path) -> None:
    assert not has_sound_device(tmp_path / "snd")
    (tmp_path / "pcmC0D0c").touch()
    assert not has_sound_device(tmp_path)
    (tmp_path / "pcmC1D0p").touch()
    assert has_sound_device(tmp_path)


@pytest.mark.skipif(find_espeak() is None, reason="no espeak-ng on this machine")
def test_the_real_espeak_takes_these_arguments(caplog: pytest.LogCaptureFixture) -> None:
    """Without a sound device it complains of that; of its arguments and voices it must not."""
    for language in LANGUAGES:
        speaker = EspeakSpeaker(str(find_espeak()))
        speaker.say("", language)
        wait_until(lambda speaker=speaker: not speaker.speaking)
    assert "voice" not in caplog.text
    assert "ended with" not in caplog.text

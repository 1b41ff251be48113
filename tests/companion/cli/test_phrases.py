"""``companion phrases``: what is said in always the same words is recorded once."""

from __future__ import annotations

import wave
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import phrases
from companion.cli.main import WRONG_USE, main
from companion.evening.data_folder import DataFolder
from companion.journal import Journal
from companion.phrases import phrase_name
from companion.table import Table
from hardware.speaker import find_espeak, record


def record_text(text: str, path: Path) -> None:
    path.write_text(text)


@pytest.mark.parametrize(
    ("language", "turn", "on"),
    [
        ("fr", "À Ada de jouer.", "La voix est active"),
        ("en", "Ada to play.", "The voice is on"),
        ("de", "Ada ist dran.", "Die Stimme ist an"),
    ],
)
def test_everything_is_recorded_once_and_what_is_no_longer_said_goes(
    tmp_path: Path, language: str, turn: str, on: str
) -> None:
    (tmp_path / "0000000000000000.wav").write_text("nobody says this any more")
    made, there = phrases.record_all(tmp_path, language, ["Ada"], record_text)
    assert made == there == len(list(tmp_path.iterdir()))
    assert (tmp_path / phrase_name(turn, language)).read_text() == turn
    assert (tmp_path / phrase_name(on, language)).exists()
    assert phrases.record_all(tmp_path, language, ["Ada"], record_text) == (0, there)


def test_whoever_has_played_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    Table(journal).open_game("poker_dice_race", ["Inès", "Léo"])
    journal.close()
    monkeypatch.setattr(phrases, "find_espeak", lambda: "espeak-ng")
    monkeypatch.setattr(phrases, "record", lambda program, text, language, path: record_text(text, path))
    assert main(["phrases", "--data", str(tmp_path), "--lang", "en", "--player", "Jo"]) == 0
    for player in ("Inès", "Léo", "Jo"):
        assert (tmp_path / "voice" / "en" / phrase_name(f"{player} to play.", "en")).exists()
    assert not (tmp_path / "voice" / "fr").exists()


def test_without_espeak_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(phrases, "find_espeak", lambda: None)
    assert main(["phrases", "--data", str(tmp_path)]) == WRONG_USE
    assert "apt install espeak-ng" in capsys.readouterr().err


@pytest.mark.skipif(find_espeak() is None, reason="no espeak-ng on this machine")
@pytest.mark.parametrize(("language", "text"), [("fr", "Crapette !"), ("de", "Stopp, Ada!")])
def test_a_recording_is_sound(tmp_path: Path, language: str, text: str) -> None:
    path = tmp_path / "said.wav"
    record(str(find_espeak()), text, language, path)
    with wave.open(str(path)) as sound:
        assert (sound.getnchannels(), sound.getsampwidth()) == (1, 2)
        assert 0.2 < sound.getnframes() / sound.getframerate() < 5


def test_what_cannot_be_recorded_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="failed"):
        record("false", "Crapette !", "fr", tmp_path / "said.wav")
    assert list(tmp_path.iterdir()) == []


def test_they_are_recorded_while_a_game_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = DataFolder(tmp_path)
    folder.hold()
    try:
        with closing(folder.journal()) as journal:
            Table(journal).open_game("poker_dice_race", ["Ada", "Zoé"])
            monkeypatch.setattr(phrases, "find_espeak", lambda: "espeak-ng")
            monkeypatch.setattr(
                phrases, "record", lambda program, text, language, path: record_text(text, path)
            )
            assert main(["phrases", "--data", str(tmp_path), "--lang", "fr"]) == 0
    finally:
        folder.release()
    assert (tmp_path / "voice" / "fr" / phrase_name("À Zoé de jouer.", "fr")).exists()

"""Who speaks: one device at a time, none in the quiet hours, and sentences that lie recorded."""

from __future__ import annotations

import json
import os
from datetime import time
from pathlib import Path
from typing import Any

import pytest

from companion.phrases import phrase_name
from companion.quiet import QuietHours
from tests.page_app import page_app
from tests.web.conftest import Tablet
from web.live.speaking import Recordings, Speaking
from web.live.voice_pages import machine_must_be_silent
from web.seats.house import House
from web.services import EXTENSION

KITCHEN, PHONE = "kitchen-tablet", "phone-of-ada"
NIGHT = QuietHours.parse("21:30-07:30")


def choose(tablet: Tablet, device: str, on: str) -> Any:
    return tablet.form("/voice", {"device": device, "on": on})


# ---------------------------------------------------------------- one device speaks


def test_the_one_that_turned_the_voice_on_last_speaks(tablet: Tablet) -> None:
    assert choose(tablet, KITCHEN, "yes").json["speaker"] == KITCHEN
    assert choose(tablet, PHONE, "yes").json["speaker"] == PHONE
    assert choose(tablet, KITCHEN, "no").json["speaker"] == PHONE
    assert choose(tablet, PHONE, "no").json["speaker"] is None


def test_one_that_only_remembers_takes_the_voice_if_it_is_free(tablet: Tablet) -> None:
    assert choose(tablet, KITCHEN, "free").json["speaker"] == KITCHEN
    assert choose(tablet, PHONE, "free").json["speaker"] == KITCHEN


@pytest.mark.parametrize(
    "fields", [{}, {"device": KITCHEN}, {"device": "x", "on": "yes"}, {"device": "<b>12345678", "on": "yes"}]
)
def test_what_is_no_device_is_not_heard(tablet: Tablet, fields: dict[str, str]) -> None:
    assert tablet.form("/voice", fields).status_code == 400


def test_who_only_watches_speaks_for_nobody(race: Tablet) -> None:
    with race.client.session_transaction() as session:
        session["watching"] = True
    assert choose(race, PHONE, "yes").status_code == 403
    assert 'id="voice"' not in race.client.get("/").text


def test_it_is_remembered_when_the_program_ends_and_a_file_that_cannot_be_written_is_no_harm(
    tmp_path: Path,
) -> None:
    file = tmp_path / "house.json"
    before = Speaking(House(file))
    before.take(KITCHEN)
    before.set_hours(NIGHT)
    after = Speaking(House(file))
    assert (after.device, after.hours) == (KITCHEN, NIGHT)
    homeless = Speaking(House(tmp_path / "nowhere" / "house.json"))
    homeless.take(KITCHEN)
    assert homeless.device == KITCHEN
    file.write_text(json.dumps({"voice": {"device": 7, "quiet": "all night"}}))
    assert Speaking(House(file)).as_json() == {"speaker": None, "machine": False, "quiet_until": None}


def test_the_machines_speaker_is_silent_while_a_tablet_that_is_there_speaks(table: Any) -> None:
    clock = [time(20)]
    app = page_app(table, clock=lambda: clock[0], machine=True)
    known = app.extensions[EXTENSION]
    assert not machine_must_be_silent(app)
    known.speaking.take(KITCHEN)
    assert not machine_must_be_silent(app)
    viewer = known.hub.open(None, KITCHEN)
    assert machine_must_be_silent(app)
    known.hub.leave(viewer)
    assert not machine_must_be_silent(app)
    known.speaking.set_hours(NIGHT)
    clock[0] = time(22)
    assert machine_must_be_silent(app)


# ---------------------------------------------------------------- quiet hours


@pytest.fixture
def evening(table: Any) -> Any:
    """A tablet in a house whose clock a test sets."""
    clock = [time(20)]
    made = Tablet(page_app(table, clock=lambda: clock[0]).test_client())
    return made, clock


def test_the_quiet_hours_are_set_in_the_settings(evening: Any) -> None:
    tablet, clock = evening
    page = lambda: tablet.client.get("/settings").text  # noqa: E731
    assert "data-quiet-until" not in page()
    tablet.form("/settings/quiet", {"quiet": "on", "begin": "21:30", "end": "07:30"})
    assert 'value="21:30"' in page() and "data-quiet-until" not in page()
    clock[0] = time(6, 59)
    assert 'data-quiet-until="07:30"' in page() and "jusqu’à 07:30" in page()
    tablet.form("/settings/quiet", {"quiet": "on", "begin": "07:30", "end": "07:30"})
    assert "deux heures différentes" in page()
    assert 'data-quiet-until="07:30"' in page()
    tablet.form("/settings/quiet", {"quiet": "off"})
    assert "data-quiet-until" not in page()


# ---------------------------------------------------------------- recorded sentences


def test_a_recorded_sentence_is_kept_by_the_browser_and_nothing_else_lies_there(
    table: Any, tmp_path: Path
) -> None:
    name = phrase_name("Rien !", "fr")
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / name).write_bytes(b"RIFF")
    (tmp_path / "secret").write_text("secret")
    client = page_app(table, recordings=tmp_path).test_client()
    answer = client.get(f"/voice/fr/{name}")
    assert (answer.data, answer.mimetype) == (b"RIFF", "audio/wav")
    assert "immutable" in answer.headers["Cache-Control"]
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    for elsewhere in (f"en/{name}", "fr/0000.wav", "..%2Fsecret/x.wav", "fr/..%2f..%2fsecret"):
        assert client.get(f"/voice/{elsewhere}").status_code == 404


def test_only_what_lies_recorded_has_an_address(tmp_path: Path) -> None:
    name = phrase_name("Rien !", "fr")
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / name).write_bytes(b"RIFF")
    there = Recordings(tmp_path)
    assert there.of(["Rien !", "À Bea de jouer."], "fr") == {"Rien !": name}
    assert there.of(["Rien !"], "en") == {}
    assert not Recordings(tmp_path / "nowhere")
    assert not Recordings()


def test_what_is_recorded_while_a_game_runs_is_heard_at_once(tmp_path: Path) -> None:
    there = Recordings(tmp_path)
    assert there.of(["Rien !"], "fr") == {}
    name = phrase_name("Rien !", "fr")
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / name).write_bytes(b"RIFF")
    assert there.of(["Rien !"], "fr") == {"Rien !": name}
    (tmp_path / "fr" / name).unlink()
    os.utime(tmp_path / "fr", ns=(1, 1))  # clocks of files are coarse
    assert there.of(["Rien !"], "fr") == {}

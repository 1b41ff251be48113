"""One small file that is torn, or a camera that is missing: the evening begins all the same, and the page says so."""

from __future__ import annotations

import argparse
import html
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from calibration.settings import Settings, change_setting
from calibration.stand import FILE_NAME as STAND
from companion.cli import play
from companion.evening import running, seeing
from companion.evening.cameras import Camera
from companion.evening.data_folder import DataFolder
from companion.evening.family import FAMILY_FILE, FamilyFolder
from companion.evening.seeing import Seeing
from companion.evening.troubles import LASTING, Troubles, mended_stand, settings_or_before, signing_key
from companion.evening.wanted import Wanted
from companion.evening.wanting import WANTINGS
from companion.journal import Journal
from companion.sighting import EyeStatus
from companion.table import Table
from companion.wrong_use import WrongUse
from hardware.frame_source import CameraError
from tests.page_app import page_app
from tests.web.conftest import Tablet
from web.outside import Trouble
from web.seats.house import House

PIN = {"mark": "first", "salt": "0a" * 16, "hash": "0b" * 32}
SPOILT = (b"", b"{", b"[]", b"\0" * 40, b"\xff\xfe", b'{"pin": 1}')


def codes(troubles: Troubles) -> list[str]:
    return [one.code for one in troubles()]


# ---------------------------------------------------------------- the small files


def cuts(whole: bytes) -> list[bytes]:
    """What may be left of a file: nothing, a part, another's bytes."""
    return [whole[:length] for length in range(0, len(whole), max(1, len(whole) // 40))]


def test_wherever_the_file_of_the_house_is_torn_the_pin_from_before_counts(tmp_path: Path) -> None:
    file = tmp_path / "house.json"
    house = House(file)
    house.put("pin", PIN)
    house.put("other", {"kept": 1})
    whole = file.read_bytes()
    for number, left in enumerate((*cuts(whole), *SPOILT)):
        file.write_bytes(left)
        again = House(file)
        assert (again.get("pin"), again.fault) == (PIN, "house_before"), left
        again.put("other", {"kept": number})
        assert House(file).get("other") == {"kept": number}
    assert len(list(tmp_path.glob("house.json.damaged-*"))) == number + 1


def test_without_a_copy_the_page_begins_without_a_pin_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "house.json"
    for content in SPOILT:
        file.write_bytes(content)
        table = Table(Journal(tmp_path / "journal.sqlite"))
        page = Tablet(page_app(table, house_file=file).test_client()).client.get("/").get_data(as_text=True)
        assert "n’a plus de code" in html.unescape(page)


def test_settings_that_cannot_be_used_are_those_from_before_or_the_usual_ones(tmp_path: Path) -> None:
    for content in (*SPOILT, b"tray = 3", b"keep_pictures = maybe"):
        if content in (b"", b"[]"):
            continue  # an empty file sets nothing
        (tmp_path / "settings.toml").write_bytes(content)
        troubles = Troubles()
        assert settings_or_before(tmp_path, troubles) == Settings() and codes(troubles) == ["settings_usual"]
    (tmp_path / "settings.toml").write_text("keep_pictures = true\n")
    change_setting(tmp_path, "show_chances", True)
    (tmp_path / "settings.toml").write_text("keep_pict")
    troubles = Troubles()
    assert settings_or_before(tmp_path, troubles) == Settings(keep_pictures=True)
    assert codes(troubles) == ["settings_before"]


def test_a_damaged_stand_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / STAND).write_text('{"half')
    troubles = Troubles()
    assert mended_stand(tmp_path, troubles) is None and codes(troubles) == ["stand_lost"]
    assert [path.name for path in tmp_path.iterdir()] == [f"{STAND}.damaged-1"]
    assert mended_stand(tmp_path, again := Troubles()) is None and codes(again) == []


def test_what_was_learnt_of_the_family_is_that_from_before(tmp_path: Path) -> None:
    family = FamilyFolder(tmp_path)
    family.set_level("Ada", "expert")
    family.set_level("Bea", "child")
    (tmp_path / FAMILY_FILE).write_text("{")
    again = FamilyFolder(tmp_path, troubles := Troubles())
    assert again.level("Ada") == "expert" and codes(troubles) == ["family_before"]
    assert (tmp_path / f"{FAMILY_FILE}.damaged-1").read_text() == "{"
    again.set_level("Cyd", "child")
    assert FamilyFolder(tmp_path, troubles := Troubles()).level("Ada") == "expert" and codes(troubles) == []


def test_a_family_of_which_nothing_is_left_is_told(tmp_path: Path) -> None:
    (tmp_path / FAMILY_FILE).write_text("[]")
    family = FamilyFolder(tmp_path, troubles := Troubles())
    assert family.level("Ada") == "guest" and codes(troubles) == ["family_lost"]
    assert FamilyFolder(tmp_path, troubles := Troubles()).level("Ada") == "guest" and codes(troubles) == []


@pytest.mark.parametrize("kept", [b"", b"0" * 64, b"ab" * 32, b"f" * 32, b"\0" * 32, b"\xff" * 64])
def test_a_key_that_nobody_drew_is_renewed(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "secret").write_bytes(kept)
    troubles = Troubles()
    key = signing_key(tmp_path, troubles)
    assert len(key) == 64 and len(set(key)) > 4 and codes(troubles) == ["key_renewed"]
    assert signing_key(tmp_path, again := Troubles()) == key and codes(again) == []


def test_the_first_key_is_no_trouble(tmp_path: Path) -> None:
    signing_key(tmp_path, troubles := Troubles())
    assert codes(troubles) == []


# ---------------------------------------------------------------- the camera, and anything else


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    return parser.parse_args(list(words))


class Missing:
    """A camera that is not there."""

    description = "no camera"

    def __enter__(self) -> Any:
        raise CameraError("No camera 3: plug it in.")

    def __exit__(self, *why: object) -> None: ...


def test_a_camera_that_is_missing_ends_no_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeing, "open_camera", lambda *_, **__: Camera(Missing(), None))  # type: ignore[arg-type]
    arguments = parsed("--camera", "usb:3")
    troubles = Troubles()
    table = Table(Journal(tmp_path / "journal.sqlite"))
    with Seeing(arguments, Wanted.of(arguments), DataFolder(tmp_path), table, None, troubles) as looking:
        looking.start()
        assert looking.eyes is None and "goes on by taps" in looking.description
    assert codes(troubles) == ["camera"]
    with pytest.raises(WrongUse, match="not a folder"):
        arguments = parsed("--camera", f"folder:{tmp_path / 'nowhere'}")
        monkeypatch.undo()
        with Seeing(arguments, Wanted.of(arguments), DataFolder(tmp_path), table):
            pass


def test_whatever_breaks_the_family_plays_on_by_taps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[str, list[str]]] = []

    def evening(arguments: Any, *others: Any) -> None:
        begun.append((arguments.camera, codes(others[-1])))
        if len(begun) == 1:
            raise RuntimeError("no part of the camera's program was foreseen to do this")

    monkeypatch.setattr(running, "run_evening", evening)
    assert play.run(parsed("--data", str(tmp_path))) == 0
    assert begun == [("auto", []), ("none", ["broken"])]


@pytest.mark.parametrize("broken", ["folder", "journal", "newer"])
def test_what_is_kept_cannot_be_used_and_the_evening_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    begun: list[list[str]] = []
    monkeypatch.setattr(running, "run_evening", lambda *given: begun.append(codes(given[-1])))
    data = tmp_path / "data"
    if broken == "folder":
        data.write_text("a file in its place")
    else:
        journal = Journal(data / "journal.sqlite") if data.mkdir() is None else None
        assert journal is not None
        journal.close()
        with closing(sqlite3.connect(data / "journal.sqlite")) as database, database:
            database.execute("PRAGMA user_version=99")
    if broken == "journal":
        (data / "journal.sqlite").unlink()
        (data / "journal.sqlite").mkdir()
    assert play.run(parsed("--camera", "none", "--data", str(data))) == 0
    told = {"folder": "folder_unusable", "journal": "journal_unusable", "newer": "journal_newer"}
    assert begun == [[told[broken]]]


# ---------------------------------------------------------------- on the page


def test_the_page_says_what_is_broken_until_somebody_has_read_it(tmp_path: Path) -> None:
    told = [Trouble("camera"), Trouble("settings_usual", {"file": "settings.toml"})]
    app = page_app(Table(Journal(tmp_path / "journal.sqlite")), troubles=lambda: told)
    tablet = Tablet(app.test_client())
    for path in ("/", "/home"):
        page = html.unescape(tablet.client.get(path).get_data(as_text=True))
        assert "On ne trouve pas la caméra" in page and "settings.toml" in page
    tablet.open("Ada", "Bea")
    assert 'id="troubles"' in tablet.client.get("/fragment").get_data(as_text=True)
    assert tablet.form("/diagnostics/read", {}).status_code == 303
    assert 'id="troubles"' not in tablet.client.get("/").get_data(as_text=True)
    told.append(Trouble("disk", lasts=True))
    tablet.form("/diagnostics/read", {})
    assert 'id="troubles"' in tablet.client.get("/").get_data(as_text=True)


def test_who_only_looks_is_told_nothing_of_it(tmp_path: Path) -> None:
    table = Table(Journal(tmp_path / "journal.sqlite"))
    table.open_game("poker_dice_race", ["Ada", "Bea"])
    app = page_app(table, troubles=lambda: [Trouble("camera")])
    Tablet(app.test_client()).form("/pin/set", {"pin": "4711", "again": "4711"})
    assert 'id="troubles"' not in app.test_client().get("/").get_data(as_text=True)


def test_every_trouble_has_words(tmp_path: Path) -> None:
    from web.language import eye_words
    from web.settings.trouble_words import said

    app = page_app(Table(Journal(tmp_path / "journal.sqlite")))
    files = ("house_before", "house_lost", "settings_before", "settings_usual", "stand_before", "stand_lost")
    for code in (*files, *LASTING, *WANTINGS, "key_renewed", "key_not_kept", "camera", "broken"):
        with app.test_request_context():
            assert said(Trouble(code, {"file": "a file"})) != code
    for code in WANTINGS:
        with app.test_request_context():
            assert eye_words(EyeStatus("off", code)) != eye_words(EyeStatus("off", "off"))


def test_of_a_row_that_is_looked_at_more_closely_the_page_says_how_much_is_read(tmp_path: Path) -> None:
    from web.language import eye_words

    app = page_app(Table(Journal(tmp_path / "journal.sqlite")), language="en")
    with app.test_request_context():
        assert eye_words(EyeStatus("waits", "reading", row=(9, 10))) == "9 of 10 read…"


def test_who_has_read_why_one_game_is_not_seen_has_not_read_it_of_another(tmp_path: Path) -> None:
    now = [Trouble("no_cards", {"game": "Racko"})]
    app = page_app(Table(Journal(tmp_path / "journal.sqlite")), troubles=lambda: now)
    tablet = Tablet(app.test_client())
    assert "Racko" in told(tablet)
    tablet.form("/diagnostics/read", {})
    assert told(tablet) == ""
    now[:] = [Trouble("no_cards", {"game": "Super-Crack"})]
    assert "Super-Crack" in told(tablet)


def told(tablet: Tablet) -> str:
    """What the strip on the table's page says."""
    page = tablet.client.get("/").get_data(as_text=True)
    return page.partition('id="troubles"')[2].partition("</section>")[0]

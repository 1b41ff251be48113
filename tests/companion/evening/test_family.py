"""What the family has chosen outlives the evening, and a page changes one line of the settings and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.settings import load_settings, with_setting
from companion.evening.family import FAMILY_FILE, FamilyFolder
from companion.evening.health.finding import to_do
from companion.evening.telling import Health, check_looks, scrubbed

WRITTEN = """# ours
card_letters = "french"   # Mamie's cards
[tray]
corners = [[212, 96], [1071, 101], [1090, 700], [195, 694]]
width_mm = 250
height_mm = 180
"""


def test_what_was_chosen_and_learnt_is_there_the_next_evening(tmp_path: Path) -> None:
    first = FamilyFolder(tmp_path)
    assert first.level("Léo") == "guest" and first.known("racko") == frozenset()
    first.set_level("Léo", "child")
    first.learn("racko", "begin")
    first.set_taught("crapette", False)
    again = FamilyFolder(tmp_path)
    assert again.level("Léo") == "child" and again.known("racko") == {"begin"}
    assert again.known("crapette") is None
    again.set_taught("racko", True)
    again.set_taught("crapette", True)
    assert FamilyFolder(tmp_path).known("racko") == FamilyFolder(tmp_path).known("crapette") == frozenset()


def test_a_child_chooses_an_animal_and_keeps_it(tmp_path: Path) -> None:
    family = FamilyFolder(tmp_path)
    family.keep_animals({"Léo": "coq", "Inès": "hibou"})
    family.choose_animal("Léo", "hibou")
    assert FamilyFolder(tmp_path).animals() == {"Léo": "hibou", "Inès": "coq"}
    family.choose_animal("Zoé", "coq")
    assert FamilyFolder(tmp_path).animals() == {"Léo": "hibou", "Zoé": "coq"}


@pytest.mark.parametrize("content", ["", "{", "[1]", '{"levels": {"Léo": 3}}', '{"levels": {"Léo": "king"}}'])
def test_a_file_that_cannot_be_read_counts_as_none(tmp_path: Path, content: str) -> None:
    (tmp_path / FAMILY_FILE).write_text(content, encoding="utf-8")
    family = FamilyFolder(tmp_path)
    assert family.level("Léo") == "guest"
    family.set_level("Léo", "expert")
    assert FamilyFolder(tmp_path).level("Léo") == "expert"


def test_a_folder_that_cannot_be_written_is_remembered_for_this_evening(tmp_path: Path) -> None:
    family = FamilyFolder(tmp_path / "gone")
    family.set_level("Léo", "child")
    assert family.level("Léo") == "child"
    assert not family.set_setting("keep_pictures", True)


def test_one_line_of_the_settings_is_written_and_the_rest_stays(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(WRITTEN, encoding="utf-8")
    family = FamilyFolder(tmp_path)
    assert family.set_setting("card_letters", "english") and family.set_setting("keep_pictures", True)
    settings = load_settings(tmp_path)
    assert (settings.card_letters, settings.keep_pictures) == ("english", True)
    assert settings.tray is not None
    written = WRITTEN.replace('"french"', '"english"').replace("[tray]", "keep_pictures = true\n\n[tray]")
    assert path.read_text(encoding="utf-8") == written


def test_a_setting_is_written_where_there_was_no_file(tmp_path: Path) -> None:
    family = FamilyFolder(tmp_path)
    assert family.set_setting("keep_pictures", True) and family.set_setting("show_chances", True)
    kept = family.settings()
    assert kept is not None and kept["keep_pictures"] is True is kept["show_chances"]


def test_a_line_of_a_table_is_no_setting_of_the_family() -> None:
    text = '[tray]\ncard_letters = "french"\n'
    assert with_setting(text, "card_letters", "dutch") == 'card_letters = "dutch"\n\n' + text


def test_what_cannot_be_set_or_is_wrong_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(WRITTEN, encoding="utf-8")
    family = FamilyFolder(tmp_path)
    assert not family.set_setting("card_letters", "klingon")
    assert not family.set_setting("tray", "no")
    assert path.read_text(encoding="utf-8") == WRITTEN


def test_settings_that_cannot_be_used_are_none(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("tray = 3", encoding="utf-8")
    assert FamilyFolder(tmp_path).settings() is None


# ---------------------------------------------------------------- what the page may tell of the machine


def test_no_folder_is_told_but_by_its_last_name(tmp_path: Path) -> None:
    folder = tmp_path / "companion"
    found = to_do("disk", f"120 MB are free for {folder}", "see /home/someone/notes.txt, or the page /stand")
    told = scrubbed(found, folder)
    assert told.text == "120 MB are free for companion"
    assert told.advice == "see notes.txt, or the page /stand"


def test_a_look_counts_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Path] = []
    found = to_do("disk", "full", "delete something")
    monkeypatch.setattr(
        "companion.evening.telling.findings", lambda folder, pace: looks.append(folder) or [found]
    )
    now = [0.0]
    health = Health(tmp_path, clock=lambda: now[0])
    assert health() is health() and len(looks) == 1
    now[0] = 60.0
    assert [one["check"] for one in health()] == ["disk"] and len(looks) == 2


@pytest.mark.parametrize(("ms", "state"), [(None, "not_here"), (400.0, "ok"), (2300.0, "limit")])
def test_a_machine_that_reads_slowly_is_told_of(ms: float | None, state: str) -> None:
    found = check_looks(ms)
    assert (found.check, found.state) == ("looks", state)
    assert ms is None or f"{ms / 1000:.1f} s" in found.line

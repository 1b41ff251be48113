"""An evening reads with what the family has enrolled, and goes on without what it cannot use."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.kept_enrolment import FamilyEnrolment, enrolment_path, save_enrolment
from calibration.settings import BadSettings, Settings, load_settings
from companion.evening.family_readers import card_reader, dice_reader
from companion.evening.health.all_checks import check_enrolled
from companion.evening.health.finding import State
from tests.card_tables import deck, spread, table
from tests.vision.cards.drawn_readings import drawn_deck, in_rows, photographed
from vision.card_names import CARDS
from vision.cards.deck.enrolled_deck import EnrolledDeck
from vision.cards.deck.enrolment import enrol
from vision.cards.deck.pack import PACKS
from vision.cards.deck.spread import spread_of
from vision.cards.reader import CardReader


def enrolled(name: str, network: str) -> EnrolledDeck:
    seen = [photographed(drawn_deck(1, 0.35), in_rows(CARDS), seed=1)]
    return enrol(spread_of(seen, PACKS["52"]), name, "2026-11-22", network)


def test_without_an_enrolment_everything_is_read_as_it_comes(tmp_path: Path) -> None:
    names = ("AS", "10H", "7D")
    picture = table(spread(deck(42), names, 15), 15, 2.0).image
    read = card_reader(tmp_path, Settings()).read(picture)
    assert {card.candidates[0][0] for card in read.cards} == set(names)
    assert dice_reader(tmp_path).read(picture[:40, :40]) == ()


def test_the_family_s_deck_is_used_and_one_of_other_models_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    network = CardReader().network
    save_enrolment(
        tmp_path, FamilyEnrolment((enrolled("ours", network), enrolled("old", "another 000000000000")))
    )
    reader = card_reader(tmp_path, Settings(card_letters="french"))
    assert [one.name for one in reader.decks] == ["ours"]
    assert "“old” was enrolled with other models" in caplog.text


def test_the_doctor_names_what_has_to_be_shown_again(tmp_path: Path) -> None:
    assert check_enrolled(tmp_path).state == State.NOT_HERE
    ours = FamilyEnrolment((enrolled("ours", CardReader().network),))
    save_enrolment(tmp_path, ours)
    assert check_enrolled(tmp_path).state == State.OK
    save_enrolment(tmp_path, ours.with_deck(enrolled("old", "another 000000000000")))
    found = check_enrolled(tmp_path)
    assert found.state == State.TO_DO and "“old”" in found.text and "ours" not in found.text
    enrolment_path(tmp_path).write_text("{", encoding="utf-8")
    assert check_enrolled(tmp_path).state == State.TO_DO


def test_a_damaged_enrolment_ends_no_evening(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    enrolment_path(tmp_path).write_text("{", encoding="utf-8")
    assert card_reader(tmp_path, Settings()).decks == ()
    assert "The evening goes on without it." in caplog.text


def test_the_letters_on_the_cards_are_a_setting(tmp_path: Path) -> None:
    assert load_settings(tmp_path).card_letters == "any"
    (tmp_path / "settings.toml").write_text('card_letters = "dutch"\n', encoding="utf-8")
    assert load_settings(tmp_path).card_letters == "dutch"
    (tmp_path / "settings.toml").write_text('card_letters = "klingon"\n', encoding="utf-8")
    with pytest.raises(BadSettings, match="card_letters"):
        load_settings(tmp_path)

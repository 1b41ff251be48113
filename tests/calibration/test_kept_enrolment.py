"""A family's decks and dice in one file: kept whole or not at all, copied, put together, refused where damaged."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from calibration.kept_enrolment import (
    BadEnrolment,
    FamilyEnrolment,
    enrolment_path,
    enrolment_text,
    load_enrolment,
    read_enrolment,
    save_enrolment,
)
from tests.vision.cards.drawn_readings import drawn_card, drawn_deck, in_rows, photographed
from tests.vision.dice.test_enrolled_dice import faces
from vision.cards.deck.enrolled_deck import EnrolledDeck
from vision.cards.deck.enrolment import enrol
from vision.cards.deck.learning import confirmed_look, with_confirmed, without_confirmed
from vision.cards.deck.pack import PACKS
from vision.cards.deck.spread import spread_of
from vision.dice.family_dice import FamilyDice, family_dice


@cache
def deck(name: str = "ours", seed: int = 1, day: str = "2026-11-22", pack: str = "32") -> EnrolledDeck:
    rows = in_rows(PACKS[pack].codes, 8)
    found = spread_of([photographed(drawn_deck(seed, 0.3), rows, seed=seed)], PACKS[pack])
    return enrol(found, name, day, "drawn 1")


def test_what_is_loaded_reads_as_what_was_stored(tmp_path: Path) -> None:
    save_enrolment(tmp_path, FamilyEnrolment((deck(),)))
    again = load_enrolment(tmp_path).deck("ours")
    assert again is not None
    kept = deck()
    assert (again.pack_name, again.enrolled_on, again.network) == ("32", "2026-11-22", "drawn 1")
    assert again.check == kept.check and again.mixing == kept.mixing and again.codes == kept.codes
    card = drawn_card(drawn_deck(1, 0.3), "10H", np.random.default_rng(3))
    assert np.array_equal(again.judge_card(card).card, kept.judge_card(card).card)
    assert enrolment_text(load_enrolment(tmp_path)) == enrolment_path(tmp_path).read_text(encoding="utf-8")


def test_there_is_nothing_before_the_first(tmp_path: Path) -> None:
    assert load_enrolment(tmp_path).decks == ()
    with pytest.raises(BadEnrolment, match="name another file"):
        read_enrolment(tmp_path / "none.json")


def test_the_file_is_copied_to_another_machine_as_it_is(tmp_path: Path) -> None:
    save_enrolment(tmp_path, FamilyEnrolment((deck(),)))
    copy = tmp_path / "sunday.json"
    copy.write_bytes(enrolment_path(tmp_path).read_bytes())
    assert [one.name for one in read_enrolment(copy).decks] == ["ours"]


def changed(**changes: Any) -> str:
    file = json.loads(enrolment_text(FamilyEnrolment((deck(),))))
    file["decks"][0] |= changes
    return json.dumps(file)


@cache
def taught() -> EnrolledDeck:
    """The deck after an evening on which people told two cards."""
    chance = np.random.default_rng(4)
    seen = [drawn_card(drawn_deck(1, 0.3), code, chance).looks[0] for code in ("10H", "QS")]
    told = [
        confirmed_look(look, code, "hand:Ada", "2026-11-23", "an evening", (7, 8))
        for look, code in zip(seen, ("10H", "QS"), strict=True)
    ]
    return with_confirmed(deck(), told)


def changed_learnt(**changes: Any) -> str:
    file = json.loads(enrolment_text(FamilyEnrolment((taught(),))))
    file["decks"][0]["learnt"] |= changes
    return json.dumps(file)


def test_what_was_learnt_is_kept_apart_and_read_again(tmp_path: Path) -> None:
    save_enrolment(tmp_path, FamilyEnrolment((taught(),)))
    (again,) = load_enrolment(tmp_path).decks
    assert [(one.code, one.zone, one.day, one.evening, one.entries) for one in again.confirmed] == [
        (one.code, one.zone, one.day, one.evening, one.entries) for one in taught().confirmed
    ]
    assert again.mixing == taught().mixing and np.array_equal(again.layer.means, taught().layer.means)
    assert again.codes == deck().codes
    assert enrolment_text(load_enrolment(tmp_path)) == enrolment_path(tmp_path).read_text(encoding="utf-8")


def test_the_tints_of_inks_are_kept_and_only_then_is_the_file_of_a_later_version(tmp_path: Path) -> None:
    shown = deck().examples
    tints = np.random.default_rng(4).uniform(0.2, 1.0, (len(shown.codes), 3)).astype(np.float32)
    inked = replace(deck(), examples=replace(shown, tints=tints))
    save_enrolment(tmp_path, FamilyEnrolment((inked,)))
    again = load_enrolment(tmp_path).deck("ours")
    assert again is not None and again.inks is not None and inked.inks is not None
    assert np.array_equal(again.inks.usual, inked.inks.usual, equal_nan=True)
    damaged = json.loads(enrolment_path(tmp_path).read_text())
    assert damaged["version"] == 4
    damaged["decks"][0]["tints"] = base64.b64encode(np.roll(tints, 1).tobytes()).decode("ascii")
    enrolment_path(tmp_path).write_text(json.dumps(damaged))
    with pytest.raises(BadEnrolment, match="is no whole enrolment"):
        load_enrolment(tmp_path)


def test_a_file_without_anything_learnt_is_one_that_the_program_before_reads() -> None:
    plain, learnt = (json.loads(enrolment_text(FamilyEnrolment((one,)))) for one in (deck(), taught()))
    assert plain["version"] == 2 and "learnt" not in plain["decks"][0]
    assert learnt["version"] == 3
    forgotten = without_confirmed(taught(), lambda _: True)
    assert json.loads(enrolment_text(FamilyEnrolment((forgotten,)))) == plain


@pytest.mark.parametrize(
    "changes",
    [
        {"codes": ["10H"]},
        {"codes": ["10H", "2H"]},
        {"codes": ["QS", "10H"]},
        {"entries": [[7, 8], [7, 9]]},
        {"zones": ["hand:Bea", "hand:Ada"]},
        {"days": ["2026-11-23", "2026-11-24"]},
        {"days": ["2026-11-23", "soon"]},
        {"embeddings": ""},
        {"factory": "AAAA"},
        {"more": 1},
    ],
)
def test_damaged_learning_is_refused_as_a_damaged_file_is(tmp_path: Path, changes: dict[str, Any]) -> None:
    enrolment_path(tmp_path).write_text(changed_learnt(**changes))
    with pytest.raises(BadEnrolment, match="is no whole enrolment"):
        load_enrolment(tmp_path)


def test_a_program_that_is_killed_while_it_keeps_what_it_learnt_leaves_the_old_file(tmp_path: Path) -> None:
    save_enrolment(tmp_path, FamilyEnrolment((deck(),)))
    before = enrolment_path(tmp_path).read_bytes()
    program = (
        "import os, pathlib, sys\n"
        "from calibration.kept_enrolment import load_enrolment, save_enrolment\n"
        "from tests.calibration.test_kept_enrolment import FamilyEnrolment, taught\n"
        "os.fsync = lambda handle: os._exit(9)\n"
        "save_enrolment(pathlib.Path(sys.argv[1]), FamilyEnrolment((taught(),)))\n"
    )
    killed = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], cwd=Path(__file__).parents[2], check=False
    )
    assert killed.returncode == 9
    assert enrolment_path(tmp_path).read_bytes() == before
    assert load_enrolment(tmp_path).decks[0].confirmed == ()


def with_one_digit_changed() -> str:
    kept = json.loads(changed())["decks"][0]["embeddings"]
    return changed(embeddings=kept[:100] + ("A" if kept[100] != "A" else "B") + kept[101:])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "[" * 100_000,
        '{"version": 0, "decks": []}',
        '{"version": 1, "decks": [{}]}',
        changed(pack="36"),
        changed(codes=["2H"] * 64),
        changed(codes=["AH"]),
        changed(photographs=[]),
        changed(embeddings="not base64!"),
        changed(embeddings=""),
        changed(factory="AAAA"),
        changed(name=" x"),
        changed(name="a\nb"),
        changed(enrolled_on="yesterday"),
        changed(v_means="K"),
        changed(more=1),
        with_one_digit_changed(),
    ],
)
def test_a_damaged_file_is_one_clear_error_and_stays_as_it_is(tmp_path: Path, text: str) -> None:
    path = enrolment_path(tmp_path)
    path.write_text(text)
    with pytest.raises(BadEnrolment, match="is no whole enrolment: enrol again") as refusal:
        load_enrolment(tmp_path)
    assert "\n" not in str(refusal.value)
    assert path.read_text() == text


@settings(max_examples=15, deadline=None)
@given(share=some.floats(0.0, 0.999))
def test_a_file_that_was_cut_off_anywhere_is_refused(
    tmp_path_factory: pytest.TempPathFactory, share: float
) -> None:
    path = tmp_path_factory.mktemp("cut") / "enrolment.json"
    text = enrolment_text(FamilyEnrolment((deck(),))).rstrip()
    path.write_text(text[: int(share * len(text))])
    with pytest.raises(BadEnrolment):
        read_enrolment(path)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    enrolment_path(tmp_path).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadEnrolment, match="no whole enrolment"):
        load_enrolment(tmp_path)


def test_the_one_before_stays_as_a_backup_and_a_damaged_one_never_takes_its_place(tmp_path: Path) -> None:
    for day in ("2026-11-20", "2026-11-21"):
        save_enrolment(tmp_path, FamilyEnrolment((deck(day=day),)))
    path = enrolment_path(tmp_path)
    backup = path.with_name(path.name + ".bak")
    assert read_enrolment(backup).decks[0].enrolled_on == "2026-11-20"
    path.write_text("{")
    save_enrolment(tmp_path, FamilyEnrolment((deck(),)))
    assert read_enrolment(backup).decks[0].enrolled_on == "2026-11-20"


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_enrolment(tmp_path, FamilyEnrolment((deck(day="2026-11-20"),)))

    def fails(*arguments: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="No space"):
        save_enrolment(tmp_path, FamilyEnrolment((deck(),)))
    monkeypatch.undo()
    assert load_enrolment(tmp_path).decks[0].enrolled_on == "2026-11-20"
    assert [path.name for path in tmp_path.iterdir()] == ["enrolment.json"]


def test_two_enrolments_are_put_together_and_the_later_deck_of_a_name_counts() -> None:
    one = FamilyEnrolment((deck("grandmother", 1), deck("ours", 1, "2026-11-20")))
    other = FamilyEnrolment((deck("ours", 2, "2026-11-21"), deck("holidays", 3)))
    for together in (one.merged(other), other.merged(one)):
        assert [one.name for one in together.decks] == ["grandmother", "holidays", "ours"]
        assert together.deck("ours") is other.deck("ours")
    assert one.merged(FamilyEnrolment()).decks == one.decks


def test_decks_of_another_network_are_told_apart() -> None:
    enrolment = FamilyEnrolment((deck(),))
    assert enrolment.usable("drawn 1") == enrolment.decks
    assert enrolment.usable("drawn 2") == ()


@cache
def dice(name: str = "ours", day: str = "2026-11-22") -> FamilyDice:
    return family_dice(faces(1, 2, "brown_leather"), name, day, "drawn dice 1", "poker_dice")


def test_dice_are_kept_beside_decks_and_read_as_before(tmp_path: Path) -> None:
    save_enrolment(tmp_path, FamilyEnrolment((deck(),), (dice(),)))
    again = load_enrolment(tmp_path)
    (kept,) = again.dice
    assert (kept.name, kept.enrolled_on, kept.network) == ("ours", "2026-11-22", "drawn dice 1")
    assert np.array_equal(kept.learnt.gallery.patches, dice().learnt.gallery.patches) and [
        one.name for one in again.decks
    ] == ["ours"]
    assert enrolment_text(again) == enrolment_path(tmp_path).read_text(encoding="utf-8")
    assert enrolment_path(tmp_path).stat().st_size < 500_000


def test_a_file_from_before_there_were_dice_is_read(tmp_path: Path) -> None:
    old = json.loads(enrolment_text(FamilyEnrolment((deck(),)))) | {"version": 1}
    del old["dice"]
    enrolment_path(tmp_path).write_text(json.dumps(old))
    assert load_enrolment(tmp_path).dice == () and len(load_enrolment(tmp_path).decks) == 1


def test_a_file_of_a_later_program_is_not_called_damaged(tmp_path: Path) -> None:
    path = enrolment_path(tmp_path)
    path.write_text('{"version": 5, "decks": [], "pieces": []}')
    with pytest.raises(BadEnrolment, match="written by a newer Companion: bring this one up to date"):
        load_enrolment(tmp_path)


def test_the_later_dice_of_a_name_count(tmp_path: Path) -> None:
    ours, theirs = FamilyEnrolment((), (dice(),)), FamilyEnrolment((), (dice(day="2026-11-20"), dice("old")))
    merged = ours.merged(theirs)
    assert [(one.name, one.enrolled_on) for one in merged.dice] == [
        ("old", "2026-11-22"),
        ("ours", "2026-11-22"),
    ]
    assert ours.with_dice(dice(day="2026-11-24")).dice[0].enrolled_on == "2026-11-24"


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "numbers"},
        {"faces": ["9"] * 12},
        {"faces": []},
        {"crops": []},
        {"crops": ["AAAA"] * 12},
        {"factory": ""},
        {"digest": ""},
        {"name": ""},
    ],
)
def test_damaged_dice_are_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    file = json.loads(enrolment_text(FamilyEnrolment((), (dice(),))))
    file["dice"][0] |= changes
    enrolment_path(tmp_path).write_text(json.dumps(file))
    with pytest.raises(BadEnrolment, match="no whole enrolment"):
        load_enrolment(tmp_path)


def test_a_crop_that_unpacks_to_a_flood_is_refused(tmp_path: Path) -> None:
    file = json.loads(enrolment_text(FamilyEnrolment((), (dice(),))))
    file["dice"][0]["crops"][0] = base64.b64encode(zlib.compress(bytes(50_000_000), 9)).decode()
    enrolment_path(tmp_path).write_text(json.dumps(file))
    with pytest.raises(BadEnrolment, match="no whole enrolment"):
        load_enrolment(tmp_path)

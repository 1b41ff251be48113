"""The PIN of the table's owner: nobody is bothered without one; with one, other devices are asked for it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from tests.web.conftest import Tablet
from tests.web.seats.test_joining import app, joined, said, table, whispers
from tests.web.seats.test_seats import page, phone
from web.seats import pin as kept_pin
from web.seats.browsers import Browsers
from web.seats.house import House
from web.seats.pin import (
    FIRST_WAIT_S,
    FREE_FOR_ALL,
    FREE_TRIES,
    LONGEST_WAIT_S,
    MOST_COUNTED,
    Pin,
    TooManyTries,
    is_pin,
)

__all__ = ["app", "table", "whispers"]

COST = kept_pin._COST
"""As the program has it: tests try with less."""
SECRET = "4711"
LONG_SECRET = "47110815"
"""Four digits stand in a hash or in a random word now and then; these eight once in many millions."""


@pytest.fixture
def tablet(app: Flask) -> Tablet:
    return phone(app)


def set_pin(tablet: Tablet, pin: str = SECRET, again: str | None = None) -> Any:
    return tablet.form("/pin/set", {"pin": pin, "again": pin if again is None else again})


# ---------------------------------------------------------------- kept


def test_only_digits_make_a_pin() -> None:
    assert is_pin("1234") and is_pin("12345678")
    assert not any(is_pin(text) for text in ("", "123", "123456789", "12a4", "١٢٣٤", "1234\n", " 1234"))


def test_a_try_takes_sixteen_mebibytes_of_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 128 * COST * kept_pin._BLOCK * kept_pin._LANES >= 1 << 24
    monkeypatch.setattr(kept_pin, "_COST", COST)
    kept = Pin(House(tmp_path / "house"))
    kept.set(SECRET)
    said = json.loads((tmp_path / "house").read_text())["pin"]
    of = {"salt": bytes.fromhex(said["salt"]), "n": COST, "r": 8, "p": 1, "dklen": 32}
    assert said["hash"] == hashlib.scrypt(SECRET.encode(), **of).hex()


def test_a_pin_is_kept_as_a_salted_slow_hash(tmp_path: Path) -> None:
    hashes = []
    for name in ("one", "other"):
        pin = Pin(House(tmp_path / name))
        pin.set(LONG_SECRET)
        text = (tmp_path / name).read_text()
        assert LONG_SECRET not in text and (tmp_path / name).stat().st_mode & 0o077 == 0
        hashes.append(json.loads(text)["pin"]["hash"])
        assert Pin(House(tmp_path / name)).check(LONG_SECRET)
    assert hashes[0] != hashes[1]


def test_tries_are_limited_and_wait_longer_each_time() -> None:
    now = [0.0]
    pin = Pin(House(), lambda: now[0])
    pin.set(SECRET)
    waits = []
    for _ in range(FREE_TRIES):
        assert not pin.check("0000")
    for _ in range(8):
        with pytest.raises(TooManyTries) as refused:
            pin.check(SECRET)
        waits.append(refused.value.wait_s)
        now[0] += refused.value.wait_s
        assert not pin.check("0000")
    assert waits[:3] == [FIRST_WAIT_S, 2 * FIRST_WAIT_S, 4 * FIRST_WAIT_S] and waits[-1] == LONGEST_WAIT_S
    now[0] += LONGEST_WAIT_S
    assert pin.check(SECRET)
    assert not pin.check("0000") and pin.check(SECRET)


def test_what_is_no_pin_counts_as_a_try() -> None:
    pin = Pin(House(), lambda: 0.0)
    pin.set(SECRET)
    for text in ("", "x" * 100_000, "47 11", "-1", "４７１１")[:FREE_TRIES]:
        assert not pin.check(text)
    with pytest.raises(TooManyTries):
        pin.check(SECRET)


def locked(pin: Pin, address: str, device: object = None) -> bool:
    """Whether a try from here is not even looked at."""
    try:
        pin.check("not even a PIN", address, device)
    except TooManyTries:
        return True
    return False


def test_who_guesses_at_one_address_keeps_no_other_waiting() -> None:
    pin = Pin(House(), lambda: 0.0)
    pin.set(SECRET)
    assert [locked(pin, "192.168.1.66") for _ in range(FREE_TRIES + 1)] == [False] * FREE_TRIES + [True]
    assert pin.check(SECRET, "192.168.1.7")


def test_who_has_many_addresses_waits_at_all_of_them_in_the_end() -> None:
    pin = Pin(House(), lambda: 0.0)
    pin.set(SECRET)
    tried = [not locked(pin, f"192.168.{number}.66") for number in range(200)]
    assert sum(tried) == FREE_FOR_ALL
    assert locked(Pin(House()), "fd00::1") is False
    pin = Pin(House(), lambda: 0.0)
    assert sum(not locked(pin, f"fd00::{number:x}") for number in range(1, 100)) == FREE_TRIES


def test_a_device_that_gave_the_pin_before_is_never_kept_out_by_others() -> None:
    pin = Pin(House(), lambda: 0.0)
    pin.set(SECRET)
    pin.know("the owner's tablet")
    for number in range(100):
        locked(pin, f"192.168.{number}.66")
    assert locked(pin, "192.168.1.7") and locked(pin, "192.168.1.7", "guessed")
    assert pin.check(SECRET, "192.168.1.66", "the owner's tablet")


def test_a_restart_gives_no_new_tries(tmp_path: Path) -> None:
    now = [1000.0]
    pin = Pin(House(tmp_path / "house.json"), lambda: now[0])
    pin.set(SECRET)
    for _ in range(FREE_TRIES):
        locked(pin, "192.168.1.66")
    now[0] = 0.0
    again = Pin(House(tmp_path / "house.json"), lambda: now[0])
    with pytest.raises(TooManyTries) as refused:
        again.check(SECRET, "192.168.1.66")
    assert refused.value.wait_s == FIRST_WAIT_S
    now[0] += FIRST_WAIT_S
    assert again.check(SECRET, "192.168.1.66")


@pytest.mark.parametrize(
    "spoilt", [{"salt": "g" * 32}, {"hash": 5}, {"hash": ""}, {"mark": None}, {"mark": "\ud800"}]
)
def test_of_a_pin_that_nobody_could_give_the_one_before_counts(
    tmp_path: Path, spoilt: dict[str, Any]
) -> None:
    file = tmp_path / "house.json"
    pin = Pin(House(file))
    pin.set(SECRET)
    assert not pin.check("0000")  # which is written, too, so that there is one before
    kept = json.loads(file.read_text())
    del kept["digest"]  # as earlier versions wrote it
    file.write_text(json.dumps({**kept, "pin": {**kept["pin"], **spoilt}}))
    house = House(file)
    assert Pin(house).check(SECRET) and house.fault == "house_before"


@pytest.mark.parametrize(
    "spoilt", ["[" * 100_000, '{"pin": ' + "[" * 100_000, '{"begun_on": {"\u00b2": "x"}}']
)
def test_whatever_the_house_keeps_the_page_starts(tmp_path: Path, spoilt: str) -> None:
    (tmp_path / "house.json").write_text(spoilt)
    Browsers(House(tmp_path / "house.json"))


def test_what_is_counted_has_an_end(tmp_path: Path) -> None:
    now = [0.0]
    pin = Pin(House(tmp_path / "house.json"), lambda: now[0])
    pin.set(SECRET)
    for number in range(MOST_COUNTED + 20):
        now[0] += LONGEST_WAIT_S
        locked(pin, f"10.0.{number}.1")
        pin.know(f"device {number}")
    assert len(pin._wrong) <= MOST_COUNTED and (tmp_path / "house.json").stat().st_size < 10_000
    assert pin.knows(f"device {MOST_COUNTED + 19}") and not pin.knows("device 1")
    assert locked(pin, "10.1.1.1"), "strangers are counted all the same"


# ---------------------------------------------------------------- who is asked


def test_without_a_pin_nobody_is_asked(app: Flask, tablet: Tablet) -> None:
    ada, other = joined(app, "Ada"), phone(app)
    assert ada.act({"by": "Ada", "do": "clap"}).status_code == 200
    assert other.post("undo", {"expected_seq": other.seq}).status_code == 200
    assert other.open("Ada", "Bea", game="whispers").status_code == 200


def test_the_device_that_sets_the_pin_is_not_asked(app: Flask, tablet: Tablet) -> None:
    assert set_pin(tablet).status_code == 303
    tablet.act({"by": "Ada", "do": "clap"})
    assert tablet.post("undo", {"expected_seq": tablet.seq}).status_code == 200
    assert tablet.client.get("/seats").status_code == 200
    assert tablet.open("Ada", "Bea", game="whispers").status_code == 200


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/play/undo", {}),
        ("/play/new", {"game": "whispers", "player": "Eve"}),
        ("/play/go_on", {"number": "1"}),
        ("/seats/back", {"player": "Bea"}),
        ("/stand/tap/go-on", {}),
        ("/games/add", {}),
        ("/pin/set", {"pin": "0000", "again": "0000"}),
        ("/pin/remove", {}),
    ],
)
def test_other_devices_are_asked(app: Flask, tablet: Tablet, path: str, fields: dict[str, str]) -> None:
    set_pin(tablet)
    bea = joined(app, "Bea", through=tablet)
    tablet.act({"by": "Ada", "do": "clap"})
    before = tablet.state()
    for device in (phone(app), bea):
        refused = device.form(path, {"expected_seq": str(before["seq"]), **fields})
        if path.startswith("/stand") and refused.status_code == 404:
            continue
        assert refused.status_code == 403 and "code de la table" in said(refused), path
    assert tablet.state() == before and bea.state()["seat"] == "Bea"


def test_the_api_refuses_in_words_too(app: Flask, tablet: Tablet) -> None:
    set_pin(tablet)
    tablet.act({"by": "Ada", "do": "clap"})
    other = phone(app)
    for answer in (
        other.post("undo", {"expected_seq": other.seq}),
        other.open("Eve", "Fay", game="whispers"),
        other.post("amend", {"target": 2, "arguments": {"numbers": {}}, "expected_seq": other.seq}),
    ):
        assert (answer.status_code, answer.json["error"]["code"]) == (403, "pin_needed")
        assert "code de la table" in answer.json["error"]["message"]


def test_a_seat_still_undoes_its_own_moves(app: Flask, tablet: Tablet) -> None:
    set_pin(tablet)
    ada, bea = joined(app, "Ada", through=tablet), joined(app, "Bea", through=tablet)
    ada.act({"by": "Ada", "do": "clap"})
    assert bea.post("undo", {"expected_seq": bea.seq}).status_code == 403
    assert bea.post("undo", {"target": ada.seq, "expected_seq": bea.seq}).status_code == 403
    assert ada.post("undo", {"expected_seq": ada.seq}).status_code == 200
    assert ada.state()["view"]["claps"] == 0


def test_a_device_without_a_seat_only_looks_where_a_pin_is_set(app: Flask, tablet: Tablet) -> None:
    other = phone(app)
    assert other.act({"by": "Ada", "do": "clap"}).status_code == 200
    set_pin(tablet)
    clap = json.dumps({"by": "Ada", "do": "clap"})
    refused = other.form("/play/action", {"action": clap, "expected_seq": str(other.seq)})
    assert refused.status_code == 403 and "prends une place" in said(refused)
    answer = other.act({"by": "Ada", "do": "clap"})
    assert (answer.status_code, answer.json["error"]["code"]) == (403, "seat_needed")
    shown = page(other, "/")
    assert 'action="/play/' not in shown.split("<main", 1)[1] and 'id="watch-strip"' in shown
    assert other.state()["legal_actions"] == [] and other.state()["view"]["claps"] == 1
    assert other.form("/preferences", {"language": "en"}).status_code == 303


def test_seats_and_whoever_gives_the_pin_play_on(app: Flask, tablet: Tablet) -> None:
    set_pin(tablet)
    ada, other = joined(app, "Ada", through=tablet), phone(app)
    for device in (ada, tablet):
        assert 'id="watch-strip"' not in page(device, "/")
        assert device.act({"by": "Ada", "do": "clap"}).status_code == 200
    other.form("/pin/enter", {"pin": SECRET})
    assert other.act({"by": "Ada", "do": "clap"}).status_code == 200
    later = joined(app, "Bea", through=tablet)
    assert later.act({"by": "Bea", "do": "clap"}).status_code == 200


def test_players_pages_are_not_opened_past_the_pin(app: Flask, tablet: Tablet) -> None:
    set_pin(tablet)
    other = phone(app)
    assert "/seats/here" not in page(other, "/?panel=menu")
    assert other.client.get("/seats").headers["Location"] == "/pin"
    assert other.client.get("/seats/fragment").headers["Location"] == "/pin"


def test_a_device_that_gives_the_pin_is_asked_no_more(app: Flask, tablet: Tablet) -> None:
    set_pin(tablet)
    other = phone(app)
    assert other.form("/pin/enter", {"pin": "0000"}).status_code == 403
    assert other.client.get("/seats").status_code == 303
    assert other.form("/pin/enter", {"pin": SECRET}).status_code == 303
    assert other.client.get("/seats").status_code == 200
    assert other.form("/pin/forget", {}).status_code == 303
    assert other.client.get("/seats").status_code == 303


def test_a_new_pin_is_asked_of_everybody_else_again(app: Flask, tablet: Tablet) -> None:
    set_pin(tablet)
    other = phone(app)
    other.form("/pin/enter", {"pin": SECRET})
    set_pin(tablet, "9999")
    assert other.client.get("/seats").status_code == 303 and tablet.client.get("/seats").status_code == 200
    tablet.form("/pin/remove", {})
    assert other.client.get("/seats").status_code == 200


def test_a_pin_that_is_none_or_typed_differently_is_not_set(app: Flask, tablet: Tablet) -> None:
    assert "quatre à huit chiffres" in said(set_pin(tablet, "12"))
    assert "pas pareils" in said(set_pin(tablet, "1234", "1243"))
    assert phone(app).client.get("/seats").status_code == 200


def test_a_players_phone_sets_no_pin(app: Flask) -> None:
    ada = joined(app, "Ada")
    assert set_pin(ada).status_code == 403
    assert "pas sur le téléphone" in said(ada.client.get("/pin"))


def test_whoever_guesses_waits_and_the_tablet_does_not(app: Flask, tablet: Tablet) -> None:
    set_pin(tablet)
    other = phone(app)
    for _ in range(FREE_TRIES):
        assert other.form("/pin/enter", {"pin": "0000"}).status_code == 403
    waiting = other.form("/pin/enter", {"pin": SECRET})
    assert waiting.status_code == 429 and "Trop d’essais" in said(waiting)
    assert tablet.client.get("/seats").status_code == 200


def test_the_owner_gives_the_pin_again_while_a_stranger_guesses_at_the_same_address(
    app: Flask, tablet: Tablet
) -> None:
    set_pin(tablet)
    tablet.form("/pin/forget", {})
    stranger = phone(app)
    for _ in range(FREE_TRIES + 1):
        stranger.form("/pin/enter", {"pin": "0000"})
    assert stranger.form("/pin/enter", {"pin": SECRET}).status_code == 429
    assert tablet.form("/pin/enter", {"pin": SECRET}).status_code == 303
    assert tablet.client.get("/seats").status_code == 200


def test_a_phone_whose_seat_was_taken_back_needs_the_pin_to_be_more(app: Flask, tablet: Tablet) -> None:
    set_pin(tablet)
    ada = joined(app, "Ada", through=tablet)
    tablet.form("/seats/back", {"player": "Ada"})
    assert ada.form("/seat/leave", {}).status_code == 403
    assert ada.form("/watch/leave", {}).status_code == 403
    assert ada.act({"by": "Ada", "do": "clap"}).status_code == 403
    assert ada.form("/pin/enter", {"pin": SECRET}).status_code == 303
    assert ada.form("/watch/leave", {}).status_code == 303
    assert ada.act({"by": "Ada", "do": "clap"}).status_code == 200


def test_no_cookie_holds_the_pin(app: Flask, tablet: Tablet) -> None:
    set_pin(tablet, LONG_SECRET)
    cookie = tablet.client.get_cookie("companion")
    assert cookie is not None
    reader = SecureCookieSessionInterface().get_signing_serializer(app)
    assert reader is not None
    held = reader.loads(cookie.decoded_value)
    assert held["browser"] and LONG_SECRET not in json.dumps(held)


def test_the_way_to_the_pin_is_on_the_page_of_the_seats_and_in_the_menu_of_whoever_lacks_it(
    app: Flask, tablet: Tablet
) -> None:
    assert 'href="/pin"' in page(tablet, "/seats") and 'href="/pin"' not in page(tablet, "/?panel=menu")
    set_pin(tablet)
    assert 'href="/pin"' in page(phone(app), "/?panel=menu")
    assert 'href="/pin"' in page(tablet, "/seats") and 'href="/pin"' not in page(tablet, "/?panel=menu")

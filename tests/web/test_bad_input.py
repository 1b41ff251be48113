"""What people and devices may send: odd names, smuggled scripts, wrong clocks, endless games, two taps at once."""

from __future__ import annotations

import gzip
import html
import json
import re
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.action import Rejected
from companion.journal import Journal
from companion.names import LONGEST, clean_name, graphemes
from companion.table import Table
from tests.companion.test_showing import table_with
from tests.fakes import fake_games
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.payloads import PAYLOADS
from tests.web.seats.test_seats import first_message, phone

OUR_SCRIPTS = re.compile(r"/static/[a-z_]+\.js\?v=[0-9a-f]+")
UNKNOWN = {"img", "iframe", "video", "body2", "base", "math", "style", "object", "embed", "marquee"}


class Strict(HTMLParser):
    """Collects what a page of ours never holds."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if tag in UNKNOWN or (tag == "script" and not OUR_SCRIPTS.fullmatch(named.get("src", ""))):
            self.found.append(f"<{tag} {named}>")
        for name, value in named.items():
            if name.startswith("on") or name == "style":
                self.found.append(f"{tag} {name}={value}")
            if name in ("href", "src", "action") and not re.match(r"[/#]|http://localhost/", value):
                self.found.append(f"{tag} {name}={value}")


def by(count: int, items: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """So many at a time; what is left over at the end is left out."""
    left = iter(items)
    while len(some := tuple(islice(left, count))) == count:
        yield some


def clean(page: str) -> None:
    """Fails for a page that holds anything foreign."""
    assert Strict(page).found == []


def named(payload: str) -> str | None:
    """A payload as a name, as much of it as a name may be long; None where its characters are refused."""
    try:
        return clean_name("".join(graphemes(payload)[:LONGEST]))
    except Rejected:
        return None


def test_there_are_two_hundred_payloads() -> None:
    assert len(set(PAYLOADS)) == 200
    assert Strict('<p onclick="x">').found and Strict("<script>x</script>").found


def test_payloads_as_names_are_shown_and_do_nothing(tablet: Tablet) -> None:
    names = list(dict.fromkeys(name for payload in PAYLOADS if (name := named(payload))))
    alone = {name.casefold(): name for name in names}
    assert len(alone) > 100
    for four in by(4, alone.values()):
        assert tablet.open(*four).status_code == 200, four
        page = tablet.client.get("/").get_data(as_text=True)
        clean(page)
        assert all(name in html.unescape(page) for name in four)
    for path in ("/?panel=history", "/?panel=new", "/?panel=menu", "/seats", "/home", "/fragment"):
        clean(tablet.client.get(path).get_data(as_text=True))


def test_payloads_in_every_address_are_passed_over(race: Any) -> None:
    for some in by(10, PAYLOADS):
        asked = {
            **dict(
                zip(("panel", "game", "entry", "horse", "dice", "who", "bet", "player"), some, strict=False)
            ),
            "option.dice": some[8],
            "option.stable": some[9],
        }
        for path in ("/", "/fragment"):
            clean(race.client.get(path, query_string=asked).get_data(as_text=True))
        wanted = {"panel": "new", "player": list(some), "name": list(some)}
        clean(race.client.get("/", query_string=wanted).get_data(as_text=True))
    for payload in PAYLOADS[::8]:
        for path in ("/join/", "/seat/", "/watch/", "/games/", "/api/v1/evidence/", "/"):
            answer = race.client.get(path + payload.replace("/", "").replace("?", "").replace("#", "") + "x")
            assert answer.status_code < 500
            if answer.mimetype == "text/html":
                clean(answer.get_data(as_text=True))


FORMS = {
    "/play/action": ("action", "arg.dice.0", "text.player"),
    "/play/answer": ("question", "choice", "action"),
    "/play/undo": ("target",),
    "/play/amend": ("target", "action", "arg.dice.0"),
    "/play/face": ("target", "zone", "place", "card"),
    "/play/new": ("game", "player", "option.dice", "setup.deal"),
    "/play/go_on": ("number",),
    "/preferences": ("language", "theme"),
    "/sit": ("player",),
    "/seats/back": ("player",),
    "/pin/enter": ("pin",),
    "/pin/set": ("pin", "again"),
}


@pytest.mark.parametrize("path", FORMS)
def test_payloads_in_every_field_of_every_form_change_nothing(race: Any, path: str) -> None:
    before = race.state()
    for payload in PAYLOADS[:: 4 if path in ("/play/action", "/play/new") else 9]:
        fields = {**dict.fromkeys(FORMS[path], payload), "expected_seq": str(before["seq"])}
        answer = race.form(path, fields)
        assert answer.status_code < 500, payload
        clean(answer.get_data(as_text=True))
    assert race.state() == before
    clean(race.client.get("/").get_data(as_text=True))


def test_payloads_in_the_api_come_back_as_json_only(race: Any) -> None:
    before = race.state()
    for payload in PAYLOADS[::2]:
        for path, body in (
            ("actions", {"by": payload, "do": "roll", "dice": [payload]}),
            ("amend", {"target": 2, "arguments": {"player": payload}}),
        ):
            answer = race.post(path, {**body, "expected_seq": before["seq"]})
            assert answer.status_code in (400, 422) and answer.mimetype == "application/json"
            json.loads(answer.get_data())
    assert race.state() == before


def test_a_name_forges_no_event_of_the_stream(tablet: Tablet) -> None:
    assert tablet.open("event: x", "data: {}").status_code == 200
    lines = first_message(tablet).splitlines()
    assert [line.partition(":")[0] for line in lines if line] == ["retry", "id", "event", "data"]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("", "Bea"), "bad_name_empty"),
        (("Ada", "ada"), "names_alike"),
        (("Ine\u0300s", "In\u00e8s"), "names_alike"),
        (("\u202eadA", "Bea"), "bad_name_characters"),
        (("Ada\u200f", "Bea"), "bad_name_characters"),
        (("Z\u0351\u0352\u0353\u0354", "Bea"), "bad_name_characters"),
        (("\U0001f98a" * 25, "Bea"), "bad_name_too_long"),
    ],
)
def test_names_that_cannot_be_are_refused_in_words(tablet: Tablet, names: tuple[str, ...], code: str) -> None:
    refused = tablet.open(*names)
    assert (refused.status_code, refused.json["error"]["code"]) == (422, code)
    assert refused.json["error"]["message"]


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


OTHERS = ("\u05d0\u05d1\u05d2", "e\u0301" * 24, "\U0001f98a L\u00e9o", "O\u2019Neil")


@pytest.mark.parametrize("name", [FAMILY * 12, *OTHERS])
def test_names_of_24_letters_of_any_kind_are_played_with(tablet: Tablet, name: str) -> None:
    assert tablet.open(name, "Bea", options={"stable": "single"}, first=name).status_code == 200
    name = clean_name(name)
    assert tablet.roll(name, "K", "9").status_code == 200
    assert tablet.act({"by": name, "do": "stop"}).status_code == 200
    assert name in html.unescape(tablet.client.get("/?panel=history").get_data(as_text=True))


# ---------------------------------------------------------------- long games, wrong clocks, two at once


@pytest.fixture
def whispers(tmp_path: Path) -> Iterator[tuple[Table, Flask]]:
    with fake_games():
        table = table_with(tmp_path, {"Ada": 3, "Bea": 5, "Cyd": 7})
        yield table, page_app(table)


def test_a_very_long_game_keeps_its_page_light(whispers: tuple[Table, Flask]) -> None:
    table, app = whispers
    sizes = []
    for _ in range(2):
        for _ in range(150):
            table.act({"by": "Ada", "do": "clap"})
        browser = phone(app)
        pages = [browser.client.get(path).get_data() for path in ("/", "/?panel=history", "/api/v1/state")]
        sizes.append([len(gzip.compress(page)) for page in pages])
    assert max(sizes[1]) < 150_000
    assert all(abs(one - other) < 400 for one, other in zip(*sizes, strict=True))


def test_clocks_that_run_backwards_keep_seats_and_games(
    whispers: tuple[Table, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, app = whispers
    tablet = phone(app)
    for now in (1_900_000_000, 1_700_000_000, 86_400, 4_000_000_000, 1_800_000_000):
        monkeypatch.setattr("time.time", lambda now=now: float(now))
        monkeypatch.setattr("time.time_ns", lambda now=now: now * 1_000_000_000)
        assert (
            tablet.act({"by": "Ada", "do": "clap"}).status_code == 200
        )  # the session of before still counts
        for path in ("/", "/?panel=history", "/home", "/games"):
            assert tablet.client.get(path).status_code == 200
    assert table.snapshot().as_json()["view"]["claps"] == 5


def test_the_cookie_does_not_hang_on_the_clock_of_the_table(
    whispers: tuple[Table, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi without a clock of its own may think it is 1970: browsers then count from when they got the cookie."""
    monkeypatch.setattr("time.time", lambda: 86_400.0)
    cookie = whispers[1].test_client().get("/").headers["Set-Cookie"]
    assert "Max-Age=31536000" in cookie


def test_of_two_taps_at_once_one_counts_and_the_other_sees_the_new_state(
    whispers: tuple[Table, Flask],
) -> None:
    table, app = whispers
    tablets = dict(zip(("Ada", "Bea"), (phone(app), phone(app)), strict=True))
    for _ in range(10):
        seq, together = table.seq, threading.Barrier(2)

        def tap(player: str, seq: int = seq, together: threading.Barrier = together) -> Any:
            together.wait()
            return tablets[player].post("actions", {"by": player, "do": "clap", "expected_seq": seq})

        with ThreadPoolExecutor(2) as hands:
            answers = list(hands.map(tap, tablets))
        late, counted = sorted(answers, key=lambda answer: bool(answer.status_code == 200))
        assert (counted.status_code, late.status_code) == (200, 409)
        assert late.json["state"]["seq"] == seq + 1 == table.seq


def test_a_game_of_two_thousand_entries_is_played_and_looked_back_at_like_any_other(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table(journal)
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    with journal.together():
        for turn in range(2000):
            by = ("Ada", "Bea")[turn % 2]
            journal.append("action", {"action": {"by": by, "do": "roll", "dice": ["9", "9"]}})
    journal.close()
    table = Table(Journal(tmp_path / "journal.sqlite"))
    tablet = Tablet(page_app(table).test_client())
    assert table.seq == 2002
    begun = time.process_time()
    assert tablet.roll("Ada", "9", "9").status_code == 200
    assert tablet.post("undo", {"expected_seq": tablet.seq}).status_code == 200
    for path in ("/", "/?panel=history", "/games", "/games/1", "/games/1?seq=1000"):
        page = tablet.client.get(path)
        assert page.status_code == 200, path
        assert len(gzip.compress(page.get_data())) < 150_000, path
    assert time.process_time() - begun < 10

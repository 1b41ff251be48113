"""Whatever a parser is given, it is taken, or refused in the way that its callers know: nothing else ever comes out.

With COMPANION_LONG=1 more than a million inputs; their counts are printed (``-s``).
"""

from __future__ import annotations

import base64
import json
import os
import random
import shutil
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from waitress.adjustments import Adjustments
from waitress.utilities import Error as Refused

from calibration.boards.kept_photographs import BoardPhotographs, KeptPhotograph
from calibration.kept_box import BadBox, _digest, read_box, write_box
from calibration.kept_enrolment import BadEnrolment, FamilyEnrolment, enrolment_text, read_enrolment
from calibration.settings import BadSettings, load_settings
from calibration.stand import BadStand, Stand, load_stand, save_stand
from companion.action import Rejected
from companion.evening.data_folder import DataFolder
from companion.evening.family import FAMILY_FILE, FamilyFolder
from companion.evening.stand import game_plans
from companion.evening.troubles import Troubles
from companion.games import game_ids, load
from companion.journal import Journal
from companion.record import Header, MalformedRecord, parse, replay, write
from companion.simulated.players import opened, played
from companion.table import Table
from hardware.messages import parse as parse_message
from tests.calibration.test_kept_box import box
from tests.calibration.test_kept_enrolment import deck
from tests.page_app import page_app
from tests.security.spoiling import misvalued, spoilt
from tests.set_table import view_of
from tests.vision.test_picture_bombs import jpeg_that_says
from tests.web.conftest import Tablet
from vision.boards.squares import BoardSquares
from web.seats.browsers import Browsers
from web.seats.house import House
from web.seats.pin import Pin, TooManyTries
from web.server import _Parser

LONG = bool(os.environ.get("COMPANION_LONG"))
SEED = 29
ROOT = Path(__file__).parents[2]
SETTINGS = """card_letters = "french"
keep_pictures = true
[tray]
corners = [[10, 10], [600, 12], [598, 440], [12, 438]]
width_mm = 300
height_mm = 200
die_mm = 16
"""


def many(short: int, long: int) -> int:
    return long if LONG else short


def fuzz(
    name: str,
    tries: int,
    seeds: Sequence[Any],
    taken: Callable[[Any], Any],
    *known: type[Exception],
    spoil: Callable[[Any, random.Random], Any] = spoilt,
) -> None:
    """Gives a parser spoilt seeds; whatever it raises that its callers do not know fails.

    ``spoil``: ``spoilt`` for bytes, ``misvalued`` for JSON values in which others stand.
    """
    chance = random.Random(f"{SEED}/{name}")
    refused = 0
    for _ in range(tries):
        given = spoil(chance.choice(seeds), chance)
        try:
            taken(given)
        except known:
            refused += 1
        except Exception as error:
            raise AssertionError(f"{name}: {error!r} of {repr(given)[:2000]}") from error
    print(f"{name}: {tries} inputs, {refused} refused")


@cache
def records() -> tuple[str, ...]:
    """The first moves of a game of each kind."""
    found = []
    for game in game_ids():
        chance = random.Random(SEED)
        opening = opened(load(game), chance, plain=True)
        actions = [step.action for step in played(opening, chance, most=12)]
        found.append(write(Header(game, opening.players, opening.options, opening.setup), actions))
    return tuple(found)


# ---------------------------------------------------------------- files


def test_records() -> None:
    seeds = [one.encode() for one in records()]

    def taken(data: bytes) -> None:
        replay(parse(data.decode(errors="replace")))

    fuzz("records", many(250, 300_000), seeds, taken, MalformedRecord)


def test_values_in_records() -> None:
    lines = [[json.loads(line) for line in one.splitlines()] for one in records()]

    def taken(value: Any) -> None:
        if isinstance(value, list):
            replay(parse("\n".join(json.dumps(one) for one in value)))

    fuzz("values in records", many(250, 200_000), lines, taken, MalformedRecord, spoil=misvalued)


def test_profiles() -> None:
    profiles = [
        (path.parent.name, json.loads(path.read_text()))
        for path in sorted((ROOT / "companion/games").glob("*/profile.json"))
    ]
    for game, profile in profiles:
        players = ("Ada", "Bea")[: load(game).players[1]]

        def taken(value: Any, game: str = game, players: tuple[str, ...] = players) -> None:
            load(game).new_game(players, {}, {}, value)

        fuzz(f"profile of {game}", many(100, 40_000), [profile], taken, Rejected, spoil=misvalued)


def file_of(path: Path, read: Callable[[], Any]) -> Callable[[bytes], None]:
    def taken(data: bytes) -> None:
        path.write_bytes(data)
        read()

    return taken


def test_settings_and_stands(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(SETTINGS)
    assert load_settings(tmp_path).tray is not None
    taken = file_of(tmp_path / "settings.toml", lambda: load_settings(tmp_path))
    fuzz("settings", many(200, 60_000), [SETTINGS.encode()], taken, BadSettings)
    plans = {game: plan for game, plan in game_plans().items() if game == "crapette"}
    save_stand(tmp_path, Stand("usb:0", view_of(900, 600), plans=plans, locked={"ExposureTime": 9}))
    assert load_stand(tmp_path) is not None
    seed = (tmp_path / "stand.json").read_bytes()
    taken = file_of(tmp_path / "stand.json", lambda: load_stand(tmp_path))
    fuzz("stand", many(200, 60_000), [seed], taken, BadStand)


def test_settings_as_deep_as_a_well_are_no_settings(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("tray = " + "[" * 5000)
    with pytest.raises(BadSettings):
        load_settings(tmp_path)


def test_enrolled_decks_and_boxes(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    seeds = [
        enrolment_text(FamilyEnrolment(())).encode(),
        enrolment_text(FamilyEnrolment((deck(),))).encode(),
    ]
    fuzz("enrolment", many(40, 3_000), seeds, file_of(path, lambda: read_enrolment(path)), BadEnrolment)
    write_box(path, box("1", "2"))
    fuzz("box", many(80, 20_000), [path.read_bytes()], file_of(path, lambda: read_box(path)), BadBox)


def test_what_the_family_and_the_house_keep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.seats.pin._COST", 1 << 4)
    FamilyFolder(tmp_path).set_level("Ada", "child")
    seed = (tmp_path / FAMILY_FILE).read_bytes()
    fuzz("family", many(60, 8_000), [seed], file_of(tmp_path / FAMILY_FILE, lambda: FamilyFolder(tmp_path)))
    house = tmp_path / "house.json"
    set_pin = Pin(House(house))
    set_pin.set("4711")
    browsers = Browsers(House(house))
    browsers.own("tablet", str(set_pin.mark), "tablet")
    browsers.began(1, "tablet")
    values = json.loads(house.read_text())
    del values["digest"]  # with it nothing spoilt is believed; a file of an earlier version has none
    seed = json.dumps(values).encode()
    assert b"hash" in seed

    def read() -> None:
        kept = House(house)
        Browsers(kept)
        with suppress(TooManyTries):
            Pin(kept).check("4712")
        for path in tmp_path.glob("house.json.*"):
            path.unlink()

    fuzz("house", many(60, 8_000), [seed], file_of(house, read))


def test_journals(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table(journal)
    table.open_game("poker_dice_race", ["Ada", "Bea"])
    journal.close()
    seed = journal.path.read_bytes()
    number = iter(range(10**9))

    def taken(data: bytes) -> None:
        folder = tmp_path / str(next(number))
        folder.mkdir()
        (folder / "journal.sqlite").write_bytes(data)
        opened_again = DataFolder(folder).journal(Troubles())
        Table(opened_again).snapshot()
        opened_again.close()
        shutil.rmtree(folder)

    fuzz("journal", many(25, 4_000), [seed], taken)


def test_a_journal_of_which_sqlite_complains_in_no_language_is_set_aside(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    journal.close()
    data = journal.path.read_bytes()
    journal.path.write_bytes(data.replace(b"hash TEXT NOT NULL", b"\xff\xfesh TEXT NOT NULL"))
    troubles = Troubles()
    DataFolder(tmp_path).journal(troubles).close()
    assert [one.code for one in troubles()] == ["journal_lost"]


def test_messages_of_the_cameras_process() -> None:
    seeds = [
        b'{"kind": "frame", "seq": 1, "ms": 2, "width": 640, "height": 480, "slot": 0}\n',
        b'{"kind": "opened", "width": 640, "height": 480, "controls": {"ExposureTime": 100}}\n',
    ]
    fuzz("camera messages", many(400, 250_000), seeds, parse_message)


# ---------------------------------------------------------------- what comes over the network

REQUEST = (
    b"POST /api/v1/actions?x=%41 HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\n"
    b"Content-Length: 12\r\nCookie: session=abc\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
    b'{"by":"Ada"}'
)


def test_requests_as_bytes() -> None:
    adjustments = Adjustments()

    def taken(data: bytes) -> None:
        parser = _Parser(adjustments)
        while data and not parser.completed:
            read = parser.received(data)
            if not read:
                break
            data = data[read:]
        assert parser.error is None or isinstance(parser.error, Refused)

    fuzz("requests", many(400, 150_000), [REQUEST, REQUEST.replace(b"POST", b"GET")], taken)


@pytest.fixture
def tablet(tmp_path: Path) -> Iterator[Tablet]:
    table = Table(Journal(tmp_path / "journal.sqlite"))
    table.open_game("poker_dice_race", ["Ada", "Bea"], first="Ada")
    app = page_app(table)
    app.testing = True  # what nobody caught comes out of the request
    yield Tablet(app.test_client())


HEADERS = (
    *("Cookie", "Host", "Origin", "Accept-Language", "If-None-Match", "Accept-Encoding", "X-Fragment"),
    *("Last-Event-ID", "Content-Type", "Range", "Referer", "X-Forwarded-For", "Content-Length"),
)
BODIES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("actions", {"by": "Ada", "do": "roll", "dice": ["9", "A"], "expected_seq": 2}),
    ("answers", {"question": 1, "choice": 0, "expected_seq": 2}),
    ("undo", {"target": 2, "expected_seq": 2}),
    ("amend", {"target": 2, "arguments": {"player": "Bea"}, "expected_seq": 2}),
    (
        "games",
        {"game": "crapette", "players": ["Ada", "Bea"], "options": {"x": 1}, "setup": {}, "expected_seq": 0},
    ),
    ("faces", {"zone": "tray", "place": -1, "card": "10H", "expected_seq": 2}),
)


def test_bodies_of_the_api(tablet: Tablet) -> None:
    chance = random.Random(SEED)
    tries = many(120, 12_000)
    statuses: dict[int, int] = {}
    for _ in range(tries):
        path, body = chance.choice(BODIES)
        sent = json.dumps(misvalued(body, chance)).encode()
        if chance.random() < 0.4:
            sent = spoilt(sent, chance)
        headers = {
            "Origin": "http://localhost",
            "X-CSRF-Token": tablet.token,
            "Content-Type": "application/json",
        }
        status = tablet.client.post(f"/api/v1/{path}", data=BytesIO(sent), headers=headers).status_code
        statuses[status] = statuses.get(status, 0) + 1
        assert status < 500, sent
    print(f"bodies: {tries} inputs, {statuses}")


@settings(
    max_examples=many(20, 6_000), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(
    st.sampled_from(("/", "/fragment", "/api/v1/state", "/seats", "/voice/x/y", "/games/1", "/rules/racko")),
    st.dictionaries(
        st.sampled_from(HEADERS),
        st.text(st.characters(codec="latin-1", exclude_characters="\r\n"), max_size=60),
        max_size=5,
    ),
    st.text(st.characters(codec="utf-8"), max_size=40),
)
def test_headers_and_queries(tablet: Tablet, path: str, headers: dict[str, str], query: str) -> None:
    answer = tablet.client.get(path, query_string={"panel": query, "at": query}, headers=headers)
    assert answer.status_code < 500
    answer.close()


@settings(max_examples=many(40, 20_000), deadline=None, derandomize=True)
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_no_record_or_one(value: Any) -> None:
    with suppress(MalformedRecord):
        replay(parse(json.dumps(value)))


def test_packed_bombs_are_no_box(tmp_path: Path) -> None:
    path = tmp_path / "box.json"
    path.write_bytes(zlib.compress(b"[" * 10_000_000))
    with pytest.raises(BadBox):
        read_box(path)


def test_a_picture_in_a_box_or_of_a_board_that_says_it_is_huge_is_refused(tmp_path: Path) -> None:
    bomb = jpeg_that_says(60_000, 60_000)
    path = tmp_path / "box.json"
    write_box(path, box("1"))
    kept = json.loads(path.read_text())
    kept["looks"][0]["picture"] = base64.b64encode(bomb).decode()
    kept["digest"] = _digest([("1", bomb)])
    path.write_text(json.dumps(kept))
    with pytest.raises(BadBox, match="decoded"):
        read_box(path)
    photograph = KeptPhotograph(bomb, ((0, 0), (1, 0), (1, 1), (0, 1)), {})
    squares = BoardSquares((1.0, 1.0), ("a", "b"), np.eye(2))
    with pytest.raises(ValueError, match="decoded"):
        BoardPhotographs("racko", ("red",), squares, (photograph,)).set_boards()

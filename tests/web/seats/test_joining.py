"""Joining by the code on the tablet: used once, one seat a phone, taken back live; whoever watches only watches."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.table import Table
from tests.companion.test_showing import table_with
from tests.fakes import fake_games
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.seats.test_seats import page, phone
from web.live.hub import SEATS, Comes
from web.seats.codes import CODE_LASTS_S, PASS_LASTS_S, Codes
from web.seats.seat import Seat

PLAYERS = ("Ada", "Bea", "Cyd")


@pytest.fixture(autouse=True)
def whispers() -> Iterator[None]:
    with fake_games():
        yield


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return table_with(tmp_path, {"Ada": 3, "Bea": 5, "Cyd": 7})


@pytest.fixture
def app(table: Table, tmp_path: Path) -> Flask:
    made = page_app(table, house_file=tmp_path / "house.json")
    made.testing = True
    return made


def code_of(app: Flask, shown_by: Tablet | None = None) -> str:
    """The link in the code that the tablet shows."""
    client = shown_by.client if shown_by else app.test_client()
    return "/join/" + re.findall(r"/join/(\w+)", client.get("/seats").get_data(as_text=True))[0]


def watch_link(app: Flask, shown_by: Tablet | None = None) -> str:
    client = shown_by.client if shown_by else app.test_client()
    shown = client.get("/seats").get_data(as_text=True)
    return "/watch/" + re.findall(r"/watch/([\w-]+)", shown)[0]


def let_in(app: Flask, through: Tablet | None = None) -> Tablet:
    """A phone that scanned the code."""
    tablet = Tablet(app.test_client())
    assert tablet.client.get(code_of(app, through)).headers["Location"] == "/sit"
    return tablet


def joined(app: Flask, player: str, through: Tablet | None = None) -> Tablet:
    """A phone that chose a seat."""
    tablet = let_in(app, through)
    assert tablet.form("/sit", {"player": player}).headers["Location"] == "/"
    return tablet


def began(app: Flask, game: int = 1) -> Tablet:
    """The device on which the game was begun."""
    tablet = phone(app)
    with tablet.client.session_transaction() as session:
        name = session.setdefault("browser", "the tablet")
    app.extensions["companion"].browsers.began(game, name)
    return tablet


def back(app: Flask, player: str, game: int = 1) -> None:
    assert began(app, game).form("/seats/back", {"player": player}).headers["Location"] == "/seats"


def said(answer: Any) -> str:
    return html.unescape(answer.get_data(as_text=True))


# ---------------------------------------------------------------- the code


def test_a_code_lets_one_phone_in_and_another_stands_there_at_once(app: Flask) -> None:
    first = code_of(app)
    assert code_of(app) == first
    one, other = app.test_client(), app.test_client()
    assert one.get(first).headers["Location"] == "/sit"
    assert code_of(app) != first
    late = other.get(first)
    assert late.status_code == 410 and "a déjà servi" in said(late)
    assert other.get("/sit").headers["Location"] == "/"
    assert one.get(first).headers["Location"] == "/sit"  # the same phone loads its page anew


def test_a_code_may_be_typed_in_small_letters(app: Flask) -> None:
    code = code_of(app).removeprefix("/join/")
    assert app.test_client().get(f"/join/{code[:4].lower()}-{code[4:]}").headers["Location"] == "/sit"


def test_a_page_fetched_in_advance_uses_no_code_up(app: Flask) -> None:
    code, client = code_of(app), app.test_client()
    client.head(code)
    client.get(code, headers={"Sec-Purpose": "prefetch;prerender"})
    assert client.get("/sit").headers["Location"] == "/" and code_of(app) == code


def test_a_page_of_watching_fetched_in_advance_leaves_a_seat_alone(app: Flask) -> None:
    ada = joined(app, "Ada")
    (link,) = re.findall(
        r'href="[^"]*(/watch/[^"]+)"', began(app).client.get("/seats").get_data(as_text=True)
    )
    ada.client.head(link)
    ada.client.get(link, headers={"Sec-Purpose": "prefetch;prerender"})
    assert ada.state()["seat"] == "Ada"
    ada.client.get(link)
    assert ada.state()["seat"] is None


def test_a_code_and_a_pass_grow_old_and_hold_for_one_game() -> None:
    now = [0.0]
    chairs = Codes(lambda: now[0])
    code = chairs.code(1)
    now[0] = CODE_LASTS_S - 1
    assert chairs.code(1) == code and chairs.enter(code, 2) is None
    now[0] = CODE_LASTS_S
    assert chairs.enter(code, 1) is None and chairs.code(1) != code
    word = chairs.enter(chairs.code(1), 1)
    assert word is not None and chairs.lets_in(word, 1) and not chairs.lets_in(word, 2)
    now[0] += PASS_LASTS_S
    assert not chairs.lets_in(word, 1)


def test_without_a_code_nobody_sits_down(app: Flask) -> None:
    stranger = phone(app)
    for code in ("x", "é", "A" * 200):
        assert stranger.client.get(f"/join/{code}").status_code == 410
    assert stranger.form("/sit", {"player": "Ada"}).status_code == 410
    assert stranger.state()["seat"] is None


# ---------------------------------------------------------------- the seat


def test_a_phone_chooses_its_seat_and_sees_its_own_part(app: Flask) -> None:
    ada = joined(app, "Ada")
    assert ada.state()["seat"] == "Ada" and "numéro secret 3" in page(ada)
    assert ada.client.get("/sit").headers["Location"] == "/"  # the pass has served


def test_a_taken_seat_cannot_be_chosen(app: Flask) -> None:
    joined(app, "Ada")
    other = let_in(app)
    shown = said(other.client.get("/sit"))
    assert re.search(r'value="Ada" disabled', shown) and not re.search(r'value="Bea" disabled', shown)
    refused = other.form("/sit", {"player": "Ada"})
    assert refused.status_code == 409 and "déjà pris cette place" in said(refused)
    assert other.state()["seat"] is None
    assert other.form("/sit", {"player": "Bea"}).status_code == 303 and other.state()["seat"] == "Bea"


def test_a_choice_of_nobody_is_asked_again(app: Flask) -> None:
    tablet = let_in(app)
    for player in ("", "Eve", "<script>"):
        again = tablet.form("/sit", {"player": player})
        assert again.status_code == 422 and "d’abord ton nom" in said(again)
    assert tablet.form("/sit", {"player": "Cyd"}).status_code == 303


def test_the_last_free_seat_is_proposed(app: Flask) -> None:
    joined(app, "Ada")
    joined(app, "Cyd")
    assert re.search(r'value="Bea" checked', said(let_in(app).client.get("/sit")))


def test_a_seat_given_back_is_free_again(app: Flask) -> None:
    ada = joined(app, "Ada")
    ada.form("/seat/leave", {})
    assert joined(app, "Ada").state()["seat"] == "Ada"


def test_the_tablet_tells_who_sits(app: Flask) -> None:
    before = said(app.test_client().get("/seats/fragment"))
    assert before.count("sur la tablette") == 3
    joined(app, "Bea")
    after = said(app.test_client().get("/seats/fragment"))
    assert after.count("sur la tablette") == 2 and after.count("à sa place") == 1
    assert "<html" not in after


# ---------------------------------------------------------------- taken back


def test_a_seat_taken_back_shows_nothing_private_and_says_so(app: Flask) -> None:
    ada = joined(app, "Ada")
    back(app, "Ada")
    shown = page(ada)
    assert ada.state()["seat"] is None and "private" not in ada.state()["view"]
    assert "numéro secret" not in shown and "La place de Ada a été reprise." in shown
    refused = ada.act({"by": "Ada", "do": "clap"})
    assert refused.status_code == 403 and refused.json["error"]["code"] == "watching"
    assert "La place de Ada a été reprise" in refused.json["error"]["message"]
    assert ada.state()["legal_actions"] == []


def test_a_phone_is_told_live_and_what_waited_to_be_sent_is_forgotten(app: Flask, table: Table) -> None:
    hub = app.extensions["companion"].hub
    with joined(app, "Ada").client.session_transaction() as session:
        ada = hub.open(Seat(1, "Ada"), comes=Comes(browser=session["browser"]))
    table.act({"by": "Ada", "do": "clap"})
    back(app, "Ada")
    table.act({"by": "Ada", "do": "clap"})
    assert ada.next(0) == SEATS
    with pytest.raises(EOFError):
        ada.next(0)


def test_a_seat_taken_back_stays_so_after_a_restart(app: Flask, table: Table, tmp_path: Path) -> None:
    ada = joined(app, "Ada")
    bea = joined(app, "Bea")
    back(app, "Ada")
    again = page_app(table, house_file=tmp_path / "house.json")
    for tablet, seat in ((ada, None), (bea, "Bea")):
        cookie = tablet.client.get_cookie("companion")
        client = again.test_client()
        client.set_cookie("companion", cookie.value)
        assert client.get("/api/v1/state").json["seat"] == seat
    assert "à sa place" in said(again.test_client().get("/seats/fragment"))


def test_a_seat_taken_back_stays_so_when_the_game_is_gone_on_with(app: Flask, table: Table) -> None:
    ada, tablet = joined(app, "Ada"), phone(app)
    back(app, "Ada")
    tablet.open("Ada", "Bea", game="whispers")
    table.go_on(1, expected_seq=table.seq)
    assert ada.state()["game"]["number"] == 1 and ada.state()["seat"] is None


def test_the_phone_sits_down_again_with_a_new_code(app: Flask) -> None:
    ada = joined(app, "Ada")
    back(app, "Ada")
    assert ada.client.get(code_of(app)).headers["Location"] == "/sit"
    assert ada.form("/sit", {"player": "Ada"}).status_code == 303
    assert ada.state()["seat"] == "Ada" and "numéro secret 3" in page(ada)


def test_a_seat_takes_no_other_seat_back(app: Flask) -> None:
    ada = joined(app, "Ada")
    joined(app, "Bea")
    assert ada.form("/seats/back", {"player": "Bea"}).status_code == 404
    assert phone(app).form("/seats/back", {"player": "Eve"}).status_code == 404


def test_a_disk_that_is_full_takes_a_seat_back_all_the_same(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = joined(app, "Ada")

    def full(*_: Any, **options: Any) -> None:
        raise OSError("full")

    monkeypatch.setattr("web.seats.house.write_whole", full)
    back(app, "Ada")
    assert ada.state()["seat"] is None


# ---------------------------------------------------------------- only watching

POSTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("actions", {"by": "Ada", "do": "clap"}),
    ("undo", {}),
    ("amend", {"target": 2, "arguments": {"numbers": {}}}),
    ("answers", {"question": 1, "choice": 0}),
    ("games", {"players": ["Eve", "Fay"]}),
)
FORMS = (
    *("/play/action", "/play/answer", "/play/undo", "/play/amend", "/play/face", "/play/new", "/play/go_on"),
    *("/seats/back", "/pin/set", "/pin/remove", "/stand/tap/go-on", "/games/add"),
)


@pytest.fixture(params=["came to watch", "chose to watch", "taken back"])
def watcher(app: Flask, request: pytest.FixtureRequest) -> Tablet:
    if request.param == "came to watch":
        tablet = Tablet(app.test_client())
        assert tablet.client.get(watch_link(app)).headers["Location"] == "/"
    elif request.param == "chose to watch":
        tablet = let_in(app)
        tablet.form("/sit", {"watch": "1"})
    else:
        tablet = joined(app, "Ada")
        back(app, "Ada")
    return tablet


def test_whoever_watches_sees_the_table_and_changes_nothing(app: Flask, watcher: Tablet) -> None:
    table = phone(app)
    before = table.state()
    for path, body in POSTS:
        refused = watcher.post(path, {**body, "expected_seq": before["seq"]})
        assert (refused.status_code, refused.json["error"]["code"]) == (403, "watching"), path
        assert refused.json["error"]["message"]
    for path in FORMS:
        refused = watcher.form(path, {"expected_seq": str(before["seq"])})
        assert refused.status_code in (403, 404), path
        if refused.status_code == 403:
            assert "egarde" in said(refused), path
    assert table.state() == before
    own = watcher.state()
    assert own["seat"] is None and own["legal_actions"] == []
    assert own["view"] == before["view"]


def test_a_page_of_watching_offers_nothing_and_says_why(app: Flask, watcher: Tablet) -> None:
    table = phone(app)
    table.act({"by": "Ada", "do": "clap"})
    for path in ("/", "/fragment", "/?panel=history", "/?panel=menu"):
        shown = page(watcher, path)
        assert 'id="watch-strip"' in shown and "/play/action" not in shown and "/play/undo" not in shown
        assert "/seat/" not in shown.replace("/seat/leave", "") and "entry=" not in shown
    for panel in ("new", "amend&entry=2", "other"):
        assert page(watcher, f"/?panel={panel}").count("<form") == page(watcher).count("<form")
    assert "/play/undo" in page(table)


def test_a_script_is_told_on_the_page_it_then_loads(watcher: Tablet) -> None:
    refused = watcher.form("/play/undo", {"expected_seq": "1"}, **{"X-Fragment": "1"})
    assert refused.status_code == 403
    assert 'class="flash"' in page(watcher)


def test_watching_ends_on_the_tablet(app: Flask) -> None:
    tablet = phone(app)
    tablet.client.get(watch_link(app))
    assert tablet.form("/watch/leave", {}).status_code == 303
    assert tablet.act({"by": "Ada", "do": "clap"}).status_code == 200


def test_a_forged_link_shows_nobody_in(app: Flask) -> None:
    for token in ("x", "é", "A" * 24):
        assert app.test_client().get(f"/watch/{token}").status_code == 404

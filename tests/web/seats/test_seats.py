"""Seats: a browser on which a player's page was opened is that player's, and sees and does no more than that."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.journal import Journal
from companion.table import Table
from tests.companion.test_showing import SAYING, table_with
from tests.fakes import fake_games
from tests.page_app import page_app
from tests.web.conftest import ORIGIN, Tablet
from web.bodies import StateWithToken


@pytest.fixture(autouse=True)
def whispers() -> Iterator[None]:
    with fake_games():
        yield


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return table_with(tmp_path, {"Ada": 3, "Bea": 5, "Cyd": 7})


@pytest.fixture
def app(table: Table) -> Flask:
    made = page_app(table, address="http://192.168.1.7:8080/")
    made.testing = True
    return made


def phone(app: Flask, player: str | None = None) -> Tablet:
    """A browser of its own; for a player it sits down first, by the button in the table's menu."""
    tablet = Tablet(app.test_client())
    if player is not None:
        taken = tablet.form("/seats/here", {"player": player})
        assert (taken.status_code, taken.headers["Location"]) == (303, "/")
    return tablet


def page(tablet: Tablet, path: str = "/") -> str:
    return html.unescape(tablet.client.get(path).get_data(as_text=True))


def test_the_menu_opens_every_free_seat_and_a_page_shows_one_code(app: Flask) -> None:
    tablet = phone(app)
    offered = r'name="player" value="(\w+)"( disabled)?'
    assert re.findall(offered, page(tablet, "/?panel=menu")) == [("Ada", ""), ("Bea", ""), ("Cyd", "")]
    phone(app, "Bea")
    assert ("Bea", " disabled") in re.findall(offered, page(tablet, "/?panel=menu"))
    shown = app.test_client().get("/seats").get_data(as_text=True)
    assert shown.count('class="code"') == 2
    assert "/seat/" not in shown
    assert "style=" not in shown and "<style" not in shown
    assert re.search(r"<script(?![^>]*\ssrc=)", shown) is None


def test_a_code_names_an_address_that_phones_can_reach(app: Flask) -> None:
    from web.seats.viewer import join_address, watch_address

    with app.test_request_context(base_url="http://localhost:8080"):
        assert str(join_address()).startswith("http://192.168.1.7:8080/join/")
        assert str(watch_address()).startswith("http://192.168.1.7:8080/watch/")
    with app.test_request_context(base_url="http://192.168.1.9:8080"):
        assert str(join_address()).startswith("http://192.168.1.9:8080/join/")


def test_a_seat_sees_its_own_part_and_the_table_none(app: Flask) -> None:
    ada, table = phone(app, "Ada"), phone(app)
    StateWithToken.model_validate(ada.state())
    assert ada.state()["seat"] == "Ada" and table.state()["seat"] is None
    assert ada.state()["view"]["private"] == {"Ada": {"number": 3}}
    assert "private" not in table.state()["view"]
    assert "numéro secret 3" in page(ada) and "Tu es Ada." in page(ada)
    assert "numéro secret" not in page(table)
    assert "Ton nombre est 3." in page(ada) and "Ton nombre est" not in page(table)


def test_a_seat_acts_for_itself_and_for_the_table_only(app: Flask) -> None:
    ada = phone(app, "Ada")
    before = ada.seq
    refused = ada.act({"by": "Bea", "do": "clap"})
    assert refused.status_code == 422
    assert refused.json["error"]["code"] == "not_your_seat"
    assert refused.json["error"]["message"] == "Ce téléphone joue pour Ada seulement."
    assert ada.seq == before
    assert ada.act({"by": "Ada", "do": "clap"}).status_code == 200
    assert ada.act({"by": "table", "do": "deal", "numbers": {}}).json["error"]["code"] == "wrong_phase"
    assert phone(app).act({"by": "Bea", "do": "clap"}).status_code == 200


def test_forms_of_others_are_refused_too(app: Flask) -> None:
    ada = phone(app, "Ada")
    assert "Bea applaudit" not in page(ada)
    fields = {"action": json.dumps({"by": "Bea", "do": "clap"}), "expected_seq": str(ada.seq)}
    assert ada.form("/play/action", fields, **{"X-Fragment": "1"}).status_code == 422
    assert ada.state()["view"]["claps"] == 0


def test_a_seat_corrects_its_own_moves_and_the_tables(app: Flask) -> None:
    bea, ada = phone(app, "Bea"), phone(app, "Ada")
    assert ada.act({"by": "Ada", **SAYING}).status_code == 200
    said = ada.seq
    body = {"target": said, "arguments": {"bid": 500}}
    assert bea.post("amend", {**body, "expected_seq": said}).json["error"]["code"] == "not_your_seat"
    assert f"entry={said}" not in page(bea, "/?panel=history")
    assert f"entry={said}" in page(ada, "/?panel=history")
    assert ada.post("amend", {**body, "expected_seq": said}).json["view"]["bids"] == {"Ada": 500}


WRONG = {"by": "Ada", "do": "peek", "number": 4}
REASON = ("not_your_number", {"expected": 3, "seen": 4})
ELSEWHERE = "Ce n’est pas possible. La raison est secrète : essaie sur la page du joueur, elle la dit."


def test_without_private_pages_the_table_learns_the_reason_of_a_refusal(table: Table, app: Flask) -> None:
    sender, watching = phone(app), app.extensions["companion"].hub.open()
    before = first_message(phone(app))
    refused = sender.act(WRONG)
    assert (refused.json["error"]["code"], refused.json["error"]["details"]) == REASON
    assert refused.json["state"]["refusal"] is None and "not_your_number" not in str(refused.json["state"])
    sent = {"action": json.dumps(WRONG), "expected_seq": str(sender.seq), "token": sender.token}
    assert "Ton nombre est 3, pas 4." in html.unescape(
        sender.form("/play/action", sent, **{"X-Fragment": "1"}).get_data(as_text=True)
    )
    assert first_message(phone(app)) == before
    watching.next(0)
    assert watching.next(0) is None and table.private_pages() == frozenset()


def test_the_reason_of_a_refusal_reaches_its_seat_only(table: Table, app: Flask) -> None:
    ada, bea = phone(app, "Ada"), phone(app, "Bea")
    own = ada.act(WRONG).json["error"]
    assert (own["code"], own["details"]) == REASON
    others = phone(app).act(WRONG).json["error"]
    assert others == {"code": "not_possible", "details": {}, "message": ELSEWHERE}
    assert bea.act(WRONG).json["error"]["code"] == "not_your_seat"
    assert ada.form("/seat/leave", {}).status_code == 303
    assert ada.act(WRONG).json["error"]["code"] == "not_possible"


def test_one_private_page_of_anybody_ends_what_the_table_learns(app: Flask) -> None:
    phone(app, "Cyd")
    assert phone(app).act(WRONG).json["error"]["code"] == "not_possible"
    assert phone(app, "Ada").act(WRONG).json["error"]["code"] == "not_your_number"


def test_an_opened_page_is_noted_once_and_for_good(table: Table, app: Flask, tmp_path: Path) -> None:
    before = table.seq
    for _ in range(3):
        phone(app, "Ada").form("/seat/leave", {})
    assert table.seq == before + 1
    phone(app, "Bea")
    table.undo()
    assert table.private_pages() == {"Ada", "Bea"}
    again = Table(Journal(tmp_path / "journal.sqlite"))
    assert again.private_pages() == {"Ada", "Bea"}
    restarted = page_app(again)
    dealt = {"by": "table", "do": "deal", "numbers": {"Ada": 3, "Bea": 5, "Cyd": 7}}
    assert phone(restarted).act(dealt).status_code == 200
    assert phone(restarted).act(WRONG).json["error"]["code"] == "not_possible"
    assert phone(restarted).open("Ada", "Bea", game="whispers").status_code == 200
    assert again.private_pages() == frozenset()


def test_an_opened_page_disturbs_nobody(table: Table, app: Flask) -> None:
    tablet, hub = phone(app), app.extensions["companion"].hub
    tablet.act({"by": "Ada", "do": "clap"})
    before = tablet.state()
    viewer = hub.open()
    viewer.next(0)
    phone(app, "Bea")
    news = viewer.next(0)
    assert news.quiet and news.seq == before["seq"] + 1 and hub.missed_events(viewer, before["seq"]) == []
    after = tablet.state()
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"seq", "history"}
    late = {"by": "Bea", "do": "clap", "expected_seq": before["seq"]}
    assert tablet.post("actions", late).status_code == 200
    assert tablet.post("actions", late).status_code == 409
    assert tablet.post("undo", {"expected_seq": tablet.seq}).json["view"]["claps"] == 1


def test_a_disk_that_is_full_leaves_the_seat_empty(
    table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.journal import JournalError

    def full(*_: Any) -> None:
        raise JournalError("full")

    monkeypatch.setattr(table, "open_private_page", full)
    ada = phone(app, "Ada")
    assert ada.state()["seat"] is None


def test_a_stale_tap_answers_with_the_seats_own_state(app: Flask) -> None:
    late = phone(app, "Cyd").post("actions", {"by": "Cyd", "do": "clap", "expected_seq": 1})
    assert late.status_code == 409
    assert late.json["state"]["view"]["private"] == {"Cyd": {"number": 7}}


def test_the_seat_comes_from_the_cookie_never_from_the_body(app: Flask) -> None:
    table = phone(app)
    wrapped = {"action": {"by": "Ada", "do": "clap"}, "expected_seq": table.seq, "seat": "Ada"}
    assert table.post("actions", wrapped).status_code == 400
    assert table.client.get("/api/v1/state?seat=Ada").json["seat"] is None
    assert table.client.get("/api/v1/state", headers={"X-Seat": "Ada"}).json["seat"] is None


def test_a_forged_cookie_is_nobodys(app: Flask, tmp_path: Path) -> None:
    client = app.test_client()
    name = app.config["SESSION_COOKIE_NAME"]
    client.set_cookie(name, "eyJzZWF0Ijp7ImdhbWUiOjEsInBsYXllciI6IkFkYSJ9fQ.aaaa.bbbb")
    assert client.get("/api/v1/state").json["seat"] is None
    (tmp_path / "other").mkdir()
    elsewhere = page_app(table_with(tmp_path / "other", {"Ada": 1, "Bea": 2}), secret_key="another")
    foreign = elsewhere.test_client()
    seated = phone(app, "Ada").client.get_cookie(name)
    assert seated is not None
    for one in (name, "companion", elsewhere.config["SESSION_COOKIE_NAME"]):
        foreign.set_cookie(one, seated.value)
    assert foreign.get("/api/v1/state").json["seat"] is None


def test_a_seat_is_given_back(app: Flask) -> None:
    ada = phone(app, "Ada")
    assert "/seat/leave" in page(ada, "/?panel=menu") and "/seats/here" not in page(ada, "/?panel=menu")
    assert ada.client.get("/seats").headers["Location"] == "/"
    assert ada.client.post("/seat/leave", headers={"Origin": ORIGIN}).status_code == 403
    assert ada.form("/seat/leave", {}).status_code == 303
    assert ada.state()["seat"] is None and "private" not in ada.state()["view"]


def test_a_seat_of_another_game_no_longer_counts(app: Flask) -> None:
    ada, table = phone(app, "Ada"), phone(app)
    assert table.open("Ada", "Bea", game="whispers").status_code == 200
    assert ada.state()["seat"] is None
    assert table.act({"by": "table", "do": "deal", "numbers": {"Ada": 1, "Bea": 2}}).status_code == 200
    assert "private" not in ada.state()["view"]
    assert ada.act({"by": "Bea", "do": "clap"}).status_code == 200


def test_without_a_game_there_are_no_seats(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    app = page_app(Table(Journal(tmp_path / "empty" / "journal.sqlite")))
    assert app.test_client().get("/seats").headers["Location"] == "/"
    assert phone(app).form("/seats/here", {"player": "Ada"}).status_code == 404
    assert "/seats/here" not in page(phone(app), "/?panel=menu")


def test_state_is_not_shared_between_seats_by_its_tag(app: Flask) -> None:
    tags = {phone(app, name).client.get("/api/v1/state").headers["ETag"] for name in ("Ada", "Bea")}
    assert len(tags) == 2


# ---------------------------------------------------------------- nothing leaks


def first_message(browser: Tablet) -> str:
    """The event stream up to the end of its first snapshot, but for the moment at which it was published."""
    response = browser.client.get("/api/v1/events", buffered=False)
    text = ""
    for part in response.response:
        text += part.decode() if isinstance(part, bytes) else part
        if "event: snapshot" in text:
            break
    response.close()
    return re.sub(r',"sent_ms":\d+', "", text)


SERVED = (
    *("/", "/fragment", "/?panel=history", "/?panel=amend&entry=2", "/fragment/eyes"),
    *("/?panel=where", "/api/v1/differences"),
)


def everything(browser: Tablet) -> dict[str, str]:
    """All that a browser is served of the table, without what is drawn by chance for it."""
    state = browser.state()
    state.pop("token")
    served = {"state": json.dumps(state), "events": first_message(browser)}
    for path in SERVED:
        served[path] = browser.client.get(path).get_data(as_text=True).replace(browser.token, "TOKEN")
    run = browser.client.application.extensions["companion"].hub.news.run
    return {part: text.replace(run, "RUN") for part, text in served.items()}


PEEK = {"by": "Ada", "do": "peek"}
Steps = list[Callable[[Table, int, int], Any]]
STEPS: Steps = [
    lambda table, ada, cyd: None,
    lambda table, ada, cyd: table.act({**PEEK, "number": ada}),
    lambda table, ada, cyd: table.undo(),
    lambda table, ada, cyd: table.act({**PEEK, "number": ada}),
    lambda table, ada, cyd: table.amend(2, {"numbers": {"Ada": cyd, "Bea": 5, "Cyd": ada}}),
]


@pytest.mark.parametrize("seat", [None, "Bea"])
def test_tables_that_differ_in_hidden_facts_are_served_alike(tmp_path: Path, seat: str | None) -> None:
    tables = [
        table_with(tmp_path / str(ada), {"Ada": ada, "Bea": 5, "Cyd": cyd}) for ada, cyd in ((3, 7), (8, 1))
    ]
    apps = [page_app(table) for table in tables]
    browsers = [phone(app, seat) for app in apps]
    for app in apps:
        phone(app, "Cyd")
    for step in STEPS:
        step(tables[0], 3, 7)
        step(tables[1], 8, 1)
        first, second = (everything(browser) for browser in browsers)
        assert first == second
        refused = [browser.act({**PEEK, "number": 9}) for browser in browsers]
        assert refused[0].json == refused[1].json
    assert browsers[0].state()["question"]["code"] == "no_longer_possible"


def test_the_stream_of_a_seat_is_its_own(app: Flask) -> None:
    assert '"private":{"Ada":{"number":3}}' in first_message(phone(app, "Ada"))
    assert '"private"' not in first_message(phone(app))
    hub = app.extensions["companion"].hub
    assert hub.watching == 0


def test_what_is_said_aloud_of_a_secret_is_said_to_its_seat_only(table: Table, app: Flask) -> None:
    from web.live.stream import said_aloud
    from web.seats.seat import Seat

    hub = app.extensions["companion"].hub
    viewers = {name: hub.open(Seat(1, name) if name else None) for name in ("Ada", "Bea", None)}
    seats_of_another_game = hub.open(Seat(2, "Ada"))
    table.act({"by": "Ada", "do": "peek", "number": 3})
    said = {}
    for name, viewer in (*viewers.items(), ("late", seats_of_another_game)):
        viewer.next(0)
        snapshot = viewer.next(0)
        said[name] = said_aloud(snapshot, snapshot.as_json()["events"], "fr")
        assert hub.missed_events(viewer, 2) == snapshot.as_json()["events"]
    assert said == {"Ada": ["Ton nombre est 3."], "Bea": [], None: [], "late": []}

"""The pages that look back, without a script: the shelf, the list, the league, a game move by move, files."""

from __future__ import annotations

import gzip
import html
import io
import re
import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.journal import Journal
from companion.kept.shelf import Shelf
from companion.table import Table
from tests.companion.kept.family import play
from tests.page_app import page_app
from tests.web.conftest import ORIGIN, Tablet
from tests.web.seats.test_seats import page, phone
from tests.web.seats.test_secrets import GAMES, two_tables
from web.services import kept_games

SHORT = {"stable": "single", "end_when": "first"}


def words(shown: str) -> str:
    """What a page says, without its tags and drawings."""
    body = re.sub(r"<svg.*?</svg>", " ", shown.split("<body", 1)[-1], flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


@pytest.fixture
def race_won(table: Table) -> int:
    return play(table, "poker_dice_race", "Ada", "Bea", seed=1, options=SHORT)


# ---------------------------------------------------------------- the shelf


def test_the_shelf_has_every_box_and_invites_before_the_first_game(tablet: Tablet) -> None:
    shown = page(tablet, "/home")
    for title in ("Super-Crack", "Dadamax", "Racko", "Crapette", "Change Horses"):
        assert f"<b>{title}</b>" in shown
    assert "Touche une boîte" in words(shown) and 'id="resume"' not in shown


def test_a_box_leads_to_a_new_game_with_the_players_who_are_ticked(table: Table, tablet: Tablet) -> None:
    play(table, "racko", "Ada", "Bea", "Cyd", most=3)
    shown = page(tablet, "/home")
    ticked = re.findall(r'name="name" value="(\w+)"[^>]* checked', shown)
    assert sorted(ticked) == ["Ada", "Bea", "Cyd"]
    asked = tablet.client.get("/?panel=new&game=crapette&name=Cyd&name=Ada").get_data(as_text=True)
    assert re.findall(r'name="player"[^>]* value="(\w*)"', asked) == ["Cyd", "Ada"]


def test_the_game_in_play_is_resumed_and_a_finished_one_looked_back_at(table: Table, tablet: Tablet) -> None:
    play(table, "racko", "Ada", "Bea", most=3)
    assert re.search(r'<a class="btn go" id="resume" href="/"', page(tablet, "/home"))
    number = play(table, "poker_dice_race", "Ada", "Bea", seed=1, options=SHORT)
    shown = page(tablet, "/home")
    assert '<button class="btn go" id="resume" form="go-on" name="number" value="1"' in shown
    gone_on = tablet.form("/play/go_on", {"number": "1", "expected_seq": str(tablet.seq)})
    assert gone_on.status_code == 303 and table.number == 1 != number


@pytest.mark.parametrize("chosen", ["language-en", "theme-soir"])
def test_what_is_chosen_on_the_shelf_during_a_game_stays_on_the_shelf(tablet: Tablet, chosen: str) -> None:
    tablet.open("Ada", "Bea")
    shown = page(tablet, "/home?panel=menu&name=Ada&name=Mamie+Jo")
    form = next(one for one in re.findall(r"<form.*?</form>", shown, re.DOTALL) if f'id="{chosen}"' in one)
    named = re.search(r'name="back" value="([^"]+)"', form)
    assert named
    back = html.unescape(named[1])
    answer = tablet.form("/preferences", {chosen.partition("-")[0]: chosen.partition("-")[2], "back": back})
    assert answer.headers["Location"] == "/home?name=Ada&name=Mamie+Jo"
    assert 'name="back"' not in page(tablet, "/?panel=menu")


@pytest.mark.parametrize(
    "back", ["//elsewhere.example/home", "https://elsewhere.example", "/homeless", "home", ""]
)
def test_a_choice_leads_nowhere_but_to_the_shelf_and_the_table(tablet: Tablet, back: str) -> None:
    assert tablet.form("/preferences", {"theme": "soir", "back": back}).headers["Location"] == "/"


def test_the_menu_of_the_table_leads_to_the_shelf(tablet: Tablet) -> None:
    assert 'id="open-home" href="/home"' in page(tablet, "/?panel=menu")


# ---------------------------------------------------------------- the list and the league


def test_the_list_says_who_played_what_and_who_won(table: Table, tablet: Tablet, race_won: int) -> None:
    play(table, "racko", "Ada", "Cyd", most=3)
    shown = page(tablet, "/games")
    said = words(shown)
    winner = table.moves(race_won)[-1].action["by"]
    assert "gagnée par " + winner in said and "pas finie" in said
    assert shown.index('id="game-2"') < shown.index('id="game-1"')
    assert "2 parties depuis" in said


def test_the_list_comes_in_pages_and_by_game(table: Table, tablet: Tablet) -> None:
    for turn in range(7):
        play(table, ("racko", "poker_dice_race")[turn % 2], "Ada", "Bea", most=2)
    first, second = page(tablet, "/games"), page(tablet, "/games?page=2")
    assert re.findall(r'id="game-(\d)"', first) == ["7", "6", "5", "4", "3"]
    assert re.findall(r'id="game-(\d)"', second) == ["2", "1"]
    assert re.findall(r'id="game-(\d)"', page(tablet, "/games?game=poker_dice_race")) == ["6", "4", "2"]
    assert re.findall(r'id="game-(\d)"', page(tablet, "/games?page=99&game=nonsense")) == ["2", "1"]


def test_the_league_counts_and_tells_the_luck_of_the_dice(tablet: Tablet, race_won: int) -> None:
    said = words(page(tablet, "/league"))
    assert "La chance aux dés" in said and "1 partie finie compte." in said
    assert re.search(r"Ada \d+ \d+ [+\u2212]\d+,\d ± \d+,\d", said)


def test_a_list_of_two_hundred_games_opens_at_once(tmp_path: Path) -> None:
    """Warm, the best of five: a list is to open within 0.3 s."""
    journal = Journal(tmp_path / "journal.sqlite")
    header = {"game": "poker_dice_race", "players": ["Ada", "Bea"], "options": {}, "setup": {}}
    moves = [{"by": "table", "do": "first_player", "player": "Ada"}]
    moves += [
        {"by": player, "do": "roll", "dice": ["9", "A"], "horse": horse}
        for player, horse in (("Ada", 1), ("Bea", 3)) * 10
    ]
    with journal.together():
        for _ in range(200):
            journal.append("opened", header, new_game=True)
            for move in moves:
                journal.append("action", {"action": move})
    app = page_app(Table(journal))
    kept_games(app).look_at_all(pause_s=0)
    client = app.test_client()
    times = []
    for _ in range(5):
        began = time.perf_counter()
        shown = client.get("/games").get_data(as_text=True)
        times.append(time.perf_counter() - began)
    assert "200 parties depuis" in words(shown) and min(times) < 0.3


def test_nothing_played_is_said_plainly(tablet: Tablet) -> None:
    assert "Aucune partie n’a encore été jouée." in words(page(tablet, "/games"))
    assert "Personne n’a encore gagné." in words(page(tablet, "/league"))
    assert tablet.client.get("/games/1").status_code == 404
    assert tablet.client.get("/games/nonsense").status_code == 404


# ---------------------------------------------------------------- one game


def test_a_game_is_looked_through_by_links_alone(tablet: Tablet, race_won: int) -> None:
    shown = page(tablet, f"/games/{race_won}?at=1")
    assert 'data-at="1"' in shown and re.search(r'id="before"[^>]*href="/games/1\?at=0"', shown)
    after = re.search(r'id="after"[^>]*href="([^"]+)"', shown)
    assert after is not None and 'data-at="2"' in page(tablet, after[1])
    assert '<form method="get" action="/games/1"' in shown and 'type="range" name="at"' in shown
    begin, end = page(tablet, "/games/1?at=0"), page(tablet, "/games/1")
    assert "La partie commence" in words(begin) and 'id="before"' not in begin
    assert "gagne !" in words(end).replace("\u00a0", " ") and 'id="after"' not in end


def test_the_chart_has_its_numbers_as_a_table(tablet: Tablet, race_won: int) -> None:
    chart = page(tablet, f"/games/{race_won}?at=3")
    assert 'class="chart"' in chart and "Cases parcourues: Ada" in chart
    numbers = page(tablet, f"/games/{race_won}?at=3&show=numbers")
    assert '<table class="numbers">' in numbers and 'class="chart"' not in numbers
    assert re.search(r'href="/games/1\?at=3&show=numbers" aria-current="true"', numbers)


@pytest.mark.parametrize("game", ["racko", "change_horses", "super_crack", "crapette"])
def test_every_game_is_looked_back_at(table: Table, tablet: Tablet, game: str) -> None:
    players = ("Ada", "Bea") if game == "crapette" else ("Ada", "Bea", "Cyd")
    number = play(table, game, *players, seed=4, most=40, as_record=True)
    for at in (0, 20, 40):
        answer = tablet.client.get(f"/games/{number}?at={at}")
        assert answer.status_code == 200
        shown = answer.get_data(as_text=True)
        assert "style=" not in shown and "<script>" not in shown and "None" not in words(shown)


def test_a_fault_is_marked_and_the_next_one_leads_on(table: Table, tablet: Tablet) -> None:
    number = play(table, "crapette", "Ada", "Bea", seed=5, most=50, kind="careless")
    replayed = Shelf(table).replayed(number)
    assert replayed is not None
    first = replayed.faulty[0]
    start = page(tablet, f"/games/{number}?at=0")
    assert f'id="fault" data-move href="/games/{number}?at={first}"' in start and 'class="fault-mark' in start
    assert 'class="wrong"' in page(tablet, f"/games/{number}?at={first}")


def test_a_script_gets_only_what_changes(tablet: Tablet, race_won: int) -> None:
    answer = tablet.client.get(f"/games/{race_won}?at=2", headers={"X-Fragment": "1"})
    shown = answer.get_data(as_text=True)
    assert "<html" not in shown and 'id="board" data-part' in shown


def test_a_page_is_light(table: Table, tablet: Tablet, race_won: int) -> None:
    """With its style sheets and scripts, without the font, compressed: at most 150 kB."""
    play(table, "crapette", "Ada", "Bea", seed=5, most=50, kind="careless")
    for path in ("/home", "/games", "/league", "/games/1?at=30", "/games/2?at=50"):
        shown = page(tablet, path)
        assets = re.findall(r'(?:href|src)="(/static/[^"]+)"', shown)
        assert len(assets) >= 4
        bodies = [shown.encode(), *(tablet.client.get(asset).data for asset in assets)]
        assert sum(len(gzip.compress(body)) for body in bodies) < 150_000, path


# ---------------------------------------------------------------- files


def test_a_finished_game_is_kept_as_a_file_and_comes_in_again(
    app: Flask, tablet: Tablet, race_won: int, tmp_path: Path
) -> None:
    file = tablet.client.get(f"/games/{race_won}/record")
    assert file.headers["Content-Disposition"] == 'attachment; filename="companion-1.jsonl"'
    added = send(tablet, file.data)
    assert (added.status_code, added.headers["Location"]) == (303, "/games/2")
    assert "venue d’un fichier" in words(page(tablet, "/games"))


def test_a_file_that_is_no_game_is_refused_in_words(tablet: Tablet) -> None:
    for data in (b"", b"\xff\xfe", b"holiday photographs", b'{"record": 1}'):
        refused = send(tablet, data)
        assert refused.status_code == 422
        assert "Ce fichier n’est pas une partie" in html.unescape(refused.get_data(as_text=True))
    assert tablet.seq == 0


def test_a_file_needs_the_token_of_the_page(tablet: Tablet) -> None:
    answer = tablet.client.post("/games/add", data={"record": (io.BytesIO(b"{}"), "x.jsonl")})
    assert answer.status_code == 403


def send(tablet: Tablet, data: bytes) -> Any:
    fields = {"token": tablet.token, "record": (io.BytesIO(data), "game.jsonl")}
    return tablet.client.post(
        "/games/add", data=fields, headers={"Origin": ORIGIN}, content_type="multipart/form-data"
    )


# ---------------------------------------------------------------- secrets


@pytest.mark.parametrize("game", GAMES)
def test_looking_back_tells_no_secret_of_a_game_in_play(tmp_path: Path, game: str) -> None:
    """Two tables that differ only in what is hidden look alike at every moment, to the table and to other seats."""
    actions, *_ = GAMES[game]
    tables = two_tables(tmp_path, game)
    apps = [page_app(table) for table in tables]
    viewers = [[phone(app), phone(app, "Bea"), phone(app, "Ada")] for app in apps]
    for table, secret in zip(tables, (0, 1), strict=True):
        for action in actions(secret):
            table.act(action)
    last = len(actions(0))
    paths = [f"/games/1?at={at}" for at in range(last + 1)] + ["/home", "/games", "/league"]
    paths += [f"/api/v1/games/1?at={at}" for at in range(last + 1)] + [
        "/api/v1/games",
        "/api/v1/games/1/record",
    ]
    for path in (*paths, f"/games/1?at={last}&show=numbers"):
        for one, other in zip(*viewers, strict=True):
            shown = [untimed(viewer.client.get(path).get_data(as_text=True)) for viewer in (one, other)]
            assert shown[0] == shown[1], path
    assert viewers[0][0].client.get("/games/1/record").status_code == 404


def untimed(shown: str) -> str:
    """Without what differs between two browsers and two clocks."""
    without_token = re.sub(r'(name="(?:csrf-)?token" (?:content|value)=")[^"]*', r"\1", shown)
    return re.sub(r'"(began|ended|played)_ms":\d+', "", without_token)


def test_the_menu_of_a_game_that_waits_for_names_leaves_it_there(tablet: Tablet) -> None:
    assert 'id="menu" href="/?panel=menu&game=crapette"' in page(tablet, "/?game=crapette")
    menu = page(tablet, "/?panel=menu&game=crapette")
    assert 'data-game="crapette"' in menu and 'id="close" href="/?game=crapette"' in menu

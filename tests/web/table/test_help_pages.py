"""The rules as help, and what teaches at the table, without a script: what is said, to whom, and the way back."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from flask import Flask

from companion.games import all_games
from companion.journal import Journal
from companion.languages import LANGUAGES
from companion.table import Table
from companion.teaching import chapters, rule_of
from tests.fake_family import FakeFamily
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.kept.test_kept_pages import words
from tests.web.seats.test_seats import page, phone
from web.table.teaching import way_back

CRAPETTE = {
    "turn": "Léo",
    "foundations": {"F1": "4S"},
    "cases": {"T1": ["QD", "JS"], "T2": ["9C"]},
    "reserves": {"Léo": ["9H", "5S"], "Jo": ["5H", "KD"]},
    "stocks": {"Léo": 20, "Jo": 22},
}

CODE = re.compile(r"\b[A-Z]{2}-\d+")
"""A rule's code in the rule book: CR-40."""


@pytest.fixture
def family() -> FakeFamily:
    return FakeFamily()


@pytest.fixture
def app(table: Table, family: FakeFamily) -> Flask:
    made = page_app(table, family=family)
    made.testing = True
    return made


@pytest.fixture
def crapette(table: Table) -> Table:
    table.open_game("crapette", ["Jo", "Léo"], setup=CRAPETTE)
    return table


def ways(shown: str) -> list[str]:
    return [html.unescape(way) for way in re.findall(r'class="rule-way"[^>]* href="([^"]+)"', shown)]


# ---------------------------------------------------------------- the rules


@pytest.mark.parametrize("game", [game.id for game in all_games()])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_game_are_told_under_their_numbers(app: Flask, game: str, language: str) -> None:
    tablet = Tablet(app.test_client())
    tablet.form("/preferences", {"language": language})
    shown = page(tablet, f"/rules/{game}")
    said = words(shown)
    for chapter in chapters(game, language):
        assert chapter.title in html.unescape(shown)
        for rule in chapter.rules:
            assert " ".join(rule.text.split()) in said
            assert all(f'id="{key}"' in shown for key in rule.keys)


@pytest.mark.parametrize("game", [game.id for game in all_games()])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_list_of_rules_on_the_page_is_numbered_with_gaps(app: Flask, game: str, language: str) -> None:
    """The codes of a rule book leave room between its chapters: nobody who plays reads them."""
    tablet = Tablet(app.test_client())
    tablet.form("/preferences", {"language": language})
    shown = page(tablet, f"/rules/{game}")
    numbered = [rule for chapter in chapters(game, language) for rule in chapter.rules if rule.is_numbered]
    numbers = re.findall(r'<p class="number"><span class="vh">[^<]+</span>(\S+)</p>', shown)
    assert numbers == [str(number) for number in range(1, len(numbered) + 1)]
    for told in (shown, page(tablet, f"/?panel=new&game={game}")):
        assert game in told and CODE.findall(words(told)) == []


def test_a_fault_is_told_without_the_code_of_its_rule(crapette: Table, tablet: Tablet) -> None:
    crapette.act({"by": "Léo", "do": "draw", "card": "7H"})
    for shown in (page(tablet, "/"), page(tablet, "/?panel=history")):
        assert any("CR-40" in way for way in ways(shown)) and CODE.findall(words(shown)) == []


def test_a_game_without_rules_has_no_page(tablet: Tablet) -> None:
    assert tablet.client.get("/rules/chess").status_code == 404


def test_the_menu_leads_to_the_rules_of_the_game_in_play(crapette: Table, tablet: Tablet) -> None:
    assert 'id="open-rules" href="/rules/crapette"' in page(tablet, "/?panel=menu")
    assert tablet.client.get("/rules").headers["Location"] == "/rules/crapette"


def test_the_way_back_leads_to_the_table_as_it_was(tablet: Tablet) -> None:
    shown = page(tablet, "/rules/racko?from=/?panel%3Dhistory")
    assert re.search(r'id="back" href="/\?panel=history"', shown)
    assert 'href="/rules/crapette?from=/?panel%3Dhistory"' in shown


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://elsewhere.example/",
        "//elsewhere.example",
        "/\\elsewhere",
        "javascript:alert(1)",
        "/?\n",
        "/stand",
        None,
    ],
)
def test_no_rule_leads_back_to_somewhere_else(elsewhere: str | None) -> None:
    assert way_back(elsewhere) == "/"


def test_a_rule_opened_from_a_kept_game_leads_back_to_its_moment() -> None:
    assert way_back("/games/12?at=7") == "/games/12?at=7"


# ---------------------------------------------------------------- refusals and faults


def test_a_refusal_opens_its_rule(app: Flask) -> None:
    tablet = Tablet(app.test_client())
    tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada")
    fields = {"action": '{"by": "Ada", "do": "stop"}', "expected_seq": str(tablet.seq)}
    shown = tablet.form("/play/action", fields, **{"X-Fragment": "1"}).get_data(as_text=True)
    assert "flash" in shown
    assert ways(shown) == ["/rules/poker_dice_race#" + str(rule_of("poker_dice_race", "nothing_to_bank"))]


def test_a_secret_refusal_opens_no_rule_for_others(tmp_path: Path) -> None:
    """The table learns only that it was refused: a rule would tell why."""
    table = Table(Journal(tmp_path / "secret.sqlite"))
    setup = {
        "phase": "handicap",
        "horses": {str(number): {"owner": "Ada"} for number in (1, 2, 3)},
        "hands": {"Ada": ["back_own_2", None, None, None], "Bea": [None] * 4},
    }
    table.open_game("super_crack", ["Ada", "Bea"], setup=setup)
    app = page_app(table, family=FakeFamily())
    app.testing = True
    hers = phone(app, "Ada")
    done = '{"by": "Ada", "do": "handicap_done"}'
    for browser, expected in ((Tablet(app.test_client()), []), (hers, ["/rules/super_crack#SC-18"])):
        fields = {"action": done, "expected_seq": str(browser.seq)}
        shown = browser.form("/play/action", fields, **{"X-Fragment": "1"}).get_data(as_text=True)
        assert "flash" in shown and ways(shown) == expected


def test_a_fault_opens_its_rule_and_keeps_what_was_unfolded(crapette: Table, tablet: Tablet) -> None:
    crapette.act({"by": "Léo", "do": "draw", "card": "7H"})
    assert "/rules/crapette#CR-40" in ways(page(tablet, "/"))
    assert "/rules/crapette?from=/?panel%3Dhistory#CR-40" in ways(page(tablet, "/?panel=history"))
    assert ways(page(tablet, "/fragment?panel=history")) == ways(page(tablet, "/?panel=history"))


# ---------------------------------------------------------------- hints by player


def test_a_child_is_shown_the_duty_that_binds_a_guest_has_to_ask(
    crapette: Table, tablet: Tablet, family: FakeFamily
) -> None:
    assert 'id="show-hint"' in page(tablet, "/")
    family.levels["Léo"] = "child"
    assert 'id="hide-hint"' in page(tablet, "/") and "À jouer d’abord" in page(tablet, "/")
    assert 'id="show-hint"' in page(tablet, "/?hint=no")
    family.levels["Léo"] = "expert"
    assert 'id="show-hint"' in page(tablet, "/")


def test_a_child_is_told_what_can_be_done(app: Flask, family: FakeFamily) -> None:
    tablet = Tablet(app.test_client())
    tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada")
    tablet.roll("Ada", "K", "9")
    assert 'id="may-do"' not in page(tablet, "/")
    family.levels["Ada"] = "child"
    shown = page(tablet, "/")
    assert 'data-level="child"' in shown
    assert "Tu peux" in words(shown[shown.index('id="may-do"') - 40 :])


def test_a_phone_goes_by_its_own_player(app: Flask, family: FakeFamily) -> None:
    tablet = Tablet(app.test_client())
    tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada")
    family.levels["Bea"] = "expert"
    hers = phone(app, "Bea")
    assert 'data-level="expert"' in page(hers, "/") and 'data-level="guest"' in page(tablet, "/")


# ---------------------------------------------------------------- the first game


def lesson(tablet: Tablet) -> str | None:
    found = re.search(r'id="understood" name="lesson" value="(\w+)"', page(tablet, "/"))
    return found[1] if found else None


def understand(tablet: Tablet, **fields: str) -> None:
    answer = tablet.form("/lessons", {"game": "poker_dice_race", "back": "/?hint=3", **fields})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/?hint=3")


def test_the_first_game_is_taught_sentence_by_sentence_when_it_bites(app: Flask, family: FakeFamily) -> None:
    family.set_taught("poker_dice_race", True)
    tablet = Tablet(app.test_client())
    tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada")
    assert lesson(tablet) == "begin"
    understand(tablet, lesson="begin")
    assert lesson(tablet) is None
    tablet.roll("Ada", "K", "9")
    assert lesson(tablet) == "series"
    understand(tablet, lesson="series")
    tablet.roll("Ada", "9", "10")
    assert lesson(tablet) == "lost"
    assert family.known("poker_dice_race") == {"begin", "series"}


def test_whoever_knows_the_game_is_taught_no_more(app: Flask, family: FakeFamily) -> None:
    family.set_taught("poker_dice_race", True)
    tablet = Tablet(app.test_client())
    tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada")
    understand(tablet, taught="off")
    assert lesson(tablet) is None and family.known("poker_dice_race") is None


def test_an_expert_is_told_nothing_unasked(app: Flask, family: FakeFamily) -> None:
    family.set_taught("poker_dice_race", True)
    family.levels["Ada"] = "expert"
    tablet = Tablet(app.test_client())
    tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada")
    assert lesson(tablet) is None


def test_a_lesson_that_does_not_exist_is_not_learnt(app: Flask, family: FakeFamily) -> None:
    understand(Tablet(app.test_client()), lesson="nonsense")
    assert family.learnt["poker_dice_race"] is None


def test_a_table_that_keeps_nothing_teaches_nobody(table: Table) -> None:
    app = page_app(table)
    app.testing = True
    tablet = Tablet(app.test_client())
    tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada")
    assert lesson(tablet) is None and 'data-level="guest"' in page(tablet, "/")

"""The games with secrets: tables that differ in what is hidden only are served alike to whoever may not know it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.action import Rejected
from companion.journal import Journal
from companion.table import Table
from tests.page_app import page_app
from tests.web.seats.test_seats import everything, phone

Actions = Sequence[dict[str, Any]]


def racks(*first: int) -> dict[str, list[int]]:
    """Racks of three players: Ada's holds these numbers first, the others' are always the same."""
    left = [number for number in range(1, 51) if number not in first and number % 5 and number > 12]
    ada = [*first, *[number for number in (1, 2, 3, 4, 6, 7, 8, 9, 11, 12) if number not in first]][:10]
    return {"Ada": ada, "Bea": left[:10], "Cyd": left[10:20]}


def racko(secret: int) -> Actions:
    """Ada's rack and the card she draws differ."""
    return (
        {"by": "table", "do": "set_dealer", "player": "Cyd"},
        {"by": "table", "do": "deal", "racks": racks(*((1, 2), (2, 1))[secret])},
        {"by": "table", "do": "turn_up", "card": 50},
        {"by": "Ada", "do": "draw_stock", "card": (49, 48)[secret]},
    )


def super_crack(secret: int) -> Actions:
    """Ada's hand differs: dealt, and named on her own page."""
    cards = (["back_own_2", "receive_500"], ["back_own_3", "pay_500"])[secret]
    return (
        {"by": "bank", "do": "deal_cards", "hands": {"Ada": [*cards, None, None], "Bea": [None] * 4}},
        {"by": "Ada", "do": "identify_cards", "cards": [("advance_4", "receive_1000")[secret]]},
    )


def change_horses(secret: int) -> Actions:
    """Ada's certificate differs, noted on her own page."""
    lanes = dict(zip("ABCDEF", range(1, 7), strict=True))
    return (
        {"by": "table", "do": "place_horses", "lanes": lanes},
        {"by": "Ada", "do": "note_certificate", "horses": ["AB"[secret]]},
        {"by": "Bea", "do": "note_certificate", "horses": ["C"]},
    )


HANDICAP = {
    "phase": "handicap",
    "horses": {str(number): {"owner": "Ada" if number < 4 else "Bea"} for number in (1, 2, 5, 6)},
    "cash": {"Ada": 9000, "Bea": 9000},
}
GAMES: dict[str, tuple[Any, tuple[str, ...], dict[str, Any]]] = {
    "racko": (racko, ("Ada", "Bea", "Cyd"), {}),
    "super_crack": (super_crack, ("Ada", "Bea"), HANDICAP),
    "change_horses": (change_horses, ("Ada", "Bea", "Cyd"), {}),
}


REFUSED_SECRETLY: dict[str, dict[str, Any]] = {
    "racko": {"by": "Ada", "do": "exchange", "slot": 5, "discarded": 3},
    "super_crack": {"by": "Ada", "do": "handicap_done"},
    "change_horses": {"by": "Ada", "do": "note_certificate", "horses": ["C"]},
}
"""What is refused at the end of those actions, for a reason that hangs on what is hidden."""


def two_tables(folder: Path, game: str) -> list[Table]:
    """Two tables that are to differ in a secret of this game only."""
    _, players, setup = GAMES[game]
    tables = []
    for secret in (0, 1):
        (folder / str(secret)).mkdir()
        tables.append(Table(Journal(folder / str(secret) / "journal.sqlite")))
        tables[-1].open_game(game, players, setup=setup)
    return tables


@pytest.mark.parametrize("game", GAMES)
def test_hidden_facts_of_a_game_are_served_to_nobody_else(tmp_path: Path, game: str) -> None:
    actions, *_ = GAMES[game]
    tables = two_tables(tmp_path, game)
    apps = [page_app(table) for table in tables]
    public = [phone(app) for app in apps]
    bea = [phone(app, "Bea") for app in apps]
    ada = [phone(app, "Ada") for app in apps]
    for first, second in zip(actions(0), actions(1), strict=True):
        tables[0].act(first)
        tables[1].act(second)
        for browsers in (public, bea):
            assert everything(browsers[0]) == everything(browsers[1]), first["do"]
    assert ada[0].state()["view"]["private"] != ada[1].state()["view"]["private"]
    assert set(bea[0].state()["view"].get("private", {})) <= {"Bea"}
    for table in tables:
        table.undo()
    for browsers in (public, bea):
        assert everything(browsers[0]) == everything(browsers[1])


@pytest.mark.parametrize("game", GAMES)
def test_without_private_pages_the_table_hears_a_reason_and_nothing_else(tmp_path: Path, game: str) -> None:
    actions, *_ = GAMES[game]
    tables = two_tables(tmp_path, game)
    apps = [page_app(table) for table in tables]
    asking, watching = [phone(app) for app in apps], [phone(app) for app in apps]
    for first, second in zip(actions(0), actions(1), strict=True):
        tables[0].act(first)
        tables[1].act(second)
        assert everything(asking[0]) == everything(asking[1]), first["do"]
    before, attempt = everything(asking[0]), REFUSED_SECRETLY[game]
    for table, browser in zip(tables, asking, strict=True):
        with pytest.raises(Rejected) as refused:
            table.act(attempt)
        assert refused.value.audience == ("Ada",)
        error = browser.act(attempt).json["error"]
        assert (error["code"], error["details"]) == (refused.value.code, dict(refused.value.details))
    for browser in (*asking, *watching):
        assert everything(browser) == before
    for app in apps:
        phone(app, "Bea")
    hidden = [browser.act(attempt).json for browser in asking]
    assert hidden[0] == hidden[1] and hidden[0]["error"]["code"] == "not_possible"
    assert everything(asking[0]) == everything(asking[1]) == everything(watching[0])


def test_a_misread_number_of_a_rack_is_explained_at_a_table_without_private_pages(tmp_path: Path) -> None:
    table = Table(Journal(tmp_path / "journal.sqlite"))
    table.open_game("racko", ("Ada", "Bea", "Cyd"))
    for action in racko(0):
        table.act(action)
    table.act({"by": "Ada", "do": "discard", "card": 49})
    app = page_app(table)
    misread = {"by": "Bea", "do": "draw_stock", "card": 50}
    at_the_table = phone(app)
    assert at_the_table.act(misread).json["error"]["message"] == "Le 50 est dans la défausse."
    phone(app, "Cyd")
    hidden = at_the_table.act(misread).json["error"]
    assert hidden["code"] == "not_possible" and "page du joueur" in hidden["message"]
    assert phone(app, "Bea").act(misread).json["error"]["code"] == "card_elsewhere"

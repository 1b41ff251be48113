"""``companion play`` of games that are played by taps: no camera, options explained, a deal told on the page."""

from __future__ import annotations

import argparse
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli.play import add_arguments, run
from companion.evening.data_folder import DataFolder
from companion.evening.seeing import Seeing
from companion.evening.wanted import Wanted, fitting
from companion.game import Option
from companion.games import load
from companion.journal import Journal
from companion.table import Table
from companion.wrong_use import WrongUse
from tests.sixth_game.seated import seated_without

DEALT = ("change_horses", "crapette", "racko", "super_crack")
"""Games in which nobody draws lots for who begins."""
DEAL = {
    "Ada": {"cases": ["KH", "9S", "4D", "6C"], "reserve_top": "QS"},
    "Bea": {"cases": ["KC", "9H", "4C", "7S"], "reserve_top": "3D"},
}


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(list(words))


def wanted(*words: str) -> Wanted:
    return Wanted.of(parsed("--player", "Ada", "--player", "Bea", *words))


def refused(*words: str) -> str:
    with pytest.raises(WrongUse) as refusal:
        wanted(*words)
    said = str(refusal.value)
    assert "\n" not in said
    return said


@pytest.fixture
def unwatched(tmp_path: Path) -> Iterator[str]:
    """A game that does not say where its zones lie, so that no camera can follow it."""
    with seated_without("zones.json", tmp_path / "games"):
        yield "pig"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Journal(tmp_path / "journal.sqlite"))


def looking(words: tuple[str, ...], table: Table, folder: Path) -> str:
    """What the greeting says about the camera."""
    arguments = parsed(*words, "--data", str(folder))
    with Seeing(arguments, Wanted.of(arguments), DataFolder(folder), table) as seeing:
        assert seeing.eyes is None
        return seeing.description


# ---------------------------------------------------------------- cameras


@pytest.mark.parametrize("camera", ["pi", "usb:0", "folder:photos", "video:film.mp4"])
def test_a_camera_for_a_game_of_taps_is_wrong_use(unwatched: str, camera: str) -> None:
    said = refused("--game", unwatched, "--camera", camera)
    assert said == "Pig is played by taps so far: use --camera none."


@pytest.mark.parametrize("camera", ["pi", "usb:0"])
@pytest.mark.parametrize("game", [*DEALT, "poker_dice_race"])
def test_a_camera_follows_every_game_of_the_program(game: str, camera: str) -> None:
    assert wanted("--game", game, "--camera", camera).players == ("Ada", "Bea")


@pytest.mark.parametrize("camera", ["auto", "none"])
def test_auto_means_none_and_the_greeting_says_so(table: Table, tmp_path: Path, camera: str) -> None:
    words = ("--game", "racko", "--player", "Ada", "--player", "Bea", "--camera", camera)
    Wanted.of(parsed(*words)).seat(table)
    assert table.game is not None and table.game.id == "racko"
    assert looking(words, table, tmp_path) == "no camera, Racko is played by taps so far"


def test_a_game_of_taps_in_the_journal_goes_on_without_a_camera(
    unwatched: str, table: Table, tmp_path: Path
) -> None:
    table.open_game(unwatched, ("Ada", "Bea"))
    assert looking(("--camera", "auto"), table, tmp_path).endswith("Pig is played by taps so far")


def test_a_record_of_a_game_of_taps_cannot_be_simulated(unwatched: str, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    header = {"record": 1, "game": unwatched, "players": ["Ada", "Bea"], "options": {}, "setup": {}}
    record.write_text(json.dumps(header) + "\n", encoding="utf-8")
    assert "played by taps" in refused("--camera", f"simulated:{record}")


def test_without_a_game_it_is_dadamax_as_before() -> None:
    assert wanted().view()["game"] == "poker_dice_race"


# ---------------------------------------------------------------- options and the first player


def test_options_are_typed_as_the_game_wants_them() -> None:
    given = wanted(
        "--game", "racko", "--option", "target=250", "--option", "tie=extra_round", "--option", "bonus=true"
    )
    assert given.options == {"target": 250, "tie": "extra_round", "bonus": True}
    assert given.view()["options"]["target"] == 250
    assert wanted("--option", 'dice="numbers"').options == wanted("--option", "dice=numbers").options


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--game", "racko", "--option", "target=4"), "target may be: a whole number, 5 or more."),
        (("--game", "racko", "--option", "tie=none"), 'tie may be: "shared", "extra_round".'),
        (("--game", "crapette", "--option", "chain_limit=9"), "chain_limit may be: "),
        (("--game", "super_crack", "--option", "max_races=0"), "max_races may be: null, a whole number, 1 "),
        (("--game", "racko", "--option", "colour=1"), "target=500"),
        (("--option", "dice=wood"), 'dice may be: "poker", "numbers".'),
    ],
)
def test_an_option_that_does_not_fit_is_explained(words: tuple[str, ...], says: str) -> None:
    assert says in refused(*words)


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (Option.of("a", "b"), 'x may be: "a", "b".'),
        (Option(3, low=1, high=6), "x may be: a whole number, 1 to 6."),
        (Option(None, (None,), low=1), "x may be: null, a whole number, 1 or more."),
        (Option.of(False, True), "x may be: false, true."),
    ],
)
def test_what_fits_an_option_in_words(option: Option, says: str) -> None:
    assert fitting("x", option) == says


@pytest.mark.parametrize("game", DEALT)
def test_first_is_for_the_game_that_draws_lots(game: str) -> None:
    assert (
        refused("--game", game, "--first", "Ada")
        == f"{load(game).title} itself says who begins: leave --first out."
    )
    assert wanted("--first", "Ada").first == "Ada"


# ---------------------------------------------------------------- a deal


def halves(place: str, card: str) -> dict[str, str]:
    """The two fields that say which card lies at a place."""
    return {f"rank.{place}": card[:-1], f"suit.{place}": card[-1]}


def test_a_game_that_begins_with_a_deal_waits_for_the_page(table: Table) -> None:
    given = wanted("--game", "crapette")
    given.seat(table)
    assert table.game is None
    assert given.wants_deal and given.waiting_at(table) == 0
    table.open_game("crapette", ("Ada", "Bea"), setup={"deal": DEAL})
    assert given.waiting_at(table) is None
    assert not wanted("--game", "racko").wants_deal


def test_the_page_asks_for_the_deal_at_once_and_then_plays(table: Table) -> None:
    from tests.page_app import page_app
    from tests.web.conftest import Tablet
    from tests.web.plain_forms import forms_of
    from web.outside import NewGameDefaults

    given = wanted("--game", "crapette", "--option", "reserve_size=13")
    waits = NewGameDefaults("crapette", given.players, given.options, waiting_at=0)
    app = page_app(table, new_game=waits)
    tablet = Tablet(app.test_client())
    page = tablet.client.get("/").get_data(as_text=True)
    form = next(form for form in forms_of(page) if form.id == "opening")
    place = "setup.deal[Ada][cases].0"
    assert len(form.values(f"rank.{place}")) == 13 and len(form.values(f"suit.{place}")) == 4
    assert 'id="opening"' not in tablet.client.get("/?panel=table").get_data(as_text=True)
    fields: dict[str, Any] = {**form.as_sent(), "player": ["Ada", "Bea"]}
    for player, dealt in DEAL.items():
        for case, card in enumerate(dealt["cases"]):
            fields |= halves(f"setup.deal[{player}][cases].{case}", card)
        fields |= halves(f"setup.deal[{player}][reserve_top]", str(dealt["reserve_top"]))
    refused_page = tablet.form("/play/new", {**fields, **halves(place, "9S")})
    assert refused_page.status_code == 422
    said = html.unescape(refused_page.get_data(as_text=True))
    assert "Ada a deux fois le neuf de pique" in said
    kept = next(form for form in forms_of(said) if form.id == "opening")
    assert kept.chosen("rank.setup.deal[Bea][reserve_top]") == ["3"]
    assert kept.chosen("suit.setup.deal[Bea][reserve_top]") == ["D"]
    refused_page = tablet.form(
        "/play/new", {**fields, f"suit.{place}": "", "rank.setup.deal[Bea][cases].2": ""}
    )
    said = html.unescape(refused_page.get_data(as_text=True))
    assert refused_page.status_code == 422
    assert "Il manque encore une carte. Ada\u00a0: Case 1, Bea\u00a0: Case 3." in said
    assert table.game is None
    assert tablet.form("/play/new", fields).status_code == 303
    assert table.snapshot().as_json()["view"]["cases"]["T5"] == ["KC"]
    assert table.snapshot().as_json()["game"]["options"]["reserve_size"] == 13
    assert 'id="opening"' not in tablet.client.get("/").get_data(as_text=True)


def test_the_deal_is_asked_for_after_the_names(table: Table) -> None:
    from tests.page_app import page_app
    from tests.web.conftest import Tablet

    tablet = Tablet(page_app(table).test_client())
    fields = {
        "game": "crapette",
        "player": ["Zoé & Co", "Bea"],
        "option.reserve_size": "12",
        "expected_seq": "0",
    }
    asked = tablet.form("/play/new", fields)
    assert asked.status_code == 303
    address = asked.headers["Location"]
    assert "player=Zo%C3%A9+%26+Co" in address and "option.reserve_size=12" in address
    page = tablet.client.get(address).get_data(as_text=True)
    assert "setup.deal[Zo%C3%A9%20%26%20Co][cases].3" in page and re.search(
        r'name="option.reserve_size" value="12"', page
    )
    assert tablet.form("/play/new", {**fields, "player": ["Ada", "ada"]}).status_code == 422


def test_the_command_stops_at_wrong_use_before_anything_is_written(unwatched: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    names = ("--player", "Ada", "--player", "Bea")
    with pytest.raises(WrongUse):
        run(parsed("--game", unwatched, *names, "--camera", "usb:0", "--data", str(data)))
    assert list(data.iterdir()) == []

""" "Where did we stop?": what lies wrong, or a whole table to set up, in words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game import Game
from companion.games import load
from companion.journal import Journal
from companion.languages import LANGUAGES
from companion.referee import Difference
from companion.resuming import Layout, difference_told, told, unseen_named
from companion.sighting import Disturbance, Sighting, Slot, ZoneReading
from companion.simulated.players import opened_evening
from companion.simulated.playing import player_of
from companion.table import Table
from tests.companion.games.kit import each_game, plain_words, some

CRAPETTE_VIEW = {
    "foundations": {"F1": {"top": "3D", "count": 3, "complete": False}},
    "reserves": {"Ada": {"count": 12, "top": None, "face_up": False}, "Bea": {"count": 1, "top": "JD"}},
    "stocks": {"Ada": {"count": 37}, "Bea": {"count": 1}},
    "wastes": {"Ada": {"count": 0, "top": None}, "Bea": {"count": 5, "top": "7H"}},
}


def layout_of(game: Game, state: object, **seen: object) -> Layout:
    assert game.places is not None
    return Layout(1, game.places, game.view(state).public, game.visible_table(state), **seen)  # type: ignore[arg-type]


def crapette(one: Difference, language: str = "fr") -> str:
    places = load("crapette").places
    assert places is not None
    layout = Layout(1, places, CRAPETTE_VIEW, {one.zone: one.should})
    return difference_told(layout, one, language)


@pytest.mark.parametrize(
    ("zone", "should", "shows", "french", "english"),
    [
        ("T3", ("10S", "9D"), ("10S",), "Case 3 : il manque le 9♦", "Case 3: the 9♦ is missing"),
        (
            "T3",
            ("10S", "9D"),
            (),
            "Case 3 : il manque le 10♠ et le 9♦",
            "Case 3: the 10♠ and the 9♦ are missing",
        ),
        ("T3", ("10S",), ("10S", "9D"), "Case 3 : le 9♦ en trop", "Case 3: the 9♦ should not be there"),
        ("T3", (), ("KS",), "Case 3 : le R♠ en trop", "Case 3: the K♠ should not be there"),
        (
            "waste:Bea",
            ("7H",),
            ("4C",),
            "Pot de Bea : le 4♣ au lieu du 7♥",
            "Bea’s waste: the 4♣ instead of the 7♥",
        ),
        ("T1", ("QH",), ("AC",), "Case 1 : l’A♣ au lieu de la D♥", "Case 1: the A♣ instead of the Q♥"),
        ("T1", ("AH",), ("8C",), "Case 1 : le 8♣ au lieu de l’A♥", "Case 1: the 8♣ instead of the A♥"),
        (
            "T1",
            ("QH", "JC"),
            ("KC",),
            "Case 1 : le R♣ au lieu de la D♥ et du V♣",
            "Case 1: the K♣ instead of the Q♥ and the J♣",
        ),
        (
            "T1",
            ("QH", "JC"),
            ("JC", "QH"),
            "Case 1 : l’ordre est la D♥ et le V♣",
            "Case 1: the order is the Q♥ and the J♣",
        ),
        (
            "T1",
            ("QH",),
            ("unreadable",),
            "Case 1 : je lis mal, il faut la D♥",
            "Case 1: I cannot read it, there should be the Q♥",
        ),
        (
            "T1",
            (),
            ("unreadable",),
            "Case 1 : je lis mal, il ne faut rien",
            "Case 1: I cannot read it, there should be nothing",
        ),
        (
            "stock:Ada",
            ("back",),
            (),
            "Talon d’Ada : il manque 37 cartes cachées",
            "Ada’s stock: 37 cards face down are missing",
        ),
        (
            "stock:Bea",
            ("back",),
            (),
            "Talon de Bea : il manque une carte cachée",
            "Bea’s stock: a card face down is missing",
        ),
        (
            "F1",
            ("3D",),
            (),
            "Pile 1 : il manque 3 cartes, le 3♦ dessus",
            "Foundation 1: 3 cards are missing, with the 3♦ on top",
        ),
        (
            "waste:Bea",
            ("7H",),
            ("back",),
            "Pot de Bea : une carte cachée au lieu du 7♥",
            "Bea’s waste: a card face down instead of the 7♥",
        ),
        (
            "reserve:Ada",
            ("back",),
            ("9C",),
            "Crapette d’Ada : le 9♣ au lieu d’une carte cachée",
            "Ada’s reserve: the 9♣ instead of a card face down",
        ),
        ("nowhere", ("9Z",), (), "nowhere : il manque 9Z", "nowhere: 9Z is missing"),
    ],
)
def test_what_is_wrong_in_words(
    zone: str, should: tuple[str, ...], shows: tuple[str, ...], french: str, english: str
) -> None:
    one = Difference(zone, should, shows)
    assert crapette(one, "fr").replace("\u00a0", " ") == french
    assert crapette(one, "en") == english


def test_things_of_the_other_games_are_counted_and_named() -> None:
    def said(game_id: str, zone: str, faces: tuple[str, ...], language: str) -> str:
        game = load(game_id)
        assert game.places is not None
        opening = opened_evening(game, random.Random(1))
        view = game.view(opening.state()).public
        layout = Layout(1, game.places, {**view, "players": ["Ada", "Bea", "Cyd"]}, {zone: faces})
        (one,) = told(layout, language)
        return one.told.replace("\u00a0", " ")

    tokens = ("blue", "green", "green", "black")
    assert (
        said("super_crack", "bet_1", tokens, "fr")
        == "Pari d’Ada : un jeton bleu, 2 jetons verts et un pion noir"
    )
    assert said("super_crack", "lane_3", ("square_-2",), "en") == "Lane of horse 3: the pawn on red square 2"
    assert said("super_crack", "stable_2", ("horse_7",), "fr") == "Écurie de Bea : la carte du cheval 7"
    assert said("super_crack", "played", ("advance_3",), "fr") == "Carte jouée : la carte « Avance de 3 »"
    assert said("change_horses", "cell_2_6", ("horse_A",), "fr") == "Couloir 2, case 6 : le cheval jaune (A)"
    assert (
        said("change_horses", "front:Ada", ("AB",), "en")
        == "In front of Ada: the yellow and orange card (AB)"
    )
    assert said("change_horses", "wild:Ada", ("back",) * 2, "fr").endswith("2 cartes Cheval Farouche")
    assert said("change_horses", "carrots:Ada", ("1",), "fr") == "Carottes misées par Ada : 1 carotte"
    assert said("racko", "discard", ("34",), "fr") == "Retourne : le 34"
    assert said("poker_dice_race", "square_12", ("horse_3",), "fr") == "Case 12 : le cheval 3"


@each_game
def test_every_place_and_everything_that_lies_there_has_a_name(game: Game) -> None:
    assert game.places is not None and game.hands is not None
    for step in some(game, 150):
        view = game.view(step.after).public
        layout = layout_of(game, step.after)
        for language in LANGUAGES:
            for zone, faces in game.visible_table(step.after).items():
                name = game.places.zone_name(zone, view, language)
                assert name and plain_words(name) and "_" not in name and name[0].isupper(), zone
                for face in faces:
                    said = game.places.thing_name(face, 1, language, zone)
                    assert plain_words(said) and "_" not in said, face
                count = game.places.pile_count(zone, view)
                assert count is None or (bool(count) == bool(faces)), zone
            for one in told(layout, language):
                assert plain_words(one.told)
            assert game.places.zone_name("coffee_table", view, language) is None


@each_game
def test_what_is_told_is_of_the_visible_table_alone(game: Game) -> None:
    """The words are made of symbols that a camera above sees, and of the public view."""
    for step in some(game, 60):
        layout = layout_of(game, step.after)
        shown = game.visible_table(step.after)
        assert {one.zone for one in told(layout, "fr")} == {zone for zone, faces in shown.items() if faces}
        assert all(one.should == shown[one.zone] and one.shows is None for one in told(layout, "fr"))
        assert "private" not in layout.view


# ---------------------------------------------------------------- the running table


@pytest.fixture
def table() -> Iterator[Table]:
    journal = Journal(Path(":memory:"))
    yield Table(journal)
    journal.close()


def opened(table: Table, game_id: str = "crapette") -> Game:
    game = load(game_id)
    opening = opened_evening(game, random.Random(1))
    table.open_game(game_id, opening.players, options=opening.options, setup=opening.setup)
    return game


def look(table: Table, seq: int = 1, **other: tuple[str, ...]) -> Sighting:
    assert table.game is not None
    lying = {**table.game.visible_table(table.state), **other}
    zones = {
        zone: ZoneReading(tuple(Slot({face: 0.99, "unreadable": 0.01}) for face in faces or ("empty",)))
        for zone, faces in lying.items()
    }
    return Sighting(seq, 1000 * seq, zones)


def now(table: Table) -> Layout:
    layout = table.layout()
    assert layout is not None
    return layout


def test_a_rack_that_has_fallen_over_is_told_by_its_backs(table: Table) -> None:
    table.open_game("racko", ("Ada", "Bea"), setup={"dealer": "Bea", "turn": "Ada", "discard": [39]})
    table.observe(look(table, rack_2=("12", "7", "23")))
    (fallen,) = told(now(table), "en")
    assert fallen.shows == ("back",) * 3
    assert fallen.told == "Bea’s rack: 3 cards face down should not be there"


def test_without_a_game_there_is_nothing_to_set_up(table: Table) -> None:
    assert table.layout() is None


@pytest.mark.parametrize("game_id", ["crapette", "racko", "super_crack", "change_horses", "poker_dice_race"])
def test_before_a_camera_has_looked_the_whole_table_is_told(table: Table, game_id: str) -> None:
    game = opened(table, game_id)
    assert not now(table).looked and not now(table).in_place
    assert game.hands is not None
    lying = {zone for zone, faces in game.visible_table(table.state).items() if faces}
    assert {one.zone for one in told(now(table), "en")} == lying - game.hands.momentary
    assert unseen_named(now(table), "en") == ()
    table.observe(look(table))
    assert now(table).in_place and told(now(table), "en") == ()


def test_what_differs_is_told_until_it_lies_right(table: Table) -> None:
    opened(table)
    table.observe(look(table))
    top = table.game.visible_table(table.state)["T1"]  # type: ignore[union-attr]
    other = next(face for face in ("2C", "3C") if (face,) != top)
    table.observe(look(table, 2, T1=(other,)))
    (one,) = told(now(table), "en")
    assert (one.zone, one.should, one.shows) == ("T1", top, (other,))
    assert one.told.startswith("Case 1: the ") and " instead of the " in one.told
    table.observe(look(table, 3))
    assert now(table).in_place


def test_what_a_hand_covers_is_told_as_unseen(table: Table) -> None:
    opened(table)
    table.observe(look(table))
    table.observe(Sighting(2, 2000, {}, (Disturbance("T2", 1500, 1900, "south"),), frozenset({"T3"})))
    assert now(table).looked and not now(table).in_place
    assert unseen_named(now(table), "en") == ("Case 2", "Case 3")
    table.observe(look(table, 3))
    assert now(table).in_place


def test_a_game_gone_on_with_is_set_up_by_what_is_told(table: Table) -> None:
    """A resumed game: the whole table first, then what is still wrong while it is being set up."""
    game, chance = opened(table), random.Random(4)
    while len(table.moves()) < 12:
        table.act(player_of(game, 1.0).next(table.state, chance))
    resumed = Table(table._journal)
    assert not now(resumed).looked and len(told(now(resumed), "fr")) > 8
    zone = next(one.zone for one in told(now(resumed), "fr") if one.zone[0] == "T")
    assert resumed.observe(look(resumed, 1, **{zone: ()})) == "restoring"
    (one,) = told(now(resumed), "fr")
    assert one.zone == zone and "il manque" in one.told
    assert resumed.observe(look(resumed, 2)) == "same"
    assert now(resumed).in_place

""" "Lay everything out": how a camera sees each game's set-up, and what is missing or too many, in words."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from companion.announcer import Announcer
from companion.game import Game
from companion.games.change_horses.rules.state import CARDS
from companion.journal import Journal
from companion.languages import LANGUAGES
from companion.setting_up import SetUp
from companion.showing import Snapshot
from companion.sighting import EMPTY, UNREADABLE, Sighting, Slot, ZoneReading
from companion.simulated.players import opened_evening
from companion.simulated.playing import player_of
from companion.table import Table
from tests.companion.games.kit import each_game, plain_words

Faces = tuple[str, ...]
Look = Callable[..., SetUp]
TWO, THREE = ("Ada", "Bea"), ("Ada", "Bea", "Cyd")
ON_THE_LINE = {f"cell_{lane}_0": (f"horse_{letter}",) for lane, letter in enumerate("ABCDEF", start=1)}
DEALT = {"position:Ada": ("2",), "position:Bea": ("3",), "position:Cyd": ("1",)}
CRAPETTE = {
    "deal": {
        "Ada": {"cases": ["5H", "KS", "3D", "9C"], "reserve_top": "QH"},
        "Bea": {"cases": ["7S", "JD", "2C", "10H"], "reserve_top": "8D"},
    }
}


@pytest.fixture
def table() -> Iterator[Table]:
    journal = Journal(Path(":memory:"))
    yield Table(journal)
    journal.close()


def sighting(table: Table, other: Mapping[str, Faces], hidden: tuple[str, ...], seq: int) -> Sighting:
    assert table.game is not None
    bare = dict.fromkeys(table.game.further_zones(table.state), ())
    lying = {**bare, **table.game.visible_table(table.state), **other}
    zones = {
        zone: ZoneReading(tuple(_slot(face) for face in faces or (EMPTY,)))
        for zone, faces in lying.items()
        if zone not in hidden
    }
    return Sighting(seq, 1000 * seq, zones, (), frozenset(hidden))


def _slot(face: str) -> Slot:
    return Slot({face: 1.0} if face == UNREADABLE else {face: 0.99, UNREADABLE: 0.01})


@pytest.fixture
def look(table: Table) -> Look:
    """The camera looks: all lies as the visible table has it, but for these zones; ``hidden`` are under a hand."""
    seq = 0

    def looked(other: Mapping[str, Faces] | None = None, *, hidden: tuple[str, ...] = ()) -> SetUp:
        nonlocal seq
        seq += 1
        if table.observe(sighting(table, other or {}, hidden, seq)) == "look_again":
            table.observe(sighting(table, other or {}, hidden, seq + 1))
        set_up = table.snapshot().set_up
        assert set_up is not None
        return set_up

    return looked


# ---------------------------------------------------------------- any game


@each_game
def test_a_table_laid_as_its_game_begins_is_right(game: Game, table: Table) -> None:
    opening = opened_evening(game, random.Random(1))
    table.open_game(game.id, opening.players, options=opening.options, setup=opening.setup)
    table.observe(sighting(table, {}, (), 1))
    set_up = table.snapshot().set_up
    assert set_up is not None and set_up.is_seen
    if game.id != "change_horses":  # where its horses stand is told by the first look that shows them all
        assert set_up.is_right and set_up.said("en") == ("All is laid out: begin!",)
    for language in LANGUAGES:
        for told in (*set_up.said(language), *set_up.named("right", language)):
            assert plain_words(told)


@each_game
def test_a_thing_that_is_missing_is_named_and_what_hides_is_not_called_missing(
    game: Game, table: Table
) -> None:
    opening = opened_evening(game, random.Random(1))
    table.open_game(game.id, opening.players, options=opening.options, setup=opening.setup)
    assert game.hands is not None
    zone = next(zone for zone, faces in game.visible_table(table.state).items() if faces)
    table.observe(sighting(table, {}, (zone,), 1))
    hidden = table.snapshot().set_up
    assert hidden is not None and not hidden.is_seen and not hidden.is_wrong
    table.observe(sighting(table, {zone: ()}, (), 2))
    missing = table.snapshot().set_up
    assert missing is not None and missing.is_wrong
    for language in LANGUAGES:
        (name,) = hidden.named("unseen", language)
        assert name in hidden.said(language)[-1]
        assert any(told.startswith(name) for told in missing.wrong(language))
        assert all(plain_words(told) for told in missing.wrong(language))


@each_game
def test_a_game_that_goes_on_is_laid_out_no_more(game: Game, table: Table) -> None:
    opening = opened_evening(game, random.Random(1))
    table.open_game(game.id, opening.players, options=opening.options, setup=opening.setup)
    table.observe(sighting(table, {}, (), 1))
    assert table.snapshot().set_up is not None
    chance, player = random.Random(1), player_of(game, 1.0)
    for _ in range(300):
        if table.snapshot().set_up is None or table.snapshot().over:
            break
        table.act(player.next(table.state, chance))
    assert table.snapshot().set_up is None and not table.snapshot().over


# ---------------------------------------------------------------- Dadamax


def test_PD_3_a_horse_is_missing_at_its_start_or_stands_elsewhere(table: Table, look: Look) -> None:
    table.open_game("poker_dice_race", THREE)
    assert look().is_right
    gone = look({"start_3": ()})
    assert gone.wrong("en") == ("Start of horse 3: horse 3 is missing",)
    assert gone.wrong("fr") == ("Départ du cheval 3\u00a0: il manque le cheval 3",)
    assert gone.named("right", "en") == ("Start of horse 1", "Start of horse 2")
    astray = look({"start_3": (), "square_5": ("horse_3",)})
    assert astray.wrong("en") == ("Square 5: horse 3. The place for it: Start of horse 3",)
    assert astray.wrong("fr") == ("Case 5\u00a0: le cheval 3. Sa place\u00a0: Départ du cheval 3",)
    twice = look({"square_5": ("horse_3",)})
    assert twice.wrong("en") == ("Square 5: horse 3 should not be there",)


def test_PD_27_dice_that_lie_ready_are_counted(table: Table, look: Look) -> None:
    table.open_game("poker_dice_race", THREE, first="Ada")
    assert look().is_right
    table.open_game("poker_dice_race", THREE, first="Ada")
    three = look({"tray": ("J", "Q", "9")})
    assert three.wrong("en") == ("Dice tray: 3 lie there, there should be 2",)
    assert three.wrong("fr") == ("Piste de dés\u00a0: il y en a 3, il en faut 2",)


def test_what_cannot_be_read_is_said_and_not_called_wrong(table: Table, look: Look) -> None:
    table.open_game("poker_dice_race", THREE)
    blurred = look({"start_2": (UNREADABLE,)})
    assert not blurred.is_right and not blurred.is_wrong
    assert blurred.said("en") == ("I cannot read: Start of horse 2.",)
    assert look(hidden=("start_1", "start_2")).said("fr") == (
        "Je ne vois pas\u00a0: Départ du cheval 1 et Départ du cheval 2.",
    )


def test_what_reads_otherwise_but_not_surely_is_not_called_wrong(table: Table) -> None:
    table.open_game("poker_dice_race", THREE)
    doubtful = ZoneReading((Slot({"horse_2": 0.85, "horse_3": 0.14, EMPTY: 0.01}),))
    plain = sighting(table, {}, (), 1)
    table.observe(replace(plain, zones={**plain.zones, "square_5": doubtful}))
    set_up = table.snapshot().set_up
    assert set_up is not None and not set_up.is_wrong and not set_up.is_right
    assert set_up.said("en") == ("I cannot read: Square 5.",)


# ---------------------------------------------------------------- Crapette


def test_CR_2_a_card_of_the_cases_is_missing_too_many_or_another_one(table: Table, look: Look) -> None:
    table.open_game("crapette", TWO, setup=CRAPETTE)
    assert look().is_right
    assert look({"T3": ()}).wrong("en") == ("Case 3: the 3♦ is missing",)
    assert look({"T3": ("3D", "3D")}).wrong("en") == ("Case 3: the 3♦ should not be there",)


def test_CR_3_another_reserve_top_than_was_told_is_named(table: Table, look: Look) -> None:
    table.open_game("crapette", TWO, setup=CRAPETTE)
    assert look({"reserve:Ada": ("back",)}).wrong("en") == (
        "Ada’s reserve: a card face down instead of the Q♥",
    )


def test_CR_4_a_stock_that_is_missing_is_named(table: Table, look: Look) -> None:
    table.open_game("crapette", TWO, setup=CRAPETTE)
    assert look({"stock:Ada": ()}).wrong("fr") == ("Talon d’Ada\u00a0: il manque 37 cartes cachées",)


# ---------------------------------------------------------------- Racko


def test_RK_3_a_rack_stands_or_shows_ten_cards(table: Table, look: Look) -> None:
    table.open_game("racko", TWO)
    assert look({"rack_1": tuple(map(str, range(1, 11)))}).is_right
    nine = look({"rack_1": tuple(map(str, range(1, 10)))})
    assert nine.wrong("en") == ("Ada’s rack: 9 lie there, there should be 10",)
    assert look({"stock": ()}).wrong("en") == ("Stock: 40 cards face down are missing",)


def test_a_rack_that_has_fallen_over_is_told_by_its_backs(table: Table, look: Look) -> None:
    table.open_game("racko", TWO, setup={"dealer": "Bea", "turn": "Ada", "discard": [39]})
    fallen = look({"rack_2": ("12", "7", "23")})
    assert fallen.wrong("en") == ("Bea’s rack: 3 cards face down should not be there",)
    unread = look({"rack_2": ("12", UNREADABLE)})
    assert unread.cannot_tell("en") == ("I cannot read: Bea’s rack.",)
    assert not any({"12", "7", "23"} & {*one.shows} for one in (*fallen.laid, *unread.laid))


def test_RK_6_a_card_begins_the_face_up_pile(table: Table, look: Look) -> None:
    table.open_game("racko", TWO)
    look()
    for player, card in (("Ada", 3), ("Bea", 13)):
        table.act({"by": player, "do": "draw_for_deal", "card": card})
    table.act({"by": "table", "do": "deal", "one_by_one": False})
    bare = look()
    assert bare.wrong("en") == ("Face-up pile: nothing lies there yet",)
    assert look({"discard": ("34",)}).is_right  # the referee enters it


# ---------------------------------------------------------------- Change Horses


def test_CH_1_a_horse_in_each_lane_of_the_start_line(table: Table, look: Look) -> None:
    table.open_game("change_horses", THREE)
    empty = look()
    assert empty.wrong("en")[:2] == (
        "Start line: nothing lies there yet",
        "Position cards: nothing lies there yet",
    )
    gone = look({**ON_THE_LINE, **DEALT, "cell_3_0": ()})
    assert gone.wrong("en") == ("Start line: the red horse (C) is missing",)
    astray = look({**ON_THE_LINE, **DEALT, "cell_3_0": (), "cell_2_3": ("horse_C",)})
    assert astray.wrong("en") == ("Lane 2, field 3: the red horse (C). The place for it: Start line",)
    crowded = look({**ON_THE_LINE, **DEALT, "cell_3_0": (), "cell_2_0": ("horse_B", "horse_C")})
    assert crowded.wrong("en") == ("Lane 2, field 0: the red horse (C) should not be there",)
    assert look({**ON_THE_LINE, **DEALT, "cell_3_0": (UNREADABLE,)}).named("unread", "en") == ("Start line",)
    assert look(hidden=("cell_3_0",)).named("unseen", "en") == ("Start line",)


def test_CH_2_a_position_card_for_each_and_CH_3_two_wild_horses(table: Table, look: Look) -> None:
    table.open_game("change_horses", THREE)
    look(ON_THE_LINE)
    two_of_three = look({**DEALT, "position:Bea": ()})
    assert two_of_three.wrong("en") == ("Position cards: the card 3 is missing",)
    assert look(DEALT).is_right
    assert look({"front:Ada": ("back", "back")}).is_right  # chosen, and not turned up yet (CH-10)
    assert look({"wild:Bea": ("back",)}).wrong("en") == (
        "Bea’s wild horse cards: a wild horse card is missing",
    )


def test_CH_3_the_fifteen_movement_cards_are_counted_if_they_are_laid_open(table: Table, look: Look) -> None:
    table.open_game("change_horses", THREE)
    ready = {**ON_THE_LINE, **DEALT, "cell_3_0": ()}
    gone = look(ready).wrong("en")
    assert look({**ready, "front:Ada": CARDS}).wrong("en") == gone
    assert look({**ready, "front:Ada": CARDS[1:]}).wrong("en") == (
        *gone,
        "In front of Ada: the yellow and orange card (AB) is missing",
    )


# ---------------------------------------------------------------- Super-Crack


def test_SC_16_before_the_sale_pawns_stand_on_the_start_line_or_nowhere(table: Table, look: Look) -> None:
    table.open_game("super_crack", THREE)
    assert look().is_right
    assert look({"lane_3": ("square_0",)}).is_right
    assert look({"lane_3": ("square_4",)}).wrong("en") == (
        "Lane of horse 3: the pawn on square 4 should not be there",
    )


def test_SC_9_the_sixteen_owners_cards_are_counted_if_they_are_laid_open(table: Table, look: Look) -> None:
    table.open_game("super_crack", THREE)
    cards = [f"horse_{number}" for number in range(1, 17)]
    offered = look()
    assert offered.is_right
    assert offered.may_count("en") == "The sixteen owners’ cards: lay them all open, and I count them."
    assert (
        offered.may_count("fr") == "Les seize cartes propriétaires\u00a0: pose-les toutes, et je les compte."
    )

    def laid(*faces: str) -> SetUp:
        return look({f"stable_{seat}": faces[seat - 1 :: 3] for seat in (1, 2, 3)})

    assert laid(*cards).is_right
    assert laid(*cards[:2], *cards[3:]).wrong("en") == (
        "The sixteen owners’ cards: the card of horse 3 is missing",
    )
    assert laid(*cards, "horse_5").wrong("en") == (
        "The sixteen owners’ cards: the card of horse 5 should not be there",
    )
    assert laid(*cards[:7]).wrong("en") == ("The sixteen owners’ cards: 7 lie there, there should be 16",)


def test_SC_17_four_special_cards_each_and_the_owners_cards(table: Table, look: Look) -> None:
    table.open_game("super_crack", THREE)
    assert table.game is not None
    chance, player = random.Random(3), player_of(table.game, 1.0)
    while table.state.phase != "handicap":
        table.act(player.next(table.state, chance))
    four = {f"hand_{seat}": ("back",) * 4 for seat in (1, 2, 3)}
    assert look({**four, "hand_2": ("back",) * 3}).wrong("en") == (
        "Bea’s special cards: a card face down is missing",
    )
    stables = {
        zone: faces for zone, faces in table.game.visible_table(table.state).items() if "stable" in zone
    }
    owned, (first, *others) = next((zone, faces) for zone, faces in stables.items() if faces)
    number = first.removeprefix("horse_")
    lacks = look({**four, owned: tuple(others)})
    assert any(f"the card of horse {number} is missing" in told for told in lacks.wrong("en"))
    at_the_start = look({**four, f"lane_{number}": ()})
    assert any(told.startswith(f"Lane of horse {number}: ") for told in at_the_start.wrong("en"))
    assert look(four).is_right


# ---------------------------------------------------------------- aloud


def said(announcer: Announcer, snapshot: Snapshot) -> list[str]:
    return [announcement.text for announcement in announcer.hear(snapshot)]


def test_what_lies_wrong_is_said_once_and_then_that_all_is_right(table: Table, look: Look) -> None:
    table.open_game("crapette", TWO, setup=CRAPETTE)
    announcer = Announcer.after(table.snapshot(), "en")
    look({"T3": ()}, hidden=("stock:Ada",))
    assert said(announcer, table.snapshot()) == []  # a hand still lays it out
    look({"T3": ()})
    assert said(announcer, table.snapshot()) == ["Case 3: the 3♦ is missing."]
    look({"T4": ()})
    assert said(announcer, table.snapshot()) == []
    look()
    assert said(announcer, table.snapshot()) == ["All is laid out: begin!"]
    look()
    assert said(announcer, table.snapshot()) == []


def test_whoever_asks_is_told_the_first_three_and_how_many_more(table: Table, look: Look) -> None:
    table.open_game("crapette", TWO, setup=CRAPETTE)
    look({f"T{number}": () for number in range(1, 6)})
    announcer = Announcer.after(table.snapshot(), "en")
    (told,) = said(announcer, table.ask_set_up())
    assert told.count("is missing.") == 3 and told.endswith("And 2 things more.")
    assert said(announcer, table.snapshot()) == []


def test_whoever_asks_in_the_next_game_is_told_at_once(table: Table, look: Look) -> None:
    table.open_game("crapette", TWO, setup=CRAPETTE)
    look({"T1": ()})
    announcer = Announcer.after(table.snapshot(), "en")
    for _ in range(3):
        assert said(announcer, table.ask_set_up())
    table.open_game("crapette", TWO, setup=CRAPETTE)
    announcer.hear(table.snapshot())
    look({"T1": ()}, hidden=("stock:Ada",))
    assert said(announcer, table.snapshot()) == []
    assert len(said(announcer, table.ask_set_up())) == 1
    assert said(announcer, table.snapshot()) == []

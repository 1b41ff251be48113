"""The simulated camera: its doubts are honest, its errors come back, and what a hand covers it does not see."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from companion.games import load
from companion.playing_cards import PACK
from companion.sighting import ACROSS_BELIEVED, UNREADABLE, Sighting
from companion.simulated.confusions import Mistaken, confusable
from companion.simulated.noise import Camera
from companion.simulated.parameters import NoiseParameters, noise_parameters
from companion.simulated.physical import Dropped, PhysicalTable, Touch

GAME = load("crapette")
CLEAN = dict(
    unreadable=0.0,
    missed=0.0,
    phantom=0.0,
    crooked=0.0,
    read_anyway=0.0,
    difficulty_spread=0.5,
    time_error_ms=0.0,
)


def parameters(**changed: float) -> NoiseParameters:
    values = {name: getattr(noise_parameters(), name) for name in NoiseParameters.__slots__}
    return NoiseParameters(**{**values, **changed})


def camera(seed: int = 1, **changed: float) -> Camera:
    return Camera(GAME, random.Random(seed), parameters(**changed))


def dealt(chance: random.Random) -> Mapping[str, Sequence[str]]:
    """Eight cases of six cards, and some squared piles."""
    rows = {f"T{number}": chance.sample(PACK, 6) for number in range(1, 9)}
    piles = {f"F{number}": chance.sample(PACK, 1) for number in range(1, 9)}
    return {**rows, **piles, "stock:Ada": ["back"], "hand:Ada": []}


def readings(seed: int, looks: int, **changed: float) -> list[tuple[str, Mapping[str, float]]]:
    """What lay there and what was read, over many tables that nobody has seen before."""
    eye, chance = camera(seed, **changed), random.Random(seed)
    found = []
    for _ in range(looks):
        table = PhysicalTable(dealt(chance))
        seen = eye.look(table, (), 0, again=frozenset(table.faces))
        for zone, reading in seen.zones.items():
            for face, slot in zip(table.faces[zone], reading.slots, strict=False):
                if face in PACK:
                    found.append((face, slot.faces))
    return found


@pytest.mark.parametrize("error", [0.001, 0.01, 0.05])
def test_the_share_of_wrong_readings_is_the_one_asked_for(error: float) -> None:
    looks = 4000 if error < 0.01 else 800
    read = readings(7, looks, **CLEAN, error=error, same_again=0.0, favoured=0.5)
    wrong = sum(max(faces, key=lambda one: faces[one]) != face for face, faces in read) / len(read)
    # Faces differ in difficulty within one game, so that a single camera is a little off.
    assert error * 0.6 < wrong < error * 1.5


@pytest.mark.parametrize(("thrown", "cards"), [(0.0, 0.2), (0.2, 0.0)])
def test_dice_are_misread_and_unreadable_as_often_as_is_said_of_them(thrown: float, cards: float) -> None:
    errors = {"error": cards, "unreadable": cards, "thrown_error": thrown, "thrown_unreadable": thrown}
    race = load("poker_dice_race")
    assert race.hands is not None
    eye = Camera(race, random.Random(1), parameters(**{**CLEAN, **errors}, same_again=0.0))
    table = PhysicalTable({"tray": ("J",), "square_7": ("horse_1",)})
    throw = (Touch("tray", 0, 1, "south"),)
    looks = [eye.look(table, throw, number, again=frozenset(table.faces)) for number in range(400)]
    read = {zone: Counter(one.zones[zone].slots[0].best[0] for one in looks) for zone in table.faces}
    assert (read["tray"]["J"] < 400) is (thrown > 0.0)
    assert (read["square_7"]["horse_1"] < 400) is (cards > 0.0)
    assert read["tray"][UNREADABLE] == pytest.approx(400 * thrown, rel=0.4)


def test_a_reading_is_right_as_often_as_it_says() -> None:
    read = [
        (max(faces.values()), max(faces, key=lambda one: faces[one]) == face)
        for seed in range(4)
        for face, faces in readings(seed, 500, **CLEAN, error=0.05, same_again=0.0)
    ]
    for low, high in ((0.5, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 0.97), (0.97, 1.01)):
        inside = [(chance, right) for chance, right in read if low <= chance < high]
        assert len(inside) > 200
        said = sum(chance for chance, _ in inside) / len(inside)
        was = sum(right for _, right in inside) / len(inside)
        assert was == pytest.approx(said, abs=0.04), f"{low} to {high}"


def test_the_truth_is_mostly_among_the_alternatives_and_probabilities_sum_to_one() -> None:
    read = readings(3, 800, **CLEAN, error=0.05, same_again=0.0)
    wrong = [(face, faces) for face, faces in read if max(faces, key=lambda one: faces[one]) != face]
    assert len(wrong) > 300
    assert sum(face in faces for face, faces in wrong) / len(wrong) > 0.75
    assert all(sum(faces.values()) == pytest.approx(1.0) for _, faces in read)


def test_most_readings_are_very_sure() -> None:
    read = readings(5, 300, **CLEAN, error=0.01, same_again=0.0)
    assert sum(max(faces.values()) > 0.99 for _, faces in read) / len(read) > 0.9


def test_what_lies_still_reads_the_same_again_and_what_moved_is_read_anew() -> None:
    eye, table = camera(2, **CLEAN, error=0.05), PhysicalTable(dealt(random.Random(2)))
    zones = frozenset(table.faces)
    first = eye.look(table, (), 0)
    same = cards = 0
    for number in range(40):
        again = eye.look(table, (), number, again=zones)
        for zone in zones:
            pairs = list(zip(first.zones[zone].slots, again.zones[zone].slots, strict=True))
            same += sum(one is other for one, other in pairs)
            cards += len(pairs)
        first = again
    assert 0.86 < same / cards < 0.94
    before = eye.look(table, (), 99, again=zones)
    table.lay({**table.faces, "T1": tuple(reversed(table.faces["T1"]))})
    after = eye.look(table, (), 100, again=frozenset({"T1"}))
    assert not any(
        one is other for one, other in zip(before.zones["T1"].slots, after.zones["T1"].slots, strict=True)
    )


def test_a_face_is_mostly_taken_for_the_same_one_through_a_game_and_the_other_way_round() -> None:
    mistaken = Mistaken(random.Random(1), 0.8, 0.5)
    pairs = [(face, mistaken.partner(face)) for face in PACK]
    assert all(other in dict(confusable(face)) for face, other in pairs)
    mutual = sum(mistaken.partner(other) == face for face, other in pairs if other is not None)
    assert mutual / len(pairs) > 0.8
    often = sum(mistaken.another("9H") == mistaken.partner("9H") for _ in range(500))
    assert 350 < often < 470


def test_the_letters_of_poker_dice_are_taken_for_each_other_in_pairs() -> None:
    faces = ("9", "10", "J", "Q", "K", "A")
    for seed in range(20):
        chance = random.Random(seed)
        mistaken = Mistaken(chance, 0.8, 0.5, frozenset(faces))
        thrown = [chance.choice(faces) for _ in range(60)]
        for face in thrown:
            mistaken.meet(face)
            mistaken.partner(face)
        pairs = {face: mistaken.partner(face) for face in faces}
        assert all(pairs[other] == face for face, other in pairs.items() if other is not None), pairs
        assert pairs["A"] in ("J", "Q", "K")


def test_a_pair_of_horses_is_taken_for_another_pair_and_never_for_the_playing_card_spelt_like_it() -> None:
    game = load("change_horses")
    eye = Camera(game, random.Random(3), parameters(**CLEAN, error=0.2))
    pairs = ("AC", "AD", "BE", "EF", "CD")
    named = set[str]()
    for number in range(200):
        table = PhysicalTable({"front:Ada": (pairs[number % 5], pairs[(number + 1) % 5])})
        sighting = eye.look(table, (), 1000 * number, again=frozenset(table.faces))
        named |= {face for slot in sighting.zones["front:Ada"].slots for face in slot.faces}
    assert named >= set(pairs)
    assert named <= {*pairs, UNREADABLE}


def test_the_first_look_shows_all_and_later_ones_what_was_disturbed() -> None:
    eye, table = camera(1, **CLEAN, reported=1.0, passed_over=0.0), PhysicalTable(dealt(random.Random(1)))
    assert set(eye.look(table, (), 0).zones) == set(table.faces)
    seen = eye.look(table, (Touch("T1", 10, 20, "south"), Touch("T2", 15, 30, "south")), 40)
    assert set(seen.zones) == {"T1", "T2"}
    assert [(one.zone, one.start_ms, one.end_ms) for one in seen.disturbances] == [
        ("T1", 10, 20),
        ("T2", 15, 30),
    ]
    assert set(eye.look(table, (), 50, again=frozenset({"T2"})).zones) == {"T2"}
    assert not eye.look(table, (), 60).zones


@pytest.mark.parametrize("touches", [(), (Touch("T1", 10, 20, "south"),)])
def test_a_covered_zone_is_unseen_and_read_as_soon_as_the_hand_is_gone(touches: Sequence[Touch]) -> None:
    eye, table = camera(1, **CLEAN, reported=1.0, passed_over=0.0), PhysicalTable(dealt(random.Random(1)))
    eye.look(table, (), 0)
    table.covered = frozenset({"T1"})
    seen = eye.look(table, touches, 30)
    assert seen.unseen == {"T1"} and "T1" not in seen.zones
    table.covered = frozenset()
    assert set(eye.look(table, (), 40).zones) == {"T1"}


def test_dice_over_which_an_arm_only_passed_are_not_told() -> None:
    """As the eyes do: nothing of a tray is told unless something was thrown, like faces too."""
    game = load("poker_dice_race")
    eye = Camera(game, random.Random(1), parameters(**CLEAN))
    table = PhysicalTable({"tray": ("J", "9"), "square_7": ("horse_1",)})
    eye.look(table, (), 0)
    assert "tray" not in eye.look(table, (), 10, again=frozenset({"tray"})).zones
    assert "tray" in eye.look(table, (Touch("tray", 20, 30, "south"),), 40).zones
    table.lay({"tray": (), "square_7": ("horse_1",)})
    assert not eye.look(table, (Touch("tray", 50, 60, "south"),), 70).zones["tray"].slots


def test_touches_are_reported_as_often_as_said_with_side_and_neighbours() -> None:
    eye, table = camera(1), PhysicalTable(GAME.visible_table(state_of_a_game()))
    eye.look(table, (), 0)
    told = beside = sides = 0
    for number in range(2000):
        seen = eye.look(
            table, (Touch("T3", number * 1000, number * 1000 + 500, "south"),), number * 1000 + 900
        )
        own = [one for one in seen.disturbances if one.zone == "T3"]
        told += len(own)
        sides += sum(one.side == "south" for one in own)
        beside += sum(one.zone == "T4" for one in seen.disturbances)
        assert {one.zone for one in seen.disturbances} <= {"T3", "T2", "T4", "F3"}
    assert 0.985 < told / 2000 <= 1.0
    assert 0.94 < sides / told < 0.99
    assert 0.21 < beside / told < 0.29


def test_crooked_cards_are_often_unreadable() -> None:
    eye, table = camera(1, error=0.0), PhysicalTable({"F1": ["9H"]})
    table.crooked.add("F1")
    looks = [eye.look(table, (), number, again=frozenset({"F1"})) for number in range(300)]
    lost = sum(look.zones["F1"].slots[0].best[0] == UNREADABLE for look in looks)
    assert 80 < lost < 160


def test_a_card_that_was_laid_flat_is_read_anew() -> None:
    eye, table = camera(1, error=0.0, unreadable=0.4, same_again=1.0), PhysicalTable({"F1": ["9H"]})
    lost = 0
    for number in range(40):
        first, same = (eye.look(table, (), number, again=frozenset({"F1"})).zones["F1"] for _ in range(2))
        assert first == same, "what nobody touches is read as before"
        lost += first.slots[0].best[0] == UNREADABLE
        table.lay_flat(["F1"])
        eye.look(table, (), number)
    assert 8 < lost < 26


def test_a_doubtful_thing_in_a_row_is_there_as_often_as_it_says() -> None:
    eye, chance = camera(4, unreadable=0.0, missed=0.0, phantom=0.5, same_again=0.0), random.Random(4)
    there = said = doubtful = 0.0
    for _ in range(1500):
        table = PhysicalTable({"T1": chance.sample(PACK, 5)})
        reading = eye.look(table, (), 0, again=frozenset({"T1"})).zones["T1"]
        for slot in reading.slots:
            if slot.presence < 1.0:
                doubtful += 1
                said += slot.presence
                there += len(reading.slots) == 5
    assert doubtful > 500
    assert there / doubtful == pytest.approx(said / doubtful, abs=0.05)


def test_what_looks_otherwise_is_reported_though_hands_that_change_nothing_are_overlooked() -> None:
    eye = camera(
        3, **CLEAN, reported=0.0, reported_changed=1.0, passed_over=0.0, covered_zone=0.0, leaning=0.0
    )
    before = dealt(random.Random(3))
    eye.look(PhysicalTable(before), (), 0)
    moved = {**before, "F1": ["KH"], "T1": before["T1"][:-1], "hand:Ada": []}
    touches = [Touch(zone, 10, 20, "south") for zone in ("F1", "T1", "T2", "hand:Ada", "F2")]
    seen = eye.look(PhysicalTable(moved), touches, 100)
    assert {one.zone for one in seen.disturbances} == {"F1", "T1"}


def test_the_same_seed_sees_the_same() -> None:
    def looks() -> list[Sighting]:
        eye, table = camera(9), PhysicalTable(dealt(random.Random(9)))
        touches = (Touch("T1", 10, 20, "south"),)
        return [eye.look(table, touches, number) for number in range(20)]

    assert looks() == looks()


def test_another_error_scales_what_is_lost_too() -> None:
    told = noise_parameters()
    double = told.scaled(2 * told.error)
    assert double.error == 2 * told.error
    assert double.unreadable == pytest.approx(2 * told.unreadable)
    assert double.reported == told.reported


def state_of_a_game() -> object:
    cards = {"cases": ["KH", "9S", "4D", "6C"], "reserve_top": "QS"}
    return GAME.new_game(("Ada", "Bea"), {}, {"deal": {"Ada": cards, "Bea": cards}})


@pytest.mark.parametrize(("zone", "lies"), [("F1", ("KS",)), ("T1", ("KS", "9D"))])
def test_a_card_that_fell_across_a_zone_is_half_believed_until_it_is_taken_up(
    zone: str, lies: Sequence[str]
) -> None:
    eye = camera(crooked_unreadable=0.0)
    table = PhysicalTable({zone: lies})
    table.dropped = Dropped(zone, "7H")
    across = eye.look(table, (), 0).zones[zone].slots
    assert len(across) == (1 if zone == "F1" else 1 + len(lies))
    assert max(across[-1].faces.values()) <= ACROSS_BELIEVED
    assert across[-1].faces.keys() - {"7H", UNREADABLE} or across[-1].faces["7H"] > 0.0
    table.dropped = None
    assert [
        slot.best[0] for slot in eye.look(table, (), 0, again=frozenset({zone})).zones[zone].slots
    ] == list(lies)

"""What makes filmed evenings harder: known by name, drawn by the evening's number, each apart from the others."""

from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from calibration.zones import read_plan
from companion.bench.filmed_evening import room_of
from companion.filmed.filmed_game import FilmedGame
from companion.filmed.filmed_table import FilmedTable
from companion.filmed.hardships import hardships_of, known, shares
from companion.filmed.picture_camera import EVENING_LIGHT
from companion.games import load, zone_plan
from companion.simulated.physical import Touch
from vision.card_names import BACK

PLAYERS = ("Ada", "Bea")
EVENINGS = range(400)
OF_PIECES = {"carried_pieces", "hops", "knocked_over"}


def film_of(*names: str, seed: int = 42) -> FilmedTable:
    plan = read_plan(zone_plan("crapette") or {}).for_players(PLAYERS)
    return FilmedTable(plan, PLAYERS, room_of(seed, frozenset(names)))


def test_every_hardship_is_there_as_often_as_the_file_says() -> None:
    drawn = [hardships_of(seed) for seed in EVENINGS]
    assert drawn == [hardships_of(seed) for seed in EVENINGS]
    for name, share in shares().items():
        met = sum(name in evening for evening in drawn) / len(EVENINGS)
        assert abs(met - share) < 4 * (0.25 / len(EVENINGS)) ** 0.5, name


def test_an_unknown_name_is_answered_with_all_that_there_are() -> None:
    assert known(["dog", "things"]) == {"dog", "things"}
    with pytest.raises(ValueError, match=r"'cat': there are late_stills.*dog"):
        known(["dog", "cat"])


Filmed = tuple[list[Any], Any, list[Any], int]


@lru_cache(maxsize=2)  # the easy film and one that is harder: a hundred would fill the memory
def filmed(*names: str) -> Filmed:
    """A few moments of a film: small frames, a still, what hands do, and how late stills come."""
    film = film_of(*names)
    film.lay({"T1": ("KH", "QS", "JH"), "F3": ("AD", "2D"), "stock:Bea": (BACK,), "waste:Bea": ("9C",)})
    for number in range(40):
        begins = 2000 * number + 1500
        first, second = (
            Touch(zone, begins + at, begins + at + 500, "south") for zone, at in (("T1", 0), ("F3", 700))
        )
        film.gestures += tuple(film.hands.reaches([first, second]))
    frames = [film.frame().image for _ in range(19)]
    film.clock_ms = 11_000
    frames.append(film.frame().image)
    ways = [(one.gesture.way, bool(one.carried)) for one in film.gestures]
    return frames, film.picture(), ways, film.late_ms


@pytest.mark.parametrize("name", sorted(shares().keys() - {"half_out", *OF_PIECES}))
def test_every_hardship_changes_the_film(name: str) -> None:
    """Some change how things look, others only what hands do."""
    frames, picture, ways, late_ms = filmed()
    harder, hard_picture, hard_ways, hard_late_ms = filmed(name)
    assert (
        (ways, late_ms) != (hard_ways, hard_late_ms)
        or not np.array_equal(picture, hard_picture)
        or not all(np.array_equal(one, other) for one, other in zip(frames, harder, strict=True))
    )


@pytest.mark.parametrize("name", ["cloth", "strong_grain"])
@pytest.mark.parametrize("game_id", ["crapette", "racko", "super_crack", "change_horses", "poker_dice_race"])
def test_the_table_of_every_game_may_be_hard(game_id: str, name: str) -> None:
    """And all else of the evening is drawn as without."""

    def ground(*names: str) -> tuple[Any, Any]:
        game, rng = load(game_id), np.random.default_rng(1)
        room = FilmedGame.of(game, PLAYERS, 42, EVENING_LIGHT, frozenset(names)).room
        return np.asarray(room.ground(rng)), rng.bit_generator.state

    (plain, then), (hard, then_too) = ground(), ground(name)
    assert then == then_too
    assert plain.shape == hard.shape and not np.allclose(plain, hard)


def test_one_card_in_twenty_five_lies_half_out_of_its_place() -> None:
    film, slipped = film_of("half_out"), 0
    for number in range(200):
        film.table.lay({"F1": ("AH",) if number % 2 else ("2H",)})
        card = film.table.last("F1")
        assert card is not None
        x, y = film.table.zones["F1"].middle
        slipped += np.hypot(card.x_mm - x, card.y_mm - y) > 10.0
    assert 2 <= slipped <= 18


def test_a_card_that_is_moved_is_seen_in_the_hand_between_its_places() -> None:
    film = film_of("carried_cards")
    film.lay({"T1": ("KH",)})
    (reach,) = film.hands.reaches([Touch("T1", 1000, 1400, "south"), Touch("F3", 1800, 2200, "south")])
    assert reach.holds(1100) is None and reach.holds(2100) is None
    held = reach.holds(1600)
    assert held is not None
    shown = film.table.last("T1")
    assert shown is not None and np.array_equal(held.drawn(2.0), shown.art.draw("KH", 2.0).picture)


def test_both_packs_may_have_one_back_and_keep_their_faces() -> None:
    first, second = room_of(42, frozenset({"same_backs"})).decks()
    assert np.array_equal(first.draw(BACK, 3.0).picture, second.draw(BACK, 3.0).picture)
    assert not np.array_equal(first.draw("KH", 3.0).picture, second.draw("KH", 3.0).picture)

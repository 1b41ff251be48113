"""The odds: the risk of a roll exactly, the chances of winning against a model worked out independently.

The model (see ``lone_horse``): everyone plays the stopping rule that brings a lone horse home in the fewest
expected turns, and swaps are left out.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from companion.games.poker_dice_race.odds import lose_all, win_chances

from .lone_horse import Track, duel, play_out
from .race import FOUR, GAME, THREE, TWO, Race, racing

SHORT_BOARD = {"length": 8, "obstacles": [[2, 3], [5, 6]]}
SHORT = Track(8, (2, 3, 5, 6))
EXACT = 1e-9


def by_player(race: Race) -> dict[str, float]:
    """The chance of every player, by any of his horses; both horses of a stable must say the same."""
    chances: dict[str, float] = {}
    for number, chance in win_chances(race.view).items():
        owner = race.view["horses"][number]["owner"]
        assert chances.setdefault(owner, chance) == chance
    return chances


def test_every_throw_counted_one_by_one_loses_as_often_as_announced() -> None:
    for count in (1, 2):
        throws = list(itertools.product((False, False, False, True, True, True), repeat=count))
        assert lose_all(count) == Fraction(sum(not any(throw) for throw in throws), len(throws))


def test_one_chance_in_four_with_two_dice_and_one_in_two_with_one() -> None:
    assert (lose_all(2), lose_all(1)) == (Fraction(1, 4), Fraction(1, 2))


@pytest.mark.parametrize(
    "race",
    [
        lambda: racing(),
        lambda: racing(players=TWO),
        lambda: racing({1: 9, 2: 3, 3: 24}),
        lambda: racing({1: 9, 2: 3, 3: 24, 4: 5}, players=FOUR, turn="Cyd"),
        lambda: racing({1: 19}).roll("K", "K"),
        lambda: racing({1: 24}, players=TWO).roll("K", horse=1),
        lambda: racing({2: 3, 3: 4}, home={1: 1}, players=TWO, turn="Bea"),
        lambda: racing({2: 3}, home={1: 1}, turn="Bea"),
    ],
)
def test_chances_sum_to_one_over_the_players(race: object) -> None:
    assert callable(race)
    chances = by_player(race())
    assert sum(chances.values()) == pytest.approx(1.0, abs=EXACT)
    assert all(0.0 <= chance <= 1.0 for chance in chances.values())


def test_every_horse_has_a_chance_and_stable_mates_the_same() -> None:
    chances = win_chances(racing({1: 9, 3: 24}, players=TWO).view)
    assert set(chances) == {"1", "2", "3", "4"}
    assert chances["1"] == chances["2"] and chances["3"] == chances["4"]


@pytest.mark.parametrize("square", [0, 9, 19, 24, 28])
def test_among_equals_the_one_to_move_is_ahead(square: int) -> None:
    squares = {1: square, 2: square, 3: square}
    chances = by_player(racing(squares, turn="Bea"))
    assert chances["Bea"] > chances["Cyd"] > chances["Ada"]


def test_who_moves_next_changes_places_with_the_seat() -> None:
    first = by_player(racing({1: 9, 2: 14, 3: 0}))
    turned = by_player(racing({2: 9, 3: 14, 1: 0}, turn="Bea"))
    assert [first[p] for p in THREE] == pytest.approx([turned[p] for p in ("Bea", "Cyd", "Ada")], abs=EXACT)


def test_one_square_from_home_each_is_a_race_of_coin_tosses() -> None:
    """The first to toss a figure wins: 1/2 + 1/8 + 1/32 + … = 2/3, and 4/7 : 2/7 : 1/7 for three."""
    two = by_player(racing({1: 28, 2: 28}, players=TWO, stable="single"))
    assert two == pytest.approx({"Ada": 2 / 3, "Bea": 1 / 3}, abs=EXACT)
    three = by_player(racing({1: 28, 2: 28, 3: 28}))
    assert three == pytest.approx({"Ada": 4 / 7, "Bea": 2 / 7, "Cyd": 1 / 7}, abs=EXACT)


def test_a_series_at_the_last_square_goes_home_or_back_by_the_rule() -> None:
    """From 27 with a figure rolled, stopping on 28 is as good in turns (4 either way), so the model stops."""
    series = {"horse": 1, "rolls": [["K"]]}
    race = racing({1: 27, 2: 28}, players=TWO, stable="single", series=series)
    assert by_player(race) == pytest.approx({"Ada": 1 / 3, "Bea": 2 / 3}, abs=EXACT)


@pytest.mark.parametrize(
    "race",
    [
        lambda: racing({1: 28, 2: 22}, players=TWO, stable="single").roll("K"),
        lambda: racing({1: 28}).roll("K"),
        lambda: racing({1: 28, 2: 22}, end_when="first").roll("K"),
    ],
)
def test_once_won_it_is_one_and_nought(race: object) -> None:
    assert callable(race)
    chances = by_player(race())
    assert chances.pop("Ada") == 1.0
    assert set(chances.values()) == {0.0}


def test_a_stable_that_has_won() -> None:
    race = racing({2: 28, 4: 28}, home={1: 1, 3: 2}, turn="Bea", players=TWO).roll("K")
    assert by_player(race) == {"Ada": 0.0, "Bea": 1.0}


def test_before_the_draw_nothing_is_claimed() -> None:
    assert win_chances(Race().view) == {}


@pytest.mark.parametrize("turn", THREE)
def test_a_square_further_on_is_always_better(turn: str) -> None:
    squares = [square for square in range(29) if square not in (10, 11, 20, 21)]
    chances = [by_player(racing({1: square, 2: 12, 3: 12}, turn=turn))["Ada"] for square in squares]
    assert all(behind < ahead for behind, ahead in itertools.pairwise(chances))


def test_a_second_horse_at_home_is_better_than_one_on_its_way() -> None:
    home = by_player(racing({2: 12, 3: 12, 4: 12}, home={1: 1}, players=TWO))["Ada"]
    near = by_player(racing({1: 28, 2: 12, 3: 12, 4: 12}, players=TWO))["Ada"]
    assert home > near > 0.5


def test_two_single_horses_agree_exactly_with_the_joint_chain_on_a_short_board() -> None:
    wins = duel(SHORT)
    for mine, theirs in itertools.product((0, 1, 4, 7, 8), repeat=2):
        race = racing({1: mine, 2: theirs}, players=TWO, stable="single", board=SHORT_BOARD)
        assert by_player(race)["Ada"] == pytest.approx(wins(mine, theirs), abs=EXACT)


def test_two_single_horses_agree_exactly_with_the_joint_chain_on_the_default_board() -> None:
    wins = duel(Track())
    for mine, theirs in [(0, 0), (9, 12), (12, 9), (19, 22), (22, 19), (25, 28), (28, 0), (0, 28)]:
        race = racing({1: mine, 2: theirs}, players=TWO, stable="single")
        assert by_player(race)["Ada"] == pytest.approx(wins(mine, theirs), abs=EXACT)


def test_a_running_series_agrees_exactly_with_the_joint_chain() -> None:
    track = Track()
    wins = duel(track)
    for rolls in ([["K", "9"]], [["K", "K"]], [["K", "K"], ["K", "K"]], [["K", "K"], ["K", "9"], ["K"]]):
        race = racing({1: 19, 2: 16}, players=TWO, stable="single", series={"horse": 1, "rolls": rolls})
        ends = track.turn(19, race.view["series"]["virtual"])
        expected = sum(p * (1.0 if end == track.home else 1.0 - wins(16, end)) for end, p in ends.items())
        assert by_player(race)["Ada"] == pytest.approx(expected, abs=EXACT)


GAMES = 4000
FOUR_SIGMA = 4 * 0.5 / GAMES**0.5


def test_three_horses_win_as_often_as_in_played_games() -> None:
    race = racing({1: 12, 2: 17, 3: 19})
    played = play_out(Track(), [[12], [17], [19]], GAMES, seed=1)
    assert [by_player(race)[p] for p in THREE] == pytest.approx(played, abs=FOUR_SIGMA)


def test_three_horses_on_a_short_board_win_as_often_as_in_played_games() -> None:
    race = racing(turn="Cyd", board=SHORT_BOARD)
    played = play_out(SHORT, [[0], [0], [0]], GAMES, seed=2)
    assert [by_player(race)[p] for p in ("Cyd", "Ada", "Bea")] == pytest.approx(played, abs=FOUR_SIGMA)


def test_stables_win_as_often_as_in_played_games() -> None:
    race = racing({1: 22, 2: 24, 3: 23, 4: 26}, players=TWO)
    played = play_out(Track(), [[22, 24], [23, 26]], GAMES, seed=3)
    assert [by_player(race)[p] for p in TWO] == pytest.approx(played, abs=FOUR_SIGMA)


def test_a_stable_in_a_series_wins_as_often_as_in_played_games() -> None:
    series = {"horse": 2, "rolls": [["K", "K"], ["K", "9"]]}
    race = racing({1: 24, 2: 19, 3: 23, 4: 22}, players=TWO, series=series)
    played = play_out(Track(), [[24, 19], [23, 22]], GAMES, seed=4, series=(1, 22))
    assert [by_player(race)[p] for p in TWO] == pytest.approx(played, abs=FOUR_SIGMA)


def test_four_horses_win_as_often_as_in_played_games() -> None:
    race = racing({1: 28, 2: 26, 3: 25, 4: 24}, players=FOUR, turn="Dan")
    played = play_out(Track(), [[24], [28], [26], [25]], GAMES, seed=5)
    assert [by_player(race)[p] for p in ("Dan", "Ada", "Bea", "Cyd")] == pytest.approx(played, abs=FOUR_SIGMA)


# ------------------------------------------------------------------------------- what the tablet shows


def test_the_outlook_of_a_series() -> None:
    race = racing({1: 4, 2: 7}).roll("K", "K").roll("K", "9")
    outlook = GAME.outlook(race.view)
    assert (outlook["dice"], outlook["lose_all"]) == (2, "1/4")
    assert outlook["stop"] == {
        "horse": 1,
        "square": 7,
        "displaced": 2,
        "displaced_player": "Bea",
        "displaced_to": 4,
    }
    assert set(outlook["win"]) == {"1", "2", "3"}
    assert outlook["win"] == pytest.approx(win_chances(race.view), abs=1e-3)


def test_the_outlook_where_stopping_displaces_nobody() -> None:
    stop = GAME.outlook(racing({1: 4, 2: 6}).roll("K", "9").view)["stop"]
    assert stop["square"] == 5
    assert stop["displaced"] is None and stop["displaced_player"] is None


def test_the_outlook_on_an_obstacle_offers_no_stop() -> None:
    outlook = GAME.outlook(racing({1: 19}).roll("K", "9").view)
    assert (outlook["stop"], outlook["lose_all"]) == (None, "1/4")


def test_the_outlook_in_the_straight() -> None:
    outlook = GAME.outlook(racing({1: 24}).view)
    assert (outlook["dice"], outlook["lose_all"], outlook["stop"]) == (1, "1/2", None)


@pytest.mark.parametrize("race", [lambda: Race(), lambda: racing(players=TWO)])
def test_the_outlook_where_no_dice_are_due_yet(race: object) -> None:
    assert callable(race)
    outlook = GAME.outlook(race().view)
    assert (outlook["dice"], outlook["lose_all"], outlook["stop"]) == (None, None, None)


@pytest.mark.parametrize(
    ("start", "virtual"), [(start, virtual) for start in (13, 16) for virtual in (18, 23)]
)
def test_the_outlook_names_the_square_where_a_stop_would_really_end(start: int, virtual: int) -> None:
    race = racing({1: start, 3: virtual})
    while not race.view["series"] or race.view["series"]["virtual"] < virtual:
        short = race.view["series"] and race.view["series"]["virtual"] == virtual - 1
        race.roll(*(("K",) if race.view["dice_expected"] == 1 else ("K", "9") if short else ("K", "K")))
    assert race.view["series"]["virtual"] == virtual
    stop = GAME.outlook(race.view)["stop"]
    race.stop()
    assert race.squares[str(stop["horse"])] == stop["square"]
    assert race.squares[str(stop["displaced"])] == stop["displaced_to"]

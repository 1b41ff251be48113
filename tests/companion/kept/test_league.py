"""The family's league: games won by player and game, ranks, and the luck of the dice added up."""

from __future__ import annotations

from fractions import Fraction

from companion.course import Luck
from companion.kept.league import dice_of, league
from companion.kept.summary import KeptGame, playing_time


def game(
    number: int, of: str, players: str, winners: str, *, over: bool = True, luck: tuple[Luck, ...] = ()
) -> KeptGame:
    return KeptGame(
        number, of, of, tuple(players), {}, 0, 0, 0, 10, 0, over, tuple(winners), False, luck
    )  # fmt: skip


def test_games_won_are_counted_by_player_and_game() -> None:
    table = league(
        [
            game(1, "racko", "AB", "A"),
            game(2, "racko", "AB", "A"),
            game(3, "crapette", "AB", "B"),
            game(4, "crapette", "AC", "", over=False),
        ]
    )
    assert table.finished == 3
    assert [(one.rank, one.player, one.played, one.won) for one in table.places] == [
        (1, "A", 3, 2),
        (2, "B", 3, 1),
    ]
    assert dict(table.places[0].wins) == {"racko": 2} and dict(table.places[1].wins) == {"crapette": 1}


def test_a_shared_win_counts_for_each_and_equals_share_a_rank() -> None:
    table = league([game(1, "change_horses", "ABC", "AB"), game(2, "racko", "ABCD", "")])
    assert [(one.rank, one.player, one.won) for one in table.places] == [
        (1, "A", 1),
        (1, "B", 1),
        (3, "C", 0),
        (3, "D", 0),
    ]


def test_a_winner_who_is_nobody_at_the_table_is_not_counted() -> None:
    assert [one.won for one in league([game(1, "racko", "AB", "X")]).places] == [0, 0]


def test_luck_adds_up_over_all_games_finished_or_not() -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    throws = (Luck("A", 2, 2, 2 * half, 2 * quarter), Luck("B", 1, 0, half, quarter))
    found = dice_of(
        [game(1, "d", "AB", "A", luck=throws), game(2, "d", "AB", "", over=False, luck=throws[:1])]
    )
    assert [(one.player, one.dice, one.won, one.more) for one in found] == [
        ("A", 4, 4, Fraction(2)),
        ("B", 1, 0, -half),
    ]
    assert found[0].spread == 1.0


def test_playing_time_leaves_pauses_and_a_clock_set_back_out() -> None:
    assert playing_time([0, 60_000, 60_000 + 11 * 60_000, 720_001, 5]) == 60_001
    assert playing_time([]) == 0

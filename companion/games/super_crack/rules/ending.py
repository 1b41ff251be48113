"""The title, the end of the game and the ranking (SC-60 … SC-64, section 6)."""

from __future__ import annotations

from companion.games.super_crack.rules.ledger import forget_owed, to_bank
from companion.games.super_crack.rules.profile import COLOURS
from companion.games.super_crack.rules.state import Draft, Ending, Market, Position, active, of_colour, stable

Standing = tuple[int, int, int]


def standing(game: Position, seat: int) -> Standing:
    """Section 6: balance less what is owed, the largest same-colour stable, the number of horses."""
    net = game.ledger.balances[seat] - game.ledger.owed[seat]
    return net, _largest_stable(game, seat), len(stable(game, seat))


def _largest_stable(game: Position, seat: int) -> int:
    return max(of_colour(game, seat, colour) for colour in COLOURS)


def is_super_crack(game: Position, seat: int) -> bool:
    """SC-60: enough money, net of debts and of what is owed, and enough horses of one colour."""
    house = game.setting.house
    if game.ledger.balances[seat] - game.ledger.owed[seat] < house.target_cash:
        return False
    return _largest_stable(game, seat) >= house.stable_required


def check_title(game: Draft) -> bool:
    """SC-61, SC-62: whether somebody is SUPER-CRACK now; of several the richer wins, equals share the title."""
    qualified = [seat for seat in active(game) if is_super_crack(game, seat)]
    if not qualified:
        return False
    best = max(standing(game, seat) for seat in qualified)
    end_game(game, "super_crack", tuple(seat for seat in qualified if standing(game, seat) == best))
    return True


def check_last_player(game: Draft) -> bool:
    """SC-63: whether all but one are bankrupt."""
    left = active(game)
    if len(left) > 1:
        return False
    end_game(game, "last_player", left)
    return True


def end_game(game: Draft, why: str, winners: tuple[int, ...] | None = None) -> None:
    """The game is over; without winners named the first of the ranking win (SC-64). What is owed is paid first."""
    for seat in active(game):
        amount = game.ledger.owed[seat]
        if amount:
            to_bank(game, seat, amount, "pay_card")
            forget_owed(game, seat)
    ranking = _ranking(game, winners or ())
    first = tuple(seat for seat, rank in ranking if rank == 1)
    game.ending = Ending(first, ranking, why)
    game.phase = "over"
    game.market = Market()
    game.say("game_over", winners=game.names(first), why=why)


def _ranking(game: Position, winners: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Section 6: winners first, the others by their standing, the bankrupt last (the last to go highest)."""
    ranking = [(seat, 1) for seat in winners]
    others = [seat for seat in active(game) if seat not in winners]
    others.sort(key=lambda seat: standing(game, seat), reverse=True)
    for place, seat in enumerate(others):
        tied = place > 0 and standing(game, seat) == standing(game, others[place - 1])
        ranking.append((seat, ranking[-1][1] if tied else len(ranking) + 1))
    for seat in reversed(game.bankrupt):
        ranking.append((seat, len(ranking) + 1))
    return tuple(ranking)

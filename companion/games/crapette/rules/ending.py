"""The turn passing on, progress and stalemate, the end and its points (CR-50 to CR-56, CR-70 to CR-72, section 6)."""

from __future__ import annotations

from companion.games.crapette.rules.state import (
    CASES,
    FOUNDATIONS,
    HAND,
    PROGRESS,
    RESERVE,
    STOCK,
    WASTE,
    Deed,
    Draft,
    End,
    Position,
    cards_left,
    changed,
)

WIN_BONUS = 30
"""Points of the winner with ``scoring`` = ``bank`` before the loser's cards are counted."""


def pass_turn(draft: Draft, reason: str) -> None:
    """CR-50: the turn goes to the other player, over him if he has a turn to skip (option ``wrong_call``)."""
    if draft.turn is None:
        return
    before, following = draft.turn, 1 - draft.turn
    while (skips := draft.calls.skips)[following]:
        draft.calls = draft.calls._replace(skips=changed(skips, following, skips[following] - 1))
        draft.tell("turn_skipped", player=draft.house.players[following])
        following = 1 - following
    draft.turn = following
    draft.turn_number += 1
    draft.parked, draft.returned = 0, ()
    players = draft.house.players
    draft.tell("turn_passed", **{"from": players[before], "to": players[following], "reason": reason})


# ---------------------------------------------------------------- progress and stalemate


def note_progress(draft: Draft, deed: Deed, misplaced: bool) -> None:
    """Section 6: a rightly placed card to a foundation, or from reserve, hand or waste to a case, is progress.

    A move that only came out of order is progress too, even if a call undoes it (4.6).
    """
    if misplaced or deed.kind not in ("move", "discard"):
        return
    if deed.kind == "move" and (
        deed.target in FOUNDATIONS or (deed.target in CASES and deed.source >= RESERVE)
    ):
        draft.standstill = PROGRESS
    elif draft.standstill.last_pass is not None:
        draft.standstill = draft.standstill._replace(last_pass=None)


def count_idle(draft: Draft, seat: int) -> None:
    """Section 6: a recycle or a faultless pass since the last progress; announces or declares a stalemate."""
    idle = draft.standstill.idle
    idle = changed(idle, seat, idle[seat] + 1)
    least = min(idle)
    draft.standstill = draft.standstill._replace(idle=idle)
    if draft.house.stalemate == "offer" and least >= 1 and not draft.standstill.told:
        draft.standstill = draft.standstill._replace(told=True)
        draft.tell("stalemate_possible")
    if draft.house.stalemate == "auto" and least >= 2:
        draw_game(draft, "stalemate")


def note_pass(draft: Draft, seat: int) -> None:
    """Section 6: two faultless passes running, one by each player, end the game; a stalemate is counted."""
    if draft.standstill.last_pass == 1 - seat:
        draw_game(draft, "blocked")
        return
    draft.standstill = draft.standstill._replace(last_pass=seat)
    count_idle(draft, seat)


# ---------------------------------------------------------------- the end


def out_of_cards(position: Position) -> int | None:
    """CR-70: the player without a card; if both have none, the player on turn."""
    piles, first = position.piles, position.turn or 0
    for seat in (first, 1 - first):
        if not (piles[RESERVE + seat] or piles[STOCK + seat] or piles[WASTE + seat] or piles[HAND + seat]):
            return seat
    return None


def settle_end(draft: Draft) -> None:
    """CR-70: whoever has no card left wins at that moment; with a fault of his own still open he only claims it."""
    if draft.phase not in ("play", "confirm") or draft.awaits_decision:
        return
    seat = out_of_cards(draft)
    if seat is None:
        draft.phase = "play"
    elif draft.house.referee == "coach" or all(fault.deed.seat != seat for fault in draft.faults):
        win_game(draft, seat)
    elif draft.phase == "play":
        draft.phase = "confirm"
        draft.tell("win_claimed", player=draft.house.players[seat])


def win_game(draft: Draft, seat: int) -> None:
    """CR-70, CR-71: the game is won; with ``scoring`` = ``bank`` the loser's cards are counted."""
    points = None
    if draft.house.scoring == "bank":
        points = changed((0, 0), seat, WIN_BONUS + counted_cards(draft, 1 - seat))
    _end(draft, End("won", seat, points))
    draft.tell("game_won", player=draft.house.players[seat], points=points_told(draft))


def draw_game(draft: Draft, reason: str) -> None:
    """CR-72: the game is drawn; with ``fewest_cards`` whoever has fewer cards left wins it."""
    left = (cards_left(draft, 0), cards_left(draft, 1))
    winner = None
    if draft.house.stalemate_winner == "fewest_cards" and left[0] != left[1]:
        winner = left.index(min(left))
    points = None
    if draft.house.scoring == "bank":
        counts = (counted_cards(draft, 0), counted_cards(draft, 1))
        lower = counts.index(min(counts))
        points = changed((0, 0), lower, abs(counts[0] - counts[1]))
    _end(draft, End(reason, winner, points))
    name = None if winner is None else draft.house.players[winner]
    draft.tell("game_drawn", reason=reason, winner=name, points=points_told(draft))


def _end(draft: Draft, end: End) -> None:
    draft.phase = "over"
    draft.turn = None
    draft.end = end
    draft.faults, draft.proof, draft.awaits_decision = (), None, False


def counted_cards(position: Position, seat: int) -> int:
    """Section 6, ``bank``: 1 for a card in stock, waste or hand, 2 for a card of the reserve."""
    piles = position.piles
    ones = len(piles[STOCK + seat]) + len(piles[WASTE + seat]) + len(piles[HAND + seat])
    return ones + 2 * len(piles[RESERVE + seat])


def points_told(position: Position) -> dict[str, int] | None:
    """The points by player, None without ``scoring``."""
    points = position.end.points
    return None if points is None else dict(zip(position.house.players, points, strict=True))

"""The turn passing on, progress and stalemate, the end and its points (CR-50 to CR-56, CR-70 to CR-72, section 6)."""

from __future__ import annotations

from companion.games.crapette.rules.state import (
    CASES,
    FOUNDATIONS,
    HAND,
    RESERVE,
    STOCK,
    WASTE,
    Deed,
    Draft,
    Position,
    cards_left,
    changed,
    has_cards,
)

WIN_BONUS = 30
"""Points of the winner with ``scoring`` = ``bank`` before the loser's cards are counted."""


def pass_turn(draft: Draft, reason: str) -> None:
    """CR-50: the turn goes to the other player, over him if he has a turn to skip (option ``wrong_call``)."""
    if draft.turn is None:
        return
    before, following = draft.turn, 1 - draft.turn
    while draft.skips[following]:
        draft.skips = changed(draft.skips, following, draft.skips[following] - 1)
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
    draft.last_pass = None
    if deed.kind == "discard":
        return
    to_case = deed.target in CASES and deed.source >= RESERVE
    if deed.target in FOUNDATIONS or to_case:
        draft.idle = (0, 0)
        draft.stalemate_told = False
        draft.agreed = (False, False)


def count_idle(draft: Draft, seat: int) -> None:
    """Section 6: a recycle or a faultless pass since the last progress; announces or declares a stalemate."""
    draft.idle = changed(draft.idle, seat, draft.idle[seat] + 1)
    least = min(draft.idle)
    if draft.house.stalemate == "offer" and least >= 1 and not draft.stalemate_told:
        draft.stalemate_told = True
        draft.tell("stalemate_possible")
    if draft.house.stalemate == "auto" and least >= 2:
        draw_game(draft, "stalemate")


def note_pass(draft: Draft, seat: int) -> None:
    """Section 6: two faultless passes running, one by each player, end the game; a stalemate is counted."""
    if draft.last_pass == 1 - seat:
        draw_game(draft, "blocked")
        return
    draft.last_pass = seat
    count_idle(draft, seat)


# ---------------------------------------------------------------- the end


def out_of_cards(position: Position) -> int | None:
    """CR-70: the player without a card; if both have none, the player on turn."""
    first = position.turn or 0
    for seat in (first, 1 - first):
        if not has_cards(position, seat):
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
    _end(draft, "won", seat)
    if draft.house.scoring == "bank":
        draft.points = changed((0, 0), seat, WIN_BONUS + counted_cards(draft, 1 - seat))
    draft.tell("game_won", player=draft.house.players[seat], points=points_told(draft))


def draw_game(draft: Draft, reason: str) -> None:
    """CR-72: the game is drawn; with ``fewest_cards`` whoever has fewer cards left wins it."""
    left = (cards_left(draft, 0), cards_left(draft, 1))
    winner = None
    if draft.house.stalemate_winner == "fewest_cards" and left[0] != left[1]:
        winner = left.index(min(left))
    _end(draft, reason, winner)
    if draft.house.scoring == "bank":
        counts = (counted_cards(draft, 0), counted_cards(draft, 1))
        lower = counts.index(min(counts))
        draft.points = changed((0, 0), lower, abs(counts[0] - counts[1]))
    name = None if winner is None else draft.house.players[winner]
    draft.tell("game_drawn", reason=reason, winner=name, points=points_told(draft))


def _end(draft: Draft, result: str, winner: int | None) -> None:
    draft.phase = "over"
    draft.turn = None
    draft.result = result
    draft.winner = winner
    draft.faults, draft.proof, draft.awaits_decision = (), None, False


def counted_cards(position: Position, seat: int) -> int:
    """Section 6, ``bank``: 1 for a card in stock, waste or hand, 2 for a card of the reserve."""
    piles = position.piles
    ones = len(piles[STOCK + seat]) + len(piles[WASTE + seat]) + len(piles[HAND + seat])
    return ones + 2 * len(piles[RESERVE + seat])


def points_told(position: Position) -> dict[str, int] | None:
    """The points by player, None without ``scoring``."""
    if position.points is None:
        return None
    return dict(zip(position.house.players, position.points, strict=True))

"""What stands on the drawn course and beside it; what the game says is in ``words``."""

from __future__ import annotations

from typing import Any

from companion.languages import Sentences

_CAPTIONS = Sentences(
    __name__,
    {
        "course": "The race course",
        "horse_at": "{horse}, lane {lane}, field {row}",
        "horse_home": "{horse}, lane {lane}, over the line",
        "horse_goes": "{told}, goes to field {to}",
        "over_the_line": "Over the line!",
        "last_is_best": "Last one home wins!",
        "many_choose": "{number} players: choose your cards, then turn them up.",
        "betting": "Betting board",
        "stumbled": "Stumbled",
        "stumbled_by": "covered by {player}",
        "empty_place": "free place",
        "sign_place_horses": "To the start!",
        "in_order": "In this order",
        "sign_positions": "Dealing",
        "sign_select": "Pick your cards!",
        "sign_move": "All have played",
        "sign_certificates": "Who has won?",
        "odd": "odd",
        "even": "even",
        "stays": "stays",
        "counted": "counted {count} times",
        "stumbled_not_counted": "The stumbled card does not count.",
        "by_lane": "From lane 1 outwards to lane {lanes}.",
        "move_horses": "Move the horses",
        "all_moved": "They all stand in their places",
        "lap_done": "No horse moves",
        "moved_one": "Done: {horse} on field {row}",
        "order": "Order of turns",
        "in_hand": "{count} in hand",
        "has_chosen": "has chosen",
        "chosen": "You have chosen",
        "choose_others": "Choose other cards",
        "chosen_waits": "The cards are turned up when everybody has chosen.",
        "carrots_left": "{count} left",
        "wild_left": "{count} wild",
        "cards_shown": "cards face up",
        "bid": "bids {count}",
        "closed": "last bid",
        "lap": "Round {round}, lap {lap}",
        "play_one": "Play one of your cards",
        "slip": "Slippery Track",
        "slip_second": "Tap a second horse. Tap again: the other side.",
        "slip_not": "Cancel",
        "slip_now": "They slip!",
        "slip_hint": "Slippery Track: tap two horses on the course.",
        "wild_first": "First: a wild horse card",
        "stumble": "Stumble: which card?",
        "stumble_one": "Stumble: {card}, {player}",
        "hide": "Hide",
        "show": "Show",
        "own_certificate": "Your certificate",
        "own_certificates": "Your certificates",
        "own_hand": "The cards in your hand",
        "own_carrots": "Your carrots",
        "own_wild": "Your wild horse cards",
        "not_noted": "not noted yet",
        "own_counts": "Your horse is counted {count} times: {result}.",
        "own_moves": "it moves",
        "own_stays": "it stays",
        "own_note": "Only you see this page.",
        "nobody": "nobody’s",
        "result": "The finish",
        "nobody_wins": "The last horse is nobody’s!",
    },
    "caption",
)


def caption(key: str, language: str, **arguments: Any) -> str:
    """A caption in a language; raises KeyError for one that is not there."""
    return _CAPTIONS.said(key, language, **arguments)

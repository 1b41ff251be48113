"""What stands on the drawn rack and beside it; what the game says is in ``words``."""

from __future__ import annotations

from typing import Any

from companion.languages import Sentences

_CAPTIONS = Sentences(
    __name__,
    {
        "pile": "Face-up pile",
        "stock": "Stock",
        "no_card": "empty",
        "hidden": "face down",
        "tap_numbers": "Tap the numbers, from slot 5 to slot 50",
        "sign_deals": "{player} deals",
        "sign_lots": "Who deals?",
        "sign_show": "{player}: Racko!",
        "sign_counting": "Counting",
        "held": "in hand",
        "slot": "slot",
        "slot_number": "slot {slot}",
        "slot_points": "points",
        "rack_shown": "Rack: {player}",
        "rack_all": "Every card is higher than the one before.",
        "rack_break": "Break at slot {slot}: the {card} is lower than the {before}.",
        "rack_run": "{cards} follow one another.",
        "rack_bonus": "{cards} follow one another: bonus.",
        "unknown_slot": "unknown",
        "own_rack": "Your rack",
        "own_note": "What you have noted stays on this page.",
        "hide": "Hide",
        "show": "Show",
        "loose": "In your rack, nobody knows where",
        "own_card": "The card you drew",
        "discards": "The discards so far",
        "discards_order": "In the pile, the last one on top",
        "took": "taken by {player}",
        "own_good": "In order",
        "own_run": "Longest run",
        "own_ready": "All in order: you may call!",
        "swap_here": "Exchange here and lay down the {card}",
        "cry": "Racko!",
        "cry_eclair": "Racko Éclair!",
        "who_cries": "Who has ten cards in order?",
        "first_to": "First to {target} points",
        "chips_left": "Chips, {rounds} rounds",
        "round": "Round {round}",
        "of_points": "{points} of {target} points",
        "team": "together {points}",
        "is_dealer": "deals",
        "is_out": "out of the game",
        "is_out_of_round": "sits out",
        "ten_in_order": "10 cards in order",
        "round_won": "Round won",
        "eclair_won": "Racko Éclair",
        "run_bonus": "Run of {length} cards",
        "good_cards": "{count} in order",
        "next_round": "Next round",
        "deal_now": "The cards are dealt",
        "who_deals": "Who deals?",
        "lot": "Card drawn",
        "others_count": "The others count their cards in order.",
        "dealer_deals": "{player} deals",
        "otherwise": "Deal another way",
        "exactly": "Say whether the drawn card stays",
        "one_by_one": "I deal one card at a time",
        "see_rack": "see the cards",
        "laid_unseen": "{player} laid down another card",
        "which_laid": "Which card did {player} lay down?",
    },
    "caption",
)


def caption(key: str, language: str, **arguments: Any) -> str:
    """A caption in a language; raises KeyError for one that is not there."""
    return _CAPTIONS.said(key, language, **arguments)

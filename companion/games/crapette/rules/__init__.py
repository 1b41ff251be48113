"""Crapette: the rules in brief, by the numbers of the rules file (section 2.2).

Deal and start
CR-1   The Jack ranks between Queen and 10.
CR-2   Each player lays his first four cards face up as four cases; how they were shuffled is told, not judged.
CR-3   The next 11 cards are his reserve, the top one turned up.
CR-4   The rest is his stock, face down.
CR-5   The stronger reserve top starts.
CR-6   Rank first, then the suits in the order Spades, Hearts, Diamonds, Clubs.
CR-7   Identical tops: the bottom cards of the reserves decide; still identical: the table names the starter.

Foundations
CR-10  An empty foundation takes an Ace only; any empty place will do.
CR-11  Otherwise the next higher rank of the same suit.
CR-12  Cards come from the own reserve top, the own card in hand, or the free card of any case.
CR-13  Only a free, uncovered card may go up.
CR-14  The King closes the foundation; turning it over is advice.
CR-15  No card leaves a foundation.
CR-16  Where two foundations take the same card the player chooses.

Cases
CR-20  On an occupied case: the next lower rank in the other colour.
CR-21  Sources as for foundations; a case card may be moved on only to uncover the one beneath.
CR-22  An empty case takes any card.
CR-23  Parking a case card in an empty case is allowed, never demanded.
CR-24  One card at a time.

Loading the opponent
CR-30  On his face-up reserve top or waste top: same suit, one rank higher or lower; King and Ace are no neighbours.
CR-31  Cards come from the own reserve top, the own card in hand, the free card of a case.
CR-32  An empty or face-down pile cannot be loaded.
CR-33  Nothing goes on the own reserve, and on the own waste only the card in hand, which ends the turn.
CR-34  The own waste top is never playable.
CR-35  Nor is the opponent's waste top: he may only be loaded there.

Order of play
CR-40  While a card fits a foundation, every card action must be a foundation play.
CR-41  Among several foundation plays the order is free.
CR-42  A case that can be freed is freed before reserve or stock are used.
CR-43  An empty case serves first to uncover a card that then goes up at once.
CR-44  A reserve top that fits a series or can be loaded is played before a stock card is used.
CR-45  An empty case is filled from the reserve before a stock card is drawn or put there.
CR-46  A card in hand that fits a series may not be discarded.
CR-47  Nor may it be discarded while a case is empty.
CR-48  A card in hand that could only be loaded may be discarded.
CR-49  A duty is broken only by a later action of a lower priority.

Turn, stock, waste
CR-50  A turn has any number of moves and draws; a discard, a call or a pass ends it. One card in hand at a time.
CR-51  With a card in hand the other moves stay allowed and the duties hold.
CR-52  Discarding the card in hand on the own waste ends the turn.
CR-53  A used reserve top is replaced by turning the next card; forgetting is only reminded of, until a draw.
CR-54  Looking at the next stock card in the opponent's turn is a fault.
CR-55  When the stock is used up the waste is turned over, unshuffled: its oldest card is drawn first.
CR-56  Passing needs an empty hand, stock and waste.

Faults
CR-60  A fault costs the turn in progress; one call punishes one action once, whatever it broke.
CR-61  The referee calls every fault himself; with ``on_call`` only the opponent does.
CR-62  A wrongly placed card goes back where it came from.
CR-63  After an omission the action that proved it is undone; the caller may make the omitted move and plays on.
CR-64  A seen stock card is never put back: the card in hand goes to the waste.
CR-65  A wrong call changes nothing and is counted.
CR-66  No penalty cards.
CR-67  Playing out of turn is undone; the turn does not change.

End
CR-70  Whoever has no card left in reserve, stock, waste and hand wins at that moment.
CR-71  No points.
CR-72  Stalemate: two passes running, or both agree; more by the options.
"""

from __future__ import annotations

from companion.game import Codes
from companion.games.crapette.rules.actions import PHASES, apply
from companion.games.crapette.rules.legal import legal_actions, possible_cards
from companion.games.crapette.rules.omissions import INFRACTIONS, PLACEMENT_FAULTS
from companion.games.crapette.rules.setup import new_game
from companion.games.crapette.rules.state import OPTIONS, State
from companion.games.crapette.rules.view import offered, view


def is_over(state: State) -> bool:
    """Whether the game has ended (section 6)."""
    return state.phase == "over"


CODES = Codes(
    actions=frozenset(PHASES),
    events=frozenset(
        [
            "first_player",
            "tie",
            "card_moved",
            "card_drawn",
            "card_discarded",
            "reserve_turned",
            "reserve_emptied",
            "stock_exhausted",
            "passed",
            "stock_recycled",
            "case_freed",
            "pile_loaded",
            "foundation_completed",
            "reminder",
            "infraction",
            "crapette_called",
            "proof_made",
            "penalty_card",
            "turn_passed",
            "turn_skipped",
            "taken_back",
            "stalemate_possible",
            "draw_offered",
            "corrected",
            "win_claimed",
            "game_won",
            "game_drawn",
        ]
    ),
    refusals=frozenset(
        [
            "bad_players",
            "bad_option",
            "bad_profile",
            "bad_setup",
            "unknown_action",
            "unknown_player",
            "game_over",
            "wrong_phase",
            "decision_pending",
            "missing_argument",
            "unknown_zone",
            "same_zone",
            "bad_source",
            "bad_target",
            "zone_empty",
            "face_down",
            "bad_count",
            "unknown_card",
            "card_not_there",
            "hand_occupied",
            "stock_empty",
            "hand_empty",
            "reserve_empty",
            "reserve_face_up",
            "stock_not_empty",
            "waste_empty",
            "not_your_turn",
            "must_draw",
            "calling_off",
            "unknown_code",
            "not_your_call",
            "nothing_to_accept",
            "no_take_back",
            "nothing_to_take_back",
            "already_shown",
            "impossible_card",
            "card_contradicts",
        ]
    ),
    infractions=frozenset(INFRACTIONS),
)

MISPLACED = frozenset(PLACEMENT_FAULTS)
"""The faults of a card in the wrong place."""

__all__ = [
    "CODES",
    "MISPLACED",
    "OPTIONS",
    "apply",
    "is_over",
    "legal_actions",
    "new_game",
    "offered",
    "possible_cards",
    "view",
]

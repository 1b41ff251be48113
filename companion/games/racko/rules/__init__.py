"""The rules of Racko in brief, as the leaflet and the family's rules number them.

Preparing
RK-1   The deck is 1–60 for four players, 1–50 for three, 1–40 for two.
RK-2   Each player draws a card; the lowest deals first. The table may also name the dealer.
RK-3   Ten cards each; twenty are left for the stock.
RK-4   A dealt card goes at once into the rack, from slot 50 down to slot 5.
RK-5   Cards are dealt one at a time: nobody is more than one ahead.
RK-6   The top of the stock is turned and begins the face-up pile.
RK-7   The player on the dealer's left begins; play goes clockwise.
RK-8   The next dealer sits on the left of the last, or is the winner (option).

A turn
RK-10  Take the face-up card or the top of the stock: exactly one card.
RK-11  A face-up card taken must be exchanged for another card of the rack.
RK-12  A card from the stock may be exchanged, or laid straight on the pile.
RK-13  The new card goes into the slot of the card it replaces, which goes on the pile.
RK-14  Cards in the rack never change place.
RK-15  When a card has been laid off, the next player plays.
RK-16  Empty stock: all face-up cards but the top one are shuffled (or turned over, or the round ends).

Announcing
RK-20  A round ends with Racko: ten cards ascending, gaps allowed.
RK-21  Anybody may announce while no card is in a hand; or only around one's own turn (option).
RK-22  Nobody has to announce.
RK-23  Two at once: the first tap counts.
RK-24  The announcer shows the rack; what contradicts the known cards is refused, unless it is confirmed.
RK-25  A false announcement is void, or puts the player out of the round (option).
RK-26  One player left in the round: no winner; that player's cards in order count.
RK-30  Two players: the rack must hold a run of three.
RK-31  Two cards that follow one another are no run.

Points
RK-35  The announcer gets 75.
RK-36  Every other player gets 5 for each card from slot 5 up to the break.
RK-37  The card in slot 5 always counts.
RK-38  A whole rack in order that was not announced is worth 50.
RK-39  The game ends after the round in which somebody reaches 500; the highest total wins.

What the referee knows
RK-40  Known slots: noted by their owner, seen to be filled from the pile, or shown.
RK-41  A face-up card that went into an unseen slot floats: in the rack, place unknown.
RK-42  A card known to be elsewhere can be in no rack and come from no stock.
RK-43  A shown rack agrees with every known slot and floating card, unless the table confirms the reading.
RK-44  A new face-up card that nobody explained leaves its known slot, or changes nothing.
RK-45  If the drawn card is known, the new face-up card explains itself.

Teams
RK-50  Four players: seats 1 and 3 against 2 and 4.
RK-51  Partners add their points.
RK-52  No teams with chips, nor with another number of players.

Bonus
RK-55  The announcer adds 50, 100, 200 or 400 for a run of 3, 4, 5, 6 or more.
RK-56  Only the longest run counts.
RK-57  Only the announcer gets a bonus.
RK-58  Racko without a run brings 75.

Chips
RK-59a Chips replace points: each loser pays 1, or 2, 3, 5, 9 for a run of 3, 4, 5, 6 or more.
RK-59b The payer's own run sets the price, or the winner's (option).
RK-59c A run counts anywhere in the payer's rack.
RK-59d Who cannot pay in full gives what is left and is out; the deck follows the number of players.
RK-59e After the agreed rounds, or with one player left, most chips win.
RK-59f No winner, no payment; a player out of the round pays 1 (or the common price).

Racko Éclair
RK-60  Each dealt card goes into a free slot of the player's choice.
RK-61  After the deal, ten cards ascending may be announced at once: 100 points.
RK-62  At once means before the first face-up card is turned.
RK-63  100 instead of 75, no bonus, and no run needed.
RK-64  The others score 5 per card (option).
RK-65  If nobody announces, the ordinary game goes on.
RK-66  A false Éclair is void; the window stays open for the others.
"""

from companion.games.racko.rules.actions import CODES, apply, is_over
from companion.games.racko.rules.legal import legal_actions
from companion.games.racko.rules.offers import offered, possible_cards
from companion.games.racko.rules.setup import new_game
from companion.games.racko.rules.state import OPTIONS
from companion.games.racko.rules.view import redacted, view

__all__ = [
    "CODES",
    "OPTIONS",
    "apply",
    "is_over",
    "legal_actions",
    "new_game",
    "offered",
    "possible_cards",
    "redacted",
    "view",
]

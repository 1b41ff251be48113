"""The rules of Change Horses in brief: "le dernier est le meilleur", the owner of the last horse wins.

Setting up

CH-1   All six horses race, one in each lane of the start line, at random.
CH-2   First lap: position cards 1 to n are dealt at random.
CH-3   Each player has 15 movement cards, two wild horse cards and one certificate (two with two players); the
  other certificates form the set-aside pile.
CH-4   Derby League: carrots worth 11 times the players; not with two players.

A double round (3 to 5 players)

CH-10  Each player chooses three cards of his hand; all are turned up.
CH-11  In position order each player places one of his face-up cards on the betting board.
CH-12  When all have played, the horses move; the cards stay.
CH-13  The order of turns is set anew.
CH-14  Each player plays one of his two remaining cards; the horses move again, all cards counting.
CH-15  The board is cleared; its cards are out of the game.
CH-16  The order is set anew, then each player adds two cards to the one left.
CH-17  A card played or face up cannot be chosen again.

Moving

CH-20  For each horse count the visible cards that show it.
CH-21  Even count: the horse stays.
CH-22  Odd count: it moves that many fields.
CH-23  Inside lane first; in one lane the leading horse first.
CH-24  A horse stays in its lane, does not jump and shares no field.
CH-25  It is blocked only while the field before it is occupied.
CH-26  When a horse crosses the line, all other moves of the lap are finished first.

Order of turns, basic game

CH-30  The holder of the highest position card gets 1, the others are dealt at random.
CH-31  The lowest number plays first.

Wild horse cards

CH-40  Two a player; on one's own turn, before the movement card, one a turn; the use is announced.
CH-41  Stumble covers a card on the board: both its horses no longer count until the board is cleared.
CH-42  A covered card cannot be covered again; on an empty board there is nothing to cover.
CH-44  Slippery track: two different horses each go one lane sideways, one after the other.
CH-45  Fast track: all horses on the two rearmost occupied rows go two fields.
CH-46  A horse that crosses the line by fast track ends the race at once (or after the lap, by option).
CH-47  Change of horse: the certificate goes under the pile, the top one comes.
CH-48  A used wild card is out of the game; a stumble card stays until the board is cleared.

End of the race

CH-50  A horse has crossed the line, or everybody has just one movement card left.
CH-51  All certificates are revealed; the last horse wins, fifth and fourth are placed.
CH-52  The lower row is the better place, beyond the line too.
CH-53  A horse of nobody can win; then the best-placed players are named.
CH-54  Photo finish: more wild cards in hand, then never having changed horse, else the place is shared.
CH-55  A horse of nobody gets the worse place in a photo finish.
CH-56  Derby League: more carrots decide first (or last, by option).
CH-57  Shared places use up their numbers.

Derby League auction

CH-60  From the second order on the order is auctioned.
CH-61  Bids are open, in the order of the position cards, at least 1.
CH-62  Each bid is a number not yet bid in this auction.
CH-63  A bid above the highest lets its player bid again; a bid below it is his last.
CH-64  Outbid players go on in the same order: raise, bid lower and be closed, or pass.
CH-65  The highest bid gets the highest position card, and so on down.
CH-66  Everybody pays his last bid (the highest bidder too, unless by option).
CH-67  Who can bid no number gives up all his carrots for the lowest card still free.
CH-68  Who has no carrots is skipped and gets the lowest free card.
CH-69  No carrots can be won; they count only in a photo finish.

Two players

CH-70  The player who last rode a horse begins; no position cards, no auction.
CH-71  Each has two certificates.
CH-72  Each chooses four cards and places two in turn; at four cards the horses move, the cards stay.
CH-73  Each adds two cards, same player begins; at eight cards the horses move and the board is cleared.
CH-74  After clearing, the player who played last begins.
CH-75  Seventh lap: each adds his last card and plays two of three.
CH-76  A tie: CH-54, then the player whose second horse is nearer to last, else shared.
CH-77  Each card placed is a turn of its own for CH-40.
"""

from companion.games.change_horses.rules.actions import apply, is_over
from companion.games.change_horses.rules.certificates import redacted
from companion.games.change_horses.rules.offers import legal_actions, offered
from companion.games.change_horses.rules.setup import new_game
from companion.games.change_horses.rules.state import CODES, OPTIONS
from companion.games.change_horses.rules.view import view

__all__ = ["CODES", "OPTIONS", "apply", "is_over", "legal_actions", "new_game", "offered", "redacted", "view"]

"""The last resort against a misread card that no entry told: the zone is set as it really lies (4.1, ``correct``)."""

from __future__ import annotations

from companion.action import TABLE, Action
from companion.games.crapette.rules.cards import CARD_NAMES, card_number, rank_of
from companion.games.crapette.rules.state import CASES, FOUNDATIONS, STOCK, State


def relaid(state: State, zone: str, place: int, face: str) -> Action | None:
    """The action that puts ``face`` at this place of what can be seen of a zone; None where that means nothing.

    The other cards of the zone stay as they are known. A foundation is its top and all that belongs beneath.
    """
    number, card = state.house.zones.get(zone), card_number(face)
    if number is None or card is None or number in (STOCK, STOCK + 1):
        return None
    pile = state.piles[number]
    if not 0 <= place < (len(pile) if number in CASES else min(1, len(pile))):
        return None
    if number in FOUNDATIONS:
        cards = [CARD_NAMES[below] for below in range(card - rank_of(card), card + 1)]
    else:
        cards = [CARD_NAMES[one] for one in pile]
        cards[place if number in CASES else -1] = face
    return {"by": TABLE, "do": "correct", "zone": zone, "cards": cards}

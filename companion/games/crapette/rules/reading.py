"""Reading what was told: moves, faces and whole zones, and how they are refused, in the order of section 4.1.

A refusal means that the camera or the tablet must look again; the state is unchanged.
"""

from __future__ import annotations

from companion.action import Action, Rejected
from companion.games.crapette.rules.cards import BITS, CARD_NAMES, UNKNOWN, card_number
from companion.games.crapette.rules.state import (
    CASES,
    HAND,
    RESERVE,
    RESERVES,
    STOCKS,
    WASTE,
    Deed,
    Draft,
    Pile,
)

MOST_CARDS = 104
"""Cards of both packs: no pile can hold more."""


def read_move(draft: Draft, seat: int, action: Action) -> Deed:
    """The move as hands made it; raises ``Rejected`` in the order of section 4.1."""
    source_id, target_id = action.get("from"), action.get("to")
    if source_id is None or target_id is None:
        raise Rejected("missing_argument", expected="from" if source_id is None else "to")
    zones = draft.house.zones
    for zone_id in (source_id, target_id):
        if not isinstance(zone_id, str) or zone_id not in zones:
            raise Rejected("unknown_zone", seen=text(zone_id))
    source, target = zones[source_id], zones[target_id]
    if source == target:
        raise Rejected("same_zone", zone=source_id)
    if source in STOCKS:
        raise Rejected("bad_source", zone=source_id)
    if target in STOCKS or target >= HAND:
        raise Rejected("bad_target", zone=target_id)
    pile = draft.piles[source]
    if not pile:
        raise Rejected("zone_empty", zone=source_id)
    if source in RESERVES and not draft.face_up[source - RESERVE]:
        raise Rejected("face_down", zone=source_id)
    told_count = action.get("count")
    count = 1 if told_count is None else told_count
    most = len(pile) if source in CASES else 1
    if type(count) is not int or not 1 <= count <= most:
        raise Rejected("bad_count", expected=most)
    index, told = len(pile) - count, action.get("card")
    if told is not None and told != CARD_NAMES[pile[index]]:
        index = _lowest_moved(draft, pile, count, told)
    cards = pile[index : index + count]
    if cards[0] == UNKNOWN:
        cards = (_told_card(draft, action),)
    if source == HAND + seat and target == WASTE + seat:
        return Deed("discard", seat, source, target, cards)
    covered = index + count < len(pile)
    into_empty = target in CASES and not draft.piles[target]
    return Deed("move", seat, source, target, cards, index, len(pile) - count, covered, into_empty)


def _lowest_moved(draft: Draft, pile: Pile, count: int, told: object) -> int:
    """The place of the lowest card moved, told as another one than was known to lie there.

    It is a card that nobody knew, or one from under others, pulled out alone.
    """
    card = card_number(told)
    if card is None:
        raise Rejected("unknown_card", seen=text(told))
    index = len(pile) - count
    if pile[index] == UNKNOWN:
        return index
    if count == 1 and any(pile is draft.piles[case] for case in CASES) and card in pile:
        return len(pile) - 1 - pile[::-1].index(card)
    raise Rejected("card_not_there", seen=told, expected=CARD_NAMES[pile[index]])


def _told_card(draft: Draft, action: Action) -> int:
    """The card of a waste top that nobody had told before."""
    card = card_number(action.get("card"))
    if card is None:
        raise Rejected("missing_argument", expected="card")
    if draft.shown.twice & BITS[card]:
        raise Rejected("card_not_there", seen=CARD_NAMES[card], expected=None)
    return card


def read_face(draft: Draft, seat: int, action: Action, known: int) -> int:
    """The card errors (4.1): a face told for a card of a player's pack, and what the engine knows of it.

    A card that lies hidden is not named by the refusal either.
    """
    told = action.get("card")
    if told is None:
        if known == UNKNOWN:
            raise Rejected("missing_argument", expected="card")
        return known
    card = card_number(told)
    if card is None:
        raise Rejected("unknown_card", seen=text(told))
    if known != UNKNOWN:
        if card != known:
            raise Rejected("card_contradicts", seen=told)
        return card
    if (draft.shown.twice | draft.shown.packs[seat]) & BITS[card]:
        raise Rejected("impossible_card", seen=told)
    draft.shown = draft.shown.with_card(card, seat)
    return card


def read_zone(zone: int, told: object) -> Pile:
    """The cards of a zone, base first; only piles that are not spread out may hold unknown ones."""
    if not isinstance(told, list | tuple):
        raise Rejected("unknown_card", seen=text(told))
    if len(told) > (1 if zone >= HAND else MOST_CARDS):
        raise Rejected("impossible_card", seen=None)
    cards = []
    for one in told:
        card = UNKNOWN if one is None else card_number(one)
        if card is None or (card == UNKNOWN and (zone < RESERVE or zone >= HAND)):
            raise Rejected("unknown_card", seen=text(one))
        cards.append(card)
    return tuple(cards)


def text(told: object) -> str | None:
    """What was told, if it can be said: nonsense of other shapes is not repeated."""
    return told if isinstance(told, str) else None

"""Which valid racks agree with what is known of one (RK-20, RK-30, RK-42, RK-43): the ground of what is offered."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.racko.rules.state import RUN, CardSet, Rack, UnknownRack, cards_of, full_deck

Slots = tuple[int | None, ...]


def valid_rack(rack: Rack, free: CardSet, highest: int, *, run: bool) -> Slots | None:
    """The known slots of ascending racks that agree with what is known, None when there is no such rack.

    ``free`` are the cards that may fill unknown slots. With ``run`` a run of three is settled in three slots.
    """
    if not _fillable(rack.slots, rack.cards, free, highest):
        return None
    if not run:
        return rack.slots
    return next(_with_run(rack, free, highest), None)


def unknown_valid_rack(free: CardSet, highest: int, *, run: bool) -> Slots:
    """The known slots of valid racks of which nothing else is known; ``free`` is the deck but for a few cards."""
    return next(_with_run(Rack(), free, highest)) if run else UnknownRack


def choices(slots: Slots, floating: CardSet, free: CardSet, highest: int) -> list[list[int]]:
    """Slot by slot what may stand there: whoever takes any in rising order has a valid rack.

    The slots come from ``valid_rack``; each floating card is given one slot that leaves room for the rest.
    """
    found: list[list[int]] = []
    low, empty = 0, 0
    for card in (*slots, highest + 1):
        if card is None:
            empty += 1
            continue
        if empty:
            found.extend(_gap(empty, low, card, floating, free))
        found.append([card])
        low, empty = card, 0
    return found[:-1]


def _gap(length: int, low: int, high: int, floating: CardSet, free: CardSet) -> Iterator[list[int]]:
    """The choices of neighbouring unknown slots between two known cards."""
    between = _between(low, high)
    loose = cards_of(floating & between)
    others = length - len(loose)
    for card in (*loose, high):
        cards = cards_of(free & ~floating & _between(low, card))
        count = min(len(cards), others)
        others -= count
        for place in range(count):
            yield cards[place : len(cards) - count + place + 1]
        if card != high:
            yield [card]
        low = card


def _between(low: int, high: int) -> CardSet:
    return ((1 << high) - 1) & ~((2 << low) - 1)


def _fillable(slots: Slots, known: CardSet, free: CardSet, highest: int) -> bool:
    """Whether the unknown slots can be filled in rising order and hold every floating card.

    ``known`` are all known cards of the rack: between two known slots only floating ones can be among them.
    """
    low, empty = 0, 0
    for card in (*slots, highest + 1):
        if card is None:
            empty += 1
            continue
        if card <= low:
            return False
        between = ((1 << card) - 1) & ~((2 << low) - 1)
        loose = (known & between).bit_count()
        if loose > empty or (empty and ((known | free) & between).bit_count() < empty):
            return False
        low, empty = card, 0
    return True


def _with_run(rack: Rack, free: CardSet, highest: int) -> Iterator[Slots]:
    """Every way to settle a run of three somewhere in the rack so that the rest can still be filled."""
    loose = rack.cards & ~sum(1 << card for card in rack.slots if card is not None)
    usable = loose | free
    for place in range(len(rack.slots) - RUN + 1):
        for first in _first_cards(rack.slots[place : place + RUN], usable, highest):
            run = tuple(range(first, first + RUN))
            slots = (*rack.slots[:place], *run, *rack.slots[place + RUN :])
            if all(
                known == card or (known is None and usable >> card & 1)
                for known, card in zip(rack.slots[place : place + RUN], run, strict=True)
            ) and _fillable(slots, rack.cards, free, highest):
                yield slots


def _first_cards(known: Slots, usable: CardSet, highest: int) -> list[int]:
    """The lowest cards of runs that could stand in these three slots."""
    for offset, card in enumerate(known):
        if card is not None:
            return [card - offset] if 1 <= card - offset <= highest - RUN + 1 else []
    return cards_of(usable & usable >> 1 & usable >> 2 & full_deck(highest))

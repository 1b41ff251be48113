"""Who is placed and who wins (CH-51 to CH-57, CH-76)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.change_horses.rules.state import HORSES, House, Seat, State


@dataclass(frozen=True, slots=True)
class Placing:
    """One line of the result: the horse's place, and the seat of its owner if it has one."""

    place: int
    horse: int
    row: int
    owner: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """The result: the horses best place first, the winning seats, and the best-placed ones."""

    placings: tuple[Placing, ...]
    winners: tuple[int, ...]
    best: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PhotoFinish:
    """How horses on one row were told apart, about which place: the horses, best first, and what put the first
    before the next one.

    ``by`` is "owned" (CH-55), "carrots" (CH-56), "wild_left", "never_changed" (CH-54), "second_horse" (CH-76), or
    "shared" where nothing did; ``ahead`` are the seats before the others, ``behind`` the next one, None for nobody.
    """

    place: int
    horses: tuple[int, ...]
    by: str
    ahead: tuple[int, ...]
    behind: int | None


_PRIZES = 3
"""CH-51: the winner and two places; who comes in before them has lost, on one row or not."""


def owners(state: State) -> tuple[int | None, ...]:
    """Whose each horse is, as far as the certificates are known."""
    owned: list[int | None] = [None] * len(HORSES)
    for number, seat in enumerate(state.seats):
        for letter in seat.certificates:
            if letter is not None:
                owned[HORSES.index(letter)] = number
    return tuple(owned)


def standing(state: State) -> Standing:
    """The result when every certificate lies open."""
    rows = tuple(row for _, row in state.horses)
    return ranked(state.house, rows, owners(state), state.seats)


def ranked(
    house: House, rows: tuple[int, ...], owned: tuple[int | None, ...], seats: tuple[Seat, ...]
) -> Standing:
    """CH-51, CH-52: the lower row is the better place; equal rows by photo finish; shared places use up (CH-57)."""
    keys = [(rows[horse], photo_finish(house, owned[horse], seats)) for horse in range(len(HORSES))]
    placings: list[Placing] = []
    for order, horse in enumerate(sorted(range(len(HORSES)), key=lambda horse: (keys[horse], horse))):
        shares = placings and keys[placings[-1].horse] == keys[horse]
        place = placings[-1].place if shares else order + 1
        placings.append(Placing(place, horse, rows[horse], owned[horse]))
    winners = _owners_on(placings, 1)
    if house.two and len(winners) > 1:
        winners = _second_horses(winners, rows, owned)
    best_place = next((placing.place for placing in placings if placing.owner is not None), 1)
    best = winners or _owners_on(placings, best_place)
    return Standing(tuple(placings), winners, best)


def photo_finish(house: House, owner: int | None, seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """CH-54, CH-56: what decides between horses of one row, the smaller the better.

    Owned before nobody's (CH-55); then wild cards in hand, never having changed; carrots before or after them.
    """
    if owner is None:
        return (1,)
    seat = seats[owner]
    photo = (-seat.wild_left, int(seat.changed > 0))
    if not house.derby:
        return (0, *photo)
    if house.option("derby_tie") == "carrots_first":
        return (0, -seat.carrots, *photo)
    return (0, *photo, -seat.carrots)


def level(rows: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The horses that stand on one row where that is about a prize, row by row, the best first."""
    by_row = [tuple(horse for horse, own in enumerate(rows) if own == row) for row in sorted(set(rows))]
    behind = [sum(own < rows[horses[0]] for own in rows) for horses in by_row]
    return tuple(one for one, before in zip(by_row, behind, strict=True) if len(one) > 1 and before < _PRIZES)


def decided(state: State) -> PhotoFinish | None:
    """The photo finish about the best place of those between horses that are not all one player's, or nobody's."""
    house, owned, rows = state.house, owners(state), tuple(row for _, row in state.horses)
    for horses in level(rows):
        keys = {horse: photo_finish(house, owned[horse], state.seats) for horse in horses}
        order = sorted(horses, key=lambda horse: (keys[horse], horse))
        first = owned[order[0]]
        if first is None or all(owned[horse] == first for horse in order):
            continue
        place = 1 + sum(row < rows[horses[0]] for row in rows)
        ahead = {owned[horse] for horse in order if keys[horse] == keys[order[0]]}
        players = tuple(sorted(seat for seat in ahead if seat is not None))
        if len(players) == 1:
            other = next(horse for horse in order if owned[horse] != first)
            pairs = zip(_compared(house), keys[order[0]], keys[other], strict=False)
            by = next(name for name, own, others in pairs if own != others)
            return PhotoFinish(place, tuple(order), by, players, owned[other])
        won = standing(state).winners
        if house.two and len(won) == 1 and place == 1:
            return PhotoFinish(place, tuple(order), "second_horse", won, 1 - won[0])
        return PhotoFinish(place, tuple(order), "shared", players, None)
    return None


def photo_finish_told(state: State) -> dict[str, Any] | None:
    """The photo finish of a race that is over, by names: ``more`` against ``fewer`` of what was counted."""
    photo = decided(state)
    if photo is None:
        return None
    names = state.house.players
    had = [None if seat is None else state.seats[seat] for seat in (photo.ahead[0], photo.behind)]
    counts = [
        getattr(seat, photo.by) if seat and photo.by in ("carrots", "wild_left") else None for seat in had
    ]
    return {
        "place": photo.place,
        "horses": [HORSES[horse] for horse in photo.horses],
        "by": photo.by,
        "players": [names[seat] for seat in photo.ahead],
        "other": state.name(photo.behind),
        "more": counts[0],
        "fewer": counts[1],
    }


def _compared(house: House) -> tuple[str, ...]:
    """What ``photo_finish`` compares, in its order."""
    photo = ("wild_left", "never_changed")
    if not house.derby:
        return ("owned", *photo)
    if house.option("derby_tie") == "carrots_first":
        return ("owned", "carrots", *photo)
    return ("owned", *photo, "carrots")


def _owners_on(placings: list[Placing], place: int) -> tuple[int, ...]:
    found = {placing.owner for placing in placings if placing.place == place}
    return tuple(sorted(owner for owner in found if owner is not None))


def _second_horses(
    tied: tuple[int, ...], rows: tuple[int, ...], owned: tuple[int | None, ...]
) -> tuple[int, ...]:
    """CH-76: of players still equal, those whose second horse stands nearest to the last place."""
    second = {
        player: sorted(rows[horse] for horse in range(len(HORSES)) if owned[horse] == player)[-1]
        for player in tied
    }
    return tuple(player for player in tied if second[player] == min(second.values()))

"""Who is placed and who wins (CH-51 to CH-57, CH-76)."""

from __future__ import annotations

from dataclasses import dataclass

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

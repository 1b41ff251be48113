"""What may be shown of a race (section 3): publicly, and to the seat whose things they are."""

from __future__ import annotations

from typing import Any

from companion.game import View
from companion.games.change_horses.rules.moving import counts
from companion.games.change_horses.rules.result import photo_finish_told, standing
from companion.games.change_horses.rules.state import BOARD_CAPACITY, HORSES, Auction, State


def view(state: State, seat: str | None = None) -> View:
    """The public fields, and under ``private`` what each player alone may know.

    Beside the fields of section 3 it carries ``options``, and once the race is over ``photo_finish``.
    For the referee that is everything, every letter that anybody told; for a seat only what it told itself.
    """
    house = state.house
    names = house.players
    places, winners, best = _result(state)
    seats = dict(zip(names, state.seats, strict=True))
    public = {
        "game": "change_horses",
        "mode": house.mode,
        "phase": state.phase,
        "round": state.round,
        "lap": state.lap,
        "players": list(names),
        "turn": state.name(state.turn),
        "order": [names[number] for number in state.order],
        "positions": {} if house.two else {name: one.position for name, one in seats.items()},
        "horses": {
            letter: {"lane": lane or None, "row": row, "crossed": row >= house.finish_row}
            for letter, (lane, row) in zip(HORSES, state.horses, strict=True)
        },
        "board": [
            {"by": names[placed.by], "card": placed.card, "covered_by": state.name(placed.covered_by)}
            for placed in state.board
        ],
        "board_capacity": BOARD_CAPACITY[len(names)],
        "counts": dict(zip(HORSES, counts(state.board), strict=True)),
        "moves_due": [
            {"horse": HORSES[move.horse], "lane": move.lane, "from": move.start, "to": move.to}
            for move in state.due
        ],
        "front": {name: list(one.front) for name, one in seats.items()},
        "hand_left": {name: len(one.hand) for name, one in seats.items()},
        "required": {name: state.required(number) for number, name in enumerate(names)},
        "wild_left": {name: one.wild_left for name, one in seats.items()},
        "changed": {name: one.changed for name, one in seats.items()},
        "wild_played": state.wild_played,
        "carrots": {name: one.carrots for name, one in seats.items()},
        "auction": _auction(state, state.auction),
        "pile_count": len(state.pile),
        "awaiting_certificates": [
            name for name, one in seats.items() if state.phase == "certificates" and not one.shown
        ],
        "certificates_shown": {
            name: sorted(letter or "" for letter in one.certificates) if one.shown else None
            for name, one in seats.items()
        },
        "end_reason": state.end_reason,
        "result": places,
        "winners": winners,
        "best_players": best,
        "photo_finish": None if state.phase != "game_over" else photo_finish_told(state),
        "options": dict(house.options),
    }
    private = {
        name: {"hand": list(one.hand), "certificates": list(one.certificates if seat is None else one.noted)}
        for name, one in seats.items()
        if seat is None or seat == name
    }
    return View(public, private)


def _auction(state: State, auction: Auction | None) -> dict[str, Any] | None:
    if auction is None:
        return None
    names = state.house.players
    return {
        "bids": {name: bid for name, bid in zip(names, auction.bids, strict=True) if bid is not None},
        "high": auction.high_bid or None,
        "taken": sorted(auction.taken),
        "closed": [names[number] for number in sorted(auction.closed)],
    }


def _result(state: State) -> tuple[list[dict[str, Any]], list[str], list[str]]:
    """CH-51, CH-53: the horses best place first, the winners, and the best-placed players."""
    if state.phase != "game_over":
        return [], [], []
    names, result = state.house.players, standing(state)
    places = [
        {
            "place": placing.place,
            "horse": HORSES[placing.horse],
            "row": placing.row,
            "owner": state.name(placing.owner),
        }
        for placing in result.placings
    ]
    return places, [names[number] for number in result.winners], [names[number] for number in result.best]

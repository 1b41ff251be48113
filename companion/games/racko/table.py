"""Racko on the table: what an overhead camera sees, and what hands can do to it (section 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.action import TABLE, Action
from companion.game import Instruction, View
from companion.games.racko.rules.state import SLOTS, State
from companion.readers import Reader

DISCARD = "discard"
STOCK = "stock"
RACKS = ("rack_1", "rack_2", "rack_3", "rack_4")
"""The racks by seat, clockwise; a rack that stands before its owner shows nothing."""
ZONES: Mapping[str, Reader] = {
    DISCARD: Reader.NUMBERS,
    STOCK: Reader.NUMBERS,
    **dict.fromkeys(RACKS, Reader.NUMBERS),
}

BACK = "back"
UNKNOWN = "unknown"
"""A card that lies open and of which the rules do not know the number (RK-43)."""

Seen = Mapping[str, Sequence[str]]


def visible_table(state: State) -> Mapping[str, tuple[str, ...]]:
    """Zone by zone what should lie there: the top face-up card, the back of the stock, the racks laid down."""
    zones: dict[str, tuple[str, ...]] = {DISCARD: (), STOCK: (BACK,) if state.stock else ()}
    if state.pile.cards:
        top = state.pile.cards[-1]
        zones[DISCARD] = (UNKNOWN if top is None else str(top),)
    for zone, player in zip(RACKS, state.house.seats, strict=False):
        count = state.call.count_of(player)
        zones[zone] = () if count is None or count.rack is None else tuple(map(str, count.rack))
    return zones


def rack_zone(state: State, player: str) -> str:
    """Where a player lays his rack down."""
    return RACKS[state.house.seats.index(player)]


# ---------------------------------------------------------------- what hands may have done


def physical_moves(state: State, seen: Seen) -> tuple[Action, ...]:
    """The single actions of hands that may come next on the way to what is seen, the plainest first.

    A card drawn from the stock and a first deal change nothing that can be seen: they are named where all is as it
    should be, too. What the table does is sent by ``table``: no camera sees whose hand it was.
    """
    expected = visible_table(state)
    differing = {
        zone: tuple(seen[zone]) for zone in expected if zone in seen and tuple(seen[zone]) != expected[zone]
    }
    if STOCK not in seen and not differing:
        return ()
    match state.phase:
        case "ready_to_deal" | "round_over":
            return _dealt(expected, differing)
        case "turn_up" | "eclair":
            turned = [
                {"by": TABLE, "do": "turn_up", "card": card} for card in _number(differing.get(DISCARD))
            ]
            return (*turned, *_racks_laid(state, differing, "racko_eclair"))
        case "draw":
            return (*_taken(state, differing), *_racks_laid(state, differing, "racko"))
        case "place":
            return _laid_off(state, differing)
        case "show" | "scoring":
            return _racks_laid(state, differing, "show_rack")
        case _:
            return ()


def _dealt(expected: Seen, differing: Seen) -> tuple[Action, ...]:
    """RK-3: the racks and the face-up cards of the last round are gone; before the first there were none."""
    lay = {zone for zone in expected if expected[zone] and zone != STOCK}
    if lay and not lay & differing.keys():
        return ()
    deal = {"by": TABLE, "do": "deal"}
    return ({**deal, "one_by_one": False}, {**deal, "one_by_one": True})


def _number(faces: Sequence[str] | None) -> tuple[int, ...]:
    """The number of a single card seen; none for a back, a heap or an unreadable one."""
    return _numbers(faces) if faces is not None and len(faces) == 1 else ()


def _numbers(faces: Sequence[str]) -> tuple[int, ...]:
    if not all(face.isascii() and face.isdigit() and len(face) <= 2 for face in faces):
        return ()
    return tuple(map(int, faces))


def _taken(state: State, differing: Seen) -> tuple[Action, ...]:
    """RK-10, RK-16: the face-up card is gone, or another lies there that was laid off after a draw.

    A card from the stock leaves no trace: only the stock itself is empty after the last one.
    """
    moves: list[Action] = []
    if state.stock > 1 or (state.stock and differing):
        moves.append({"by": state.turn, "do": "draw_stock"})
    elif differing and state.house.stock_empty != "round_ends" and len(state.pile.cards) > 1:
        moves.append({"by": TABLE, "do": "restock"})
    if DISCARD in differing:
        # Where only the card below shows it may have been somebody else: the rules say whose turn it is (section 7).
        below = [str(card) for card in state.pile.cards[-2:-1] if card is not None]
        taken = list(differing[DISCARD]) == below
        others = [player for player in state.in_round if player != state.turn] if taken else []
        moves += [{"by": player, "do": "take_discard"} for player in (state.turn, *others)]
    return tuple(moves)


def _laid_off(state: State, differing: Seen) -> tuple[Action, ...]:
    """RK-11 to RK-13, RK-44: a new face-up card. After the face-up card it was exchanged (section 7).

    After a draw from the stock nobody sees where it came from: that is ``discard``, the two others say more.
    """
    held = state.held
    if held is None:
        return ()
    moves: list[Action] = []
    for card in _number(differing.get(DISCARD)):
        exchanged = {"by": held.player, "do": "exchange", "discarded": card}
        laid = {"by": held.player, "do": "discard", "card": card}
        if held.source == "discard":
            moves += [exchanged, laid]
        else:
            moves += [laid, {"by": held.player, "do": "discard_drawn", "card": card}, exchanged]
    return tuple(moves)


def _racks_laid(state: State, differing: Seen, do: str) -> tuple[Action, ...]:
    """RK-24, RK-36: ten cards in a row before a player."""
    moves: list[Action] = []
    for zone, player in zip(RACKS, state.house.seats, strict=False):
        if player not in state.in_round or len(differing.get(zone, ())) != len(SLOTS):
            continue
        rack = list(_numbers(differing[zone]))
        if rack and (do != "show_rack" or player in state.awaiting_racks):
            moves.append({"by": player, "do": do, "rack": rack})
    return tuple(moves)


def put_right(before: View, after: View) -> tuple[Instruction, ...]:
    """What hands must change so that the table shows ``after`` where it showed ``before``."""
    was, now = before.public, after.public
    told: list[Instruction] = []
    for player, rack in now["racks_shown"].items():
        if was["racks_shown"].get(player) == rack:
            continue
        told.append(Instruction("put_rack_back" if rack is None else "put_rack_down", {"player": player}))
    if (was["discard_top"], was["discard_count"]) != (now["discard_top"], now["discard_count"]):
        if now["discard_count"] == 0:
            told.append(Instruction("put_pile_empty", {}))
        else:
            pile = {"card": now["discard_top"], "cards": now["discard_count"]}
            told.append(Instruction("put_pile", pile))
    if was["stock"] != now["stock"]:
        told.append(Instruction("put_stock", {"cards": now["stock"]}))
    if was["held"] != now["held"] and now["held"] is not None:
        held = now["held"]
        told.append(Instruction("put_in_hand", {"player": held["player"], "card": held["card"]}))
    return tuple(told)

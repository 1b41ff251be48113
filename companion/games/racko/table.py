"""Racko on the table: what an overhead camera sees, and what hands can do to it (section 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.game import TABLE, Action, Instruction, View
from companion.games.racko.rules.state import SLOTS, State

DISCARD = "discard"
STOCK = "stock"
RACKS = ("rack_1", "rack_2", "rack_3", "rack_4")
"""The racks by seat, clockwise; a rack that stands before its owner shows nothing."""
ZONES: Mapping[str, str] = {DISCARD: "numbers", STOCK: "numbers", **dict.fromkeys(RACKS, "numbers")}

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


def physical_moves(state: State, seen: Seen) -> tuple[Action, ...]:
    """Every single action of hands that explains where the table differs from what is seen."""
    expected = visible_table(state)
    differing = {
        zone: seen[zone] for zone in expected if zone in seen and tuple(seen[zone]) != expected[zone]
    }
    if not differing:
        return ()
    match state.phase:
        case "ready_to_deal" | "round_over":
            return tuple(
                {"by": by, "do": "deal", "one_by_one": one_by_one}
                for by in _anybody(state)
                for one_by_one in (False, True)
            )
        case "turn_up" | "eclair":
            moves = [
                {"by": by, "do": "turn_up", "card": card}
                for card in _number(differing.get(DISCARD))
                for by in _anybody(state)
            ]
            return (*moves, *_racks_laid(state, differing, "racko_eclair"))
        case "draw":
            return (*_taken(state, differing), *_racks_laid(state, differing, "racko"))
        case "place":
            return _laid_off(state, differing)
        case "show" | "scoring":
            return _racks_laid(state, differing, "show_rack")
        case _:
            return ()


def _anybody(state: State) -> tuple[str, ...]:
    """Whoever may do what belongs to the table: no camera sees whose hand it was."""
    return (TABLE, *state.players)


def _number(faces: Sequence[str] | None) -> tuple[int, ...]:
    """The number of a single card seen; none for a back, a heap or an unreadable one."""
    return _numbers(faces) if faces is not None and len(faces) == 1 else ()


def _numbers(faces: Sequence[str]) -> tuple[int, ...]:
    if not all(face.isascii() and face.isdigit() and len(face) <= 2 for face in faces):
        return ()
    return tuple(map(int, faces))


def _taken(state: State, differing: Seen) -> tuple[Action, ...]:
    """RK-10, RK-16: another face-up card was under the top one, or is laid off after a draw nobody noticed."""
    moves: list[Action] = []
    if DISCARD in differing:
        moves.append({"by": state.turn, "do": "take_discard"})
    if state.stock and (DISCARD in differing or differing.get(STOCK) == ()):
        moves.append({"by": state.turn, "do": "draw_stock"})
    if not state.stock and differing.get(STOCK):
        moves += [{"by": by, "do": "restock"} for by in _anybody(state)]
    return tuple(moves)


def _laid_off(state: State, differing: Seen) -> tuple[Action, ...]:
    """RK-11 to RK-13, RK-44: a new face-up card; what came from the stock may have gone straight on the pile."""
    held = state.held
    if held is None:
        return ()
    moves: list[Action] = []
    for card in _number(differing.get(DISCARD)):
        moves.append({"by": held.player, "do": "discard", "card": card})
        moves.append({"by": held.player, "do": "exchange", "discarded": card})
        if held.source == "stock":
            moves.append({"by": held.player, "do": "discard_drawn", "card": card})
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

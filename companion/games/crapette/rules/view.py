"""What may be shown (section 3), what is offered to people, and the hints of the option ``hints``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.action import TABLE, Template
from companion.game import View
from companion.games.crapette.rules.calls import proof_moves
from companion.games.crapette.rules.cards import CARD_NAMES, PACK
from companion.games.crapette.rules.duties import Duties, Shifts, duties_of
from companion.games.crapette.rules.ending import points_told
from companion.games.crapette.rules.legal import legal_doings, legal_shifts
from companion.games.crapette.rules.omissions import INFRACTIONS
from companion.games.crapette.rules.placing import COMPLETE, shift_told
from companion.games.crapette.rules.state import (
    CASES,
    FOUNDATIONS,
    RESERVE,
    STOCK,
    WASTE,
    State,
    cards_left,
    hand_card,
    reserve_top,
)


def view(state: State, seat: str | None = None) -> View:
    """What may be shown: the same to everybody, for no seat has secrets here; never a face that lies hidden."""
    players, names, piles = state.house.players, state.house.zone_names, state.piles
    own = dict(zip(players, (0, 1), strict=True))
    obligations, legal_moves = _hints(state)
    return View(
        {
            "game": "crapette",
            "phase": state.phase,
            "players": list(players),
            "options": state.house.options,
            "turn": None if state.turn is None else players[state.turn],
            "turn_number": state.turn_number,
            "foundations": {
                names[zone]: {
                    "top": CARD_NAMES[piles[zone][-1]] if piles[zone] else None,
                    "count": len(piles[zone]),
                    "complete": len(piles[zone]) == COMPLETE,
                }
                for zone in FOUNDATIONS
            },
            "cases": {names[zone]: [CARD_NAMES[card] for card in piles[zone]] for zone in CASES},
            "reserves": {
                player: {
                    "count": len(piles[RESERVE + place]),
                    "top": _name(reserve_top(state, place)),
                    "face_up": state.face_up[place] > 0,
                }
                for player, place in own.items()
            },
            "stocks": {player: {"count": len(piles[STOCK + place])} for player, place in own.items()},
            "wastes": {
                player: {
                    "count": len(piles[WASTE + place]),
                    "top": CARD_NAMES[piles[WASTE + place][-1]] if piles[WASTE + place] else None,
                }
                for player, place in own.items()
            },
            "hands": {player: _name(hand_card(state, place)) for player, place in own.items()},
            "cards_left": {player: cards_left(state, place) for player, place in own.items()},
            "proof": _proof(state),
            "calls": {
                player: {"right": state.calls.right[place], "wrong": state.calls.wrong[place]}
                for player, place in own.items()
            },
            "turns_to_skip": {player: state.calls.skips[place] for player, place in own.items()},
            "deciding": players[state.faults[-1].deed.seat] if state.awaits_decision else None,
            "draw_agreed_by": sorted(
                player for player, place in own.items() if state.standstill.agreed[place]
            ),
            "winner": None if state.end.winner is None else players[state.end.winner],
            "result": state.end.result,
            "points": points_told(state),
            "obligations": obligations,
            "legal_moves": legal_moves,
        }
    )


def _name(card: int | None) -> str | None:
    return None if card is None else CARD_NAMES[card]


def _proof(state: State) -> dict[str, Any] | None:
    moves = proof_moves(state)
    if state.proof is None or not moves:
        return None
    players = state.house.players
    return {
        "player": players[state.proof.seat],
        "against": players[state.proof.against],
        "code": state.proof.code,
        "moves": [shift_told(state, move) for move in moves],
    }


# ---------------------------------------------------------------- hints


def _hints(state: State) -> tuple[list[dict[str, Any]] | None, list[dict[str, Any]] | None]:
    """``obligations`` and ``legal_moves`` of the player on turn, each as far as the option ``hints`` shows it."""
    if state.house.hints == "off":
        return None, None
    everything = state.house.hints == "all"
    seat = state.turn
    if state.phase != "play" or state.awaits_decision or seat is None:
        return [], [] if everything else None
    pending = duties_of(state, seat)
    return _obligations(state, pending), _legal_moves(state, pending) if everything else None


def _obligations(state: State, pending: Duties) -> list[dict[str, Any]]:
    """Level 0, then only the highest level that is pending (CR-40 to CR-48)."""
    found = [{"level": 0, "code": "proof", **shift_told(state, move)} for move in proof_moves(state)]
    if pending.turn_reserve:
        found.append({"level": 0, "code": "reserve_not_turned", "do": "turn_reserve"})
    levels: tuple[tuple[tuple[str, Shifts], ...], ...] = (
        (("missed_foundation_play", pending.foundation),),
        (("missed_case_freeing", pending.freeing), ("missed_uncovering", pending.uncovering)),
        (("stock_before_reserve", pending.reserve), ("unused_empty_case", pending.reserve_filling)),
        (
            ("missed_series_play", pending.hand_series),
            ("unused_empty_case", pending.hand_filling),
            ("missed_load", pending.hand_loading),
        ),
    )
    for level, groups in enumerate(levels, start=1):
        due = [
            {"level": level, "code": code, **shift_told(state, move)}
            for code, moves in groups
            for move in moves
        ]
        if due:
            return found + due
    return found


def _legal_moves(state: State, pending: Duties) -> list[dict[str, Any]]:
    moves = [shift_told(state, move) for move in legal_shifts(pending, proof_moves(state))]
    return moves + [{"do": do} for do in legal_doings(pending)]


# ---------------------------------------------------------------- what people may do


def offered(state: State, seat: str | None) -> tuple[Template, ...]:
    """What may be offered to anybody, made from the public view alone: its hints, then all that hands can do.

    Faulty moves are among it, for whoever makes one must be able to say so; nothing in it tells a fault or a duty
    that the view does not.
    """
    shown = view(state, seat).public
    match shown["phase"]:
        case "tie_break":
            return (*_showing(shown), *_agreeing(shown))
        case "choose_first":
            return (_choosing(shown), *_agreeing(shown))
        case "play":
            first = shown["turn"]
            players = sorted(shown["players"], key=lambda player: player != first)
            own = (template for player in players for template in _hands_of(shown, player))
            return (*_hinted(shown), *own, *_agreeing(shown))
        case "confirm":
            winner = next(player for player in shown["players"] if not shown["cards_left"][player])
            opponent = next(player for player in shown["players"] if player != winner)
            return {"by": opponent, "do": "accept"}, _calling(opponent), _calling(winner)
        case _:
            return ()


def _hinted(shown: Mapping[str, Any]) -> list[Template]:
    """The hints that the view shows, the duties first; drawing and turning are among what hands can do anyway."""
    hints = [*(shown["obligations"] or ()), *(shown["legal_moves"] or ())]
    moves = [(hint["from"], hint["to"], hint["card"]) for hint in hints if "from" in hint]
    return [
        {"by": shown["turn"], "do": "move", "from": source, "to": target, "card": card}
        for source, target, card in dict.fromkeys(moves)
    ]


def _hands_of(shown: Mapping[str, Any], player: str) -> list[Template]:
    """Everything that this player's hands can do on the table, right or wrong."""
    options, mine = shown["options"], shown["turn"] == player
    hand, stock = shown["hands"][player], shown["stocks"][player]["count"]
    reserve, waste = shown["reserves"][player], shown["wastes"][player]["count"]
    faces = {"one_of": [CARD_NAMES[card] for card in PACK]}
    templates: list[Template] = []
    if reserve["count"] and not reserve["face_up"]:
        templates.append({"by": player, "do": "turn_reserve", "card": faces})
    if stock and hand is None:
        templates.append({"by": player, "do": "draw", "card": faces})
    if hand is not None:
        templates.append({"by": player, "do": "discard"})
    if not stock and waste:
        templates.append({"by": player, "do": "recycle"})
    if mine and hand is None and not stock and not waste:
        templates.append({"by": player, "do": "pass"})
    templates += _moving(shown, player)
    if options["referee"] == "coach":
        templates += [{"by": player, "do": "take_back"}, {"by": player, "do": "accept"}]
    else:
        templates.append(_calling(player))
    return templates


def _moving(shown: Mapping[str, Any], player: str) -> list[Template]:
    """Any card to any pile: the free ones, several at once, or one from under others."""
    cases = {zone: cards for zone, cards in shown["cases"].items() if len(cards) > 1}
    piles = [f"{kind}:{owner}" for kind in ("reserve", "waste") for owner in shown["players"]]
    free = [zone for zone, foundation in shown["foundations"].items() if foundation["count"]]
    free += [zone for zone, cards in shown["cases"].items() if cards]
    free += [f"reserve:{owner}" for owner, reserve in shown["reserves"].items() if reserve["face_up"]]
    free += [f"waste:{owner}" for owner, waste in shown["wastes"].items() if waste["top"] is not None]
    free += [f"hand:{owner}" for owner, card in shown["hands"].items() if card is not None]
    to = {"one_of": [*shown["foundations"], *shown["cases"], *piles]}
    templates: list[Template] = []
    if free:
        templates.append({"by": player, "do": "move", "from": {"one_of": free}, "to": to})
    if cases:
        several = {"from": 2, "to": max(map(len, cases.values())), "step": 1}
        covered = list(dict.fromkeys(card for cards in cases.values() for card in cards[:-1]))
        move = {"by": player, "do": "move", "from": {"one_of": list(cases)}, "to": to}
        templates += [{**move, "count": several}, {**move, "card": {"one_of": covered}}]
    return templates


def _calling(player: str) -> Template:
    return {"by": player, "do": "call", "code": {"one_of": [None, *INFRACTIONS]}}


def _agreeing(shown: Mapping[str, Any]) -> list[Template]:
    agreed = shown["draw_agreed_by"]
    return [{"by": player, "do": "agree_draw"} for player in shown["players"] if player not in agreed]


def _showing(shown: Mapping[str, Any]) -> list[Template]:
    faces = {"one_of": [CARD_NAMES[card] for card in PACK]}
    return [{"by": player, "do": "show_under", "card": faces} for player in shown["players"]]


def _choosing(shown: Mapping[str, Any]) -> Template:
    return {"by": TABLE, "do": "choose_first", "player": {"one_of": list(shown["players"])}}

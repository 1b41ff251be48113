"""How people play Crapette: carefully, duty after duty and never shuffling cards about; and how their hands slip."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from companion.action import Action
from companion.game import Game
from companion.games.crapette.rules.calls import proof_moves
from companion.games.crapette.rules.cards import BITS, CARD_NAMES, PACK, UNKNOWN
from companion.games.crapette.rules.duties import Duties
from companion.games.crapette.rules.legal import legal_shifts
from companion.games.crapette.rules.state import (
    CASES,
    FOUNDATIONS,
    HAND,
    RESERVE,
    STOCK,
    WASTE,
    Shift,
    State,
    must_turn,
)
from companion.playing_cards import PACK as CARDS
from companion.simulated.players import legal
from companion.simulation import Simulation

_SLIPS: Mapping[str, float] = {
    "omission": 6.0,
    "wrong_series": 1.0,
    "wrong_foundation": 0.5,
    "wrong_load": 0.5,
    "several_cards": 1.0,
    "out_of_turn": 1.0,
    "own_waste": 0.2,
    "covered_card": 0.1,
}
"""How often hands slip in which way, beside each other: mostly something is overlooked."""
_PATIENCE = 2
"""How many times both go through their waste without progress before the players agree on a draw."""


class CrapettePlayer:
    """Plays either seat; ``optional`` is how often something is done that is allowed and not called for."""

    needs_to_see = False

    def __init__(self, game: Game, optional: float = 0.0) -> None:
        self._game = game
        self._optional = optional

    # ------------------------------------------------------------ as the rules want it

    def next(self, state: State, chance: random.Random) -> Action:
        """A faultless action of somebody; the game must not be over."""
        seat = state.turn
        if state.phase != "play" or state.awaits_decision or seat is None:
            return legal(self._game, state, chance)
        players = state.house.players
        for one in (seat, 1 - seat):
            if must_turn(state, one):
                face = _face(state, one, state.piles[RESERVE + one][-1], chance)
                return {"by": players[one], "do": "turn_reserve", "card": face}
        if state.house.stalemate != "off" and min(state.standstill.idle) >= _PATIENCE:
            willing = next(one for one in (0, 1) if not state.standstill.agreed[one])
            return {"by": players[willing], "do": "agree_draw"}
        proofs = proof_moves(state)
        if proofs and chance.random() < 0.8:
            return _move(state, seat, chance.choice(proofs))
        pending = Duties(state, seat)
        if self._optional and chance.random() < self._optional and (allowed := legal_shifts(pending, proofs)):
            return _move(state, seat, chance.choice(allowed))
        due = self._due(pending)
        if due:
            # The reserve first, for it is what must be emptied.
            own = [shift for shift in due if shift.source == RESERVE + seat] or list(due)
            return _move(state, seat, own[0] if chance.random() < 0.7 else chance.choice(own))
        return self._from_the_stock(state, seat, pending, chance)

    @staticmethod
    def _due(pending: Duties) -> Sequence[Shift]:
        """The moves of the highest duty that is pending."""
        return (
            pending.foundation
            or pending.freeing
            or pending.uncovering
            or pending.reserve
            or pending.reserve_filling
            or pending.hand_series
            or pending.hand_filling
        )

    def _from_the_stock(self, state: State, seat: int, pending: Duties, chance: random.Random) -> Action:
        """Nothing is due: a card is drawn; in hand it is loaded if it can be, else discarded."""
        by, piles = state.house.players[seat], state.piles
        if hand := piles[HAND + seat]:
            loads = pending.loads(HAND + seat, hand[0])
            if loads:
                return _move(state, seat, chance.choice(loads))
            return {"by": by, "do": "discard"}
        if stock := piles[STOCK + seat]:
            return {"by": by, "do": "draw", "card": _face(state, seat, stock[-1], chance)}
        return {"by": by, "do": "recycle" if piles[WASTE + seat] else "pass"}

    # ------------------------------------------------------------ when a hand slips

    def at_once(self, before: State, done: Action, action: Action) -> bool:
        """Cards follow each other as quickly as hands can."""
        return True

    def slip(self, state: State, chance: random.Random) -> Action | None:
        """An action that may be a fault; whoever wants one asks the rules. None when this hand does not slip."""
        seat = state.turn
        if state.phase != "play" or state.awaits_decision or seat is None:
            return None
        kind = chance.choices(list(_SLIPS), list(_SLIPS.values()))[0]
        shift: Shift | None = None
        match kind:
            case "omission":
                return self._too_early(state, seat, chance)
            case "several_cards":
                return self._several(state, seat, chance)
            case "out_of_turn":
                return self._out_of_turn(state, 1 - seat, chance)
            case "covered_card":
                return self._covered(state, seat, chance)
            case "own_waste":
                if waste := state.piles[WASTE + seat]:
                    shift = Shift(WASTE + seat, chance.choice(CASES), waste[-1])
            case _:
                sources = Duties(state, seat).sources
                targets: Sequence[int] = {
                    "wrong_series": [case for case in CASES if state.piles[case]],
                    "wrong_foundation": list(FOUNDATIONS),
                    "wrong_load": [RESERVE + 1 - seat, WASTE + 1 - seat],
                }[kind]
                if sources and targets:
                    source, card = chance.choice(sources)
                    shift = Shift(source, chance.choice(targets), card)
        if shift is None or shift.source == shift.target or shift.card == UNKNOWN:
            return None
        return _move(state, seat, shift)

    def _too_early(self, state: State, seat: int, chance: random.Random) -> Action | None:
        """Something that fits, whatever else should come first."""
        pending, piles = Duties(state, seat), state.piles
        by = state.house.players[seat]
        found: list[Action] = []
        for source, card in pending.sources:
            shifts = pending.onto_series(source, card) + pending.loads(source, card)
            if pending.empty is not None and source not in pending.lone:
                shifts.append(Shift(source, pending.empty, card))
            found += [_move(state, seat, shift) for shift in shifts if shift.target != source]
        if piles[HAND + seat]:
            # What is most often overlooked is that the card in hand fits.
            found += [{"by": by, "do": "discard"}] * 4
        elif stock := piles[STOCK + seat]:
            found += [{"by": by, "do": "draw", "card": _face(state, seat, stock[-1], chance)}] * 4
        return chance.choice(found) if found else None

    def _several(self, state: State, seat: int, chance: random.Random) -> Action | None:
        """Two or three cards of a case at once, to where the lowest of them fits."""
        piles = state.piles
        by, names = state.house.players[seat], state.house.zone_names
        pending = Duties(state, seat)
        found: list[Action] = []
        for source in CASES:
            for count in (2, 3):
                if len(piles[source]) < count:
                    continue
                card = piles[source][-count]
                places = [shift.target for shift in pending.onto_series(source, card)]
                if pending.empty is not None and len(piles[source]) > count:
                    places.append(pending.empty)
                found += [
                    {
                        "by": by,
                        "do": "move",
                        "from": names[source],
                        "to": names[to],
                        "card": CARD_NAMES[card],
                        "count": count,
                    }
                    for to in places
                    if to != source
                ]
        return chance.choice(found) if found else None

    def _out_of_turn(self, state: State, other: int, chance: random.Random) -> Action | None:
        """The other player draws, or plays a card where it fits."""
        by, pending = state.house.players[other], Duties(state, other)
        found: list[Action] = []
        for source, card in pending.sources:
            shifts = pending.onto_series(source, card) + pending.onto_foundations(source, card)
            found += [_move(state, other, shift) for shift in shifts if shift.target != source]
        if state.piles[STOCK + other] and not state.piles[HAND + other]:
            face = _face(state, other, state.piles[STOCK + other][-1], chance)
            found.append({"by": by, "do": "draw", "card": face})
        return chance.choice(found) if found else None

    def _covered(self, state: State, seat: int, chance: random.Random) -> Action | None:
        """A card pulled out from under others, to where it fits."""
        by, names, piles = state.house.players[seat], state.house.zone_names, state.piles
        pending = Duties(state, seat)
        found: list[Action] = []
        for source in CASES:
            column = piles[source]
            for card in column[:-1]:
                if column.count(card) > 1:
                    continue
                places = pending.onto_series(source, card) + pending.onto_foundations(source, card)
                found += [
                    {
                        "by": by,
                        "do": "move",
                        "from": names[source],
                        "to": names[shift.target],
                        "card": CARD_NAMES[card],
                    }
                    for shift in places
                    if shift.target != source
                ]
        return chance.choice(found) if found else None


def _move(state: State, seat: int, shift: Shift) -> dict[str, object]:
    names = state.house.zone_names
    told = {"from": names[shift.source], "to": names[shift.target], "card": CARD_NAMES[shift.card]}
    return {"by": state.house.players[seat], "do": "move", **told}


def _face(state: State, seat: int, known: int, chance: random.Random) -> str:
    """What a card that is turned up shows: the known one, or any that this pack has not shown yet."""
    if known != UNKNOWN:
        return str(CARD_NAMES[known])
    gone = state.shown.twice | state.shown.packs[seat]
    return str(CARD_NAMES[chance.choice([card for card in PACK if not BITS[card] & gone])])


# ---------------------------------------------------------------- what the family adds


def _dealt_piles(players: tuple[str, ...], chance: random.Random) -> dict[str, Any]:
    """Each player's four cases and the turned-up card of the reserve, from a pack of his own."""
    deal = {}
    for player in players:
        cards = chance.sample(CARDS, 5)
        deal[player] = {"cases": cards[:4], "reserve_top": cards[4]}
    return {"deal": deal}


def _hands_among_the_piles(game: Game, state: Any, chance: random.Random) -> dict[str, Any]:
    """Any card to any pile, by either player, or a call that nothing justifies."""
    by = chance.choice(game.view(state).public["players"])
    piles = sorted(game.visible_table(state))
    match chance.randrange(8):
        case 0:
            return {"by": by, "do": chance.choice(("discard", "pass", "recycle", "accept", "take_back"))}
        case 1:
            code = chance.choice([None, *sorted(game.codes.infractions)])
            return {"by": by, "do": "call"} if code is None else {"by": by, "do": "call", "code": code}
        case 2:
            return {"by": by, "do": chance.choice(("draw", "turn_reserve")), "card": chance.choice(CARDS)}
        case 3:
            return {
                "by": by,
                "do": "move",
                "from": chance.choice(piles),
                "to": chance.choice(piles),
                "count": 2,
            }
        case _:
            return {"by": by, "do": "move", "from": chance.choice(piles), "to": chance.choice(piles)}


def _on_turn(state: State) -> str | None:
    return None if state.turn is None else str(state.house.players[state.turn])


SIMULATION = Simulation(
    dealt=_dealt_piles,
    player=CrapettePlayer,
    slip=_hands_among_the_piles,
    on_turn=_on_turn,
    in_order=True,
)

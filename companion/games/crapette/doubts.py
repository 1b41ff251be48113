"""What no picture of Crapette tells for certain: cards that look alike, and moves that leave no trace."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import permutations

from companion.action import Action, Event
from companion.games.crapette.rules.cards import (
    BITS,
    CARD_NAMES,
    CARD_NUMBERS,
    SERIES_ABOVE,
    SERIES_BELOW,
    UNKNOWN,
)
from companion.games.crapette.rules.state import CASES, HAND, STOCK, WASTE, State
from companion.hands import Doubts, Faces
from companion.sighting import BACK

_SINGLY = 3
"""So many cards are thought to have been moved one by one: two rested meanwhile (cards, chosen)."""
_STEPS = 2
"""Largest number of foundation cards that may have gone up unseen (cards, chosen)."""


class CrapetteDoubts(Doubts):
    """Crapette's answers, each with the section of the rules that it is about."""

    def proofs(self, events: Sequence[Event]) -> Sequence[Collection[str]]:
        """Section 4.3: the moves that were omitted; CR-53: the reserve that was not turned."""
        found: list[Collection[str]] = []
        for fault in (event for event in events if event.name == "infraction"):
            found += [(move["from"], move["to"]) for move in fault.fields["moves"]]
            if fault.fields["code"] == "reserve_not_turned":
                found.append((f"reserve:{fault.fields['by']}",))
        return found

    def of_turn(self, events: Sequence[Event]) -> bool:
        """Section 4.2: a move out of turn, whatever else is wrong with it."""
        return any(event.name == "infraction" and event.fields["code"] == "out_of_turn" for event in events)

    def lookalikes(self, face: str) -> Collection[str]:
        """Cards of one rank or of one suit: a reader hardly errs in both at once."""
        return _sharing_rank_or_suit(face)

    def may_show(self, zone: str, faces: Faces) -> Faces | None:
        """CR-14: the King that closes a foundation may be turned over."""
        return (BACK,) if zone[0] == "F" and zone[1:].isdigit() and faces and faces[0][0] == "K" else None

    def by_itself(self, zone: str) -> bool:
        """The top card of a reserve is turned up."""
        return zone.startswith("reserve:")

    def may_be_covered(self, zone: str) -> bool:
        """A stock is laid down anew; everywhere else cards lie open, or have lain face down since the deal."""
        return zone.startswith("stock:")

    def shows_all(self, zone: str) -> bool:
        """A case lies open, and a foundation only grows; cards come out of stocks, hands, wastes and reserves."""
        return zone[0] in "TF"

    def unseen(self, state: State, touched: Collection[str]) -> Sequence[Action]:
        """Section 7, "a card vanished under a same-looking one": drawn, and discarded on its twin.

        Where the waste is one card and the stock is used up it may be turned, drawn and discarded itself.
        """
        if state.phase != "play" or state.turn is None:
            return ()
        player = state.house.players[state.turn]
        waste, hand = state.piles[WASTE + state.turn], state.piles[HAND + state.turn]
        over = {f"stock:{player}", f"hand:{player}", f"waste:{player}"} <= set(touched)
        if not over or hand or not waste or waste[-1] == UNKNOWN:
            return ()
        face = CARD_NAMES[waste[-1]]
        drawn = ({"by": player, "do": "draw", "card": face}, {"by": player, "do": "discard", "card": face})
        if state.piles[STOCK + state.turn]:
            return drawn
        return ({"by": player, "do": "recycle"}, *drawn) if len(waste) == 1 else ()

    def to_and_fro(self, state: State, touched: Collection[str]) -> Sequence[Sequence[Action]]:
        """CR-42, the parking exception: a lone card that left its case and came back to it need not free it again."""
        if state.phase != "play" or state.turn is None:
            return ()
        player, names, piles = state.house.players[state.turn], state.house.zone_names, state.piles
        cases = [
            zone for zone in CASES if names[zone] in touched and piles[zone] and piles[zone][-1] != UNKNOWN
        ]
        found = []
        for case in cases:
            card = piles[case][0]
            for other in cases:
                if len(piles[case]) == 1 and SERIES_BELOW[card] & BITS[piles[other][-1]]:
                    there = {"by": player, "do": "move", "from": names[case], "to": names[other]}
                    back = {**there, "from": names[other], "to": names[case]}
                    found.append(tuple({**one, "card": CARD_NAMES[card]} for one in (there, back)))
        return found

    def otherwise(self, state: State, action: Action, touched: Collection[str]) -> Sequence[Sequence[Action]]:
        """CR-12, CR-55: a waste of one card may have been turned over and drawn from, where the stock is used up.

        CR-24: two or three cards of a case may have gone one by one, those above resting on other cases meanwhile.
        """
        by = action["by"]
        if action.get("count", 1) > 1:
            return self._one_by_one(state, action, touched)
        if action["do"] != "move" or action["from"] != f"waste:{by}":
            return ()
        seat = state.house.players.index(by)
        waste = state.piles[WASTE + seat]
        if len(waste) != 1 or waste[0] == UNKNOWN or state.piles[STOCK + seat] or state.piles[HAND + seat]:
            return ()
        card = CARD_NAMES[waste[0]]
        played = {"by": by, "do": "move", "from": f"hand:{by}", "to": action["to"], "card": card}
        return (({"by": by, "do": "recycle"}, {"by": by, "do": "draw", "card": card}, played),)

    def _one_by_one(
        self, state: State, action: Action, touched: Collection[str]
    ) -> Sequence[Sequence[Action]]:
        """The same cards moved singly, each that lies above the first by way of a case of its own."""
        count, (left, to) = action["count"], (action["from"], action["to"])
        zones = state.house.zones
        named = (CARD_NAMES[card] for card in state.piles[zones[left]][-count:])
        cards = [card for card in named if card is not None]
        if left[0] != "T" or to[0] != "T" or len(cards) != count or count > _SINGLY:
            return ()
        others = sorted(
            zone for zone in touched if zone[0] == "T" and zone in zones and zone not in (left, to)
        )

        def moved(card: str, origin: str, target: str) -> Action:
            return {"by": action["by"], "do": "move", "from": origin, "to": target, "card": card}

        lowest, *above = cards
        return [
            (
                *(moved(card, left, rests) for card, rests in zip(reversed(above), resting, strict=True)),
                moved(lowest, left, to),
                *(moved(card, rests, to) for card, rests in zip(above, reversed(resting), strict=True)),
            )
            for resting in permutations(others, count - 1)
        ]

    def steps_came_from(self, state: State, action: Action) -> Collection[str]:
        """Section 7, "a foundation that rose by n shows its missing steps": a card or two that nobody has seen lay in
        a stock, was drawn, or was turned up in a reserve. So may the card between two that are loaded (CR-30), or
        between two of a case (CR-20), where the next card covers it.
        """
        if action["do"] != "move" or "card" not in action:
            return ()
        pile, card = state.piles[state.house.zones[action["to"]]], CARD_NUMBERS[action["card"]]
        if action["to"][0] == "T":
            lacks = bool(pile) and bool(SERIES_ABOVE[pile[-1]] & SERIES_BELOW[card])
            return self._unseen_places(state) if lacks else ()
        if pile and (pile[-1] == UNKNOWN or pile[-1] // 13 != card // 13):
            return ()
        if action["to"][0] == "F":
            lacks = 0 < card % 13 - (pile[-1] % 13 + 1 if pile else 0) <= _STEPS
        else:
            lacks = bool(pile) and abs(card - pile[-1]) == 2
        return self._unseen_places(state) if lacks else ()

    def _unseen_places(self, state: State) -> Collection[str]:
        """Where cards lie, or come from, that nobody has seen."""
        return [
            f"{place}:{player}" for place in ("stock", "hand", "reserve") for player in state.house.players
        ]

    def taken_to(self, state: State, touched: Mapping[str, Collection[str]]) -> Collection[str]:
        """A stock looks the same with a card less; the card lies in its player's hand zone."""
        return [
            f"hand:{player}" for player in state.house.players if player in touched.get(f"stock:{player}", ())
        ]

    def taken_up(self, state: State, by: str, faces: Faces) -> Sequence[Action]:
        """A card that was drawn: whoever is called lays it on the waste (4.5); or the top card of a reserve."""
        actions = ("draw", "turn_reserve")
        return [
            {"by": by, "do": do, "card": face} for face in faces if face in CARD_NUMBERS for do in actions
        ]

    def by_way_of(self, action: Action, zone: str, faces: Faces) -> tuple[Action, Action] | None:
        """A card that was moved twice, and only the second move was seen."""
        if action["do"] != "move" or action.get("card") not in faces or zone == action["to"]:
            return None
        return {**action, "to": zone}, {**action, "from": zone}

    def put_back(self, state: State) -> Action | None:
        """4.5: under the coach a warned move may be taken back by whoever made it."""
        if state.house.referee != "coach" or not state.faults:
            return None
        return {"by": state.house.players[state.faults[-1].deed.seat], "do": "take_back"}


@cache
def _sharing_rank_or_suit(face: str) -> Collection[str]:
    return frozenset(
        other
        for other in CARD_NUMBERS
        if other != face and (other[:-1] == face[:-1] or other[-1] == face[-1])
    )

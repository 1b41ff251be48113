"""The table as a camera sees it from above: what should lie where, and which movements of hands explain a change.

Section 7. A foundation, a reserve, a waste show one face; a stock its back; a case all its cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.game import Action, Instruction, View
from companion.games.crapette.rules.cards import CARD_NAMES, UNKNOWN, card_number
from companion.games.crapette.rules.state import (
    CASES,
    FOUNDATIONS,
    HAND,
    RESERVE,
    STOCK,
    WASTE,
    Pile,
    State,
)
from companion.games.crapette.rules.state import (
    ZONES as ALL_ZONES,
)

BACK = "back"
UNKNOWN_FACE = "unknown"
"""A card lies there face up, and nobody has told which."""

ZONES: Mapping[str, str] = {
    "foundations": "cards",
    "cases": "cards",
    "reserves": "cards",
    "stocks": "cards",
    "wastes": "cards",
    "hands": "cards",
}
"""The kinds of zones and what lies in them: F1…F8, T1…T8, and each player's four (section 1)."""

Seen = Mapping[str, Sequence[str]]
Faces = tuple[str, ...]

_NAMES = tuple(UNKNOWN_FACE if name is None else name for name in CARD_NAMES)
_NAMED: tuple[Faces, ...] = tuple((name,) for name in _NAMES)
_COVERED: Faces = (BACK,)


def visible_table(state: State) -> Mapping[str, Faces]:
    """Zone by zone the faces that can be seen from above; a top that nobody has told yet is ``unknown``."""
    piles, face_up = state.piles, state.face_up
    return {name: _faces(zone, piles[zone], face_up) for zone, name in enumerate(state.house.zone_names)}


def _faces(zone: int, pile: Pile, face_up: Sequence[int]) -> Faces:
    """What a zone shows with these cards."""
    if not pile:
        return ()
    if zone < RESERVE:
        return _NAMED[pile[-1]] if zone in FOUNDATIONS else tuple([_NAMES[card] for card in pile])
    if zone in (STOCK, STOCK + 1) or (zone < STOCK and not face_up[zone - RESERVE]):
        return _COVERED
    return _NAMED[pile[-1]]


# ---------------------------------------------------------------- what hands may have done


def physical_moves(state: State, seen: Seen) -> tuple[Action, ...]:
    """Every single action of hands, faulty ones too, that explains something of the change to ``seen``.

    Cards of a player's reserve, waste, hand or stock were moved by him, or by the other one; case cards by the player
    on turn first.
    """
    return tuple(_Change(state, seen).actions())


class _Change:
    """The difference between what should lie on the table and what is seen there."""

    def __init__(self, state: State, seen: Seen) -> None:
        self._state = state
        self._names = state.house.zone_names
        self._players = state.house.players
        self._before = visible_table(state)
        self._seen = {zone: tuple(seen[name]) for zone, name in enumerate(self._names) if name in seen}
        first = state.turn or 0
        self._seats = (first, 1 - first)
        self._new_faces = self._faces_that_appeared()

    def actions(self) -> Iterator[Action]:
        """Turned cards first, then single cards, several at once, covered ones; then what shows no face."""
        if self._state.phase != "play" or all(self._unchanged(zone) for zone in self._seen):
            return
        yield from self._turned_reserves()
        yield from self._drawn_cards()
        yield from self._moved_cards()
        yield from self._parked_cards()
        yield from self._recycled_wastes()

    # ---------------------------------------------------------------- turned and drawn

    def _faces_that_appeared(self) -> tuple[str, ...]:
        """Faces seen where they did not lie before, each once."""
        found: list[str] = []
        for zone, faces in self._seen.items():
            before = self._before[self._names[zone]]
            found += [face for face in faces if face not in before and card_number(face) is not None]
        return tuple(dict.fromkeys(found))

    def _readable(self, zone: int, known: int) -> list[str]:
        """The faces that a card lying face down may turn out to have: those seen anew, the zone's own face first."""
        own = [face for face in self._seen.get(zone, ()) if card_number(face) is not None][-1:]
        faces = list(dict.fromkeys((*own, *self._new_faces)))
        return faces if known == UNKNOWN else [face for face in faces if face == CARD_NAMES[known]]

    def _turned_reserves(self) -> Iterator[Action]:
        for seat in self._seats:
            reserve = self._state.piles[RESERVE + seat]
            if reserve and not self._state.face_up[seat]:
                for face in self._readable(RESERVE + seat, reserve[-1]):
                    yield {"by": self._players[seat], "do": "turn_reserve", "card": face}

    def _drawn_cards(self) -> Iterator[Action]:
        for seat in self._seats:
            stock = self._state.piles[STOCK + seat]
            if stock and not self._state.piles[HAND + seat]:
                for face in self._readable(HAND + seat, stock[-1]):
                    yield {"by": self._players[seat], "do": "draw", "card": face}

    def _recycled_wastes(self) -> Iterator[Action]:
        """Waste gone or shorter, a back in the place of the stock."""
        for seat in self._seats:
            stock, waste = STOCK + seat, WASTE + seat
            possible = self._state.piles[waste] and not self._state.piles[stock]
            if possible and self._seen.get(stock, (BACK,)) and not self._unchanged(waste):
                yield {"by": self._players[seat], "do": "recycle"}

    # ---------------------------------------------------------------- moved

    def _moved_cards(self) -> Iterator[Action]:
        for source in range(ALL_ZONES):
            pile = self._state.piles[source]
            if not pile or source in (STOCK, STOCK + 1):
                continue
            if source in (RESERVE, RESERVE + 1) and not self._state.face_up[source - RESERVE]:
                continue
            for index, count in self._removals(source, pile):
                yield from self._arrivals(source, pile, index, count)

    def _parked_cards(self) -> Iterator[Action]:
        """Several cards left a case: the top one may have waited in an empty case that the picture shows empty.

        Section 7: if a faultless sequence of single moves exists, it is assumed.
        """
        empty = next((case for case in CASES if not self._state.piles[case]), None)
        if empty is None:
            return
        for source in CASES:
            pile, seen = self._state.piles[source], self._seen.get(source)
            names = tuple(str(CARD_NAMES[card]) for card in pile)
            if seen is None or len(seen) > len(pile) - 2 or seen != names[: len(seen)]:
                continue
            told = {"from": self._names[source], "to": self._names[empty], "card": names[-1]}
            for seat in self._movers(source):
                yield {"by": self._players[seat], "do": "move", **told}

    def _removals(self, source: int, pile: Pile) -> Iterator[tuple[int, int]]:
        """Which cards may have left a zone: its top, in a case also several or one from under others."""
        top = len(pile) - 1
        if source not in CASES:
            if pile[top] != UNKNOWN and self._explains_leaving(source, pile, top, 1):
                yield top, 1
            return
        for index in range(top, -1, -1):
            if self._explains_leaving(source, pile, index, len(pile) - index):
                yield index, len(pile) - index
        for index in range(top - 1, -1, -1):
            if self._explains_leaving(source, pile, index, 1):
                yield index, 1

    def _explains_leaving(self, source: int, pile: Pile, index: int, count: int) -> bool:
        """Whether the picture of a zone agrees with these cards having left it, more movements perhaps following."""
        if source not in self._seen:
            return True
        seen = self._seen[source]
        left = pile[:index] + pile[index + count :]
        if source in CASES:
            names = tuple(str(CARD_NAMES[card]) for card in left)
            kept = min(len(names), len(seen))
            return seen[:kept] == names[:kept] and not (len(seen) >= len(pile) and self._unchanged(source))
        face_up = list(self._state.face_up)
        if source in (RESERVE, RESERVE + 1):
            face_up[source - RESERVE] -= 1
        after = _faces(source, left, face_up)
        return after == (UNKNOWN_FACE,) or seen == after or not self._unchanged(source)

    def _arrivals(self, source: int, pile: Pile, index: int, count: int) -> Iterator[Action]:
        cards = pile[index : index + count]
        told: dict[str, Any] = {"card": CARD_NAMES[cards[0]]}
        if count > 1:
            told["count"] = count
        for target in range(ALL_ZONES):
            if target == source or target in (STOCK, STOCK + 1) or target >= HAND:
                continue
            if not self._explains_coming(target, cards):
                continue
            for seat in self._movers(source):
                names = {"from": self._names[source], "to": self._names[target]}
                yield {"by": self._players[seat], "do": "move", **names, **told}
                if source == HAND + seat and target == WASTE + seat:
                    yield {"by": self._players[seat], "do": "discard", "card": told["card"]}

    def _explains_coming(self, target: int, cards: Pile) -> bool:
        """Whether the picture of a zone agrees with these cards having come onto it, more perhaps following."""
        if target not in self._seen:
            return True
        seen = self._seen[target]
        if target in CASES:
            names = tuple(str(CARD_NAMES[card]) for card in (*self._state.piles[target], *cards))
            return seen[: len(names)] == names
        if seen == (str(CARD_NAMES[cards[-1]]),):
            return True
        if target in FOUNDATIONS and seen == (BACK,):
            return True
        return not self._unchanged(target) and seen != (BACK,) and bool(seen)

    def _movers(self, source: int) -> tuple[int, ...]:
        """Who may have moved a card of this zone: its owner first, for a case or foundation the player on turn."""
        if source < RESERVE:
            return self._seats
        owner = (source - RESERVE) % 2
        return owner, 1 - owner

    def _unchanged(self, zone: int) -> bool:
        seen, before = self._seen.get(zone), self._before[self._names[zone]]
        if zone in FOUNDATIONS and seen == (BACK,) and before:
            return True
        if before == (UNKNOWN_FACE,) and seen and seen != (BACK,):
            return True
        return seen == before


# ---------------------------------------------------------------- what hands put right


def put_right(before: View, after: View) -> tuple[Instruction, ...]:
    """Zone by zone what hands must change so that the table shows ``after`` where it showed ``before``."""
    was, now = before.public, after.public
    steps: list[Instruction] = []
    for zone, foundation in now["foundations"].items():
        if was["foundations"].get(zone) != foundation:
            steps.append(_pile(zone, foundation["count"], foundation["top"]))
    for zone, cards in now["cases"].items():
        if was["cases"].get(zone) != cards:
            steps.append(Instruction("lay_case", {"zone": zone, "cards": list(cards)}))
    for player in now["players"]:
        steps += _of_player(was, now, player)
    return tuple(steps)


def _of_player(was: Mapping[str, Any], now: Mapping[str, Any], player: str) -> Iterator[Instruction]:
    for key, kind in (("reserves", "reserve"), ("wastes", "waste")):
        pile = now[key][player]
        if was[key].get(player) != pile:
            yield _pile(f"{kind}:{player}", pile["count"], pile["top"])
    count = now["stocks"][player]["count"]
    if was["stocks"].get(player) != now["stocks"][player]:
        yield _pile(f"stock:{player}", count, None)
    card = now["hands"][player]
    if was["hands"].get(player) != card:
        yield _pile(f"hand:{player}", int(card is not None), card)


def _pile(zone: str, count: int, top: str | None) -> Instruction:
    """What a squared pile must be: empty, so many cards with this one on top, or so many with a back on top."""
    if count == 0:
        return Instruction("lay_nothing", {"zone": zone})
    if top is None:
        return Instruction("lay_face_down", {"zone": zone, "count": count})
    return Instruction("lay_pile", {"zone": zone, "count": count, "top": top})

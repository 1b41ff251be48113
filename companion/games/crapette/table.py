"""The table as a camera sees it from above: what should lie where, and which movements of hands explain a change.

Section 7. A foundation, a reserve, a waste show one face; a stock its back; a case all its cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.action import Action
from companion.game import Instruction, View
from companion.games.crapette.rules.cards import BITS, CARD_NAMES, CARD_NUMBERS, LOADS_BELOW, PACK, UNKNOWN
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
from companion.readers import Reader

BACK = "back"
UNKNOWN_FACE = "unknown"
"""A card lies there face up, and nobody has told which."""

ZONES: Mapping[str, Reader] = {
    "foundations": Reader.PLAYING_CARDS,
    "cases": Reader.PLAYING_CARDS,
    "reserves": Reader.PLAYING_CARDS,
    "stocks": Reader.PLAYING_CARDS,
    "wastes": Reader.PLAYING_CARDS,
    "hands": Reader.PLAYING_CARDS,
}
"""The kinds of zones and what lies in them: F1…F8, T1…T8, and each player's four (section 1)."""

Seen = Mapping[str, Sequence[str]]
Faces = tuple[str, ...]

_NAMES = tuple(UNKNOWN_FACE if name is None else name for name in CARD_NAMES)
_NAMED: tuple[Faces, ...] = tuple((name,) for name in _NAMES)
_COVERED: Faces = (BACK,)
_RESERVES = (RESERVE, RESERVE + 1)
_MOST_GONE = 3
"""How many cards may have left a pile between two looks that shows the same face again."""
_MOST_STEPS = 4
"""Under how many cards that a foundation lacks one that lies there may have come rightly between two looks."""
_LOADED = (*_RESERVES, WASTE, WASTE + 1)
"""The players' piles on which a card can be put."""


def visible_table(state: State) -> Mapping[str, Faces]:
    """Zone by zone the faces that can be seen from above; a top that nobody has told yet is ``unknown``."""
    return dict(zip(state.house.zone_names, _shown(state), strict=True))


def _shown(state: State) -> list[Faces]:
    """What each zone shows, in their order."""
    piles = state.piles
    reserves = zip(piles[RESERVE:STOCK], state.face_up, strict=True)
    return [
        *[_NAMED[pile[-1]] if pile else () for pile in piles[: CASES.start]],
        *map(_column, piles[CASES.start : RESERVE]),
        *[(_NAMED[pile[-1]] if face_up else _COVERED) if pile else () for pile, face_up in reserves],
        *[_COVERED if pile else () for pile in piles[STOCK:WASTE]],
        *[_NAMED[pile[-1]] if pile else () for pile in piles[WASTE:]],
    ]


@lru_cache(maxsize=4096)
def _column(pile: Pile) -> Faces:
    """All cards of a case: most cases stay as they are from one table to the next."""
    return tuple([_NAMES[card] for card in pile])


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
        self._piles = state.piles
        self._names = state.house.zone_names
        self._players = state.house.players
        self._before = _shown(state)
        self._seen = [tuple(seen[name]) if name in seen else None for name in self._names]
        self._changed = [
            faces is not None and faces != before and not self._may_show(zone, faces)
            for zone, (faces, before) in enumerate(zip(self._seen, self._before, strict=True))
        ]
        self._appeared = self._faces_that_appeared()
        first = state.turn or 0
        self._seats = (first, 1 - first)

    def _may_show(self, zone: int, faces: Faces) -> bool:
        """Whether nothing need have changed where other faces are seen than should be."""
        before = self._before[zone]
        if zone in FOUNDATIONS and faces == _COVERED and before:
            return True
        return before == (UNKNOWN_FACE,) and bool(faces) and faces != _COVERED

    def actions(self) -> Iterator[Action]:
        """Turned cards first, then single cards, several at once, covered ones; then what shows no face."""
        if self._state.phase != "play" or not any(self._changed):
            return
        yield from self._turned_reserves(self._appeared)
        yield from self._drawn_cards(self._appeared)
        yield from self._moved_cards()
        yield from self._parked_cards()
        yield from self._recycled_wastes()

    # ---------------------------------------------------------------- turned and drawn

    def _faces_that_appeared(self) -> list[str]:
        """Faces seen where they did not lie before, each once, and those under the new top of a foundation."""
        found: dict[str, None] = {}
        for zone, faces in enumerate(self._seen):
            if faces is not None and self._changed[zone]:
                before = self._before[zone]
                new = [face for face in faces if face not in before and face in CARD_NUMBERS]
                found.update(dict.fromkeys(new))
        for zone in FOUNDATIONS:
            if self._changed[zone]:
                found.update(dict.fromkeys(self._missing_steps(zone)))
        return list(found)

    def _missing_steps(self, foundation: int) -> tuple[str, ...]:
        """Section 7: a foundation that rose by several cards shows its missing steps; where it is a great many, the
        card was put there wrongly.
        """
        pile, seen = self._piles[foundation], self._seen[foundation]
        top = CARD_NUMBERS.get(seen[-1]) if seen else None
        if top is None or (pile and pile[-1] // 13 != top // 13):
            return ()
        steps = _NAMES[pile[-1] + 1 if pile else top - top % 13 : top]
        return steps if len(steps) <= _MOST_STEPS else ()

    def _readable(self, zone: int, known: int, new_faces: Sequence[str]) -> list[str]:
        """The faces that a card lying face down may turn out to have: those seen anew, the zone's own face first."""
        own = [face for face in self._seen[zone] or () if face in CARD_NUMBERS][-1:]
        faces = list(dict.fromkeys((*own, *new_faces)))
        return faces if known == UNKNOWN else [face for face in faces if face == CARD_NAMES[known]]

    def _turned_reserves(self, new_faces: Sequence[str]) -> Iterator[Action]:
        for seat in self._seats:
            reserve = self._piles[RESERVE + seat]
            if reserve and not self._state.face_up[seat]:
                faces = self._readable(RESERVE + seat, reserve[-1], new_faces)
                if reserve[-1] == UNKNOWN:
                    faces += self._loaded_upon(RESERVE + seat)
                for face in faces:
                    yield {"by": self._players[seat], "do": "turn_reserve", "card": face}

    def _drawn_cards(self, new_faces: Sequence[str]) -> Iterator[Action]:
        for seat in self._seats:
            stock = self._piles[STOCK + seat]
            if stock and not self._piles[HAND + seat]:
                faces = self._readable(HAND + seat, stock[-1], new_faces)
                if seat == self._state.turn and stock[-1] == UNKNOWN:
                    faces += self._discarded_unseen(seat)
                    faces += self._loaded_upon(WASTE + seat, WASTE + 1 - seat, RESERVE + 1 - seat)
                for face in faces:
                    yield {"by": self._players[seat], "do": "draw", "card": face}

    def _discarded_unseen(self, seat: int) -> list[str]:
        """What the player on turn may have drawn and laid on a twin, so that his waste looks as before.

        Worth a thought only when the other player has begun to play.
        """
        other, waste = 1 - seat, self._piles[WASTE + seat]
        begun = any(self._changed[zone + other] for zone in (RESERVE, HAND, WASTE))
        twin = begun and waste and waste[-1] != UNKNOWN and not self._changed[WASTE + seat]
        return [_NAMES[waste[-1]]] if twin else []

    def _loaded_upon(self, *piles: int) -> list[str]:
        """What may have come up on one of these piles, and is covered now by a card that was loaded on it.

        That card left another place; what lies under it is one of its neighbours (CR-30).
        """
        left = {
            self._piles[zone][-1]
            for zone in (*CASES, *_RESERVES)
            if self._changed[zone] and self._piles[zone]
        }
        found = 0
        for zone in piles:
            seen = self._seen[zone]
            top = CARD_NUMBERS.get(seen[-1]) if seen and self._changed[zone] else None
            if top is not None and top in left:
                found |= LOADS_BELOW[self._state.house.load_match][top]
        return [_NAMES[card] for card in PACK if found & BITS[card]]

    def _recycled_wastes(self) -> Iterator[Action]:
        """The waste is gone or shorter; the stock's place shows a back, or nothing if its only card is drawn."""
        for seat in self._seats:
            stock, waste = STOCK + seat, WASTE + seat
            possible = self._piles[waste] and not self._piles[stock]
            if possible and (self._changed[waste] or self._seen[waste] is None):
                yield {"by": self._players[seat], "do": "recycle"}

    # ---------------------------------------------------------------- moved

    def _moved_cards(self) -> Iterator[Action]:
        """Cards that left one zone and came to another; one of the two must show it, but for a card from a hand."""
        targets = (*FOUNDATIONS, *CASES, *_LOADED)
        is_open = [self._is_open(zone) for zone in targets]
        open_targets = [zone for zone, room in zip(targets, is_open, strict=True) if room]
        closed = [zone for zone, room in zip(targets, is_open, strict=True) if not room and zone not in CASES]
        for source in (*targets, HAND, HAND + 1):
            pile = self._piles[source]
            if not pile or (source in _RESERVES and not self._state.face_up[source - RESERVE]):
                continue
            for index, count in self._removals(source, pile):
                yield from self._arrivals(source, pile[index : index + count], open_targets, closed)

    def _is_open(self, target: int) -> bool:
        """Whether the picture leaves room for a card to have come to a zone."""
        seen = self._seen[target]
        if seen is None:
            return True
        if target in CASES:
            before = self._before[target]
            return len(seen) > len(before) and seen[: len(before)] == before
        if target in FOUNDATIONS and seen == _COVERED:
            return True
        return self._changed[target] and bool(seen) and seen != _COVERED

    def _removals(self, source: int, pile: Pile) -> Iterator[tuple[int, int]]:
        """Which cards may have left a zone, as (place, count): the top, in a case also several or a covered one."""
        top, seen = len(pile) - 1, self._seen[source]
        if source not in CASES:
            if pile[top] != UNKNOWN and (seen is None or self._changed[source] or self._same_beneath(source)):
                yield top, 1
        elif seen is None:
            yield top, 1
        elif self._changed[source]:
            before = self._before[source]
            same = _common(seen, before)
            for place in range(top, same - 1, -1):
                yield place, len(pile) - place
            for place in range(top - 1, -1, -1):
                left = before[:place] + before[place + 1 :]
                if seen[: len(left)] == left[: len(seen)]:
                    yield place, 1
        else:
            # Covered cards are overlooked now and then: what has appeared elsewhere may have been pulled out here.
            for place in range(top - 1, -1, -1):
                if _NAMES[pile[place]] in self._appeared:
                    yield place, 1

    def _same_beneath(self, source: int) -> bool:
        """Whether a squared pile would look the same without its top card or a few of them, or nobody knows how."""
        pile, seen = self._piles[source], self._seen[source]
        shown = self._state.face_up[source - RESERVE] if source in _RESERVES else len(pile)
        for gone in range(1, min(len(pile), _MOST_GONE) + 1):
            beneath = () if gone == len(pile) else _COVERED if gone == shown else _NAMED[pile[-1 - gone]]
            if beneath == seen or (gone == 1 and beneath == (UNKNOWN_FACE,)):
                return True
            if beneath in ((), _COVERED):
                break
        return False

    def _arrivals(
        self, source: int, cards: Pile, open_targets: Sequence[int], closed: Sequence[int]
    ) -> Iterator[Action]:
        told: dict[str, Any] = {"card": CARD_NAMES[cards[0]]}
        if len(cards) > 1:
            told["count"] = len(cards)
        names = tuple([_NAMES[card] for card in cards])
        shown, from_hand = self._changed[source], source in (HAND, HAND + 1)
        for target in open_targets:
            either = shown or self._changed[target]
            neither = from_hand and self._seen[source] is None and self._seen[target] is None
            if target != source and (either or neither) and self._explains(target, names):
                yield from self._moves(source, target, told)
        if not shown and not from_hand:
            return
        for target in closed:
            may_lie_there = self._seen[target] == names[-1:] or (
                shown and target in _LOADED and self._loads_between(target, cards[-1])
            )
            if may_lie_there and target != source:
                yield from self._moves(source, target, told)

    def _loads_between(self, target: int, card: int) -> bool:
        """Whether a card may lie under another one on a loaded pile that looks as before: up and down again."""
        pile = self._piles[target]
        if not pile or pile[-1] == UNKNOWN:
            return False
        return abs(pile[-1] - card) == 1 and pile[-1] // 13 == card // 13

    def _explains(self, target: int, names: Faces) -> bool:
        """Whether an open zone agrees with these cards having come onto it, more perhaps following."""
        seen = self._seen[target]
        if seen is None or target not in CASES:
            return True
        place = len(self._before[target])
        return seen[place : place + len(names)] == names

    def _moves(self, source: int, target: int, told: Mapping[str, Any]) -> Iterator[Action]:
        names = {"from": self._names[source], "to": self._names[target]}
        for seat in self._movers(source):
            if source == HAND + seat and target == WASTE + seat:
                yield {"by": self._players[seat], "do": "discard", "card": told["card"]}
            else:
                yield {"by": self._players[seat], "do": "move", **names, **told}

    def _parked_cards(self) -> Iterator[Action]:
        """Several cards left a case: the top one may have waited in an empty case that the picture shows empty.

        Section 7: if a faultless sequence of single moves exists, it is assumed.
        """
        empty = next((case for case in CASES if not self._piles[case]), None)
        if empty is None:
            return
        for source in CASES:
            before, seen = self._before[source], self._seen[source]
            if seen is None or len(seen) > len(before) - 2 or seen != before[: len(seen)]:
                continue
            yield from self._moves(source, empty, {"card": before[-1]})

    def _movers(self, source: int) -> tuple[int, ...]:
        """Who may have moved a card of this zone: its owner first, for a case or foundation the player on turn."""
        if source < RESERVE:
            return self._seats
        owner = (source - RESERVE) % 2
        return owner, 1 - owner


def _common(one: Faces, other: Faces) -> int:
    """How many first faces two columns share."""
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count


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
    """What a squared pile must be: empty, a number of cards with this one on top, or with a back on top."""
    if count == 0:
        return Instruction("lay_nothing", {"zone": zone})
    if top is None:
        return Instruction("lay_face_down", {"zone": zone, "count": count})
    return Instruction("lay_pile", {"zone": zone, "count": count, "top": top})

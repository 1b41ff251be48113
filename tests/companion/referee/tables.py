"""A Crapette table as it stands in a room: hands move cards, a camera looks, and the journal is kept beside it.

The scene knows how the cards really lie, also those that no camera sees; a test tells what hands do, and then looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.action import Action, Event
from companion.games import load
from companion.journal import Journal
from companion.sighting import BACK, EMPTY, UNREADABLE, Disturbance, Sighting, Slot, ZoneReading
from companion.table import Table
from tests.companion.games.crapette.positions import STILL

PLAYERS = ("Ada", "Bea")
SIDE = {"Ada": "south", "Bea": "north"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
UNTOLD = "?"
"""A card lying face down whose face nobody in the test has said."""

Distribution = Mapping[str, float]
Reading = Distribution | Sequence[Distribution]

_LOOKS_ALIKE = dict(
    zip(RANKS, ("4", "7", "8", "A", "6", "9", "2", "3", "6", "Q", "K", "10", "J"), strict=True)
)
"""For each rank the one it is taken for."""
_OTHER_SUIT = {"S": "C", "C": "S", "H": "D", "D": "H"}


# ---------------------------------------------------------------- readings


def clear(face: str, sure: float = 0.994) -> dict[str, float]:
    """An honest reading that is nearly sure: the rest goes to the faces that are taken for it most often."""
    rest = 1.0 - sure
    if face in (BACK, EMPTY):
        other = EMPTY if face == BACK else BACK
        return {face: sure, other: rest / 2, UNREADABLE: rest / 2}
    rank, suit = face[:-1], face[-1]
    twin = rank + _OTHER_SUIT[suit]
    like = _LOOKS_ALIKE[rank] + suit
    return {face: sure, twin: rest / 2, like: rest / 4, UNREADABLE: rest / 4}


def surely(table: Mapping[str, Sequence[str]], sure: float = 0.999) -> dict[str, Reading]:
    """What a table shows, read nearly surely; of a pile its free card."""
    return {
        zone: [clear(face, sure) for face in faces]
        if zone.startswith("T")
        else clear(faces[-1] if faces else EMPTY, sure)
        for zone, faces in table.items()
    }


def between(first: str, chance: float, second: str) -> dict[str, float]:
    """A reading that wavers between two faces."""
    return {first: chance, second: 1.0 - chance}


def look(
    seq: int,
    at_ms: int,
    zones: Mapping[str, Reading],
    disturbances: Iterable[Disturbance] = (),
    unseen: Iterable[str] = (),
) -> Sighting:
    """A sighting from zone → one distribution (a pile) or one for each slot (a case), with evidence for each zone."""
    readings = {zone: _reading(zone, read) for zone, read in zones.items()}
    return Sighting(seq, at_ms, readings, tuple(disturbances), frozenset(unseen))


def _reading(zone: str, read: Reading) -> ZoneReading:
    slots = [read] if isinstance(read, Mapping) else list(read)
    for faces in slots:
        assert abs(sum(faces.values()) - 1.0) < 1e-9, "a reading that is no distribution"
    return ZoneReading(tuple(Slot(faces) for faces in slots), f"picture-of-{zone}")


# ---------------------------------------------------------------- actions in short


def told(action: Action) -> str:
    """An action in one line: "Ada reserve:Ada>T3 9D", "Ada draw 9H", "Bea recycle"."""
    by, do = action["by"], action["do"]
    if do == "move" and (action["from"], action["to"]) == (f"hand:{by}", f"waste:{by}"):
        do = "discard"
    if do == "discard":
        return f"{by} discard"
    if do == "move":
        count = action.get("count", 1)
        several = f" x{count}" if count > 1 else ""
        return f"{by} {action['from']}>{action['to']} {action.get('card')}{several}"
    return f"{by} {do} {action['card']}" if action.get("card") else f"{by} {do}"


@dataclass(frozen=True, slots=True)
class Card:
    """A real card: its face, and whether it lies face up."""

    face: str
    up: bool = True


# ---------------------------------------------------------------- the scene


class Scene:
    """Ada (south) and Bea (north) at a Crapette table; unless said otherwise nothing is due and Ada is on turn."""

    def __init__(
        self,
        *,
        turn: str = "Ada",
        cases: Mapping[str, Sequence[str]] | None = None,
        foundations: Mapping[str, str] | None = None,
        reserves: Mapping[str, Any] | None = None,
        stocks: Mapping[str, Any] | None = None,
        wastes: Mapping[str, Any] | None = None,
        hands: Mapping[str, str] | None = None,
        face_down: Sequence[str] = (),
        **options: Any,
    ) -> None:
        self.options = options
        self.setup: dict[str, Any] = {
            "turn": turn,
            "foundations": dict(foundations or {}),
            "cases": {name: list(column) for name, column in {**STILL, **(cases or {})}.items() if column},
            "reserves": {
                "Ada": {"count": 5, "top": "KC"},
                "Bea": {"count": 5, "top": "KD"},
                **(reserves or {}),
            },
            "stocks": {"Ada": 20, "Bea": 20, **(stocks or {})},
            "wastes": dict(wastes or {}),
            "hands": dict(hands or {}),
        }
        if face_down:
            self.setup["reserves_face_down"] = list(face_down)
        self.game = load("crapette")
        self.journal = Journal(Path(":memory:"))
        self.table = Table(self.journal)
        self.table.open_game("crapette", PLAYERS, options=options, setup=self.setup)
        self.piles = self._laid(set(face_down))
        self.kinds: list[str] = []
        """The verdict's kind of every look so far."""
        self.now_ms = 10_000
        self.seq = 0
        self.reports_sides = True
        self.side_chance: float | None = None
        self.reports_hands = True
        self._disturbances: list[Disturbance] = []
        self._unread: set[str] = set()

    def _laid(self, face_down: set[str]) -> dict[str, list[Card]]:
        piles: dict[str, list[Card]] = {}
        for number in range(1, 9):
            top = self.setup["foundations"].get(f"F{number}")
            ranks = RANKS[: RANKS.index(top[:-1]) + 1] if top else ()
            piles[f"F{number}"] = [Card(rank + str(top)[-1]) for rank in ranks]
            piles[f"T{number}"] = [Card(face) for face in self.setup["cases"].get(f"T{number}", ())]
        for player in PLAYERS:
            reserve = _faces(self.setup["reserves"][player])
            up = player not in face_down and bool(reserve) and reserve[-1] != UNTOLD
            piles[f"reserve:{player}"] = [
                Card(face, up and place == len(reserve) - 1) for place, face in enumerate(reserve)
            ]
            piles[f"stock:{player}"] = [Card(face, False) for face in _faces(self.setup["stocks"][player])]
            piles[f"waste:{player}"] = [Card(face) for face in _faces(self.setup["wastes"].get(player, ()))]
            card = self.setup["hands"].get(player)
            piles[f"hand:{player}"] = [Card(card)] if card else []
        return piles

    # ------------------------------------------------------------ what really lies there

    def shows(self, zone: str) -> tuple[str, ...]:
        """What can be seen of a zone from above."""
        pile = self.piles[zone]
        if zone.startswith("T"):
            return tuple(card.face for card in pile)
        return tuple(card.face if card.up else BACK for card in pile[-1:])

    @property
    def wrong_zones(self) -> list[str]:
        """The zones that lie otherwise than the journal says."""
        should = self.game.visible_table(self.table.state)
        found = []
        for zone in self.piles:
            shown, due = self.shows(zone), tuple(should.get(zone, ()))
            turned = zone.startswith("F") and shown == (BACK,) and due != ()
            if shown != due and not turned:
                found.append(zone)
        return found

    # ------------------------------------------------------------ hands

    @property
    def on_turn(self) -> str:
        """Whose turn it is by the journal."""
        turn: str | None = self.view["turn"]
        assert turn is not None
        return turn

    def moves(self, card: str, source: str, target: str, *, by: str | None = None, count: int = 1) -> Scene:
        """A hand takes a card (and what lies on it, ``count`` in all) and lays it elsewhere."""
        hand = by or _owner(source) or self.on_turn
        pile = self.piles[source]
        carried = pile[-count:]
        assert carried and carried[0].face == card, f"{card} is not what lies on {source}: {pile}"
        del pile[-count:]
        self.piles[target] += carried
        self._touch(hand, source, target)
        return self

    def pulls_out(self, card: str, source: str, target: str, *, by: str | None = None) -> Scene:
        """A hand pulls out a covered card; what lay on it stays."""
        pile = self.piles[source]
        place = [one.face for one in pile].index(card)
        self.piles[target].append(pile.pop(place))
        self._touch(by or self.on_turn, source, target)
        return self

    def draws(self, by: str, face: str) -> Scene:
        """A hand turns up the next stock card and lays it before the player."""
        card = self.piles[f"stock:{by}"].pop()
        assert card.face in (UNTOLD, face), f"the next card is {card.face}"
        self.piles[f"hand:{by}"].append(Card(face))
        self._touch(by, f"stock:{by}", f"hand:{by}")
        return self

    def discards(self, by: str) -> Scene:
        """A hand lays the card in hand on the waste."""
        self.piles[f"waste:{by}"].append(self.piles[f"hand:{by}"].pop())
        self._touch(by, f"hand:{by}", f"waste:{by}")
        return self

    def turns(self, by: str, face: str) -> Scene:
        """A hand turns up the next reserve card."""
        pile = self.piles[f"reserve:{by}"]
        card = pile.pop()
        assert not card.up and card.face in (UNTOLD, face), f"the next card is {card}"
        pile.append(Card(face))
        self._touch(by, f"reserve:{by}")
        return self

    def recycles(self, by: str) -> Scene:
        """A hand turns the waste over: it is the stock now."""
        waste, stock = self.piles[f"waste:{by}"], self.piles[f"stock:{by}"]
        assert not stock
        stock += [Card(card.face, False) for card in reversed(waste)]
        waste.clear()
        self._touch(by, f"waste:{by}", f"stock:{by}")
        return self

    def turns_over(self, zone: str, by: str | None = None) -> Scene:
        """A hand turns the King of a complete foundation over."""
        self.piles[zone].append(Card(self.piles[zone].pop().face, False))
        self._touch(by or self.on_turn, zone)
        return self

    def waves(self, *zones: str, by: str | None = None) -> Scene:
        """A hand passes over zones and changes nothing."""
        self._touch(by or self.on_turn, *zones)
        return self

    def lays(self, zone: str, *faces: str, by: str = "Ada") -> Scene:
        """A hand makes a zone show this, whatever lay there before: things that no rule knows."""
        self.piles[zone] = [Card(face, face != BACK) for face in faces]
        self._touch(by, zone)
        return self

    def puts_right(self) -> Scene:
        """Hands put the cards back as the call told them (``steps``)."""
        called = [event for event in self.events if event.name in ("crapette_called", "taken_back")]
        assert called, "nobody was called"
        for step in called[-1].fields["steps"]:
            self._steps_back(step)
        assert not self.wrong_zones, f"the steps do not restore {self.wrong_zones}"
        return self

    def _steps_back(self, step: Mapping[str, Any]) -> None:
        source, target = step["from"], step["to"]
        if step.get("card") is None:
            turned = [Card(card.face) for card in reversed(self.piles[source])]
            self.piles[source].clear()
            self.piles[target] += turned
        else:
            pile = self.piles[source]
            place = max(index for index, one in enumerate(pile) if one.face == step["card"])
            carried = pile[place:]
            del pile[place:]
            if target.startswith("stock"):
                carried = [Card(card.face, False) for card in carried]
            self.piles[target] += carried
            should = list(self.game.visible_table(self.table.state)[target])
            if target.startswith("T") and sorted(self.shows(target)) == sorted(should):
                self.piles[target] = [Card(face) for face in should]
        self._touch(_owner(source) or _owner(target) or "Ada", source, target)

    def _touch(self, by: str, *zones: str) -> None:
        side = SIDE[by] if self.reports_sides else None
        for zone in zones:
            if self.reports_hands:
                self._disturbances.append(
                    Disturbance(zone, self.now_ms, self.now_ms + 600, side, self.side_chance)
                )
            self._unread.add(zone)
            self.now_ms += 900
        self.now_ms += 1500

    def times(self, *spans: tuple[int, int]) -> Scene:
        """The hands since the last look came from when to when, in ms after the first of them."""
        begun = self._disturbances[0].start_ms
        self._disturbances = [
            replace(one, start_ms=begun + start, end_ms=begun + end)
            for one, (start, end) in zip(self._disturbances, spans, strict=True)
        ]
        return self

    @contextmanager
    def hurried(self) -> Iterator[None]:
        """What hands do inside is reported as one bustle: no order is to be told from it."""
        begun, start = len(self._disturbances), self.now_ms
        yield
        inside, end = self._disturbances[begun:], self.now_ms
        del self._disturbances[begun:]
        for zone in dict.fromkeys(one.zone for one in inside):
            sides = {one.side for one in inside if one.zone == zone}
            self._disturbances.append(Disturbance(zone, start, end, sides.pop() if len(sides) == 1 else None))

    # ------------------------------------------------------------ looking

    def look(
        self,
        *,
        sure: float = 0.994,
        reads: Mapping[str, Reading] | None = None,
        unseen: Iterable[str] = (),
        everything: bool = False,
    ) -> str:
        """One settled picture; returns the kind of the verdict.

        Read are the zones that hands were in since they were read (all at the first look, or ``everything``); when
        there is none, or the referee wants one more look, all of them. ``reads`` says how a zone reads otherwise.
        """
        hidden = frozenset(unseen)
        first = not self.seq
        again = self.kinds[-1:] in (["look_again"], ["play_on"])
        due = set(self.piles) if first or everything or again or not self._unread else self._unread
        zones = tuple(zone for zone in self.piles if zone in due and zone not in hidden)
        self.seq += 1
        self.now_ms += 2000
        given = reads or {}
        sighting = look(
            self.seq,
            self.now_ms,
            {zone: given[zone] if zone in given else self._reads(zone, sure) for zone in zones},
            () if first else self._disturbances,
            hidden,
        )
        self._unread = (self._unread | hidden) - set(zones)
        self._disturbances = []
        self.kinds.append(self.table.observe(sighting))
        return self.kinds[-1]

    def watch(self, *, most: int = 6, **how: Any) -> str:
        """Looks until the referee no longer wants one more look; returns the kind of its last word."""
        for _ in range(most):
            if self.look(**how) not in ("look_again", "play_on"):
                break
        return self.kinds[-1]

    def _reads(self, zone: str, sure: float) -> Reading:
        shown = self.shows(zone)
        if zone.startswith("T"):
            return [clear(face, sure) for face in shown]
        return clear(shown[0] if shown else EMPTY, sure)

    # ------------------------------------------------------------ what the journal says

    @property
    def view(self) -> dict[str, Any]:
        """The public view."""
        view: dict[str, Any] = self.table.snapshot().as_json()["view"]
        return view

    @property
    def entered(self) -> list[str]:
        """The actions that count, in one line each."""
        return [told(move.action) for move in self.table.moves()]

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the actions that count."""
        state = self.game.new_game(PLAYERS, self.options, self.setup, None)
        events: list[Event] = []
        for move in self.table.moves():
            state, told_now = self.game.apply(state, move.action)
            events += told_now
        return tuple(events)

    @property
    def faults(self) -> list[str]:
        """The codes of all faults in the journal, told aloud or not."""
        return [event.fields["code"] for event in self.events if event.name == "infraction"]

    @property
    def calls(self) -> list[Mapping[str, Any]]:
        """The calls in the journal."""
        return [event.fields for event in self.events if event.name == "crapette_called"]

    @property
    def question(self) -> dict[str, Any]:
        """The open question."""
        question: dict[str, Any] | None = self.table.snapshot().as_json()["question"]
        assert question is not None, "nothing is asked"
        return question

    @property
    def is_asked(self) -> bool:
        """Whether a question is open."""
        return self.table.snapshot().as_json()["question"] is not None

    @property
    def sight(self) -> dict[str, Any]:
        """What the page says about the last look."""
        sight: dict[str, Any] = self.table.snapshot().as_json()["sight"]
        return sight

    def tap(self, by: str, do: str, **arguments: Any) -> Scene:
        """Somebody taps an action on the page."""
        named = {name.removesuffix("_"): value for name, value in arguments.items()}
        self.table.act({"by": by, "do": do, **named})
        return self

    def answer(self, choice: int | None) -> Scene:
        """Somebody answers the open question; None: something else."""
        self.table.answer(self.question["id"], choice=choice)
        return self


def sat_down(**position: Any) -> Scene:
    """A scene whose first look has shown the whole table, and found it in order."""
    scene = Scene(**position)
    assert scene.look() == "same"
    return scene


def _faces(pile: Any) -> list[str]:
    """The faces of a pile of a setup: a list, a number, or a count with its top."""
    if isinstance(pile, int):
        return [UNTOLD] * pile
    if isinstance(pile, Mapping):
        return [UNTOLD] * (pile["count"] - 1) + [pile["top"]]
    return [face or UNTOLD for face in pile]


def _owner(zone: str) -> str | None:
    """The player whose zone it is, None for a common one."""
    return zone.partition(":")[2] or None

"""Hands do whatever they like: the engine never breaks, never loses a card, and tells every card that moved.

A second table is kept from the events alone; it must look like the view after every action.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Mapping
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.action import Event, Rejected
from companion.domains import pick
from companion.games import load

from .plain_table import BOTH, CARDS, CASES, FOUNDATIONS, Position, seen_from_above, shown
from .random_positions import random_options, random_position, setup_of
from .test_refusals import CODES

GAME = load("crapette")
LONG = os.environ.get("COMPANION_LONG") == "1"

REFUSALS = frozenset(
    (
        *("unknown_action", "unknown_player", "game_over", "wrong_phase", "decision_pending"),
        *("missing_argument", "unknown_zone", "same_zone", "bad_source", "bad_target", "zone_empty"),
        *("face_down", "bad_count", "unknown_card", "card_not_there", "hand_occupied", "stock_empty"),
        *("hand_empty", "reserve_empty", "reserve_face_up", "stock_not_empty", "waste_empty"),
        *("not_your_turn", "must_draw", "calling_off", "unknown_code", "not_your_call"),
        *("nothing_to_accept", "no_take_back", "nothing_to_take_back", "already_shown"),
        *("impossible_card", "card_contradicts"),
    )
)

PILES = tuple(f"{kind}:{player}" for kind in ("reserve", "waste", "hand", "stock") for player in BOTH)
ZONES = (*FOUNDATIONS, *CASES, *PILES)

zones = st.sampled_from(ZONES)
players = st.sampled_from(BOTH)
cards = st.sampled_from(CARDS)
seeds = st.integers(min_value=0, max_value=2**32 - 1)
nonsense = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | zones | cards | players,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=5,
)
ACTIONS = (
    *("move", "draw", "discard", "turn_reserve", "recycle", "pass", "call", "accept", "take_back"),
    *("agree_draw", "show_under", "choose_first", "correct"),
)


class ToldTable:
    """The table as somebody would know it who only hears the events."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.gap: tuple[str, int] | None = None

    def pile(self, zone: str) -> list[Any]:
        """The cards of a zone, base first; the hand is a pile of one."""
        kind, _, owner = zone.partition(":")
        position = self.position
        match kind:
            case "reserve":
                return position.reserves[owner]
            case "waste":
                return position.wastes[owner]
            case "stock":
                return position.stocks[owner]
            case "hand":
                card = position.hands[owner]
                return [] if card is None else [card]
        return {**position.foundations, **position.cases}[zone]

    def carry(self, card: str, source: str, target: str, *, back: bool = False) -> None:
        """Moves a card, with those that lie on it when several were moved at once."""
        pile = self.pile(source)
        assert card in pile, f"{card} is not in {source}: {pile}"
        place = len(pile) - 1 - pile[::-1].index(card)
        self.carry_cards(source, target, place, len(pile) - place, back=back)

    def carry_cards(self, source: str, target: str, place: int, count: int, *, back: bool = False) -> None:
        """Moves ``count`` cards from this place; a covered card goes back into the gap it left."""
        pile = self.pile(source)
        carried = pile[place : place + count]
        covered = place + count < len(pile)
        if source.startswith("hand"):
            self.position.hands[source.partition(":")[2]] = None
        else:
            del pile[place : place + count]
        goal = self.pile(target)
        at = self.gap[1] if back and self.gap and self.gap[0] == target else len(goal)
        if target.startswith("hand"):
            assert not goal
            self.position.hands[target.partition(":")[2]] = carried[0]
        else:
            goal[at:at] = carried
        if not back:
            self.gap = (source, place) if covered else None
        up = self.position.face_up
        if source.startswith("reserve"):
            up[source.partition(":")[2]] = max(0, up[source.partition(":")[2]] - 1)
        if target.startswith("reserve"):
            up[target.partition(":")[2]] += 1

    def hear(self, events: tuple[Event, ...]) -> None:
        """What the events say: first what hands did, then what was put back, then cards given in penalty."""
        told = [event.as_json() for event in events]
        discards = any(event["event"] == "card_discarded" for event in told)
        for event in told:
            match event["event"]:
                case "card_moved" if not (discards and event["from"].startswith("hand")):
                    self.hear_move(event)
                case "card_drawn":
                    self.position.stocks[event["player"]].pop()
                    self.position.hands[event["player"]] = event["card"]
                case "card_discarded":
                    self.carry(event["card"], f"hand:{event['player']}", f"waste:{event['player']}")
                case "reserve_turned":
                    self.position.reserves[event["player"]][-1] = event["card"]
                    self.position.face_up[event["player"]] = 1
                case "stock_recycled":
                    self.turn_over(f"waste:{event['player']}", f"stock:{event['player']}")
        for event in told:
            if event["event"] in ("crapette_called", "taken_back"):
                for one in event["steps"]:
                    if one.get("card") is None:
                        self.turn_over(one["from"], one["to"])
                    else:
                        self.carry(one["card"], one["from"], one["to"], back=True)
        for event in told:
            if event["event"] == "penalty_card":
                self.carry(event["card"], event["from"], event["to"])

    def hear_move(self, event: Mapping[str, Any]) -> None:
        pile = self.pile(event["from"])
        count = event["count"]
        if pile[len(pile) - count] == event["card"]:
            self.carry_cards(event["from"], event["to"], len(pile) - count, count)
        else:
            place = len(pile) - 1 - pile[::-1].index(event["card"])
            self.carry_cards(event["from"], event["to"], place, 1)

    def turn_over(self, source: str, target: str) -> None:
        goal = self.pile(target)
        assert not goal
        goal.extend(reversed(self.pile(source)))
        self.pile(source).clear()


class Nonsense(RuleBasedStateMachine):
    """Two players without manners."""

    @initialize(seed=seeds, referee=st.sampled_from(("auto", "on_call", "coach")))
    def lay(self, seed: int, referee: str) -> None:
        chance = random.Random(seed)
        options = random_options(chance, 0.3, referee=referee)
        position = random_position(chance, options)
        self.state = GAME.new_game(BOTH, options, setup_of(position))
        self.told = ToldTable(position)
        self.chance = chance

    def act(self, by: Any, do: Any, **arguments: Any) -> bool:
        """Whether the action was accepted; either way nothing may break."""
        action = {"by": by, "do": do, **{name.removesuffix("_"): value for name, value in arguments.items()}}
        before = self.state
        view = GAME.view(before)
        try:
            after, events = GAME.apply(before, action)
        except Rejected as refusal:
            assert refusal.code in REFUSALS, refusal.code
            assert GAME.view(before) == view
            return False
        assert GAME.view(before) == view, "the old state was changed"
        assert all(json.dumps(event.as_json(), allow_nan=False) for event in events)
        self.state = after
        self.told.hear(events)
        if do == "correct":
            self.corrected(action)
        return True

    def corrected(self, action: Mapping[str, Any]) -> None:
        zone, lying = action["zone"], list(action["cards"])
        kind, _, owner = zone.partition(":")
        if kind == "hand":
            self.told.position.hands[owner] = lying[0] if lying else None
            return
        self.told.pile(zone)[:] = lying
        if kind == "reserve":
            self.told.position.face_up[owner] = int(bool(lying) and lying[-1] is not None)

    # --------------------------------------------------------------------------- what hands do

    @rule(by=players, seed=seeds, told=st.booleans(), count=st.sampled_from((None, None, None, 1, 2, 3)))
    def move_something(self, by: str, seed: int, told: bool, count: int | None) -> None:
        chance = random.Random(seed)
        source = chance.choice([zone for zone in ZONES if self.told.pile(zone)] or list(ZONES))
        pile = self.told.pile(source)
        card = chance.choice(pile) if told and pile else None
        arguments = {"from_": source, "to": chance.choice(ZONES), "card": card}
        self.act(by, "move", **arguments, **({} if count is None else {"count": count}))

    @rule(seed=seeds)
    def move_well(self, seed: int) -> None:
        """Something the view calls faultless: it must be."""
        chance = random.Random(seed)
        view = GAME.view(self.state).complete
        if view["turn"] is None or not view["legal_moves"]:
            return
        wish = dict(chance.choice(view["legal_moves"]))
        if wish.get("do") in ("draw", "turn_reserve"):
            return
        action = {"by": view["turn"], "do": "move", **wish}
        _, events = GAME.apply(self.state, action)
        assert not [event for event in events if event.name == "infraction"], (action, events)
        self.act(**{"from_" if name == "from" else name: value for name, value in action.items()})

    @rule(seed=seeds)
    def play_a_legal_action(self, seed: int) -> None:
        """A legal action of the interface: accepted, no fault, no false call."""
        chance = random.Random(seed)
        templates = GAME.legal_actions(self.state)
        if not GAME.is_over(self.state):
            assert templates
        if not templates:
            return
        action = pick(chance.choice(templates), chance.choice)
        _, events = GAME.apply(self.state, action)
        assert not [event for event in events if event.name == "infraction"], (action, events)
        assert all(event.fields.get("valid", True) for event in events), (action, events)
        self.act(**{"from_" if name == "from" else name: value for name, value in action.items()})

    @rule(by=players, card=cards | st.none())
    def draw(self, by: str, card: str | None) -> None:
        self.act(by, "draw", card=card)

    @rule(by=players, card=cards)
    def turn_reserve(self, by: str, card: str) -> None:
        self.act(by, "turn_reserve", card=card) or self.act(by, "turn_reserve")

    @rule(by=players, do=st.sampled_from(("discard", "recycle", "pass", "accept", "take_back")))
    def do_something(self, by: str, do: str) -> None:
        self.act(by, do)

    @rule(by=players, code=st.none() | st.sampled_from(CODES))
    def call(self, by: str, code: str | None) -> None:
        self.act(by, "call", **({} if code is None else {"code": code}))

    @rule(by=players, seed=seeds)
    def agree_sometimes(self, by: str, seed: int) -> None:
        if seed % 20 == 0:
            self.act(by, "agree_draw")

    @precondition(lambda self: self.chance.random() < 0.3)
    @rule(seed=seeds)
    def correct(self, seed: int) -> None:
        chance = random.Random(seed)
        zone = chance.choice(ZONES)
        lying = list(self.told.pile(zone))
        change = chance.choice(("drop", "add", "swap", "same"))
        if lying and change == "drop":
            lying.pop()
        if change == "add" and not zone.startswith("F"):
            lying.append(chance.choice(CARDS))
        if lying and change == "swap":
            lying[-1] = chance.choice(CARDS)
        self.act("table", "correct", zone=zone, cards=lying)

    @rule(
        by=players | st.sampled_from(("table", "bank", "Cyd")) | nonsense,
        do=st.sampled_from(ACTIONS) | nonsense,
        arguments=st.dictionaries(
            st.sampled_from(("from_", "to", "card", "count", "code", "zone", "cards", "player", "extra")),
            nonsense,
            max_size=4,
        ),
    )
    def do_nonsense(self, by: Any, do: Any, arguments: dict[str, Any]) -> None:
        self.act(by, do, **arguments)

    # --------------------------------------------------------------------------- what must hold

    @invariant()
    def every_card_is_where_the_events_say(self) -> None:
        view = GAME.view(self.state).complete
        told = {**seen_from_above(self.told.position), "turn": view["turn"]}
        assert shown(view) == told

    @invariant()
    def the_view_is_sound(self) -> None:
        view = GAME.view(self.state).complete
        json.dumps(view, allow_nan=False)
        assert (view["turn"] is None) == (view["phase"] == "over")
        assert GAME.is_over(self.state) == (view["phase"] == "over")
        for player in BOTH:
            assert view["cards_left"][player] == (
                view["reserves"][player]["count"]
                + view["stocks"][player]["count"]
                + view["wastes"][player]["count"]
                + (view["hands"][player] is not None)
            )
        if view["proof"] is not None:
            assert view["proof"]["player"] == view["turn"]


TestNonsense = Nonsense.TestCase
TestNonsense.settings = settings(
    max_examples=400 if LONG else 30,
    stateful_step_count=60 if LONG else 30,
    deadline=None,
    derandomize=not LONG,
    database=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)

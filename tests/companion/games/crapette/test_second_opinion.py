"""The program against the slow second referee, on thousands of positions where cards often fit.

By default a few hundred positions; with COMPANION_LONG=1 many more and every physically possible move of each.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from companion.action import Event
from companion.games import load

from .plain_table import (
    BOTH,
    CARDS,
    CASES,
    FOUNDATIONS,
    Card,
    Move,
    Position,
    after,
    empty_cases,
    fits_foundation,
    fits_series,
    fits_some_foundation,
    seen_from_above,
    shown,
)
from .random_positions import THEMES, random_options, random_position, setup_of
from .second_opinion import (
    Freeing,
    Omission,
    covers_a_foundation_card,
    doing_fault,
    faultless_moves,
    obligations,
    omissions,
    placement_fault,
    possible_doings,
)

GAME = load("crapette")
LONG = os.environ.get("COMPANION_LONG") == "1"
BATCHES = 200 if LONG else 5
POSITIONS = 20
WRONG_MOVES, RIGHT_MOVES = (10_000, 10_000) if LONG else (4, 8)
"""How many moves of a position are tried that are wrongly and rightly placed."""
STEPS = 5


# ------------------------------------------------------------------------------- where the text leaves room


def returned_card_lies_under(position: Position) -> bool:
    """A card taken down this turn need not go up again: whether it is still due to be uncovered is not said."""
    return any(
        height == len(position.cases[case]) - 2 and covers_a_foundation_card(position, case)
        for case, height in position.returned
    )


def duty_of_other_case_cards_is_off(position: Position) -> bool:
    """``reserve_and_aces``: whether a card that need not go up must be uncovered is not said."""
    return position.options["foundation_duty"] == "reserve_and_aces" and any(
        covers_a_foundation_card(position, case) for case in CASES
    )


def several_readings(position: Position) -> bool:
    """Positions that are not compared, because the text allows two readings of a duty there."""
    return returned_card_lies_under(position) or duty_of_other_case_cards_is_off(position)


# ------------------------------------------------------------------------------- what hands can do


def physical_moves(position: Position) -> Iterator[Move]:
    """Every move of one card that hands can make, a covered card pulled out alone and short runs included."""
    tops: list[tuple[str, str]] = []
    for foundation in FOUNDATIONS:
        if position.foundations[foundation]:
            tops.append((foundation, position.foundations[foundation][-1]))
    for case in CASES:
        if position.cases[case]:
            tops.append((case, position.cases[case][-1]))
    for player in BOTH:
        reserve, waste, hand = position.reserves[player], position.wastes[player], position.hands[player]
        if reserve and position.face_up[player] and reserve[-1] is not None:
            tops.append((f"reserve:{player}", reserve[-1]))
        if waste and waste[-1] is not None:
            tops.append((f"waste:{player}", waste[-1]))
        if hand is not None:
            tops.append((f"hand:{player}", hand))
    targets = [*FOUNDATIONS, *CASES]
    targets += [f"{pile}:{player}" for pile in ("reserve", "waste") for player in BOTH]
    for source, card in tops:
        for target in targets:
            own_discard = (source, target) == (f"hand:{position.turn}", f"waste:{position.turn}")
            if source != target and not own_discard:
                yield {"from": source, "to": target, "card": card}
    for case in CASES:
        column = position.cases[case]
        for depth in range(2, len(column) + 1):
            for target in targets:
                if target == case:
                    continue
                if column[-depth] not in column[-depth + 1 :]:
                    yield {"from": case, "to": target, "card": column[-depth], "covered": True}
                yield {"from": case, "to": target, "card": column[-depth], "count": depth}


def not_said(position: Position, step: Move) -> bool:
    """Moves whose judgement the text leaves open."""
    if step["from"].startswith("waste") and step["to"].startswith(("reserve", "waste")):
        return True  # a waste opened by an option, loaded on the opponent
    if step.get("count", 1) == 1:
        return False
    if position.options["sequences"] == "single" or step["to"] not in CASES:
        return False
    cards = position.cases[step["from"]][-step["count"] :]
    under = position.cases[step["from"]][: -step["count"]]
    uncovers = any(fits_some_foundation(position, card) for card in [*under[-1:], *cards[:-1]])
    return len(cards) > 1 and uncovers


def expected_faults(position: Position, step: Move) -> list[Omission]:
    if step.get("do") == "recycle":
        return [("early_recycle", [])] if doing_fault(position, "recycle") else []
    if "do" not in step and (code := placement_fault(position, position.turn, step)):
        return [(code, [])]
    return omissions(position, step)


def as_action(position: Position, step: Move, by: str | None = None) -> dict[str, Any]:
    action = {name: content for name, content in step.items() if name != "covered"}
    return {"by": by or position.turn, "do": "move", **action}


def same_faults(position: Position, expected: list[Omission], events: tuple[Event, ...]) -> str | None:
    """How the infractions announced differ from the ones expected."""
    told = [event.as_json() for event in events if event.name == "infraction"]
    codes = [event["code"] for event in told]
    if codes != [code for code, _ in expected]:
        return f"expected {[code for code, _ in expected]}, got {codes}"
    called = [event.as_json() for event in events if event.name == "crapette_called"]
    if position.options["referee"] == "auto" and codes and [c["codes"] for c in called] != [codes]:
        return f"the call names {called}, expected {codes}"
    if position.options["referee"] != "auto" and called:
        return "the referee called"
    for (code, moves), event in zip(expected, told, strict=True):
        listed = [dict(one) for one in event["moves"]]
        if event["announced"] != (position.options["referee"] != "on_call"):
            return f"announced: {event}"
        if code == "wrong_foundation_order":
            if not listed or not all(one in moves for one in listed):
                return f"{code}: {listed} are not among {moves}"
        elif moves and "choices" in moves[0]:
            if not Freeing(choices=moves[0]["choices"]).agrees(listed):
                return f"{code}: one each of {moves[0]['choices']}, got {listed}"
        elif listed != moves:
            return f"{code}: expected {moves}, got {listed}"
    return None


def called_back(position: Position, expected: list[Omission], action: Move) -> Position:
    """Where the cards lie after this action of the player on turn was called at once (4.5)."""
    placement = expected[0][0] in PLACEMENT
    do = action.get("do", "move")
    stays = do in ("draw", "discard", "pass") or not (placement or position.options["omission_undo"])
    return paid(position, after(position, action) if stays else position.copy())


def paid(position: Position, new: Position) -> Position:
    """4.5, steps 2, 3 and 5: ``position`` is that before the fault, ``new`` where the cards lie when it is called."""
    faulty, caller = position.turn, position.other
    card = new.hands[faulty]
    if card is not None and new.turn == faulty:
        new.hands[faulty] = None
        pile = new.stocks if position.options["hand_after_call"] == "stock" else new.wastes
        pile[faulty].append(card)
    for _ in range(position.options["penalty_cards"]):
        if new.wastes[caller]:
            new.wastes[faulty].append(new.wastes[caller].pop())
    new.turn = caller
    new.parked, new.returned = set(), set()
    return new


def lying_on(position: Position, zone: str) -> str | None:
    """The card that lies free there."""
    kind, _, owner = zone.partition(":")
    if kind == "hand":
        return position.hands[owner]
    piles: dict[str, Any] = {"reserve": position.reserves, "waste": position.wastes}
    pile: list[str | None] = piles[kind][owner] if owner else list(position.cases[zone])
    return pile[-1] if pile else None


def omitted_moves(events: tuple[Event, ...]) -> Iterator[Any]:
    """The omitted moves of each fault told."""
    return (event.as_json()["moves"] for event in events if event.name == "infraction")


def possible_proof(
    before: Position, position: Position, expected: list[Omission], listed: list[Move]
) -> list[Move]:
    """4.5, step 6: those omitted moves of the code cited that are still possible after the call."""
    if expected[0][0] in PLACEMENT or position.options["proof"] == "shown":
        return []
    caller, faulty = position.turn, position.other
    found = []
    for one in listed:
        source = one["from"].replace("hand:", "waste:")
        target = one["to"]
        owner = source.partition(":")[2]
        # That very card, not its copy.
        there = lying_on(position, source) is lying_on(before, one["from"])
        if source.startswith("reserve"):
            there = there and position.face_up[owner] > 0
        # Where a place was empty any other empty one is as good.
        if target in CASES:
            fits = fits_series(position, one["card"], target)
            if not before.cases[target] and not position.cases[target]:
                fits = True
            elif not before.cases[target] and not fits:
                empty = empty_cases(position)
                target, fits = (empty or [target])[0], bool(empty)
        elif target in FOUNDATIONS:
            fits = fits_foundation(position, one["card"], target)
            if not before.foundations[target] and not fits:
                empty = [name for name in FOUNDATIONS if not position.foundations[name]]
                target, fits = (empty or [target])[0], bool(empty)
        else:
            fits = False
        assert owner in ("", faulty) and caller != faulty
        if there and fits:
            found.append({"from": source, "to": target, "card": one["card"]})
    return found


PLACEMENT = frozenset(
    (
        *("out_of_turn", "own_waste_played", "opponent_pile_played", "foundation_card_moved"),
        *("covered_card_moved", "own_pile_loaded", "several_cards_moved", "wrong_foundation"),
        *("wrong_series", "wrong_load", "early_recycle"),
    )
)


# ------------------------------------------------------------------------------- the comparison


class Walk:
    """A few faultless steps from a random position, everything compared on the way."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        theme = self.chance.choice(THEMES)
        self.options = random_options(self.chance, hints="all", wrong_call="nothing", early_draw=False)
        if theme == "long":
            self.options["case_freeing"] = self.chance.choice(("column", "chain", "chain", "one_move"))
            self.options["uncovering"] = self.chance.choice(("off", "any_place", "empty_case"))
        self.position = random_position(self.chance, self.options, theme)
        self.setup = setup_of(self.position)
        self.state = GAME.new_game(BOTH, self.options, self.setup)
        self.shown_by: dict[str, set[str]] = {player: set() for player in BOTH}
        self.played: list[dict[str, Any]] = []

    def complain(self, what: str) -> None:
        changed = {
            name: chosen for name, chosen in self.options.items() if chosen != GAME.options[name].default
        }
        pytest.fail(f"{what}\noptions {changed}\nsetup {self.setup}\nplayed {self.played}", pytrace=False)

    def compare_hints(self) -> None:
        view = GAME.view(self.state).complete
        if shown(view) != seen_from_above(self.position):
            self.complain(f"the table: expected {seen_from_above(self.position)}, got {shown(view)}")
        if several_readings(self.position):
            return
        listed = [dict(one) for one in view["obligations"]]
        due, free = obligations(self.position)
        if free:
            place = len([one for one in due if one["level"] == 0])
            number = len(free.moves or free.choices)
            freed = listed[place : place + number]
            rest = listed[:place] + listed[place + number :]
            bare = [{name: one.get(name) for name in ("from", "to", "card")} for one in freed]
            right = all((one.get("level"), one.get("code")) == (2, "missed_case_freeing") for one in freed)
            if rest != due or not right or not free.agrees(bare):
                self.complain(f"obligations: expected {due} and {free}, got {listed}")
        elif listed != due:
            self.complain(f"obligations: expected {due}, got {listed}")
        self.compare_legal_moves([dict(one) for one in view["legal_moves"]])

    def compare_legal_moves(self, listed: list[Move]) -> None:
        doings = [one for one in possible_doings(self.position) if not doing_fault(self.position, one["do"])]
        if [one for one in listed if "do" in one] != doings:
            self.complain(f"legal_moves: expected {doings}, got {listed}")
        moves = [one for one in listed if "do" not in one]
        expected = faultless_moves(self.position)
        waste_loads = [one for one in (*moves, *expected) if not_said(self.position, one)]
        first_empty = [self.only_first_empty(some, waste_loads) for some in (moves, expected)]
        if first_empty[0] != first_empty[1]:
            self.complain(f"legal_moves: expected {first_empty[1]}, got {first_empty[0]}")

    def only_first_empty(self, moves: list[Move], left_out: list[Move]) -> list[Move]:
        """One of several empty places stands for all."""
        piles = {**self.position.foundations, **self.position.cases}
        kept: list[Move] = []
        for one in moves:
            kind = one["to"][0]
            empty = one["to"] in piles and not piles[one["to"]]
            stands_for = [
                k
                for k in kept
                if k["from"] == one["from"] and k["to"][0] == kind and not piles.get(k["to"], [1])
            ]
            if one not in left_out and not (empty and stands_for):
                kept.append(one)
        return kept

    def compare_moves(self) -> None:
        moves = [one for one in physical_moves(self.position) if not not_said(self.position, one)]
        wrong: list[Move] = []
        right: list[Move] = []
        for one in moves:
            (wrong if placement_fault(self.position, self.position.turn, one) else right).append(one)
        for some, most in ((wrong, WRONG_MOVES), (right, RIGHT_MOVES)):
            for step in self.chance.sample(some, min(len(some), most)):
                self.compare_move(step)
        for do in possible_doings(self.position):
            if do["do"] != "turn_reserve":
                self.compare_move(do)

    def compare_move(self, step: Move) -> None:
        expected = expected_faults(self.position, step)
        if several_readings(self.position) and not any(code in PLACEMENT for code, _ in expected):
            return
        action, step = self.action(step)
        state, events = GAME.apply(self.state, action)
        if complaint := same_faults(self.position, expected, events):
            self.complain(f"{action}: {complaint}")
        listed = [dict(one) for one in next(omitted_moves(events), [])]
        self.compare_case_freed(step, expected, events)
        if GAME.view(state).complete["phase"] == "over":
            return
        on_call = self.options["referee"] == "on_call" and self.options["call_window"] == "turn"
        if expected and on_call and step.get("do") not in ("discard", "pass", "recycle"):
            self.compare_late_call(state, action, step, expected)
        if expected and self.options["referee"] == "coach":
            self.compare_take_back(state, action)
        if expected and self.options["referee"] == "on_call":
            state, events = GAME.apply(state, {"by": self.position.other, "do": "call"})
        view = GAME.view(state).complete
        if view["phase"] != "play" or self.options["referee"] == "coach":
            return
        wanted = called_back(self.position, expected, step) if expected else after(self.position, step)
        self.compare_call(view, wanted, expected, listed, str(action))

    def compare_call(
        self, view: dict[str, Any], wanted: Position, faults: list[Omission], listed: list[Move], what: str
    ) -> None:
        """The table and the proof that is offered after a call."""
        if shown(view) != seen_from_above(wanted):
            self.complain(
                f"after {what} (faults {faults}): expected {seen_from_above(wanted)}, got {shown(view)}"
            )
        if faults:
            proof = view["proof"] and [dict(one) for one in view["proof"]["moves"]]
            due = possible_proof(self.position, wanted, faults, listed)
            if (proof or []) != due:
                self.complain(f"proof after {what}: expected {due}, got {proof}")

    def compare_late_call(
        self, state: Any, action: dict[str, Any], step: Move, faults: list[Omission]
    ) -> None:
        """``on_call``: the faulty player plays on without another fault, and only then is called.

        What was built since stays (4.5, step 1); the cards of the omitted moves may have gone elsewhere.
        """
        if GAME.view(state).complete["phase"] != "play":
            return
        rightly = faults[0][0] not in PLACEMENT
        position, listed = after(self.position, step, rightly=rightly), [dict(one) for one in faults[0][1]]
        played = [action]
        for _ in range(self.chance.choice((1, 2, 3, 4))):
            choices = [one for one in faultless_moves(position) if not not_said(position, one)]
            choices += [
                one
                for one in possible_doings(position)
                if one["do"] not in ("discard", "pass") and not doing_fault(position, one["do"])
            ]
            if not choices or several_readings(position):
                break
            further = dict(self.chance.choice(choices))
            if further.get("do") in ("draw", "turn_reserve"):
                told = {one["card"] for one in played if one["do"] in ("draw", "turn_reserve")}
                further["card"] = self.card_to_show(further["do"], position, told)
            played.append({"by": position.turn, "do": "move", **further})
            state, events = GAME.apply(state, played[-1])
            if [event for event in events if event.name == "infraction"]:
                self.complain(f"a fault in {played}: {events}")
            position = after(position, further)
            if GAME.view(state).complete["phase"] != "play":
                return
        if not any(one["do"] in ("move", "draw") for one in played[1:]) or "choices" in str(listed):
            return
        state, _ = GAME.apply(state, {"by": self.position.other, "do": "call"})
        view = GAME.view(state).complete
        if view["phase"] == "play":
            self.compare_call(view, paid(self.position, position), faults, listed, f"{played}, called late")

    def compare_case_freed(self, step: Move, faults: list[Omission], events: tuple[Event, ...]) -> None:
        """Section 5: told when a case becomes empty, not when its cards only change places or come back."""
        told = [event.as_json()["case"] for event in events if event.name == "case_freed"]
        source, target = step.get("from"), step.get("to")
        freed = source in CASES and len(self.position.cases[source]) == step.get("count", 1)
        if target in CASES and not self.position.cases[target]:
            freed = False
        if faults and self.options["referee"] == "auto":
            freed = freed and faults[0][0] not in PLACEMENT and not self.options["omission_undo"]
        if told != [source] * freed:
            self.complain(f"case_freed after {step}: {told}")

    def compare_take_back(self, state: Any, action: dict[str, Any]) -> None:
        """The coach lets everything but a draw be taken back, as if nothing had been."""
        if action["do"] == "draw":
            return
        state, _ = GAME.apply(state, {"by": action["by"], "do": "take_back"})
        if shown(GAME.view(state).complete) != seen_from_above(self.position):
            self.complain(f"{action} taken back: {shown(GAME.view(state).complete)}")

    def compare_out_of_turn(self) -> None:
        moves = [one for one in physical_moves(self.position) if not one.get("covered")]
        other = self.position.other
        for step in self.chance.sample(moves, min(len(moves), 3)):
            if (step["from"], step["to"]) == (f"hand:{other}", f"waste:{other}"):
                continue
            _, events = GAME.apply(self.state, as_action(self.position, step, other))
            if complaint := same_faults(self.position, [("out_of_turn", [])], events):
                self.complain(f"{other} plays {step}: {complaint}")

    def action(self, step: Move) -> tuple[dict[str, Any], Move]:
        """The action as it is reported, and as it is told to the second referee."""
        if "do" not in step:
            return as_action(self.position, step), step
        action = {"by": self.position.turn, "do": step["do"]}
        if step["do"] in ("draw", "turn_reserve"):
            card = self.card_to_show(step["do"], self.position)
            return {**action, "card": card}, {**step, "card": card}
        return action, step

    def card_to_show(self, do: str, position: Position, told: Iterable[str] = ()) -> str:
        me = position.turn
        pile = position.stocks[me] if do == "draw" else position.reserves[me]
        if pile[-1] is not None:
            return pile[-1]
        lying = [card for column in position.cases.values() for card in column]
        lying += [card for pile in position.foundations.values() for card in pile]
        for player in BOTH:
            for some in (position.reserves, position.stocks, position.wastes):
                lying += [card for card in some[player] if card is not None]
            lying += [card for card in (position.hands[player],) if card is not None]
        gone = self.shown_by[me] | set(told)
        possible = [card for card in CARDS if lying.count(card) < 2 and card not in gone]
        twins = [card for card in possible if card in lying]
        return Card(self.chance.choice(twins if twins and self.chance.random() < 0.5 else possible))

    def step(self) -> bool:
        """Plays on without a fault; False when there is nothing to play or the game is over."""
        moves = [one for one in faultless_moves(self.position) if not not_said(self.position, one)]
        moves += [
            {"from": case, "to": empty, "card": column[0]}
            for case, column in self.position.cases.items()
            for empty in [name for name in CASES if not self.position.cases[name]][:1]
            if len(column) == 1 and self.chance.random() < 0.2
        ]
        moves += [one for one in self.returns() if self.chance.random() < 0.5]
        moves = [one for one in moves if not expected_faults(self.position, one)]
        doings = [
            one
            for one in possible_doings(self.position)
            if not doing_fault(self.position, one["do"]) and one["do"] != "pass"
        ]
        choices = moves + doings * (2 if moves else 1)
        if not choices or several_readings(self.position):
            return False
        if self.options["referee"] != "auto" and self.chance.random() < 0.2:
            return self.step_wrongly()
        action, step = self.action(self.chance.choice(choices))
        known = step.get("do") in ("draw", "turn_reserve") and self.known(step["do"])
        self.state, events = GAME.apply(self.state, action)
        self.played.append(action)
        if [event for event in events if event.name == "infraction"]:
            self.complain(f"a fault: {events}")
        if step.get("do") in ("draw", "turn_reserve") and not known:
            self.shown_by[self.position.turn].add(step["card"])
        self.position = after(self.position, step)
        return bool(GAME.view(self.state).complete["phase"] == "play")

    def step_wrongly(self) -> bool:
        """A wrongly placed card that nobody calls or takes back stays (4.5), and earns no excuse."""
        me = self.position.turn
        moves = [one for one in physical_moves(self.position) if placement_fault(self.position, me, one)]
        parks = [one for one in moves if one["to"] in empty_cases(self.position)]
        returns = [one for one in moves if one["from"] in FOUNDATIONS and one["to"] in CASES]
        step = self.chance.choice(parks or returns or moves)
        action = as_action(self.position, step)
        self.state, _ = GAME.apply(self.state, action)
        self.played.append(action)
        self.position = after(self.position, step, rightly=False)
        view = GAME.view(self.state).complete
        return bool(view["phase"] == "play" and all(view["cards_left"].values()))

    def known(self, do: str) -> bool:
        me = self.position.turn
        pile = self.position.stocks[me] if do == "draw" else self.position.reserves[me]
        return pile[-1] is not None

    def returns(self) -> list[Move]:
        if not self.options["foundation_return"]:
            return []
        return [
            {"from": name, "to": case, "card": pile[-1]}
            for name, pile in self.position.foundations.items()
            for case in CASES
            if 0 < len(pile) < 13
        ]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_referees_say_the_same(batch: int) -> None:
    for number in range(POSITIONS):
        walk = Walk(batch * 1000 + number)
        for _ in range(STEPS):
            walk.compare_hints()
            walk.compare_moves()
            walk.compare_out_of_turn()
            if not walk.step():
                break

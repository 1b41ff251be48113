"""The program against the slow second referee, on thousands of positions where cards often fit.

By default a few hundred positions; with COMPANION_LONG=1 many more and every physically possible move of each.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.action import Event
from companion.games import load

from .plain_table import (
    BOTH,
    CARDS,
    CASES,
    FOUNDATIONS,
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
    return (
        returned_card_lies_under(position)
        or duty_of_other_case_cards_is_off(position)
        or (position.options["foundation_order"] != "any" and bool(position.returned))
    )


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
    if position.options["sequences"] == "single":
        return False
    cards = position.cases[step["from"]][-step["count"] :]
    if step["to"] not in CASES:
        return True  # several cards to a foundation or on the opponent
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
    """Where the cards lie after the referee called this action of the player on turn (4.5, no penalty cards)."""
    placement = expected[0][0] in PLACEMENT
    do = action.get("do", "move")
    stays = do in ("draw", "discard", "pass") or not (placement or position.options["omission_undo"])
    new = after(position, action) if stays else position.copy()
    faulty = position.turn
    card = new.hands[faulty]
    if card is not None and new.turn == faulty:
        new.hands[faulty] = None
        pile = new.stocks if position.options["hand_after_call"] == "stock" else new.wastes
        pile[faulty].append(card)
    new.turn = position.other
    return new


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
        piles = {"reserve": position.reserves, "waste": position.wastes}
        pile = piles[source.split(":")[0]][owner] if owner else position.cases[source]
        there = bool(pile) and pile[-1] == one["card"]
        now_filled = target in CASES and not before.cases[target]
        if now_filled and not fits_series(position, one["card"], target):
            # Any empty case is as good as another.
            empty = empty_cases(position)
            target, fits = (empty or [target])[0], bool(empty)
        elif target in CASES:
            fits = fits_series(position, one["card"], target)
        else:
            fits = target in FOUNDATIONS and fits_foundation(position, one["card"], target)
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
        if GAME.view(state).complete["phase"] == "over":
            return
        if expected and self.options["referee"] == "coach":
            self.compare_take_back(state, action)
        if expected and self.options["referee"] == "on_call":
            state, events = GAME.apply(state, {"by": self.position.other, "do": "call"})
        view = GAME.view(state).complete
        if view["phase"] != "play" or self.options["referee"] == "coach":
            return
        wanted = called_back(self.position, expected, step) if expected else after(self.position, step)
        if not self.options["penalty_cards"] and shown(view) != seen_from_above(wanted):
            self.complain(
                f"after {action} (faults {expected}): expected {seen_from_above(wanted)}, got {shown(view)}"
            )
        chain_may_be_gone = (
            not self.options["omission_undo"]
            and self.options["case_freeing"] == "chain"
            and expected[:1] != []
            and expected[0][0] == "missed_case_freeing"
        )
        if expected and not self.options["penalty_cards"] and not chain_may_be_gone:
            proof = view["proof"] and [dict(one) for one in view["proof"]["moves"]]
            due = possible_proof(self.position, wanted, expected, listed)
            if (proof or []) != due:
                self.complain(f"proof after {action}: expected {due}, got {proof}")

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
            card = self.card_to_show(step["do"])
            return {**action, "card": card}, {**step, "card": card}
        return action, step

    def card_to_show(self, do: str) -> str:
        me = self.position.turn
        pile = self.position.stocks[me] if do == "draw" else self.position.reserves[me]
        if pile[-1] is not None:
            return pile[-1]
        lying = [card for column in self.position.cases.values() for card in column]
        lying += [card for pile in self.position.foundations.values() for card in pile]
        for player in BOTH:
            for some in (self.position.reserves, self.position.stocks, self.position.wastes):
                lying += [card for card in some[player] if card is not None]
            lying += [card for card in (self.position.hands[player],) if card is not None]
        return self.chance.choice(
            [card for card in CARDS if lying.count(card) < 2 and card not in self.shown_by[me]]
        )

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

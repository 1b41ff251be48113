"""A second referee of Crapette, slow and plain, worked out from the rules text alone (sections 2.2 and 4.2 to 4.4):
which duties there are, which faults a move is, and what the view should list.

Nothing here is taken from the program; the cards lie on the lists of ``plain_table``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .plain_table import (
    BOTH,
    CASES,
    FOUNDATIONS,
    Move,
    Position,
    can_load,
    empty_cases,
    fits_card,
    fits_foundation,
    fits_series,
    fits_some_foundation,
    foundation_plays,
    foundation_targets,
    move,
    opponents_piles,
    reserve_top,
    sources,
    value,
)

Omission = tuple[str, list[Move]]


# ------------------------------------------------------------------------------- the duties, one by one


def due_foundation_plays(position: Position) -> list[Move]:
    """CR-40 with ``foundation_duty``; a card taken down this turn need not go up again."""
    due = []
    for play in foundation_plays(position):
        source = play["from"]
        if source in CASES and (source, len(position.cases[source]) - 1) in position.returned:
            continue
        reserve_or_ace = source.startswith("reserve") or value(play["card"]) == 1
        if position.options["foundation_duty"] == "all" or reserve_or_ace:
            due.append(play)
    return due


def covers_a_foundation_card(position: Position, case: str) -> bool:
    """CR-43: whether the card directly under the free card of this case fits a foundation."""
    column = position.cases[case]
    return len(column) >= 2 and fits_some_foundation(position, column[-2])


def uncovering_moves(position: Position) -> list[Move]:
    """CR-43."""
    wish = position.options["uncovering"]
    covering = [case for case in CASES if covers_a_foundation_card(position, case)]
    empty = empty_cases(position)
    if wish == "off":
        return []
    if empty:
        return [move(case, empty[0], position.cases[case][-1]) for case in covering]
    if wish == "any_place":
        return [
            move(case, target, position.cases[case][-1])
            for case in covering
            for target in CASES
            if target != case and fits_series(position, position.cases[case][-1], target)
        ]
    return []


def one_move_freeings(position: Position) -> list[Move]:
    """4.4 ``one_move`` with the parking exception."""
    return [
        move(case, target, position.cases[case][0])
        for case in CASES
        if len(position.cases[case]) == 1 and case not in position.parked
        for target in CASES
        if target != case and fits_series(position, position.cases[case][0], target)
    ]


def column_starts(position: Position, case: str) -> list[Move]:
    """4.4 ``column``: every first move after which the rest of this case can go away too."""

    def can_go_away(cases: dict[str, list[str]]) -> bool:
        if not cases[case]:
            return True
        return any(can_go_away(after) for _, after in steps(cases))

    def steps(cases: dict[str, list[str]]) -> Iterator[tuple[str, dict[str, list[str]]]]:
        card = cases[case][-1]
        for target in CASES:
            if target != case and cases[target] and fits_card(card, cases[target][-1]):
                yield target, {**cases, case: cases[case][:-1], target: [*cases[target], card]}

    if not position.cases[case] or case in position.parked:
        return []
    return [
        move(case, target, position.cases[case][-1])
        for target, after in steps(position.cases)
        if can_go_away(after)
    ]


def chain_starts(position: Position, longest: int) -> list[Move]:
    """4.4 ``chain``: first moves of all shortest sequences that end with more empty cases than before."""
    before = position.cases
    empty_before = len(empty_cases(position))

    def done(cases: dict[str, list[str]]) -> bool:
        now_empty = [case for case in CASES if not cases[case]]
        return len(now_empty) > empty_before and any(
            before[case] and case not in position.parked for case in now_empty
        )

    def steps(cases: dict[str, list[str]]) -> Iterator[tuple[Move, dict[str, list[str]]]]:
        first_empty = next((case for case in CASES if not cases[case]), None)
        for case in CASES:
            if not cases[case]:
                continue
            card = cases[case][-1]
            for target in CASES:
                if target == case:
                    continue
                onto_series = bool(cases[target]) and fits_card(card, cases[target][-1])
                parking = target == first_empty and len(cases[case]) > 1
                if onto_series or parking:
                    after = {**cases, case: cases[case][:-1], target: [*cases[target], card]}
                    yield move(case, target, card), after

    reached: list[tuple[Move | None, dict[str, list[str]]]] = [(None, before)]
    for _ in range(longest):
        following: dict[Any, tuple[Move | None, dict[str, list[str]]]] = {}
        for first, cases in reached:
            for step, after in steps(cases):
                start = first or step
                columns = tuple(tuple(after[case]) for case in CASES)
                following.setdefault((start["from"], start["to"], columns), (start, after))
        reached = list(following.values())
        starts = [start for start, cases in reached if start is not None and done(cases)]
        if starts:
            unique = {(start["from"], start["to"]): start for start in starts}
            return [unique[key] for key in sorted(unique)]
    return []


@dataclass
class Freeing:
    """Whether a case can be freed and which first moves are listed; ``choices``: one of each group is listed."""

    moves: list[Move] = field(default_factory=list)
    choices: list[list[Move]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.moves or self.choices)

    def agrees(self, listed: list[Move]) -> bool:
        """Whether a list of first moves is what the text asks for."""
        if not self.choices:
            return listed == self.moves
        return len(listed) == len(self.choices) and all(
            one in group for one, group in zip(listed, self.choices, strict=True)
        )


def freeing(position: Position) -> Freeing:
    """CR-42 as section 4.4 says it."""
    demand = position.options["case_freeing"]
    if demand == "off":
        return Freeing()
    if moves := one_move_freeings(position):
        return Freeing(moves)
    if demand == "one_move":
        return Freeing()
    if columns := [starts for case in CASES if (starts := column_starts(position, case))]:
        return Freeing(choices=columns)
    if demand == "chain" and not uncovering_moves(position):
        return Freeing(chain_starts(position, position.options["chain_limit"]))
    return Freeing()


def reserve_plays(position: Position) -> list[Move]:
    """CR-44 with ``reserve_duty``: what makes the reserve top playable before the stock."""
    wish, top = position.options["reserve_duty"], reserve_top(position)
    if wish == "off" or top is None:
        return []
    source = f"reserve:{position.turn}"
    targets = foundation_targets(position, top)
    targets += [case for case in CASES if fits_series(position, top, case)]
    if wish == "series_and_loads":
        targets += [pile for pile in opponents_piles(position) if can_load(position, top, pile)]
    return [move(source, target, top) for target in targets]


def reserve_fillings(position: Position) -> list[Move]:
    """CR-45."""
    empty, top = empty_cases(position), reserve_top(position)
    if position.options["empty_case_duty"] == "off" or not empty or top is None:
        return []
    return [move(f"reserve:{position.turn}", empty[0], top)]


def hand_fillings(position: Position) -> list[Move]:
    """CR-47."""
    empty, card = empty_cases(position), position.hands[position.turn]
    if position.options["empty_case_duty"] != "reserve_and_hand" or not empty or card is None:
        return []
    return [move(f"hand:{position.turn}", empty[0], card)]


def hand_series(position: Position) -> list[Move]:
    """CR-46."""
    card = position.hands[position.turn]
    if position.options["hand_duty"] == "off" or card is None:
        return []
    return [move(f"hand:{position.turn}", case, card) for case in CASES if fits_series(position, card, case)]


def hand_loads(position: Position) -> list[Move]:
    """CR-48."""
    card = position.hands[position.turn]
    if position.options["hand_duty"] != "series_and_loads" or card is None:
        return []
    return [
        move(f"hand:{position.turn}", pile, card)
        for pile in opponents_piles(position)
        if can_load(position, card, pile)
    ]


def must_turn(position: Position) -> bool:
    """CR-53."""
    return bool(position.reserves[position.turn]) and not position.face_up[position.turn]


# ------------------------------------------------------------------------------- faults


def waste_source_allowed(position: Position, player: str, source: str) -> bool:
    kind, _, owner = source.partition(":")
    if kind != "waste":
        return False
    return bool(position.options["own_waste_playable" if owner == player else "opponent_waste_playable"])


def ordered_run(cards: list[str]) -> bool:
    return all(fits_card(upper, lower) for lower, upper in itertools.pairwise(cards))


def several_allowed(position: Position, step: Move) -> bool:
    """CR-24 with ``sequences``: from case to case only."""
    count: int = step["count"]
    if step["to"] not in CASES:
        return False
    cards = position.cases[step["from"]][-count:]
    if position.options["sequences"] == "single" or not ordered_run(cards):
        return False
    if position.options["sequences"] == "run":
        return True
    return count <= len([case for case in empty_cases(position) if case != step["to"]]) + 1


def placement_fault(position: Position, player: str, step: Move) -> str | None:
    """4.2: the first match in the order of the table. A move from own hand to own waste is a discard, not asked."""
    source, target, card = step["from"], step["to"], step["card"]
    count = step.get("count", 1)
    own = {f"reserve:{player}", f"waste:{player}"}
    other = BOTH[1 - BOTH.index(player)]
    if player != position.turn:
        return "out_of_turn"
    if source == f"waste:{player}" and not position.options["own_waste_playable"]:
        return "own_waste_played"
    if source in (f"reserve:{other}", f"hand:{other}"):
        return "opponent_pile_played"
    if source == f"waste:{other}" and not position.options["opponent_waste_playable"]:
        return "opponent_pile_played"
    if source in FOUNDATIONS:
        incomplete = len(position.foundations[source]) < 13
        if not (position.options["foundation_return"] and incomplete and target in CASES):
            return "foundation_card_moved"
    if step.get("covered"):
        return "covered_card_moved"
    if target in own:
        return "own_pile_loaded"
    if count > 1 and not several_allowed(position, step):
        return "several_cards_moved"
    if target in FOUNDATIONS and not fits_foundation(position, card, target):
        return "wrong_foundation"
    if target in CASES and position.cases[target] and not fits_series(position, card, target):
        return "wrong_series"
    if target in (f"reserve:{other}", f"waste:{other}"):
        from_case = source in CASES
        if not can_load(position, card, target):
            return "wrong_load"
        if from_case and not position.options["load_from_cases"]:
            return "wrong_load"
    return None


def priority(position: Position, action: Move) -> int:
    """4.3, the first table."""
    if "do" in action:
        return 4
    source, target = action["from"], action["to"]
    if target in FOUNDATIONS:
        return 1
    if source in CASES and target in CASES:
        return 2
    if source in CASES:
        return 2 if len(position.cases[source]) == action.get("count", 1) else 3
    return 4 if source.startswith("hand") else 3


def omissions(position: Position, action: Move) -> list[Omission]:
    """4.3, the second table: what a card action of the player on turn (rightly placed) proves, in the order cited."""
    level = priority(position, action)
    do, source, target = action.get("do"), action.get("from", ""), action.get("to", "")
    ends = do in ("draw", "discard", "pass")
    empty = empty_cases(position)
    into_empty = target in empty
    found: list[Omission] = []

    def prove(code: str, moves: list[Move], proven: bool) -> None:
        if moves and proven:
            found.append((code, moves))

    prove("missed_foundation_play", due_foundation_plays(position), level >= 2)
    prove("wrong_foundation_order", before_this_play(position, action), level == 1)
    last_empty_taken = (
        source in CASES
        and empty == [target]
        and not covers_a_foundation_card(position, source)
        and len(position.cases[source]) > action.get("count", 1)
    )
    prove(
        "missed_uncovering",
        uncovering_moves(position),
        (level >= 3 and into_empty) or ends or last_empty_taken,
    )
    if level >= 3 and (free := freeing(position)):
        found.append(("missed_case_freeing", free.moves or [{"choices": free.choices}]))
    if must_turn(position) and (ends or position.options["reserve_turn"] == "strict"):
        found.append(("reserve_not_turned", []))
    prove("stock_before_reserve", reserve_plays(position), level == 4)
    case_a, case_b = reserve_fillings(position), hand_fillings(position)
    proves_a = bool(case_a) and (ends or (source.startswith("hand") and into_empty))
    proves_b = bool(case_b) and do == "discard"
    if proves_a or proves_b:
        found.append(("unused_empty_case", case_a if proves_a else case_b))
    prove("missed_series_play", hand_series(position), do == "discard")
    prove("missed_load", hand_loads(position), do == "discard")
    return found


def before_this_play(position: Position, action: Move) -> list[Move]:
    """CR-41 with ``foundation_order``: the foundation plays that should have come before this one.

    Only cards that must go up are compared, the one that is played included.
    """
    if "do" in action or action["to"] not in FOUNDATIONS:
        return []
    plays = due_foundation_plays(position)
    if action["from"] not in [play["from"] for play in plays]:
        return []
    match position.options["foundation_order"]:
        case "lowest_first":
            return [play for play in plays if value(play["card"]) < value(action["card"])]
        case "reserve_first":
            own = f"reserve:{position.turn}"
            return [] if action["from"] == own else [play for play in plays if play["from"] == own]
        case _:
            return []


# ------------------------------------------------------------------------------- the hints of the view


def obligations(position: Position) -> tuple[list[Move], Freeing | None]:
    """Section 3: the entries in order; those of freeing stand apart (they come before the others of level 2)."""
    found: list[Move] = []

    def entries(level: int, code: str, moves: list[Move]) -> list[Move]:
        return [{"level": level, "code": code, **one} for one in moves]

    if must_turn(position):
        found.append({"level": 0, "code": "reserve_not_turned", "do": "turn_reserve"})
    if plays := due_foundation_plays(position):
        return found + entries(1, "missed_foundation_play", plays), None
    free, uncover = freeing(position), uncovering_moves(position)
    if free or uncover:
        return found + entries(2, "missed_uncovering", uncover), free
    third = entries(3, "stock_before_reserve", reserve_plays(position))
    third += entries(3, "unused_empty_case", reserve_fillings(position))
    if third:
        return found + third, None
    fourth = entries(4, "missed_series_play", hand_series(position))
    fourth += entries(4, "unused_empty_case", hand_fillings(position))
    fourth += entries(4, "missed_load", hand_loads(position))
    return found + fourth, None


def possible_doings(position: Position) -> list[Move]:
    """What the player on turn can do besides moving cards, in the order of section 3."""
    me = position.turn
    hand, stock, waste = position.hands[me], position.stocks[me], position.wastes[me]
    possible = {
        "discard": hand is not None,
        "draw": hand is None and bool(stock),
        "pass": hand is None and not stock and not waste,
        "recycle": not stock and bool(waste),
        "turn_reserve": must_turn(position),
    }
    return [{"do": name} for name, can in possible.items() if can]


def doing_fault(position: Position, do: str) -> bool:
    """Whether doing it would be a fault now."""
    if do == "recycle":
        return position.options["recycle"] == "when_needed" and position.hands[position.turn] is not None
    if do == "turn_reserve":
        return False
    return bool(omissions(position, {"do": do}))


def faultless_moves(position: Position) -> list[Move]:
    """Every single-card move without a fault, lone cards to empty cases and returns from foundations left out."""
    me, other = position.turn, position.other
    from_zones = list(sources(position))
    for owner in (me, other):
        pile = position.wastes[owner]
        if waste_source_allowed(position, me, f"waste:{owner}") and pile and pile[-1] is not None:
            from_zones.append((f"waste:{owner}", pile[-1]))
    found = []
    for source, card in from_zones:
        for target in (*FOUNDATIONS, *CASES, f"reserve:{other}", f"waste:{other}"):
            step = move(source, target, card)
            lone = source in CASES and len(position.cases[source]) == 1
            if target == source or (lone and target in CASES and not position.cases[target]):
                continue
            if placement_fault(position, me, step) is None and not omissions(position, step):
                found.append(step)
    return found

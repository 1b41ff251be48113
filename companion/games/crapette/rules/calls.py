"""Crapette! What a fault leads to: the referee's call, a player's call, the coach's warning (CR-60 to CR-67, 4.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.action import Event
from companion.games.crapette.rules.cards import CARD_NAMES
from companion.games.crapette.rules.ending import out_of_cards, pass_turn
from companion.games.crapette.rules.omissions import OMISSIONS
from companion.games.crapette.rules.placing import (
    fits_case,
    fits_foundation,
    fits_series,
    lies_there,
    put_back,
    shift_cards,
    shift_told,
    step,
    vacant,
)
from companion.games.crapette.rules.state import (
    CASES,
    FOUNDATIONS,
    HAND,
    RESERVE,
    RESERVES,
    STOCK,
    WASTE,
    Deed,
    Draft,
    Fault,
    Lying,
    Position,
    Proof,
    Shift,
    changed,
)

REFEREE = "referee"


# ---------------------------------------------------------------- an action was faulty


def judge(draft: Draft, fault: Fault) -> None:
    """CR-61: the referee calls at once, leaves it open for the opponent, or only warns (option ``referee``)."""
    referee = draft.house.referee
    _tell_infractions(draft, fault, announced=referee != "on_call")
    deed = fault.deed
    if referee == "coach":
        winner = out_of_cards(draft)
        draft.awaits_decision = winner is not None or deed.kind in ("discard", "pass")
        if winner is not None:
            draft.tell("win_claimed", player=draft.house.players[winner])
        return
    if deed.kind in ("discard", "pass") and deed.seat == draft.turn:
        pass_turn(draft, deed.kind)
    if referee == "auto":
        uphold(draft, fault, fault.codes[0], caller=None)


def _tell_infractions(draft: Draft, fault: Fault, *, announced: bool) -> None:
    """One event for each code; what is not announced is for nobody to see before the call (4.5, 4.6)."""
    for code, moves in zip(fault.codes, fault.omitted, strict=True):
        told = {
            "by": draft.house.players[fault.deed.seat],
            "code": code,
            "announced": announced,
            "moves": [shift_told(draft, move) for move in moves],
        }
        draft.events.append(Event("infraction", told, None if announced else ()))


def close_windows(draft: Draft, seat: int) -> None:
    """4.5: a card action closes the faults of the other player; all of them with ``call_window`` = ``next_action``.

    What a coach warned of can be taken back as long as it is the last card action.
    """
    if draft.house.referee == "coach" or draft.house.call_window == "next_action":
        draft.faults = ()
    elif draft.faults:
        draft.faults = tuple(fault for fault in draft.faults if fault.deed.seat == seat)


# ---------------------------------------------------------------- calls


def callable_fault(position: Position, caller: int, code: str | None) -> Fault | None:
    """4.5: the latest open fault of the other player, with ``code`` the latest one that has it among its codes."""
    for fault in reversed(position.faults):
        if fault.deed.seat != caller and (code is None or code in fault.codes):
            return fault
    return None


def uphold(draft: Draft, fault: Fault, code: str, caller: int | None) -> None:
    """4.5: a valid call; ``caller`` None is the referee. The steps are numbered as in the rules."""
    deed, faulty = fault.deed, fault.deed.seat
    out_of_turn = fault.codes[0] == "out_of_turn"
    on_turn = draft.turn == faulty
    undone = _is_undone(draft, fault)
    steps = put_back(draft, fault) if undone else []  # 1.
    if on_turn and not out_of_turn:
        steps += _lay_down_hand(draft, faulty)  # 2.
    players = draft.house.players
    draft.tell(
        "crapette_called",
        by=REFEREE if caller is None else players[caller],
        against=players[faulty],
        code=code,
        codes=list(fault.codes),
        valid=True,
        undone=undone,
        steps=steps,
    )
    if caller is not None:
        right = draft.calls.right
        draft.calls = draft.calls._replace(right=changed(right, caller, right[caller] + 1))
    _pay_penalty(draft, faulty)  # 3.
    cards = next(one.cards for one in draft.faults if one.number == fault.number)
    draft.faults = ()  # 4.
    if on_turn and not out_of_turn and deed.kind not in ("discard", "pass"):
        pass_turn(draft, "crapette")  # 5.
    _offer_proof(draft, fault._replace(cards=cards), code)  # 6.


def _is_undone(draft: Draft, fault: Fault) -> bool:
    """4.5, step 1: only the last card action, and only if its cards still lie where it put them."""
    deed = fault.deed
    if fault.number != draft.card_actions or not lies_there(draft, fault):
        return False
    if fault.codes[0] == "out_of_turn":
        return True
    if deed.kind in ("draw", "discard", "pass"):
        return False
    return fault.codes[0] not in OMISSIONS or draft.house.omission_undo


def _lay_down_hand(draft: Draft, seat: int) -> list[dict[str, Any]]:
    """4.5, step 2 (CR-64): the card in hand goes to the waste, or back to the stock (``hand_after_call``)."""
    hand = draft.piles[HAND + seat]
    if not hand:
        return []
    target = (WASTE if draft.house.hand_after_call == "waste" else STOCK) + seat
    shift_cards(draft, HAND + seat, 0, 1, target)
    return [step(draft, HAND + seat, target, hand[0])]


def _pay_penalty(draft: Draft, faulty: int) -> None:
    """4.5, step 3 (CR-66): cards from the top of the caller's waste to the faulty player's waste."""
    for _ in range(draft.house.penalty_cards):
        _give_waste_top(draft, 1 - faulty, faulty)


def _give_waste_top(draft: Draft, giver: int, taker: int) -> None:
    pile = draft.piles[WASTE + giver]
    if not pile:
        return
    shift_cards(draft, WASTE + giver, len(pile) - 1, 1, WASTE + taker)
    names = draft.house.zone_names
    told = {"card": CARD_NAMES[pile[-1]], "from": names[WASTE + giver], "to": names[WASTE + taker]}
    draft.tell("penalty_card", **told)


def call_wrongly(draft: Draft, caller: int) -> None:
    """CR-65: a wrong call changes nothing but the count, and what the option ``wrong_call`` adds."""
    players, wrong = draft.house.players, draft.calls.wrong
    draft.calls = draft.calls._replace(wrong=changed(wrong, caller, wrong[caller] + 1))
    draft.tell(
        "crapette_called",
        by=players[caller],
        against=players[1 - caller],
        code=None,
        codes=[],
        valid=False,
        undone=False,
        steps=[],
    )
    if draft.house.wrong_call == "skip_turn":
        skips = draft.calls.skips
        draft.calls = draft.calls._replace(skips=changed(skips, caller, skips[caller] + 1))
    elif draft.house.wrong_call == "card":
        _give_waste_top(draft, 1 - caller, caller)


# ---------------------------------------------------------------- proof


def _offer_proof(draft: Draft, fault: Fault, code: str) -> None:
    """4.5, step 6 (CR-63): the omitted moves of the code cited that are still possible are offered.

    A fault of the player who is not on turn (CR-67) leaves the proof alone that was offered before: it lapses only
    with the first card action of its player.
    """
    faulty = fault.deed.seat
    caller = 1 - faulty
    if draft.house.proof == "shown" or draft.turn != caller:
        return
    moves: list[Shift] = []
    cards: list[Lying] = []
    for move in fault.omitted[fault.codes.index(code)]:
        lying = _found(fault.cards, move)
        now = _as_it_lies_now(draft, move, fault)
        card = Lying(now.source, lying.zone, lying.place)
        if now not in moves and is_possible(
            draft, now, card, into_empty=bool(fault.vacant >> move.target & 1)
        ):
            moves.append(now)
            cards.append(card)
    if moves:
        draft.proof = Proof(caller, faulty, code, tuple(moves), tuple(dict.fromkeys(cards)), vacant(draft))


def _found(cards: Iterable[Lying], move: Shift) -> Lying:
    """Where the card of a move lies now."""
    return next(card for card in cards if card.source == move.source)


def _as_it_lies_now(draft: Draft, move: Shift, fault: Fault) -> Shift:
    """An omitted move as it can be made now: a card in hand lies on the waste, for an empty place any other does."""
    source, target, card = move
    if source == HAND + fault.deed.seat:
        source = WASTE + fault.deed.seat
    if fault.vacant >> target & 1:
        alike, fits = (FOUNDATIONS, fits_foundation) if target in FOUNDATIONS else (CASES, fits_case)
        if not fits(draft.piles[target], card):
            target = next((one for one in alike if not draft.piles[one]), target)
    return Shift(source, target, card)


def is_possible(position: Position, move: Shift, lying: Lying, *, into_empty: bool) -> bool:
    """Whether a proof can be made: that very card lies free and its place takes it; own piles of the caller never do.

    A copy of the card where the card itself has lain proves nothing (4.5, step 6), nor does a case that has become
    empty where the card was to go on a series.
    """
    source, target, card = move
    if (lying.zone, lying.place) != (source, len(position.piles[source]) - 1):
        return False
    if source in RESERVES and not position.face_up[source - RESERVE]:
        return False
    if target in CASES:
        return (fits_case if into_empty else fits_series)(position.piles[target], card)
    return target in FOUNDATIONS and fits_foundation(position.piles[target], card)


def proof_moves(position: Position) -> tuple[Shift, ...]:
    """The moves that the caller may make as proof now."""
    proof = position.proof
    if proof is None:
        return ()
    return tuple(
        move
        for move in proof.moves
        if is_possible(
            position, move, _found(proof.cards, move), into_empty=bool(proof.vacant >> move.target & 1)
        )
    )


def proves(position: Position, deed: Deed) -> bool:
    """Whether a deed is one of the proof moves; any other empty place serves as well as the one named."""
    proof = position.proof
    if (
        proof is None
        or deed.kind != "move"
        or deed.seat != proof.seat
        or len(deed.cards) != 1
        or deed.covered
    ):
        return False
    piles = position.piles
    return any(
        move.source == deed.source
        and move.card == deed.cards[0]
        and (
            move.target == deed.target
            or (
                (move.target in CASES) == (deed.target in CASES)
                and deed.target < RESERVE
                and not piles[move.target]
                and not piles[deed.target]
            )
        )
        for move in proof_moves(position)
    )

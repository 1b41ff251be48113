"""The actions (section 4.1): what is refused, in the order given, and what hands have done when it is accepted."""

from __future__ import annotations

from collections.abc import Mapping

from companion.action import TABLE, Action, Event, Rejected
from companion.games.crapette.rules.calls import (
    call_wrongly,
    callable_fault,
    close_windows,
    judge,
    proves,
    uphold,
)
from companion.games.crapette.rules.cards import BITS, CARD_NAMES, UNKNOWN, card_number, suit_of
from companion.games.crapette.rules.duties import Shifts, duties_of
from companion.games.crapette.rules.ending import (
    count_idle,
    draw_game,
    note_pass,
    note_progress,
    out_of_cards,
    pass_turn,
    settle_end,
    win_game,
)
from companion.games.crapette.rules.omissions import INFRACTIONS, neglected, omitted
from companion.games.crapette.rules.placing import (
    COMPLETE,
    carry,
    lies_there,
    placement_fault,
    put_back,
    vacant,
)
from companion.games.crapette.rules.reading import read_face, read_move, read_zone, text
from companion.games.crapette.rules.setup import started
from companion.games.crapette.rules.state import (
    CASES,
    FOUNDATIONS,
    HAND,
    RESERVE,
    RESERVES,
    STOCK,
    WASTE,
    WASTES,
    Deed,
    Draft,
    Fault,
    Lying,
    Pile,
    State,
    changed,
    going_up,
    known_copies,
    must_turn,
)
from companion.playing_cards import SUITS

_ALWAYS = frozenset({"tie_break", "choose_first", "play"})
_PLAY = frozenset({"play"})
PHASES: Mapping[str, frozenset[str]] = {
    "move": _PLAY,
    "draw": _PLAY,
    "discard": _PLAY,
    "turn_reserve": _PLAY,
    "recycle": _PLAY,
    "pass": _PLAY,
    "call": frozenset({"play", "confirm"}),
    "accept": frozenset({"play", "confirm"}),
    "take_back": _PLAY,
    "agree_draw": _ALWAYS,
    "show_under": frozenset({"tie_break"}),
    "choose_first": frozenset({"choose_first"}),
    "correct": _ALWAYS | {"confirm"},
}
"""The phases in which each action may come."""

BY_TABLE = frozenset({"choose_first", "correct"})
WHILE_DECIDING = frozenset({"turn_reserve", "correct", "agree_draw", "accept", "take_back"})
"""4.5, ``coach``: what may be done while a warned discard, pass or win waits for its player."""


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The next state and what happened; raises ``Rejected`` and changes nothing when the table must look again."""
    do, seat = _checked(state, action)
    draft = Draft(state)
    match do:
        case "move":
            _move(draft, seat, action)
        case "draw":
            _draw(draft, seat, action)
        case "discard":
            _discard(draft, seat, action)
        case "turn_reserve":
            _turn_reserve(draft, seat, action)
        case "recycle":
            _recycle(draft, seat)
        case "pass":
            _pass(draft, seat)
        case "call":
            _call(draft, seat, action)
        case "accept":
            _accept(draft, seat)
        case "take_back":
            _take_back(draft, seat)
        case "agree_draw":
            _agree_draw(draft, seat)
        case "show_under":
            _show_under(draft, seat, action)
        case "choose_first":
            _choose_first(draft, action)
        case _:
            _correct(draft, action)
    settle_end(draft)
    return draft.state(), tuple(draft.events)


def _checked(state: State, action: object) -> tuple[str, int]:
    """The action's name and its seat (0 for the table), after the checks that every action goes through."""
    if not isinstance(action, Mapping):
        raise Rejected("unknown_action")
    do = action.get("do")
    if not isinstance(do, str) or do not in PHASES:
        raise Rejected("unknown_action")
    by = action.get("by")
    if not isinstance(by, str) or by not in ((TABLE,) if do in BY_TABLE else state.house.players):
        raise Rejected("unknown_player")
    if state.phase == "over":
        raise Rejected("game_over")
    if state.phase not in PHASES[do]:
        raise Rejected("wrong_phase")
    if state.awaits_decision and do not in WHILE_DECIDING:
        raise Rejected("decision_pending", expected=state.house.players[state.faults[-1].deed.seat])
    return do, 0 if do in BY_TABLE else state.house.players.index(by)


# ---------------------------------------------------------------- card actions


def _act(draft: Draft, deed: Deed) -> None:
    """A card action: judged on the position before it, then done on the table, then its consequences."""
    house, seat, proof = draft.house, deed.seat, proves(draft, deed)
    misplaced = None if proof else placement_fault(draft, deed)
    codes: tuple[str, ...] = ()
    neglects: tuple[Shifts, ...] = ()
    if misplaced is not None:
        codes, neglects = (misplaced,), ((),)
    elif seat == draft.turn and not proof:
        pending = duties_of(draft.before, seat)
        if codes := omitted(pending, deed):
            neglects = tuple(neglected(pending, deed, code) for code in codes)
    forgotten = deed.kind == "move" and seat == draft.turn and must_turn(draft, seat)
    draft.card_actions += 1
    close_windows(draft, seat)
    if draft.proof is not None and draft.proof.seat == seat:
        draft.proof = None
    if codes:
        draft.faults = (*draft.faults, _fault(draft, deed, codes, neglects))
    carry(draft, deed, misplaced=misplaced is not None)
    stays = not codes or house.referee != "auto" or (misplaced is None and not house.omission_undo)
    _tell(draft, deed, proof=proof, stays=stays)
    if forgotten and house.reserve_turn == "prompt":
        draft.tell("reminder", player=house.players[seat], code="reserve_not_turned")
    note_progress(draft, deed, misplaced is not None)
    if codes:
        judge(draft, draft.faults[-1])
    elif deed.kind in ("discard", "pass"):
        pass_turn(draft, deed.kind)
        if deed.kind == "pass":
            note_pass(draft, seat)


def _fault(draft: Draft, deed: Deed, codes: tuple[str, ...], neglects: tuple[Shifts, ...]) -> Fault:
    """What must be known to call this fault or to take it back, noted before the cards are moved."""
    piles = draft.piles
    sources = dict.fromkeys(move.source for moves in neglects for move in moves)
    height = 0
    if deed.kind == "recycle":
        height = len(piles[deed.source])
    elif deed.target >= 0:
        height = len(piles[deed.target]) + len(deed.cards)
    return Fault(
        deed,
        codes,
        neglects,
        cards=tuple(Lying(source, source, len(piles[source]) - 1) for source in sources),
        number=draft.card_actions,
        height=height,
        vacant=vacant(draft) if sources else 0,
        parked=draft.parked,
        returned=draft.returned,
    )


def _tell(draft: Draft, deed: Deed, *, proof: bool, stays: bool) -> None:
    """What happened on the table; ``stays`` is false for a move that the referee has undone at once."""
    player, piles = draft.house.players[deed.seat], draft.piles
    match deed.kind:
        case "move":
            names, card = draft.house.zone_names, CARD_NAMES[deed.cards[0]]
            source, target = names[deed.source], names[deed.target]
            moved = {"by": player, "card": card, "count": len(deed.cards), "from": source, "to": target}
            draft.events.append(Event("card_moved", moved))
            if proof:
                proven = {"player": player, "card": card, "from": source, "to": target}
                draft.events.append(Event("proof_made", proven))
            if stays:
                _tell_consequences(draft, deed)
        case "draw":
            draft.tell("card_drawn", player=player, card=CARD_NAMES[deed.cards[0]])
            if not piles[STOCK + deed.seat]:
                draft.tell("stock_exhausted", player=player)
        case "discard":
            draft.tell("card_discarded", player=player, card=CARD_NAMES[deed.cards[0]])
        case "pass":
            draft.tell("passed", player=player)
        case _:
            draft.tell("stock_recycled", player=player, count=len(piles[STOCK + deed.seat]))


def _tell_consequences(draft: Draft, deed: Deed) -> None:
    """What anybody can see of a move: a case emptied, a pile loaded, a reserve used up, a foundation complete."""
    piles, names, source, target = draft.piles, draft.house.zone_names, deed.source, deed.target
    if source in CASES and not piles[source] and not deed.into_empty:
        draft.tell("case_freed", case=names[source])
    if source in RESERVES and not piles[source]:
        draft.tell("reserve_emptied", player=draft.house.players[source - RESERVE])
    if target in FOUNDATIONS and len(piles[target]) == COMPLETE:
        suit = SUITS[suit_of(piles[target][-1])]
        draft.tell("foundation_completed", foundation=names[target], suit=suit)
    elif target in (RESERVE + 1 - deed.seat, WASTE + 1 - deed.seat):
        draft.tell("pile_loaded", pile=names[target], card=CARD_NAMES[deed.cards[0]])


def _move(draft: Draft, seat: int, action: Action) -> None:
    """CR-10 to CR-35: any card that hands can take to any pile; from one's hand to one's waste it is a discard."""
    deed = read_move(draft, seat, action)
    if deed.kind == "move" and deed.source in WASTES:
        taken = draft.piles[deed.source]
        if taken[-1] == UNKNOWN:
            draft.piles[deed.source] = (*taken[:-1], deed.cards[0])
            draft.shown = draft.shown.with_card(deed.cards[0])
    _act(draft, deed)


def _draw(draft: Draft, seat: int, action: Action) -> None:
    """CR-50: the top of the stock becomes the card in hand, one at a time; CR-54: only in one's own turn."""
    if draft.piles[HAND + seat]:
        raise Rejected("hand_occupied", expected=CARD_NAMES[draft.piles[HAND + seat][0]])
    stock = draft.piles[STOCK + seat]
    if not stock:
        raise Rejected("stock_empty")
    card = read_face(draft, seat, action, stock[-1])
    draft.piles[STOCK + seat] = (*stock[:-1], card)
    _act(draft, Deed("draw", seat, STOCK + seat, HAND + seat, (card,)))


def _discard(draft: Draft, seat: int, action: Action) -> None:
    """CR-52: the card in hand goes on the own waste, and the turn is over."""
    hand = draft.piles[HAND + seat]
    if not hand:
        raise Rejected("hand_empty")
    told = action.get("card")
    if told is not None and card_number(told) != hand[0]:
        raise Rejected("card_not_there", seen=text(told), expected=CARD_NAMES[hand[0]])
    _act(draft, Deed("discard", seat, HAND + seat, WASTE + seat, hand))


def _pass(draft: Draft, seat: int) -> None:
    """CR-56: only with no card in hand, stock and waste both empty."""
    if seat != draft.turn:
        raise Rejected("not_your_turn", expected=draft.house.players[1 - seat])
    if draft.piles[HAND + seat]:
        raise Rejected("hand_occupied", expected=CARD_NAMES[draft.piles[HAND + seat][0]])
    if draft.piles[STOCK + seat] or draft.piles[WASTE + seat]:
        raise Rejected("must_draw")
    _act(draft, Deed("pass", seat))


# ---------------------------------------------------------------- turning cards over


def _turn_reserve(draft: Draft, seat: int, action: Action) -> None:
    """CR-53: the next card of the reserve is turned face up, in anybody's turn."""
    reserve = draft.piles[RESERVE + seat]
    if not reserve:
        raise Rejected("reserve_empty")
    if draft.face_up[seat]:
        raise Rejected("reserve_face_up", expected=CARD_NAMES[reserve[-1]])
    card = read_face(draft, seat, action, reserve[-1])
    draft.piles[RESERVE + seat] = (*reserve[:-1], card)
    draft.face_up = changed(draft.face_up, seat, 1)
    draft.tell("reserve_turned", player=draft.house.players[seat], card=CARD_NAMES[card])


def _recycle(draft: Draft, seat: int) -> None:
    """CR-55: the waste turned over becomes the stock; too early (``when_needed``) it is a fault."""
    if draft.piles[STOCK + seat]:
        raise Rejected("stock_not_empty")
    if not draft.piles[WASTE + seat]:
        raise Rejected("waste_empty")
    deed = Deed("recycle", seat, WASTE + seat, STOCK + seat)
    if placement_fault(draft, deed) is not None:
        _act(draft, deed)
        return
    carry(draft, deed)
    _tell(draft, deed, proof=False, stays=True)
    count_idle(draft, seat)


# ---------------------------------------------------------------- calls and decisions


def _call(draft: Draft, seat: int, action: Action) -> None:
    """CR-61, CR-65: "Crapette!" against the other player, rightly or wrongly."""
    if draft.house.referee == "coach":
        raise Rejected("calling_off")
    code = action.get("code")
    if code is not None and not (isinstance(code, str) and code in INFRACTIONS):
        raise Rejected("unknown_code", seen=text(code))
    fault = callable_fault(draft, seat, code)
    if fault is None:
        call_wrongly(draft, seat)
    else:
        uphold(draft, fault, code or fault.codes[0], caller=seat)


def _accept(draft: Draft, seat: int) -> None:
    """4.5: the opponent lets a win stand; with a coach the player leaves a warned action as it is."""
    if draft.phase == "confirm":
        claimant = out_of_cards(draft)
        if claimant == seat or claimant is None:
            raise Rejected("not_your_call", expected=draft.house.players[1 - seat])
        win_game(draft, claimant)
        return
    if not draft.awaits_decision:
        raise Rejected("nothing_to_accept")
    decider = draft.faults[-1].deed.seat
    if decider != seat:
        raise Rejected("not_your_call", expected=draft.house.players[decider])
    _leave_as_it_is(draft)


def _leave_as_it_is(draft: Draft) -> None:
    """4.5, ``coach``: what was warned of counts: a discard or pass ends the turn, a win stands."""
    deed = draft.faults[-1].deed
    draft.awaits_decision = False
    draft.faults = ()
    if deed.kind in ("discard", "pass") and deed.seat == draft.turn:
        pass_turn(draft, deed.kind)


def _take_back(draft: Draft, seat: int) -> None:
    """4.5, ``coach``: one's own last action, if it was warned of, is undone; a card seen stays seen."""
    if draft.house.referee != "coach":
        raise Rejected("no_take_back")
    fault = next(iter(draft.faults), None)
    if fault is None or fault.deed.seat != seat or fault.deed.kind == "draw" or not lies_there(draft, fault):
        raise Rejected("nothing_to_take_back")
    steps = put_back(draft, fault)
    draft.faults, draft.awaits_decision = (), False
    draft.tell("taken_back", player=draft.house.players[seat], steps=steps)


def _agree_draw(draft: Draft, seat: int) -> None:
    """Section 6: the game is drawn at any time when both players want it."""
    draft.standstill = draft.standstill._replace(agreed=changed(draft.standstill.agreed, seat, True))
    draft.tell("draw_offered", player=draft.house.players[seat])
    if all(draft.standstill.agreed):
        draw_game(draft, "agreed")


# ---------------------------------------------------------------- who starts, and the last resort


def _show_under(draft: Draft, seat: int, action: Action) -> None:
    """CR-7: the bottom card of the reserve is shown and put back; it decides, or chance must."""
    reserve = draft.piles[RESERVE + seat]
    if draft.shown.under[seat] or not reserve:
        raise Rejected("already_shown")
    card = read_face(draft, seat, action, reserve[0])
    draft.piles[RESERVE + seat] = (card, *reserve[1:])
    draft.shown = draft.shown._replace(under=changed(draft.shown.under, seat, True))
    _start(draft)


def _start(draft: Draft) -> None:
    """CR-5 to CR-7: begins the game as soon as it is clear who starts."""
    draft.phase, draft.turn = started(draft)
    if draft.turn is not None:
        draft.tell("first_player", player=draft.house.players[draft.turn])
    elif draft.phase == "choose_first":
        draft.tell("tie")


def _choose_first(draft: Draft, action: Action) -> None:
    """CR-7: the table names the starter when the cards cannot, or by the option ``chosen``."""
    player = action.get("player")
    if not isinstance(player, str) or player not in draft.house.players:
        raise Rejected("unknown_player", seen=text(player))
    draft.phase, draft.turn = "play", draft.house.players.index(player)
    draft.tell("first_player", player=player)


def _correct(draft: Draft, action: Action) -> None:
    """4.1: the referee was wrong: a zone is set as it really lies; what he held against anybody is forgotten."""
    zone_id = action.get("zone")
    if not isinstance(zone_id, str) or zone_id not in draft.house.zones:
        raise Rejected("unknown_zone", seen=text(zone_id))
    zone = draft.house.zones[zone_id]
    cards = read_zone(zone, action.get("cards"))
    before = draft.piles[zone]
    draft.piles[zone] = cards
    once, twice, thrice = known_copies(draft.piles)
    draft.wanted = going_up(draft.piles)
    if thrice:
        raise Rejected("impossible_card", seen=next(name for name in _names(cards) if _among(name, thrice)))
    draft.shown = draft.shown._replace(once=once, twice=twice)
    _forget_misread(draft, zone, before)
    if zone in RESERVES:
        up = int(bool(cards) and cards[-1] != UNKNOWN)
        draft.face_up = changed(draft.face_up, zone - RESERVE, up)
    draft.parked &= ~(1 << zone)
    draft.returned = tuple(place for place in draft.returned if place[0] != zone)
    draft.tell("corrected", zone=zone_id)
    draft.proof = None
    if draft.awaits_decision:
        _leave_as_it_is(draft)
    draft.faults = ()
    if draft.phase == "tie_break":
        _start(draft)


def _forget_misread(draft: Draft, zone: int, before: Pile) -> None:
    """A card that was misread has not been shown by its pack: it may still come."""
    owners = (0, 1) if zone < RESERVE else ((zone - RESERVE) % 2,)
    for card in set(before) - {UNKNOWN}:
        bit = BITS[card]
        packs, once, twice, _ = draft.shown
        if bool(once & bit) + bool(twice & bit) < sum(bool(pack & bit) for pack in packs):
            for seat in owners:
                packs = changed(packs, seat, packs[seat] & ~bit)
            draft.shown = draft.shown._replace(packs=packs)


def _names(cards: Pile) -> list[str]:
    return [name for card in cards if (name := CARD_NAMES[card]) is not None]


def _among(name: str, cards: int) -> bool:
    return bool(BITS[card_number(name) or 0] & cards)

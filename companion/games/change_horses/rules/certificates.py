"""Certificates of ownership: secret, and known to the engine only as far as they were told (CH-47, CH-51, CH-71)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.action import Action, Event, Rejected
from companion.games.change_horses.rules.result import photo_finish_told, standing
from companion.games.change_horses.rules.state import HORSES, NUMBER, Events, State, replaced, with_seat

Letters = tuple[str | None, ...]


def known_elsewhere(state: State, seat: int) -> set[str]:
    """The letters known of other players' certificates and of the pile."""
    letters = {letter for letter in state.pile if letter is not None}
    for number, other in enumerate(state.seats):
        if number != seat:
            letters.update(letter for letter in other.certificates if letter is not None)
    return letters


def unknown_letters(state: State) -> list[str]:
    """The letters of which nobody has told where they are, in alphabetical order."""
    known = known_elsewhere(state, -1)
    return [letter for letter in HORSES if letter not in known]


# ---------------------------------------------------------------- changing horses


def exchange(state: State, by: int, gives: object, takes: object) -> tuple[State, Events]:
    """CH-47: the certificate goes under the pile and the top one comes; the letters as far as they are told.

    Raises ``unknown_horse``, ``certificate_mismatch`` or ``certificate_taken``, the latter two for his eyes only.
    """
    given, taken = _letter(gives), _letter(takes)
    seat, top = state.seats[by], state.pile[-1]
    known, noted, place = _handed_over(state, by, given)
    if taken is not None and top is not None and taken != top:
        raise _secret("certificate_mismatch", state, by)
    own, elsewhere = seat.certificates, known_elsewhere(state, by)
    if given is not None and given not in own and given in elsewhere:
        raise _secret("certificate_taken", state, by)
    if taken is not None and top is None and (taken in elsewhere or taken in own or taken == given):
        raise _secret("certificate_taken", state, by)
    under = known[place] if given is None else given
    changed = seat._replace(
        certificates=_with_letter(known, place, taken or top),
        noted=_with_letter(noted, place, taken),
        changed=seat.changed + 1,
    )
    return replaced(state, seats=with_seat(state.seats, by, changed), pile=(under, *state.pile[:-1])), ()


def _with_letter(letters: Letters, place: int, letter: str | None) -> Letters:
    return (*letters[:place], letter, *letters[place + 1 :])


def _letter(told: object) -> str | None:
    if told is None:
        return None
    if not isinstance(told, str) or told not in NUMBER:
        raise Rejected("unknown_horse", seen=told if isinstance(told, str) else None)
    return told


def _handed_over(state: State, by: int, given: str | None) -> tuple[Letters, Letters, int]:
    """His certificates as they are known and as he noted them, and the place among them of the one that goes.

    Section 4, partial knowledge: of two certificates one goes that he does not name: both are unknown then. A letter
    that is not among those known means his unknown certificate, if he has one.
    """
    known, noted = state.seats[by].certificates, state.seats[by].noted
    if given is None:
        return (known, noted, 0) if len(known) == 1 else ((None,) * 2, (None,) * 2, 0)
    if given in noted:
        return known, noted, noted.index(given)
    if given in known or None in known:
        # Which of his cards this is he has not said: to him it is the first one that he has not noted.
        here, place = known.index(given if given in known else None), noted.index(None)
        return _with_letter(_with_letter(known, here, known[place]), place, known[here]), noted, place
    raise _secret("certificate_mismatch", state, by)


def _secret(code: str, state: State, by: int) -> Rejected:
    """A refusal that betrays what is known of certificates: for the player who named them only."""
    return Rejected(code, audience=(state.house.players[by],), player=state.name(by))


# ---------------------------------------------------------------- noting and showing


def note_certificate(state: State, by: int, horses: object, correct: object) -> tuple[State, Events]:
    """A player notes his own certificates on his page; ``correct`` replaces an earlier note of his."""
    seat = state.seats[by]
    letters = _letters(state, horses)
    if correct is not True or seat.shown:
        _require_same(state, by, letters)
    _require_free(state, by, letters, known_elsewhere(state, by))
    told = seat._replace(certificates=letters, noted=letters)
    return replaced(state, seats=with_seat(state.seats, by, told)), ()


def show_certificate(state: State, by: int, horses: object, correct: object) -> tuple[State, Events]:
    """CH-51: a player turns up his certificates; the last one gives the result.

    With ``correct`` the card itself has been checked: earlier notes give way, shown certificates do not.
    """
    seat = state.seats[by]
    if seat.shown:
        raise Rejected("already_revealed", player=state.name(by))
    letters = _letters(state, horses)
    if correct is True:
        _require_free(state, by, letters, _shown_letters(state))
        state = _give_way(state, letters)
        seat = state.seats[by]
    else:
        _require_same(state, by, letters)
        _require_free(state, by, letters, known_elsewhere(state, by))
    seats = with_seat(state.seats, by, seat._replace(certificates=letters, noted=letters, shown=True))
    shown = replaced(state, seats=seats)
    if not all(other.shown for other in seats):
        return shown, ()
    over = replaced(shown, phase="game_over")
    winners = [over.house.players[number] for number in standing(over).winners]
    photo = photo_finish_told(over)
    told = () if photo is None else (Event("photo_finish", photo),)
    return over, (*told, Event("game_over", {"winners": winners}))


def _letters(state: State, horses: object) -> tuple[str, ...]:
    count = state.house.certificates_each
    if not isinstance(horses, list | tuple) or len(horses) != count:
        seen = len(horses) if isinstance(horses, list | tuple) else 0
        raise Rejected("wrong_horse_count", expected=count, seen=seen)
    for letter in horses:
        if not isinstance(letter, str) or letter not in NUMBER:
            raise Rejected("unknown_horse", seen=letter if isinstance(letter, str) else None)
    return tuple(horses)


def _require_same(state: State, by: int, letters: tuple[str, ...]) -> None:
    """What is known of his certificates must be among them."""
    if any(known is not None and known not in letters for known in state.seats[by].certificates):
        raise _secret("certificate_mismatch", state, by)


def _require_free(state: State, by: int, letters: tuple[str, ...], elsewhere: set[str]) -> None:
    """No letter may be known to lie elsewhere; there is one certificate a horse."""
    if len(set(letters)) < len(letters) or any(letter in elsewhere for letter in letters):
        raise _secret("certificate_taken", state, by)


def _shown_letters(state: State) -> set[str]:
    return {
        letter for seat in state.seats if seat.shown for letter in seat.certificates if letter is not None
    }


def _give_way(state: State, letters: tuple[str | None, ...]) -> State:
    """Earlier notes of these letters were wrong: of players who have not shown, and of the pile."""

    def without(noted: Letters) -> Letters:
        return tuple(None if letter in letters else letter for letter in noted)

    seats = tuple(
        seat
        if seat.shown
        else seat._replace(certificates=without(seat.certificates), noted=without(seat.noted))
        for seat in state.seats
    )
    return replaced(state, seats=seats, pile=without(state.pile))


# ---------------------------------------------------------------- what others may see of it


_ARGUMENTS: Mapping[str, frozenset[str]] = {
    "place_horses": frozenset({"lanes"}),
    "deal_positions": frozenset({"positions"}),
    "set_first": frozenset({"player"}),
    "reveal": frozenset({"cards"}),
    "play_card": frozenset({"card"}),
    "stumble": frozenset({"use", "owner", "card"}),
    "slippery": frozenset({"use", "moves"}),
    "fast_track": frozenset({"use"}),
    "change_horse": frozenset({"use", "gives", "takes"}),
    "move_horse": frozenset({"horse", "row"}),
    "horses_moved": frozenset({"horses"}),
    "check_horses": frozenset({"horses"}),
    "bid": frozenset({"amount"}),
    "note_certificate": frozenset({"horses", "correct"}),
    "show_certificate": frozenset({"horses", "correct"}),
}
"""What belongs to each action and each use of a wild card; anything else that came along is nobody's business."""

_SECRET: Mapping[str, frozenset[str]] = {
    "note_certificate": frozenset({"horses"}),
    "change_horse": frozenset({"gives", "takes"}),
}


def redacted(action: Action, seat: str | None) -> Action:
    """An action as a viewer may see it: noted and exchanged certificates are their player's own."""
    if seat is not None and action.get("by") == seat:
        return action
    do = action.get("do")
    named = action.get("use") if do == "play_wild" else do
    name = named if isinstance(named, str) else ""
    known = _ARGUMENTS.get(name, frozenset({"use"}) if do == "play_wild" else frozenset())
    secret = _SECRET.get(name, frozenset())
    return {
        key: None if key in secret else value
        for key, value in action.items()
        if key in ("by", "do") or key in known
    }

"""The race on the table: zones, what should lie where, and what a throw in the tray means (section 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from companion.action import TABLE, Action, Rejected
from companion.game import Answer, Instruction, Proposal, View
from companion.games.poker_dice_race import rules
from companion.games.poker_dice_race.state import NUMBER_FIGURES, POKER_FIGURES, Horse, State
from companion.readers import Reader
from companion.sighting import BLANK, COCKED, COCKED_DOUBT, FIGURE, UNREADABLE, Sighting, Slot, ZoneReading

TRAY = "tray"
ZONES: Mapping[str, Reader] = {TRAY: Reader.DICE, "track": Reader.PIECES}

SURE = 0.9
"""At least this probability is needed to believe a reading without asking (contract of the readers)."""
PRESENT = 0.5
GLIMPSED = 0.2
"""A thing that is perhaps a die is asked about rather than passed over."""
SURPLUS_SURE = 0.97
"""A die too many counts as seen, and the throw as refused, only at this probability; less is asked."""
SURPLUS_DOUBT = 0.3


def visible_table(state: State) -> Mapping[str, tuple[str, ...]]:
    """Zone by zone what should lie there: horses by square; the tray is free between throws."""
    zones: dict[str, list[str]] = {}
    for horse in state.horses:
        zones.setdefault(place_of(horse), []).append(f"horse_{horse.number}")
    return {zone: tuple(pieces) for zone, pieces in zones.items()}


def square_zone(square: int) -> str:
    """The zone of a square of the track; the numbered squares of the arrival are one zone."""
    return f"square_{square}"


def start_zone(number: int) -> str:
    """The zone of a horse's own start square (PD-3)."""
    return f"start_{number}"


def place_of(horse: Horse) -> str:
    """The zone in which a horse stands."""
    return square_zone(horse.square) if horse.square else start_zone(horse.number)


def further_zones(state: State) -> tuple[str, ...]:
    """The start squares of the horses, and the squares of the track."""
    starts = (start_zone(horse.number) for horse in state.horses)
    return (*starts, *map(square_zone, range(1, state.board.finish + 1)))


def physical_moves(state: State, seen: Mapping[str, Sequence[str]]) -> tuple[Action, ...]:
    """The single actions that may come next on the way to what is seen: a throw, a pawn that moved, a pawn in place.

    Of a pawn that stands where it should not the rules say why (section 7): it may not stop there, or it belongs on
    another square. It may have been moved where its own square is seen without it; under a hand, where dice were
    thrown since. Pawns that are awaited are confirmed when nothing else has happened, or when all wait for them.
    """
    stands = _squares_seen(seen)
    strays = [
        horse.number for horse in state.horses if stands.get(horse.number, horse.square) != horse.square
    ]
    moves = _throws(state, seen.get(TRAY, ()))
    if state.series is not None:
        runner = state.series.horse
        if runner in strays or (runner not in stands and (moves or place_of(state.horse(runner)) in seen)):
            # Where the others stand is judged once the swap (PD-16) has been made.
            return ({"by": state.turn, "do": "stop"}, *moves)
    in_place = [number for number in state.awaiting if stands.get(number) == state.horse(number).square]
    if not (strays or moves) or state.option("strict_placement"):
        moves = [*(_confirmed(number, stands[number]) for number in in_place), *moves]
    moves += [_confirmed(number, stands[number]) for number in strays]
    return tuple(moves)


def _squares_seen(seen: Mapping[str, Sequence[str]]) -> dict[int, int]:
    """Where each horse is seen, by its number."""
    stands: dict[int, int] = {}
    for zone, pieces in seen.items():
        kind, _, square = zone.partition("_")
        if kind not in ("square", "start") or not square.isdecimal():
            continue
        for piece in pieces:
            number = piece.removeprefix("horse_")
            if number != piece and number.isdecimal():
                stands[int(number)] = int(square) if kind == "square" else 0
    return stands


def _throws(state: State, faces: Sequence[str]) -> list[Action]:
    """The throw in the tray by the player on turn, for each horse that it may be meant for (PD-26)."""
    if not faces or state.turn is None:
        return []
    running = [state.series.horse] if state.series else [horse.number for horse in state.running(state.turn)]
    throws = product(*(_faces_seen(state, face) for face in faces))
    return [{**_roll(state, list(named)), "horse": number} for named in throws for number in running]


def _faces_seen(state: State, name: str) -> tuple[Any, ...]:
    """The face of the dice in use; a doubtful one that surely is a figure, or none, is entered as section 7 says.

    A die that cannot be read at all is either.
    """
    if name in (FIGURE, BLANK, UNREADABLE):
        kinds = (True, False) if name == UNREADABLE else (name == FIGURE,)
        return tuple(_plain(state, figure=figure) for figure in kinds)
    return tuple(face for face in state.faces if str(face) == name)


def _confirmed(number: int, square: int) -> dict[str, Any]:
    return {"by": TABLE, "do": "confirm_position", "horse": number, "square": square}


def expected_in(state: State, zone: str) -> int | None:
    """How many dice the next throw needs; None when that depends on the horse, or when none is due."""
    if zone != TRAY or state.phase != "racing" or state.turn is None:
        return None
    if (due := rules.dice_expected(state)) is not None:
        return due
    counts = {state.board.dice_at(horse.square) for horse in state.running(state.turn)}
    return counts.pop() if len(counts) == 1 else None


def explain(state: State, sighting: Sighting) -> Proposal | None:
    """What a sighting of the tray means: a roll that is sure, a question, or None when nothing is due.

    A die that surely shows a figure, or surely none, is enough (section 7): its value is then the most
    probable of that kind. A die too many or too few is doubted before it is refused.
    """
    reading = sighting.zones.get(TRAY)
    if state.phase != "racing" or reading is None:
        return None
    if not any(slot.presence >= GLIMPSED for slot in reading.slots):
        return None
    slots = [slot for slot in reading.slots if slot.presence >= PRESENT]
    proposal = _meaning(state, reading, slots)
    seen = tuple(_seen(state, slot) for slot in slots)
    return replace(proposal, seen=seen)


def _meaning(state: State, reading: ZoneReading, slots: list[Slot]) -> Proposal:
    found = bool(slots) and all(slot.presence >= SURE for slot in slots)
    expected = expected_in(state, TRAY)
    if expected is None:
        expected = len(slots) if found and len(slots) in (1, 2) and reading.surplus < PRESENT else 0
    if any(_cocked(slot) >= COCKED_DOUBT for slot in slots):
        return _cocked_die(state, slots, expected, reading.evidence)
    too_many = len(slots) > expected or reading.surplus >= SURPLUS_SURE
    if too_many and expected and found and all(_value(state, slot)[1] >= SURE for slot in slots):
        surplus = 1 if len(slots) <= expected else 0
        return _played(state, slots + slots[:surplus], reading.evidence)
    counted = found and len(slots) == expected and reading.surplus < SURPLUS_DOUBT
    if not counted:
        due = expected or 2
        return _how_many_figures(state, due, reading.evidence)
    doubtful = [slot for slot in slots if max(_figure(state, slot), _blank(state, slot)) < SURE]
    if not doubtful:
        return _played(state, slots, reading.evidence)
    if len(doubtful) == 1:
        return _figure_or_blank(state, slots, doubtful[0], reading.evidence)
    return _how_many_figures(state, len(slots), reading.evidence)


def complete(state: State, action: Action, refusal: Rejected) -> Proposal | None:
    """What must still be asked when a throw lacks only its horse (PD-26); None when nothing can mend it.

    Only horses that could run with this throw can have been meant; raises ``Rejected`` when there is none.
    """
    if refusal.code != "horse_required" or state.turn is None:
        return None
    answers, refused = [], refusal
    for horse in state.running(state.turn):
        meant = {**action, "horse": horse.number}
        try:
            rules.apply(state, meant)
        except Rejected as other:
            refused = other
            continue
        answers.append(Answer("horse", {"horse": horse.number}, meant, 0.5))
    if not answers:
        raise refused
    return Proposal("which_horse", {"player": state.turn, "dice": list(action["dice"])}, tuple(answers))


def put_right(before: View, after: View) -> tuple[Instruction, ...]:
    """Which pawns hands must move so that the table shows ``after`` where it showed ``before``."""
    was, now = before.public["horses"], after.public["horses"]
    return tuple(
        Instruction("move_horse", {"horse": int(number), "square": horse["square"], "player": horse["owner"]})
        for number, horse in now.items()
        if number in was and was[number]["square"] != horse["square"]
    )


# ---------------------------------------------------------------- reading a throw


def _roll(state: State, faces: list[Any]) -> dict[str, Any]:
    return {"by": state.turn, "do": "roll", "dice": faces}


def _face(state: State, name: str) -> Any:
    return int(name) if state.numbers else name


def _value(state: State, slot: Slot) -> tuple[Any, float]:
    """The most probable face of the dice in use."""
    known = {str(face) for face in state.faces}
    faces = {name: p for name, p in slot.faces.items() if name in known}
    if not faces:
        return state.faces[0], 0.0
    name = max(faces, key=lambda face: faces[face])
    return _face(state, name), faces[name]


def _figure(state: State, slot: Slot) -> float:
    names = {str(face) for face in (NUMBER_FIGURES if state.numbers else POKER_FIGURES)} | {"figure"}
    return sum(p for name, p in slot.faces.items() if name in names)


def _blank(state: State, slot: Slot) -> float:
    names = {str(face) for face in state.faces if face not in state.figures} | {"blank"}
    return sum(p for name, p in slot.faces.items() if name in names)


def _cocked(slot: Slot) -> float:
    return slot.faces.get(COCKED, 0.0)


def _likely(state: State, slot: Slot, *, figure: bool) -> Any:
    """The most probable face that is a figure, or that is none."""
    wanted = [face for face in state.faces if (face in state.figures) == figure]
    return max(wanted, key=lambda face: slot.faces.get(str(face), 0.0))


def _plain(state: State, *, figure: bool) -> Any:
    """The face that stands for "a figure" or "no figure" in an answer (section 7)."""
    if state.numbers:
        return 4 if figure else 1
    return "J" if figure else "9"


def _played(state: State, slots: list[Slot], evidence: str | None) -> Proposal:
    believed = [_believed(state, slot) for slot in slots]
    faces = [face for face, _ in believed]
    chance = min(sure for _, sure in believed)
    answer = Answer("dice", {"dice": faces}, _roll(state, faces), chance)
    return Proposal("what_was_thrown", {}, (answer,), evidence)


def _believed(state: State, slot: Slot) -> tuple[Any, float]:
    """The face to enter for a die, and how sure it is: of its value, or at least of its kind."""
    face, sure = _value(state, slot)
    if sure >= SURE:
        return face, sure
    figure, blank = _figure(state, slot), _blank(state, slot)
    return _likely(state, slot, figure=figure >= blank), max(figure, blank)


def _seen(state: State, slot: Slot) -> tuple[str, float]:
    """A die as it is reported: its value where that is sure, else its kind, else its likeliest value."""
    face, chance = _value(state, slot)
    if _cocked(slot) > chance:
        return COCKED, _cocked(slot)
    kind = max(("figure", _figure(state, slot)), ("blank", _blank(state, slot)), key=lambda one: one[1])
    return kind if chance < SURE <= kind[1] else (str(face), chance)


def _figure_or_blank(state: State, slots: list[Slot], doubtful: Slot, evidence: str | None) -> Proposal:
    answers = []
    for figure in (True, False):
        faces = [
            _plain(state, figure=figure) if slot is doubtful else _believed(state, slot)[0] for slot in slots
        ]
        chance = _figure(state, doubtful) if figure else _blank(state, doubtful)
        answers.append(Answer("figure" if figure else "blank", {}, _roll(state, faces), chance))
    code = "sticker_or_blank" if state.numbers else "figure_or_blank"
    return Proposal(code, {}, tuple(answers), doubtful.evidence or evidence)


def _cocked_die(state: State, slots: list[Slot], expected: int, evidence: str | None) -> Proposal:
    """A die leans: it is thrown again (section 7), unless those who see it better say what counts."""
    leaning = max(slots, key=_cocked)
    again = Answer("throw_again", {}, None, min(1.0, _cocked(leaning)))
    others = [slot for slot in slots if slot is not leaning]
    told = all(max(_figure(state, slot), _blank(state, slot)) >= SURE for slot in others)
    if told and len(slots) == expected:
        what = _figure_or_blank(state, slots, leaning, evidence)
    else:
        what = _how_many_figures(state, min(2, expected or len(slots)), evidence)
    return Proposal("cocked_die", {}, (again, *what.answers), leaning.evidence or evidence)


def _how_many_figures(state: State, dice: int, evidence: str | None) -> Proposal:
    answers = []
    for figures in range(dice + 1):
        faces = [_plain(state, figure=place < figures) for place in range(dice)]
        answers.append(Answer("figures", {"figures": figures}, _roll(state, faces), 1.0 / (dice + 1)))
    code = "how_many_stickers" if state.numbers else "how_many_figures"
    return Proposal(code, {"dice": dice}, tuple(answers), evidence)

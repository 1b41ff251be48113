"""What may be shown of the running table, viewer by viewer: to everybody, or to the seat of one player.

The only way out of the table. Secrets go through the game's own doors: ``view``, ``offered``, ``redacted``, the
audience of events and refusals.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any

from companion import domains
from companion.action import BANK, TABLE, Action, Event, Rejected, Template
from companion.fold import Folded, fold
from companion.game import Game, Instruction, View
from companion.games import load
from companion.journal import Entry
from companion.mending import changes, faults, left_out
from companion.offering import led_to, played_by
from companion.photographs import NOTHING_PICTURED, Pictured
from companion.referee import Difference, Refusal, Verdict
from companion.resuming import by_backs
from companion.seating import NOBODY_SEATED, Seating
from companion.setting_up import SetUp

HISTORY = 60
"""How many entries a snapshot carries, enough to reach ten moves back and more."""

NOT_POSSIBLE = "not_possible"
"""The code of a refusal whose reason the viewer may not know."""

MENDING = ("undo", "amend")
NOTE = "note"
"""The kind of an entry that changes nothing: what came before it is still what happened last."""
PICTURED = "pictured"
"""The code of a note that names the picture kept of zones (``Game.worth_a_picture``)."""


@dataclass(frozen=True, slots=True)
class GameShown:
    """The game in play: its number in the journal, its id and title, the players in order, the options chosen."""

    number: int
    id: str
    title: str
    players: tuple[str, ...]
    options: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The game as JSON values."""
        return {
            "number": self.number,
            "id": self.id,
            "title": self.title,
            "players": list(self.players),
            "options": dict(self.options),
        }


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """The open question: the journal entry that asks it, its words as codes, its answers, and the picture to it."""

    id: int
    code: str
    arguments: Mapping[str, Any]
    answers: tuple[Mapping[str, Any], ...]
    evidence: str | None
    reading: Mapping[str, Any] | None

    def as_json(self) -> dict[str, Any]:
        """The question as JSON values."""
        return {
            "id": self.id,
            "code": self.code,
            "arguments": self.arguments,
            "answers": list(self.answers),
            "evidence": self.evidence,
            "reading": self.reading,
        }


@dataclass(frozen=True, slots=True)
class PictureShown:
    """A kept picture by its evidence id, and the zones that it shows."""

    evidence: str
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SightShown:
    """What the camera's last look at the whole table meant, and what does not lie there as it should.

    ``zones`` are the places that lie wrongly or are refused, ``evidence`` the picture of them for this viewer.
    """

    verdict: str | None = None
    differences: tuple[Difference, ...] = ()
    zones: tuple[str, ...] = ()
    evidence: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The look as JSON values."""
        differences = [
            {"zone": one.zone, "should": list(one.should), "shows": list(one.shows)}
            for one in self.differences
        ]
        return {
            "verdict": self.verdict,
            "differences": differences,
            "zones": list(self.zones),
            "evidence": self.evidence,
        }


Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AfterAnswer:
    """Where an answer to the open question leads, as far as a viewer may see it: for drawing it.

    ``view`` is the table's after it, as hands would have left it; None where that cannot be told. ``actions`` are
    what it plays, ``taken_back`` the last moves that it takes back, the newest first. Moves that it only tells anew
    with another card are neither: ``otherwise`` is the first of them as it was, and as it is told now. ``chance`` is
    how likely the referee held it (0..1); None where nobody reckoned.
    """

    view: Values | None
    actions: tuple[Values, ...] = ()
    taken_back: tuple[Values, ...] = ()
    otherwise: tuple[Values, Values] | None = None
    chance: float | None = None


@dataclass(frozen=True)
class Snapshot:
    """Everything that one viewer may see of the table at one seq; ``as_json`` is its form on the page's API.

    What takes longer to work out than the move itself is worked out when somebody asks for it, and kept: a table at
    which no page is open does without.
    """

    seq: int
    seat: str | None = None
    game: GameShown | None = None
    over: bool = False
    view: Values | None = None
    awaited: tuple[Values, ...] = ()
    question: QuestionShown | None = None
    events: tuple[Values, ...] = ()
    reading: Values | None = None
    refusal: Values | None = None
    sight: SightShown = SightShown()
    chosen: tuple[str, ...] = ()
    """Who has chosen in secret what all turn up together, while others have still to choose."""
    choice: Values | None = None
    """What this viewer has chosen so."""
    to_confirm: Values | None = None
    """What a camera saw this viewer lay, or anybody at the table, who only has to say that it is meant."""
    set_up: SetUp | None = None
    """How the table lies before the game begins, as a camera sees it."""
    seating: Seating = NOBODY_SEATED
    """Who sits where."""
    moment: Moment | None = field(default=None, compare=False, repr=False)

    @cached_property
    def legal_actions(self) -> tuple[Values, ...]:
        """The templates that this viewer may use now."""
        return () if self.moment is None else self.moment.legal_actions(self.seat)

    @cached_property
    def outlook(self) -> Values | None:
        """What the game reckons of what may come."""
        return None if self.moment is None else self.moment.outlook(self.view)

    @cached_property
    def instructions(self) -> tuple[Values, ...]:
        """What hands put back after corrections."""
        return () if self.moment is None else self.moment.instructions(self.seat)

    @cached_property
    def changes(self) -> tuple[Values, ...]:
        """What the latest corrections changed."""
        return () if self.moment is None else self.moment.changes(self.seat)

    @cached_property
    def history(self) -> tuple[Values, ...]:
        """The last lines of the journal, at most ``HISTORY``."""
        return () if self.moment is None else self.moment.history(self.seat)

    def as_json(self) -> dict[str, Any]:
        """The snapshot as it is sent: only for the wire, inside the program its attributes are read."""
        return {
            "seq": self.seq,
            "seat": self.seat,
            "game": None if self.game is None else self.game.as_json(),
            "over": self.over,
            "view": self.view,
            "awaited": list(self.awaited),
            "legal_actions": list(self.legal_actions),
            "outlook": self.outlook,
            "question": None if self.question is None else self.question.as_json(),
            "instructions": list(self.instructions),
            "changes": list(self.changes),
            "events": list(self.events),
            "reading": self.reading,
            "refusal": self.refusal,
            "sight": self.sight.as_json(),
            "history": list(self.history),
            "chosen": list(self.chosen),
            "choice": self.choice,
            "to_confirm": self.to_confirm,
            "seating": self.seating.as_json(),
        }

    @property
    def picture(self) -> PictureShown | None:
        """The picture that was kept of what is worth one now."""
        return None if self.moment is None else self.moment.picture

    @property
    def quiet(self) -> bool:
        """Whether the last entry only notes something: its events were told before."""
        return self.moment is not None and self.moment.quiet

    @property
    def after_answers(self) -> tuple[AfterAnswer, ...]:
        """Where each answer to the open question leads; nothing without one."""
        return () if self.moment is None else self.moment.after_answers(self.seat)

    def of_seat(self, seat: str | None) -> Snapshot:
        """The same moment as another viewer may see it; anybody who is not a player of the game is the public."""
        return self if self.moment is None else self.moment.of_seat(seat)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the camera saw last: what the rules refuse of it, what it meant, the picture of what lies wrongly, and the
    action that is proposed (``companion.confirming``).
    """

    refusal: Refusal | None = None
    verdict: Verdict | None = None
    pictured: Pictured = NOTHING_PICTURED
    to_confirm: Action | None = None

    def sight(self, private: Collection[str], seat: str | None) -> SightShown:
        """The look as a viewer may see it: things in ``private`` zones by their backs, and without the picture where
        the reason of a refusal is a secret of others.
        """
        verdict = self.verdict
        kind = None if verdict is None else verdict.kind
        differences = () if verdict is None else by_backs(verdict.differences, private)
        audience = None if self.refusal is None else self.refusal.audience
        evidence = self.pictured.evidence if audience is None or seat in audience else None
        return SightShown(kind, differences, self.pictured.zones, evidence)


NOTHING_SEEN = Seen()


class Moment:
    """The table at one seq. What a viewer may see is worked out when it is first asked for, then kept."""

    def __init__(
        self,
        seq: int,
        folded: Folded | None = None,
        entries: Sequence[Entry] = (),
        seen: Seen = NOTHING_SEEN,
        chosen: Mapping[str, Action] | None = None,
        set_up: SetUp | None = None,
        seating: Seating = NOBODY_SEATED,
    ) -> None:
        """``entries`` are those of the game; ``chosen`` is what players have chosen in secret
        (``companion.secret_choices``); ``set_up`` is how the table lies before the game begins, ``seating`` who sits
        where.
        """
        self.seq = seq
        self._folded = folded
        self._entries = entries
        self._seen = seen
        self._chosen = chosen or {}
        self.set_up = set_up
        self._seating = seating
        self._shown: dict[str | None, Snapshot] = {}
        self._after: dict[str | None, tuple[AfterAnswer, ...]] = {}

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries of the game, the oldest first."""
        return self._entries

    @property
    def quiet(self) -> bool:
        """Whether the last entry only notes something."""
        return bool(self._entries) and self._entries[-1].kind == NOTE

    @property
    def picture(self) -> PictureShown | None:
        """The picture that was kept of what is worth one now, of the first such place that has one."""
        return next((picture for picture in self._pictures.values() if picture is not None), None)

    @property
    def unpictured(self) -> tuple[tuple[str, ...], ...]:
        """The places that are worth a picture and have none."""
        return tuple(zones for zones, picture in self._pictures.items() if picture is None)

    @cached_property
    def _pictures(self) -> Mapping[tuple[str, ...], PictureShown | None]:
        """By the zones of what is worth a picture now, the one kept, unless something before it was corrected."""
        folded = self._folded
        places = () if folded is None else load(folded.header.game).worth_a_picture(folded.state)
        found: dict[tuple[str, ...], PictureShown | None] = dict.fromkeys(places)
        kept: dict[tuple[str, ...], tuple[int, PictureShown]] = {}
        for one in self._entries if found else ():
            first = min(_corrected(one), default=one.seq)
            kept = {zones: (seq, picture) for zones, (seq, picture) in kept.items() if seq <= first}
            if one.kind == NOTE and one.body["code"] == PICTURED:
                zones = tuple(one.body["zones"])
                kept[zones] = one.seq, PictureShown(str(one.body["evidence"]), zones)
        return found | {zones: picture for zones, (_, picture) in kept.items() if zones in found}

    def of_seat(self, seat: str | None) -> Snapshot:
        """What this viewer may see."""
        folded = self._folded
        viewer = seat if folded is not None and seat in folded.header.players else None
        if viewer not in self._shown:
            none = Snapshot(self.seq, moment=self)
            self._shown[viewer] = none if folded is None else self._shown_to(folded, viewer)
        return self._shown[viewer]

    def after_answers(self, seat: str | None) -> tuple[AfterAnswer, ...]:
        """Where each answer to the open question leads, for a player's seat or for the public."""
        folded = self._folded
        if folded is None or folded.question is None:
            return ()
        if seat not in self._after:
            game = load(folded.header.game)
            self._after[seat] = tuple(
                _after(game, folded, one, seat) for one in folded.question.body["answers"]
            )
        return self._after[seat]

    def lines_after(self, seq: int, seat: str | None = None) -> tuple[Values, ...]:
        """Every line of the journal after an entry, for a player's seat or for the public, with its events."""
        folded = self._folded
        if folded is None:
            return ()
        first = bisect_right(self._entries, seq, key=lambda one: one.seq)
        history = _History(load(folded.header.game), folded, self._entries, first, seat)
        return tuple(
            {**line, "events": [event.as_json() for event in heard(history.told(line["seq"]), seat)]}
            for line in history.lines()
        )

    def played_until(self, seq: int) -> int:
        """How many moves up to this entry count and were accepted."""
        folded = self._folded
        if folded is None:
            return 0
        return bisect_right(folded.moves, seq, hi=folded.played, key=lambda move: move.seq)

    def _shown_to(self, folded: Folded, seat: str | None) -> Snapshot:
        game = load(folded.header.game)
        view = view_for(game, folded.state, seat).complete
        last = next(entry for entry in reversed(self._entries) if entry.kind != NOTE)
        moved = last.kind in ("action", "answer") and last.body.get("action") is not None
        private = game.hands.private(folded.state) if game.hands else ()
        proposed = self._seen.to_confirm
        return Snapshot(
            seq=self.seq,
            seat=seat,
            game=GameShown(last.game, game.id, game.title, folded.header.players, view["options"]),
            over=game.is_over(folded.state),
            view=view,
            awaited=tuple(_as_json(step) for step in game.awaited({**view, "chosen": tuple(self._chosen)})),
            question=_question(game, folded, seat),
            events=tuple(event.as_json() for event in heard(folded.events, seat)) if moved else (),
            reading=_shown_reading(folded.moves[folded.played - 1].reading) if folded.played else None,
            refusal=self._refusal_for(game, seat),
            sight=self._seen.sight(private, seat),
            chosen=tuple(self._chosen),
            choice=None if seat is None else self._chosen.get(seat),
            to_confirm=proposed if proposed is not None and may_act(seat, proposed["by"]) else None,
            set_up=self.set_up,
            seating=self._seating,
            moment=self,
        )

    def _refusal_for(self, game: Game, seat: str | None) -> dict[str, Any] | None:
        refusal = self._seen.refusal
        if refusal is None:
            return None
        code, details = reason(refusal, seat)
        action = dict(game.redacted(refusal.action, seat))
        return {"code": code, "details": details, "action": action}

    def legal_actions(self, seat: str | None) -> tuple[Values, ...]:
        """The templates that a viewer may use; none while a question is open."""
        folded = self._folded
        if folded is None or folded.question:
            return ()
        return tuple(offered_to(load(folded.header.game), folded.state, seat))

    def outlook(self, view: Values | None) -> Values | None:
        """What the game reckons of what may come, from what a viewer sees."""
        if self._folded is None or view is None:
            return None
        return load(self._folded.header.game).outlook(view)

    def instructions(self, seat: str | None) -> tuple[Values, ...]:
        """What hands put back: from before the latest corrections to after them, as far as this viewer knows."""
        folded, before_mending = self._folded, self._before_mending
        if folded is None or before_mending is None:
            return ()
        game = load(folded.header.game)
        before, after = (view_for(game, one.state, seat) for one in (before_mending, folded))
        return tuple(_as_json(step) for step in game.put_right(before, after))

    def changes(self, seat: str | None) -> tuple[Values, ...]:
        """What the latest corrections changed, as far as this viewer knows."""
        folded, before = self._folded, self._before_mending
        if folded is None or before is None:
            return ()
        told = changes(load(folded.header.game), before, folded, self._mending, seat)
        return tuple(_as_json(change) for change in told)

    def history(self, seat: str | None) -> tuple[Values, ...]:
        """The last lines of the journal as this viewer may see them."""
        if self._folded is None:
            return ()
        first = max(0, len(self._entries) - HISTORY)
        game = load(self._folded.header.game)
        return tuple(_History(game, self._folded, self._entries, first, seat).lines())

    @cached_property
    def _mending(self) -> tuple[Entry, ...]:
        """The corrections that came last, the oldest first."""
        found = list(takewhile(_mends, (one for one in reversed(self._entries) if one.kind != NOTE)))
        return tuple(reversed(found))

    @cached_property
    def _before_mending(self) -> Folded | None:
        """The game before the corrections that came last; None when none came last."""
        if self._folded is None or not self._mending:
            return None
        before = [one for one in self._entries if one.kind != NOTE and one.seq < self._mending[0].seq]
        return fold(load(self._folded.header.game), before, self._folded)


def _shown_reading(reading: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """How a picture was read, without the referee's doubts: how sure it was might betray a fault that is silent."""
    if reading is None:
        return None
    return {key: value for key, value in reading.items() if key not in ("posterior", "others")}


def _corrected(entry: Entry) -> Sequence[int]:
    """The moves that an entry takes back or tells otherwise."""
    if entry.kind in MENDING:
        return (int(entry.body["target"]),)
    return tuple(entry.body.get("taken_back") or ()) if entry.kind == "answer" else ()


# ---------------------------------------------------------------- one viewer's part of things


def view_for(game: Game, state: Any, seat: str | None) -> View:
    """The view of one viewer: the public part, and of the private ones only its own."""
    view = game.view(state, seat)
    own = {seat: view.private[seat]} if seat is not None and seat in view.private else {}
    return View(view.public, own)


def offered_to(game: Game, state: Any, seat: str | None) -> list[dict[str, Any]]:
    """The templates a viewer may use: a seat its own and those of table and bank, the table everybody's."""
    templates = [dict(template) for template in game.offered(state, seat)]
    if seat is None:
        return templates
    return [own for template in templates if (own := _acted_by(template, seat)) is not None]


def _acted_by(template: Template, seat: str) -> dict[str, Any] | None:
    hands = [by for by in domains.choices(template["by"]) if may_act(seat, by)]
    if not hands:
        return None
    return {**template, "by": hands[0] if len(hands) == 1 else {"one_of": hands}}


def may_act(seat: str | None, by: object) -> bool:
    """Whether a viewer may act as ``by``: a seat for itself and for the table, the table for everybody."""
    return seat is None or by in (seat, TABLE, BANK)


def heard(events: Iterable[Event], seat: str | None) -> list[Event]:
    """The events that a viewer may know of."""
    return [event for event in events if event.audience is None or seat in event.audience]


def reason(refusal: Rejected | Refusal, seat: str | None) -> tuple[str, dict[str, Any]]:
    """The code and details of a refusal for a viewer; ``not_possible`` when the reason is a secret of others."""
    if refusal.audience is not None and seat not in refusal.audience:
        return NOT_POSSIBLE, {}
    return refusal.code, dict(refusal.details)


# ---------------------------------------------------------------- questions and history


def _question(game: Game, folded: Folded, seat: str | None) -> QuestionShown | None:
    if folded.question is None:
        return None
    body = folded.question.body
    arguments = body["arguments"]
    if folded.question.about is not None and folded.conflict is not None:
        code, details = reason(folded.conflict.refusal, seat)
        action = dict(game.redacted(folded.conflict.move.action, seat))
        arguments = {"action": action, "refusal": code, "details": details}
    return QuestionShown(
        folded.question.seq,
        body["code"],
        arguments,
        tuple({"code": answer["code"], "arguments": answer["arguments"]} for answer in body["answers"]),
        body["evidence"],
        _shown_reading(body.get("reading")),
    )


def _after(game: Game, folded: Folded, answer: Values, seat: str | None) -> AfterAnswer:
    about = folded.question is not None and folded.question.about is not None
    state = None if about else led_to(game, folded, answer, judged=False)
    moves, back = folded.moves[: folded.played], int(answer.get("taken_back", 0))

    def told(action: Values) -> Values:
        return game.redacted(action, seat)

    retold = answer["arguments"].get("retold")
    anew = 0 if retold is None else int(retold["count"])
    taken_back = (move.action for move in reversed(moves[len(moves) - back + anew :]))
    return AfterAnswer(
        None if state is None else view_for(game, state, seat).complete,
        tuple(map(told, played_by(answer)[anew:])),
        tuple(map(told, taken_back)),
        None if retold is None else (told(retold["before"]), told(retold["after"])),
        answer.get("chance") or None,
    )


class _History:
    """The journal's last lines for one viewer: a move with its arguments as they count now, secrets left out.

    ``begin`` is the place of the first of them among the entries.
    """

    def __init__(
        self, game: Game, folded: Folded, entries: Sequence[Entry], begin: int, seat: str | None
    ) -> None:
        self._game = game
        self._seat = seat
        self._folded = folded
        self._entries = entries
        self._shown = entries[begin:]
        # Of the moves that count those of the shown entries are the last.
        first = max(0, len(folded.moves) - len(self._shown))
        self._places = {move.seq: place for place, move in enumerate(folded.moves[first:], first)}
        # What leaves a move out or amends it comes after it: of a shown one it is shown, too.
        self._left_out = left_out(self._shown, folded.undone)
        self._amended = {
            entry.body["target"]
            for entry in self._shown
            if entry.kind == "amend" and entry.seq not in folded.undone
        }

    def lines(self) -> Iterator[dict[str, Any]]:
        """Each entry as this viewer may see it, the oldest first."""
        return map(self._line, self._shown)

    def told(self, seq: int) -> tuple[Event, ...]:
        """What the move of an entry brought about; nothing where none was played."""
        place = self._place(seq)
        return self._folded.outcomes[place] if place is not None and place < self._folded.played else ()

    def _line(self, entry: Entry) -> dict[str, Any]:
        line: dict[str, Any] = {
            "seq": entry.seq,
            "kind": entry.kind,
            "undone": entry.seq in self._folded.undone,
        }
        for key in ("target", "question", "choice", "code"):
            if key in entry.body:
                line[key] = entry.body[key]
        if entry.kind == "amend":
            line["arguments"] = self._replaced(entry)
        if entry.body.get("action"):
            line["action"] = dict(self._game.redacted(self._action(entry), self._seat))
            line["amended"] = entry.seq in self._amended
            line["left_out"] = entry.seq in self._left_out
            line["faults"] = faults(self.told(entry.seq), self._seat)
            if line["amended"]:
                line["first"] = dict(self._game.redacted(entry.body["action"], self._seat))
        return line

    def _action(self, entry: Entry) -> Mapping[str, Any]:
        """The action of an entry as it counts now, or as it was written where it does not count."""
        place = self._place(entry.seq)
        action: Mapping[str, Any] = (
            entry.body["action"] if place is None else self._folded.moves[place].action
        )
        return action

    def _place(self, seq: int) -> int | None:
        """Which of the moves that count an entry brought."""
        if seq in self._places or seq >= self._shown[0].seq:
            return self._places.get(seq)
        moves = self._folded.moves
        place = bisect_left(moves, seq, key=lambda move: move.seq)
        return place if place < len(moves) and moves[place].seq == seq else None

    def _replaced(self, entry: Entry) -> dict[str, Any]:
        arguments: Mapping[str, Any] = entry.body["arguments"]
        target = self._entries[bisect_left(self._entries, entry.body["target"], key=lambda one: one.seq)]
        whole = self._game.redacted({**self._action(target), **arguments}, self._seat)
        return {name: whole.get(name) for name in arguments}


def _mends(entry: Entry) -> bool:
    return (
        entry.kind in MENDING
        or (entry.kind == "question" and "about" in entry.body)
        or (entry.kind == "answer" and "taken_back" in entry.body)
    )


def _as_json(instruction: Instruction) -> dict[str, Any]:
    return {"code": instruction.code, "arguments": dict(instruction.arguments)}

"""The running table: one game, its journal, and everybody who wants to know.

Taps and sightings come in, entries go to disk, and only then is anybody told. Thread-safe.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion import misread
from companion.action import TABLE, Action, Rejected
from companion.fold import Folded, Move, Outcome, fold, grown
from companion.game import Answer, Game, Proposal
from companion.games import game_ids, load
from companion.journal import Entry, Journal
from companion.kept.summary import TAKEN_IN
from companion.names import clean_name, clean_names
from companion.offering import differing, led_to
from companion.opening import opened_header
from companion.record import Record, replay
from companion.referee import Difference, Referee, Refusal, Verdict, explain
from companion.resuming import Layout
from companion.showing import NOTE, Moment, Snapshot, offered_to, reason
from companion.sighting import Sighting, sane
from companion.taking_back import cause_of_conflict, counting, no_longer_possible, together
from companion.unfinished import Unfinished, UnfinishedGames

_WAITING_THROWS = 4
_PRIVATE_PAGE = "private_page"
_CHANCE_DIGITS = 3
GONE_ON = "gone_on"
"""The remark that puts an earlier game back into play."""
_log = logging.getLogger("companion.table")


class Stale(Exception):
    """The caller acted on a state that is no longer the current one; ``snapshot`` is."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__(f"the table is at {snapshot.seq}")
        self.snapshot = snapshot


class Table:
    """The one running table of a data folder; it goes on where its journal stopped."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lock = threading.RLock()
        self._subscribers: list[Callable[[Snapshot], None]] = []
        self._waiting: deque[Sighting] = deque()
        self._refusal: Refusal | None = None
        self._referee: Referee | None = None
        self._in_sight: frozenset[str] = frozenset()
        self._verdict: Verdict | None = None
        self._folded: Folded | None = None
        self._moment = Moment(0)
        self._unfinished = UnfinishedGames()
        self._photograph: Callable[[Collection[str]], str | None] = lambda zones: None
        with self._lock:
            self._refold()
            self._refresh()

    # ------------------------------------------------------------ what there is

    @property
    def referee(self) -> Referee | None:
        """Who watches the table, from the first sighting on."""
        return self._referee

    @property
    def seq(self) -> int:
        """The number of the last journal entry."""
        return self._journal.seq

    @property
    def game(self) -> Game | None:
        """The game in play, None before the first one."""
        return load(self._folded.header.game) if self._folded else None

    @property
    def state(self) -> Any:
        """The state of the game in play (for the referee and the cameras, not for showing)."""
        return self._folded.state if self._folded else None

    @property
    def opening_state(self) -> Any:
        """The state before the first move of the game in play (None before the first game)."""
        return self._folded.header.new_game() if self._folded else None

    def snapshot(self, seat: str | None = None) -> Snapshot:
        """Everything that a viewer may see now: a player's seat, or the public (None)."""
        return self._moment.of_seat(seat)

    def entries(self) -> Sequence[Entry]:
        """The entries of the game in play as everybody was told them last, the oldest first."""
        return self._moment.entries

    def moves(self, game_number: int | None = None) -> tuple[Move, ...]:
        """The moves that count and that the rules accepted, of the game in play or of another one."""
        folded = self._fold(game_number)
        return folded.moves[: folded.played] if folded else ()

    def move(self, seq: int) -> Move | None:
        """The move that counts at this entry of the game in play."""
        folded = self._folded
        return next((move for move in folded.moves if move.seq == seq), None) if folded else None

    def offered_before(self, seq: int, seat: str | None = None) -> list[dict[str, Any]]:
        """The templates that a viewer was offered before a move of the game in play; none for anything else."""
        with self._lock:
            folded = self._folded
        places = [place for place, move in enumerate(folded.moves) if move.seq == seq] if folded else []
        if folded is None or not places or places[0] > folded.played:
            return []
        game = load(folded.header.game)
        state = folded.header.new_game()
        for move in folded.moves[: places[0]]:
            state, _ = game.apply(state, move.action)
        return offered_to(game, state, seat)

    def unfinished(self) -> tuple[Unfinished, ...]:
        """The games that can be gone on with, the one played last first; the one in play is not among them."""
        with self._lock:
            entries, in_play = self._journal.entries, self._journal.game
        return self._unfinished.among(entries, in_play)

    def entries_after(self, seq: int) -> tuple[Entry, ...]:
        """The entries of the journal after this one, of all games, oldest first."""
        with self._lock:
            return self._journal.entries[seq:]

    @property
    def number(self) -> int:
        """The number of the game in play in the journal, 0 before the first one."""
        return self._journal.game

    def evidence(self) -> tuple[str, ...]:
        """The evidence of everything read in the game in play, undone and unanswered readings too."""
        with self._lock:
            readings = [entry.body.get("reading") or {} for entry in self._entries_in_play()]
        return tuple(str(reading["evidence"]) for reading in readings if reading.get("evidence"))

    def expected_in(self, zone: str) -> int | None:
        """How many things are due in a zone, None when that is not known."""
        with self._lock:
            game = self.game
            return game.expected_in(self.state, zone) if game else None

    def ready_for_throw(self) -> bool:
        """Whether dice are due now: a game runs and no question is open."""
        with self._lock:
            folded, game = self._folded, self.game
            if folded is None or game is None or game.explain is None or folded.question is not None:
                return False
            return any("dice" in template for template in game.legal_actions(folded.state))

    def subscribe(self, callback: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Calls back with every new public snapshot, in order, after it is on disk; returns how to stop it."""
        with self._lock:
            self._subscribers.append(callback)

        def unsubscribe() -> None:
            with self._lock:
                if callback in self._subscribers:
                    self._subscribers.remove(callback)

        return unsubscribe

    def pictured_by(self, photograph: Callable[[Collection[str]], str | None]) -> None:
        """From now on a question has a picture of its zones: ``photograph`` keeps it and gives its evidence id."""
        self._photograph = photograph

    # ------------------------------------------------------------ what people do

    def open_game(
        self,
        game_id: str,
        players: Sequence[str],
        *,
        options: Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
        profile: Mapping[str, Any] | None = None,
        first: str | None = None,
        expected_seq: int | None = None,
    ) -> Snapshot:
        """Opens a new game; the one before stays in the journal. ``first`` begins, if the lot is drawn already."""
        with self._lock:
            self._require(expected_seq)
            if game_id not in game_ids():
                raise Rejected("unknown_game", seen=game_id)
            game = load(game_id)
            names = clean_names(tuple(players))
            starter = None if first is None else clean_name(first)
            state = game.new_game(names, dict(options or {}), setup, profile)
            header = opened_header(game, state, names, options or {}, setup or {}, profile)
            opening = None if starter is None else {"by": TABLE, "do": "first_player", "player": starter}
            outcome = None if opening is None else game.apply(header.new_game(), opening)
            with self._writing():
                self._waiting.clear()
                self._referee = self._verdict = None
                self._write("opened", header.as_json(), new_game=True)
                if opening is not None:
                    self._write("action", {"action": opening}, outcome=outcome)
            return self._tell()

    def go_on(self, number: int, *, expected_seq: int | None = None) -> Snapshot:
        """Puts an unfinished game of the journal back into play; the one in play stays in the journal as it is."""
        with self._lock:
            self._require(expected_seq)
            if number not in (game.number for game in self.unfinished()):
                raise Rejected("not_to_go_on", seen=number)
            with self._writing():
                self._waiting.clear()
                self._referee = self._verdict = None
                self._write(NOTE, {"code": GONE_ON}, game=number)
            return self._tell()

    def take_in(self, record: Record) -> int:
        """Keeps a game that was recorded elsewhere, and gives its number; the game in play stays in play.

        Raises ``Rejected`` for a record that does not replay: ``bad_record`` with its line and what is wrong there.
        """
        outcome = replay(record)
        if not outcome.ok or record.header.reject is not None:
            raise Rejected("bad_record", line=outcome.line or 1, problem=outcome.error or "no game")
        if clean_names(record.header.players) != record.header.players:
            raise Rejected("bad_record", line=1, problem="names")
        with self._lock:
            before = self._journal.game
            with self._writing():
                number = self._write("opened", record.header.as_json(), new_game=True).game
                self._write(NOTE, {"code": TAKEN_IN})
                for line in record.lines:
                    if line.kind == "action":
                        self._write("action", {"action": dict(line.content)})
                if before:
                    self._write(NOTE, {"code": GONE_ON}, game=before)
            self._tell()
            return number

    def act(
        self,
        action: Action,
        *,
        expected_seq: int | None = None,
        reading: Mapping[str, Any] | None = None,
    ) -> Snapshot:
        """Plays one action; raises ``Rejected`` or ``Stale`` and then changes nothing."""
        with self._lock:
            self._require(expected_seq)
            folded, game = self._running()
            if folded.question is not None:
                raise Rejected("question_open", question=folded.question.seq)
            outcome = game.apply(folded.state, action)
            with self._writing():
                body = {"action": dict(action), **({"reading": reading} if reading else {})}
                self._write("action", body, outcome=outcome)
                self._observe_waiting()
            if self._referee is not None:
                self._referee.tapped(action, self.state)
            return self._tell()

    def answer(
        self,
        question: int,
        *,
        choice: int | None = None,
        action: Action | None = None,
        expected_seq: int | None = None,
    ) -> Snapshot:
        """Answers the open question: by an offered choice, by an action of one's own, or not at all (dismissed).

        A question about an impossible move cannot be dismissed: it needs a choice.
        """
        with self._lock:
            self._require(expected_seq)
            folded, game = self._running()
            if folded.question is None or folded.question.seq != question:
                raise Rejected("no_question", question=question)
            body = folded.question.body
            if choice is not None and not 0 <= choice < len(body["answers"]):
                raise Rejected("unknown_choice", seen=choice)
            with self._writing():
                if folded.question.about is not None:
                    self._settle_conflict(folded, question, choice)
                else:
                    chosen = {} if choice is None else body["answers"][choice]
                    self._take_back(chosen.get("taken_back", 0), body.get("reading"))
                    self._write_answer(game, question, choice, chosen.get("action") if chosen else action)
                    for further in chosen.get("then", ()):
                        self._write("action", {"action": further, "reading": body.get("reading")})
                self._observe_waiting()
            self._believe(choice is not None or action is not None)
            return self._tell()

    def undo(self, *, target: int | None = None, expected_seq: int | None = None) -> Snapshot:
        """Takes back the last entry that counts, or the one named; an undo is an entry too."""
        with self._lock:
            self._require(expected_seq)
            folded, _ = self._running()
            entries = self._entries_in_play()
            may_be_named = counting(entries, folded)
            if target is None and not may_be_named:
                raise Rejected("nothing_to_undo")
            if target is not None and target not in may_be_named:
                raise Rejected("unknown_entry", seen=target)
            asked = folded.question
            if asked is not None and asked.about is None and target not in (None, asked.seq):
                raise Rejected("question_open", question=asked.seq)
            with self._writing():
                self._waiting.clear()
                for one in together(entries, may_be_named[-1] if target is None else target):
                    self._write("undo", {"target": one})
                self._ask_about_conflict()
            self._believe(False)
            return self._tell()

    def amend(
        self, target: int, arguments: Mapping[str, Any], *, expected_seq: int | None = None
    ) -> Snapshot:
        """Replaces arguments of an earlier move and replays the rest; the first refusal becomes a question.

        Later moves that only name the card that was told wrongly are put right with it. Raises ``Rejected`` when the
        amended move itself was not possible there.
        """
        with self._lock:
            self._require(expected_seq)
            folded, game = self._running()
            if folded.question is not None:
                raise Rejected("question_open", question=folded.question.seq)
            if target not in {move.seq for move in folded.moves}:
                raise Rejected("unknown_entry", seen=target)
            if not arguments or {"by", "do"} & set(arguments):
                raise Rejected("not_amendable", seen=target)
            first = folded.header.new_game()
            changes = misread.followed(game, first, folded.moves, target, arguments)
            return self._amended(changes)

    def amend_together(
        self, changes: Mapping[int, Mapping[str, Any]], *, expected_seq: int | None = None
    ) -> Snapshot:
        """Replaces arguments of several earlier moves that hang together, as ``amend`` does with one."""
        with self._lock:
            self._require(expected_seq)
            folded, _ = self._running()
            if folded.question is not None:
                raise Rejected("question_open", question=folded.question.seq)
            if missing := set(changes) - {move.seq for move in folded.moves}:
                raise Rejected("unknown_entry", seen=min(missing))
            return self._amended(changes)

    def note(self, code: str, player: str | None = None) -> Snapshot:
        """Writes a remark on the game in play, or on one player, into the journal; it changes nothing."""
        with self._lock:
            self._running()
            refusal = self._refusal
            with self._writing():
                self._write(NOTE, {"code": code, **({} if player is None else {"player": player})})
            self._refusal = refusal
            return self._tell()

    def notes(self) -> frozenset[str]:
        """The remarks on the game in play."""
        return frozenset(str(entry.body["code"]) for entry in self._noted())

    def open_private_page(self, player: str) -> None:
        """Remembers that a player has a page of their own: from now on there are secrets from the table."""
        with self._lock:
            if player not in self.private_pages():
                self.note(_PRIVATE_PAGE, player)

    def private_pages(self) -> frozenset[str]:
        """The players who have opened a page of their own in the game in play."""
        return frozenset(
            str(entry.body["player"]) for entry in self._noted() if entry.body["code"] == _PRIVATE_PAGE
        )

    def reason(self, refusal: Rejected, sender: str | None) -> tuple[str, dict[str, Any]]:
        """The code and details of a refusal for whoever sent the action: a seat, or the table (None).

        The table learns everything while nobody has opened a page of their own.
        """
        if sender is None and not self.private_pages():
            return refusal.code, dict(refusal.details)
        return reason(refusal, sender)

    def observe(self, sighting: Sighting) -> str:
        """Takes a sighting; returns the kind of what it means."""
        return self.see(sighting).kind

    def see(self, sighting: Sighting) -> Verdict:
        """Makes of a sighting what it means: what is sure is entered, a doubt asked, the rest said."""
        with self._lock:
            if self._folded is None:
                return Verdict("nothing")
            sighting = sane(sighting, self._is_zone())
            if self._watches(sighting):
                return self._follow(sighting)
            if self._folded.question is not None:
                if len(self._waiting) == _WAITING_THROWS:
                    return Verdict("nothing")
                self._waiting.append(sighting)
                return Verdict("waiting")
            before = (self.seq, self._refusal)
            with self._writing():
                verdict = self._explain(sighting)
            if (self.seq, self._refusal) != before:
                self._tell()
            return verdict

    def layout(self) -> Layout | None:
        """How the table in play should lie, and what differs: "where did we stop?"; None without a followed game."""
        with self._lock:
            folded = self._folded
            game = self.game
            if folded is None or game is None or game.places is None:
                return None
            momentary = game.hands.momentary if game.hands else frozenset[str]()
            lying = game.visible_table(folded.state).items()
            should = {zone: faces for zone, faces in lying if zone not in momentary}
            unseen = None if self._referee is None else frozenset(should) - self._in_sight
            return Layout(
                self.seq, game.places, game.view(folded.state).public, should, self.differences(), unseen
            )

    def differences(self) -> tuple[Difference, ...]:
        """Where the table, as it was last seen, differs from the journal; nothing when no picture has come yet."""
        with self._lock:
            return self._referee.differences() if self._referee is not None else ()

    # ------------------------------------------------------------ inside (the lock is held)

    def _explain(self, sighting: Sighting) -> Verdict:
        folded, game = self._running()
        decision = explain(game, folded.state, sighting)
        self._refusal = decision.refusal
        if decision.action is not None:
            self._write("action", {"action": dict(decision.action), "reading": decision.reading})
            return Verdict("played", (decision.action,), reading=decision.reading or {})
        if decision.question is not None:
            self._ask(decision.question, decision.reading)
            return Verdict("asked", question=decision.question, reading=decision.reading or {})
        return Verdict("refused" if decision.refusal else "nothing", refusal=decision.refusal)

    def _is_zone(self) -> Callable[[str], bool]:
        """Which names are those of zones of the table in play."""
        folded, game = self._running()
        momentary = game.hands.momentary if game.hands else frozenset[str]()
        named = {*game.visible_table(folded.state), *game.zones, *momentary}
        return lambda zone: zone in named or game.has_zone(folded.state, zone)

    def _watches(self, sighting: Sighting) -> bool:
        """Whether the whole table is followed, rather than the throws in one tray."""
        folded, game = self._running()
        if game.hands is None or game.is_over(folded.state):
            return False
        if self._referee is None and game.explain is not None and set(sighting.zones) <= game.hands.momentary:
            return False
        if self._referee is None:
            self._referee = Referee(
                game,
                folded.state,
                resumed=bool(folded.moves),
                since=folded.header.new_game(),
                moves=folded.actions,
            )
            self._in_sight = frozenset()
        return True

    def _follow(self, sighting: Sighting) -> Verdict:
        """A look at the whole table: what the referee says of it is entered, asked, or only shown."""
        folded, referee = self._folded, self._referee
        if folded is None or referee is None:
            return Verdict("nothing")
        covered = {one.zone for one in sighting.disturbances} | sighting.unseen
        self._in_sight = (self._in_sight - covered) | frozenset(sighting.zones)
        if folded.question is not None:
            referee.glance(sighting)
            return Verdict("waiting")
        before = (self.seq, self._verdict, self._refusal)
        verdict = referee.observe(sighting)
        try:
            with self._writing():
                self._enter(verdict)
        except BaseException:
            self._referee = None
            raise
        self._verdict, self._refusal = verdict, verdict.refusal
        if (self.seq, self._verdict, self._refusal) != before:
            self._tell()
        return verdict

    def _enter(self, verdict: Verdict) -> None:
        """Writes what the referee is sure of: moves taken back, then actions; or its question."""
        if verdict.question is not None:
            self._ask(self._pictured(verdict.question), verdict.reading)
        self._take_back(verdict.taken_back, verdict.reading)
        for action in verdict.actions:
            self._write("action", {"action": dict(action), "reading": dict(verdict.reading)})

    def _pictured(self, asked: Proposal) -> Proposal:
        """The question with a picture of where its answers differ; with the one it has where none can be made."""
        folded, game = self._running()
        states = [led_to(game, folded, _offered_answer(one), judged=False) for one in asked.answers]
        tables = [game.visible_table(state) for state in states if state is not None]
        zones = sorted(differing(tables)) or asked.arguments.get("zones", ())
        try:
            evidence = self._photograph(zones)
        except Exception:  # a question without its picture is better than none
            _log.exception("No picture of %s could be kept.", ", ".join(zones))
            return asked
        if evidence is None:
            return asked
        return replace(asked, evidence=evidence, arguments={**asked.arguments, "pictured": list(zones)})

    def _take_back(self, count: int, reading: Mapping[str, Any] | None) -> None:
        """Undoes the last moves, the newest first."""
        folded = self._folded
        moves = folded.moves if folded is not None else ()
        for move in reversed(moves[len(moves) - count :]):
            self._write("undo", {"target": move.seq, **({"reading": dict(reading)} if reading else {})})

    def _believe(self, answered: bool) -> None:
        """People settled something: the referee believes the journal, and goes on or waits for the table to agree."""
        folded, referee = self._folded, self._referee
        self._verdict = None
        if folded is None or referee is None:
            return
        if folded.conflict is not None:
            self._referee = None
        elif answered and folded.question is None:
            referee.believe(folded.state, folded.actions)
        else:
            referee.restart(folded.state, folded.actions)

    def _amended(self, changes: Mapping[int, Mapping[str, Any]]) -> Snapshot:
        """Writes amendments that hang together; those after the first say so, and are taken back with it."""
        with self._writing():
            self._waiting.clear()
            head = self.seq + 1
            for target, arguments in changes.items():
                hangs = {"follows": head} if self.seq >= head else {}
                self._write("amend", {"target": target, "arguments": dict(arguments), **hangs})
            self._ask_about_conflict()
        self._believe(False)
        return self._tell()

    def _observe_waiting(self) -> None:
        while self._waiting and self._folded is not None and self._folded.question is None:
            self._explain(self._waiting.popleft())

    def _ask(self, proposal: Proposal, reading: Mapping[str, Any] | None, about: int | None = None) -> None:
        body: dict[str, Any] = {
            "code": proposal.code,
            "arguments": dict(proposal.arguments),
            "answers": [_offered_answer(answer) for answer in proposal.answers],
            "evidence": proposal.evidence,
        }
        if reading is not None:
            body["reading"] = reading
        if about is not None:
            body["about"] = about
        self._write("question", body)

    def _write_answer(self, game: Game, question: int, choice: int | None, action: Action | None) -> None:
        folded, _ = self._running()
        asked = folded.question.body if folded.question else {}
        body: dict[str, Any] = {"question": question, "choice": choice}
        if action is None:
            self._write("answer", body)
            return
        try:
            outcome = game.apply(folded.state, action)
        except Rejected as refusal:
            lacking = game.complete(folded.state, action, refusal)
            if lacking is None:
                raise
            if len(lacking.answers) > 1:
                self._write("answer", body)
                self._ask(lacking, asked.get("reading"))
                return
            action = lacking.answers[0].action or action
            outcome = game.apply(folded.state, action)
        body |= {"action": dict(action), "reading": asked.get("reading")}
        self._write("answer", body, outcome=outcome)

    def _settle_conflict(self, folded: Folded, question: int, choice: int | None) -> None:
        """Leaves the impossible move out, or all from there on, or takes back what made it impossible."""
        if choice is None or folded.conflict is None:
            raise Rejected("unknown_choice", seen=choice)
        impossible = folded.conflict.move.seq
        match choice:
            case 0:
                taken_back = [impossible]
            case 1:
                taken_back = [move.seq for move in folded.moves[folded.played :]]
            case _:
                entries = self._entries_in_play()
                taken_back = together(entries, cause_of_conflict(entries, folded))
        self._write("answer", {"question": question, "choice": choice, "taken_back": taken_back})
        self._ask_about_conflict()

    def _ask_about_conflict(self) -> None:
        folded = self._folded
        if folded is None or folded.conflict is None or folded.question is not None:
            return
        self._ask(no_longer_possible(folded.conflict), None, about=folded.conflict.move.seq)

    def _running(self) -> tuple[Folded, Game]:
        if self._folded is None:
            raise Rejected("no_game")
        return self._folded, load(self._folded.header.game)

    def _entries_in_play(self) -> Sequence[Entry]:
        return self._journal.of_game(self._journal.game)

    def _require(self, expected_seq: int | None) -> None:
        """Raises ``Stale`` when the caller has not seen the last entry.

        A note is nothing to have seen, unless it put another game into play.
        """
        if expected_seq is None or expected_seq == self.seq:
            return
        unseen = [entry for entry in self._entries_in_play() if entry.seq > expected_seq]
        seen_enough = all(entry.kind == NOTE and entry.body["code"] != GONE_ON for entry in unseen)
        if len(unseen) != self.seq - expected_seq or not seen_enough:
            raise Stale(self.snapshot())

    def _noted(self) -> list[Entry]:
        with self._lock:
            entries = self._entries_in_play()
        return [entry for entry in entries if entry.kind == NOTE]

    def _write(
        self,
        kind: str,
        body: Mapping[str, Any],
        *,
        outcome: Outcome | None = None,
        new_game: bool = False,
        game: int | None = None,
    ) -> Entry:
        """Writes an entry and brings the fold up to it; ``outcome`` is what the rules made of its action already."""
        entry = self._journal.append(kind, body, new_game=new_game, game=game)
        self._refusal = None
        same_game = None if new_game or game is not None else self._folded
        longer = grown(load(same_game.header.game), same_game, entry, outcome) if same_game else None
        if longer is None:
            self._refold()
        else:
            self._folded = longer
        return entry

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Everything written inside reaches the disk together; when it cannot, the table is as it was."""
        folded, refusal, waiting = self._folded, self._refusal, tuple(self._waiting)
        try:
            with self._journal.together():
                yield
        except BaseException:
            self._folded, self._refusal = folded, refusal
            self._waiting = deque(waiting)
            raise

    def _refold(self) -> None:
        self._folded = self._fold(None)

    def _fold(self, game_number: int | None) -> Folded | None:
        entries = self._journal.of_game(game_number or self._journal.game)
        return fold(load(entries[0].body["game"]), entries) if entries else None

    def _tell(self) -> Snapshot:
        self._refresh()
        shown = self.snapshot()
        for callback in tuple(self._subscribers):
            try:
                callback(shown)
            except Exception:  # the move is on disk: whoever cannot listen must not hide it from the others
                _log.exception("A listener failed at entry %d.", self.seq)
        return shown

    def _refresh(self) -> None:
        entries = self._entries_in_play()
        self._moment = Moment(self.seq, self._folded, entries, self._refusal, self._verdict)


def _offered_answer(answer: Answer) -> dict[str, Any]:
    """An answer as it is written into the journal."""
    offered: dict[str, Any] = {
        "code": answer.code,
        "arguments": dict(answer.arguments),
        "action": answer.action,
        "chance": round(answer.chance, _CHANCE_DIGITS),
    }
    if answer.then:
        offered["then"] = [dict(action) for action in answer.then]
    if answer.taken_back:
        offered["taken_back"] = answer.taken_back
    return offered

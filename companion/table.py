"""The running table: one game, its journal, and everybody who wants to know.

Taps and sightings come in, entries go to disk, and only then is anybody told. Thread-safe.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from companion import misread
from companion.action import TABLE, Action, Rejected
from companion.confirming import to_confirm
from companion.fold import Move
from companion.game import Game
from companion.games import game_ids, load
from companion.journal import Entry, Journal
from companion.keepsake import keepsake
from companion.names import clean_name, clean_names
from companion.opening import opened_header
from companion.photographs import NOTHING_PICTURED, Photograph, Photographs
from companion.record import Record
from companion.referee import Difference, Referee, Refusal, Verdict, explain
from companion.resuming import Layout
from companion.seats import Seats
from companion.secret_choices import SecretChoices
from companion.setting_up import SettingUp, SetUp
from companion.showing import NOTE, PICTURED, Moment, Seen, Snapshot, reason
from companion.sighting import Sighting, sane
from companion.taking_back import counting, together
from companion.taking_in import require_whole, write_in
from companion.unfinished import Unfinished, UnfinishedGames
from companion.written_game import GONE_ON, WrittenGame

_WAITING_THROWS = 4
_PRIVATE_PAGE = "private_page"
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
        self._written = WrittenGame(journal)
        self._seats = Seats(self._written)
        self._lock = threading.RLock()
        self._subscribers: list[Callable[[Snapshot], None]] = []
        self._waiting: deque[Sighting] = deque()
        self._refusal: Refusal | None = None
        self._referee: Referee | None = None
        self._in_sight: frozenset[str] = frozenset()
        self._verdict: Verdict | None = None
        self._choices = SecretChoices()
        self._setting_up = SettingUp()
        self._photographs = Photographs()
        self._pictured = NOTHING_PICTURED
        self._moment = Moment(0)
        self._unfinished = UnfinishedGames()
        with self._lock:
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
        return self._written.game

    @property
    def unplayable(self) -> str | None:
        """The game that was in play last and that this version cannot play; it stays in the journal as it is."""
        return self._written.unplayable

    @property
    def state(self) -> Any:
        """The state of the game in play (for the referee and the cameras, not for showing)."""
        return self._written.folded.state if self._written.folded else None

    @property
    def opening_state(self) -> Any:
        """The state before the first move of the game in play (None before the first game)."""
        return self._written.folded.header.new_game() if self._written.folded else None

    def snapshot(self, seat: str | None = None) -> Snapshot:
        """Everything that a viewer may see now: a player's seat, or the public (None)."""
        return self._moment.of_seat(seat)

    def entries(self) -> Sequence[Entry]:
        """The entries of the game in play as everybody was told them last, the oldest first."""
        return self._moment.entries

    def moves(self, game_number: int | None = None) -> tuple[Move, ...]:
        """The moves that count and that the rules accepted, of the game in play or of another one.

        Raises ``JournalError`` where another one cannot be read.
        """
        with self._lock:
            folded = self._written.fold(game_number)
        return folded.moves[: folded.played] if folded else ()

    def move(self, seq: int) -> Move | None:
        """The move that counts at this entry of the game in play."""
        return self._written.move(seq)

    def offered_before(self, seq: int, seat: str | None = None) -> list[dict[str, Any]]:
        """The templates that a viewer was offered before a move of the game in play; none for anything else."""
        with self._lock:
            return self._written.offered_before(seq, seat)

    def unfinished(self) -> tuple[Unfinished, ...]:
        """The games that can be gone on with, the one played last first; the one in play is not among them.

        Raises ``JournalError`` where one that nobody has looked at since it was played cannot be read.
        """
        with self._lock:
            last, in_play = self._journal.last_entries(), self._journal.game
        return self._unfinished.among(last, in_play, self.entries_of)

    def last_entries(self) -> Mapping[int, int]:
        """The number of the last entry of every game of the journal, by the game's number."""
        with self._lock:
            return self._journal.last_entries()

    def entries_of(self, number: int) -> tuple[Entry, ...]:
        """The entries of one game of the journal, oldest first; raises ``JournalError`` where they cannot be read."""
        with self._lock:
            return self._journal.of_game(number)

    def entries_after(self, seq: int) -> tuple[Entry, ...]:
        """The entries of the journal after this one, of all games, oldest first; raises ``JournalError``."""
        with self._lock:
            return self._journal.entries_after(seq)

    def entry(self, seq: int) -> Entry | None:
        """One entry of the journal, None where there is none; raises ``JournalError``."""
        with self._lock:
            return self._journal.entry(seq)

    @property
    def number(self) -> int:
        """The number of the game in play in the journal, 0 before the first one."""
        return self._journal.game

    def evidence(self) -> tuple[str, ...]:
        """The evidence of everything read in the game in play, undone and unanswered readings too."""
        with self._lock:
            readings = [entry.body.get("reading") or {} for entry in self._written.entries]
        return tuple(str(reading["evidence"]) for reading in readings if reading.get("evidence"))

    def expected_in(self, zone: str) -> int | None:
        """How many things are due in a zone, None when that is not known."""
        with self._lock:
            game = self.game
            return game.expected_in(self.state, zone) if game else None

    def ready_for_throw(self) -> bool:
        """Whether dice are due now: a game runs and no question is open."""
        with self._lock:
            return self._written.wants_dice()

    def subscribe(self, callback: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Calls back with every new public snapshot, in order, after it is on disk; returns how to stop it."""
        with self._lock:
            self._subscribers.append(callback)

        def unsubscribe() -> None:
            with self._lock:
                if callback in self._subscribers:
                    self._subscribers.remove(callback)

        return unsubscribe

    @property
    def waiting(self) -> int:
        """How many entries are told and not on the disk, which takes nothing now."""
        return self._journal.waiting

    def write_waiting(self) -> None:
        """Tries again to write them."""
        if self._journal.waiting:
            with self._lock:
                self._journal.write_waiting()

    def rest(self) -> None:
        """To be called now and then: what was played lies in the journal's own file, not in its log alone."""
        with self._lock:
            self._journal.rest()

    def pictured_by(self, photograph: Photograph) -> None:
        """From now on ``photograph`` keeps the pictures of what is asked about, and of what lies wrongly."""
        self._photographs.photograph = photograph

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
            sat = self._seats.now
            self._choices.forget()
            with self._writing():
                self._waiting.clear()
                self._referee = self._verdict = None
                self._setting_up = SettingUp()
                self._written.write("opened", header.as_json(), new_game=True)
                self._seats.begin(sat)
                if opening is not None:
                    self._written.write("action", {"action": opening}, outcome=outcome)
            return self._tell()

    def go_on(self, number: int, *, expected_seq: int | None = None) -> Snapshot:
        """Puts an unfinished game of the journal back into play; the one in play stays in the journal as it is."""
        with self._lock:
            self._require(expected_seq)
            if number not in (game.number for game in self.unfinished()):
                raise Rejected("not_to_go_on", seen=number)
            self._choices.forget()
            with self._writing():
                self._waiting.clear()
                self._referee = self._verdict = None
                self._setting_up = SettingUp()
                self._written.write(NOTE, {"code": GONE_ON}, game=number)
                self._seats.begin()
            return self._tell()

    def take_in(self, record: Record) -> int:
        """Keeps a game that was recorded elsewhere, and gives its number; the game in play stays in play.

        Raises ``Rejected`` for a record that does not replay: ``bad_record`` with its line and what is wrong there.
        """
        require_whole(record)
        with self._lock:
            with self._writing():
                number = write_in(self._written, record, self._journal.game)
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
            folded, game = self._written.running()
            if folded.question is not None:
                raise Rejected("question_open", question=folded.question.seq)
            outcome = game.apply(folded.state, action)
            with self._writing():
                body = {"action": dict(action), **({"reading": reading} if reading else {})}
                self._written.write("action", body, outcome=outcome)
                self._observe_waiting()
            if self._referee is not None:
                self._referee.tapped(action, self.state)
            self._turn_up()
            return self._tell()

    def choose(self, action: Action, *, expected_seq: int | None = None) -> Snapshot:
        """Keeps what a player has chosen in secret until all have chosen, then plays it all (``chosen_together``).

        Raises ``Rejected`` or ``Stale`` as ``act`` does, at once. An action that is not chosen together is played.
        """
        with self._lock:
            folded, game = self._written.running()
            if action.get("do") not in game.chosen_together:
                return self.act(action, expected_seq=expected_seq)
            self._require(expected_seq)
            if folded.question is not None:
                raise Rejected("question_open", question=folded.question.seq)
            game.apply(folded.state, action)
            self._choices.choose(action)
            self._turn_up()
            return self._tell()

    def take_choice_back(self, player: str, *, expected_seq: int | None = None) -> Snapshot:
        """Forgets what a player has chosen in secret, so that they choose again."""
        with self._lock:
            self._require(expected_seq)
            self._choices.take_back(player)
            return self._tell()

    def sit(self, sides: Mapping[str, str], *, expected_seq: int | None = None) -> Snapshot:
        """People say at which side each player sits; raises ``Rejected`` where nobody can sit so, or ``Stale``."""
        with self._lock:
            self._require(expected_seq)
            self._seats.tell(sides)
            return self._sat_down()

    def slip(self, action: Action) -> str | None:
        """The fault that this action would be, if it is one that a finger commits by missing its place; else None."""
        with self._lock:
            return self._written.slip(action)

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
            with self._writing():
                self._written.answer(question, choice, action)
                self._observe_waiting()
            self._believe(choice is not None or action is not None)
            return self._tell()

    def undo(self, *, target: int | None = None, expected_seq: int | None = None) -> Snapshot:
        """Takes back the last entry that counts, or the one named; an undo is an entry too."""
        with self._lock:
            self._require(expected_seq)
            folded, _ = self._written.running()
            entries = self._written.entries
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
                    self._written.write("undo", {"target": one})
                self._written.ask_about_conflict()
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
            folded, game = self._written.running()
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
            folded, _ = self._written.running()
            if folded.question is not None:
                raise Rejected("question_open", question=folded.question.seq)
            if missing := set(changes) - {move.seq for move in folded.moves}:
                raise Rejected("unknown_entry", seen=min(missing))
            return self._amended(changes)

    def note(self, code: str, **about: Any) -> Snapshot:
        """Writes a remark on the game in play, or ``about`` something in it, into the journal; it changes nothing."""
        with self._lock:
            self._written.running()
            with self._written.writing():
                self._written.write(NOTE, {"code": code, **about})
            return self._tell()

    def notes(self) -> frozenset[str]:
        """The remarks on the game in play."""
        with self._lock:
            return frozenset(str(entry.body["code"]) for entry in self._written.notes)

    def open_private_page(self, player: str) -> None:
        """Remembers that a player has a page of their own: from now on there are secrets from the table."""
        with self._lock:
            if player not in self.private_pages():
                self.note(_PRIVATE_PAGE, player=player)

    def private_pages(self) -> frozenset[str]:
        """The players who have opened a page of their own in the game in play."""
        with self._lock:
            notes = [entry.body for entry in self._written.notes]
        return frozenset(str(note["player"]) for note in notes if note["code"] == _PRIVATE_PAGE)

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
            if self._written.folded is None:
                return Verdict("nothing")
            sighting = sane(sighting, self._is_zone())
            if self._watches(sighting):
                return self._follow(sighting)
            if self._written.folded.question is not None:
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
            folded, game = self._written.folded, self.game
            if folded is None or game is None or game.places is None:
                return None
            return Layout.of(game, folded.state, self.seq, self._referee, self._in_sight)

    def ask_set_up(self) -> Snapshot:
        """People want to hear how the table lies before the game begins; everybody is told."""
        with self._lock:
            self._setting_up.ask()
            return self._tell()

    def differences(self) -> tuple[Difference, ...]:
        """Where the table, as it was last seen, differs from the journal; nothing when no picture has come yet."""
        with self._lock:
            return self._referee.differences() if self._referee is not None else ()

    # ------------------------------------------------------------ inside (the lock is held)

    def _explain(self, sighting: Sighting) -> Verdict:
        folded, game = self._written.running()
        decision = explain(game, folded.state, sighting)
        self._refusal = decision.refusal
        evidence = (decision.reading or {}).get("evidence")
        self._pictured = self._photographs.of_refused_throw(game, decision.refusal, evidence)
        if decision.action is not None:
            self._written.write("action", {"action": dict(decision.action), "reading": decision.reading})
            return Verdict("played", (decision.action,), reading=decision.reading or {})
        if decision.question is not None:
            self._written.ask(decision.question, decision.reading)
            return Verdict("asked", question=decision.question, reading=decision.reading or {})
        return Verdict("refused" if decision.refusal else "nothing", refusal=decision.refusal)

    def _is_zone(self) -> Callable[[str], bool]:
        """Which names are those of zones of the table in play."""
        folded, game = self._written.running()
        momentary = game.hands.momentary if game.hands else frozenset[str]()
        named = {
            *game.visible_table(folded.state),
            *game.further_zones(folded.state),
            *game.zones,
            *momentary,
        }
        return named.__contains__

    def _watches(self, sighting: Sighting) -> bool:
        """Whether the whole table is followed, rather than the throws in one tray."""
        folded, game = self._written.running()
        if game.hands is None or game.is_over(folded.state):
            return False
        if self._referee is None and game.explain is not None and set(sighting.zones) <= game.hands.momentary:
            return False
        if self._referee is None:
            self._referee = Referee(
                game,
                folded.state,
                sides=self._seats.now.sides,
                resumed=bool(folded.moves),
                since=folded.header.new_game(),
                moves=folded.actions,
            )
            self._in_sight = frozenset()
        return True

    def _follow(self, sighting: Sighting) -> Verdict:
        """A look at the whole table: what the referee says of it is entered, asked, or only shown."""
        folded, referee = self._written.folded, self._referee
        if folded is None or referee is None:
            return Verdict("nothing")
        if (tempered := self._seats.tempered(sighting)) is None:
            self._sat_down()
            return Verdict("nothing")  # its zones are other people's from now on
        sighting = tempered
        covered = {one.zone for one in sighting.disturbances} | sighting.unseen
        self._in_sight = (self._in_sight - covered) | frozenset(sighting.zones)
        if folded.question is not None:
            referee.glance(sighting)
            return Verdict("waiting")
        before = (self.seq, self._seen(), self._moment.set_up)
        verdict = self._entered(referee.observe(sighting))
        self._turn_up()
        if self._seats.learn(verdict):
            self._sat_down()
        elif (self.seq, self._seen(), self._set_up()) != before:
            self._tell()
        if (pictured := self._photographs.taken(self._pictured)) != self._pictured:
            self._pictured = pictured
            self._tell()
        for zones in self._moment.unpictured if self._is_unasked() else ():
            if evidence := keepsake(zones, referee, self._in_sight, self._photographs.kept):
                self.note(PICTURED, zones=list(zones), evidence=evidence)
        return verdict

    def _sat_down(self) -> Snapshot:
        """Somebody sits elsewhere: the referee judges hands by it, and begins anew where zones are a side's."""
        if self._referee is not None and not self._seats.table.own_places:
            self._referee.sit(self._seats.now.sides)
        else:  # what was seen of a place is another one's by now
            self._referee, self._verdict, self._refusal, self._pictured = None, None, None, NOTHING_PICTURED
        return self._tell()

    def _entered(self, verdict: Verdict) -> Verdict:
        try:
            with self._writing():
                self._enter(verdict)
        except BaseException:
            self._referee = None
            raise
        self._verdict, self._refusal = verdict, verdict.refusal
        told = (self.seq, *self._written.running(), verdict)
        self._pictured = self._photographs.of_verdict(*told, moved=self._is_behind)
        return verdict

    @property
    def _is_behind(self) -> bool:
        """Whether the table lies otherwise by now than it is judged."""
        return self._referee is not None and self._referee.is_behind

    def _enter(self, verdict: Verdict) -> None:
        """Writes what the referee is sure of: moves taken back, then actions; or its question."""
        if (question := verdict.question) is not None:
            if not self._is_behind:
                question = self._photographs.of_question(*self._written.running(), question)
            self._written.ask(question, verdict.reading)
        self._written.take_back(verdict.taken_back, verdict.reading)
        for action in verdict.actions:
            self._written.write("action", {"action": dict(action), "reading": dict(verdict.reading)})

    def _turn_up(self) -> None:
        """Plays what was chosen in secret, once nobody has still to choose."""
        folded, game = self._written.running()
        actions = () if folded.question is not None else self._choices.complete(game, folded.state)
        if not actions:
            return
        turned_up = []
        with self._writing():
            for action in actions:
                self._written.write("action", {"action": action})
                turned_up.append((action, self.state))
        for action, state in turned_up:
            if self._referee is not None:
                self._referee.tapped(action, state)

    def _believe(self, answered: bool) -> None:
        """People settled something: the referee believes the journal, and goes on or waits for the table to agree."""
        folded, referee = self._written.folded, self._referee
        self._verdict = None
        if folded is None or referee is None:
            return
        if folded.conflict is not None:
            self._referee = None
        elif answered and folded.question is None:
            told = (*self._written.running(), self.snapshot().question)
            self._pictured = self._photographs.of_answer(*told, moved=self._is_behind)
            referee.believe(folded.state, folded.actions)
            self._catch_up(referee)
        else:
            referee.restart(folded.state, folded.actions)

    def _catch_up(self, referee: Referee) -> None:
        """What was seen while the question was open is judged look by look, up to the next question."""
        while self._is_unasked() and (verdict := referee.next_kept()) is not None:
            self._entered(verdict)

    def _is_unasked(self) -> bool:
        folded = self._written.folded
        return folded is not None and folded.question is None

    def _amended(self, changes: Mapping[int, Mapping[str, Any]]) -> Snapshot:
        """Writes amendments that hang together."""
        with self._writing():
            self._waiting.clear()
            self._written.amend(changes)
        self._believe(False)
        return self._tell()

    def _observe_waiting(self) -> None:
        while self._waiting and self._is_unasked():
            self._explain(self._waiting.popleft())

    def _require(self, expected_seq: int | None) -> None:
        """Raises ``Stale`` when the caller has not seen the last entry."""
        if expected_seq is not None and not self._written.is_up_to_date(expected_seq):
            raise Stale(self.snapshot())

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Everything written inside reaches the disk together; when it cannot, the table is as it was."""
        refusal, pictured, waiting = self._refusal, self._pictured, tuple(self._waiting)
        self._refusal, self._pictured = None, NOTHING_PICTURED
        try:
            with self._written.writing():
                yield
        except BaseException:
            self._refusal, self._pictured, self._waiting = refusal, pictured, deque(waiting)
            raise

    def _tell(self) -> Snapshot:
        was_over = self._moment.of_seat(None).over
        self._refresh()
        shown = self.snapshot()
        if shown.over and not was_over:
            self._journal.game_over()
        for callback in tuple(self._subscribers):
            try:
                callback(shown)
            except Exception:  # the move is on disk: whoever cannot listen must not hide it from the others
                _log.exception("A listener failed at entry %d.", self.seq)
        return shown

    def _refresh(self) -> None:
        written = self._written
        if written.folded is not None and written.game is not None:
            self._choices.keep_possible(written.game, written.folded.state)
        told = (self._seen(), self._choices.chosen, self._set_up(), self._seats.now)
        self._moment = Moment(self.seq, written.folded, written.entries, *told)

    def _seen(self) -> Seen:
        return Seen(self._refusal, self._verdict, self._pictured, to_confirm(self._written, self._referee))

    def _set_up(self) -> SetUp | None:
        folded, game, referee = self._written.folded, self.game, self._referee
        if folded is None or game is None or referee is None:
            return None
        return self._setting_up.look(game, folded, referee, self._verdict, self.layout)

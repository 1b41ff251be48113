"""The game in play as it is written down: its entries in the journal, and the game that they tell, kept up with them.

What is written here nobody is told of: that is the table's part. Not thread-safe: the table serialises access.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from companion.action import Action, Rejected
from companion.fold import Folded, Move, Outcome, fold, grown
from companion.game import Game, Proposal
from companion.games import load
from companion.journal import Entry, Journal
from companion.offering import offered_answer
from companion.showing import NOTE, offered_to
from companion.taking_back import cause_of_conflict, no_longer_possible, together

GONE_ON = "gone_on"
"""The remark that puts an earlier game back into play."""


class WrittenGame:
    """Reads and writes the game in play of one journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._notes: list[Entry] = []
        self._notes_upto: tuple[int, Entry | None] = (0, None)
        self.unplayable: str | None = None
        """The game that was in play last, where this version does not know it, or not with these options."""
        try:
            self.folded: Folded | None = self.fold()
            """The game in play as its entries tell it, None before the first one."""
        except (Rejected, KeyError):
            self.folded = None
            self.unplayable = str(self.entries[0].body.get("game", "?"))

    # ------------------------------------------------------------ what is written

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries of the game in play, the oldest first."""
        return self._journal.of_game(self._journal.game)

    @property
    def notes(self) -> list[Entry]:
        """The remarks on the game in play."""
        entries = self.entries
        count, last = self._notes_upto
        if not 0 < count <= len(entries) or entries[count - 1] is not last:
            count, self._notes = 0, []
        self._notes.extend(entry for entry in entries[count:] if entry.kind == NOTE)
        self._notes_upto = (len(entries), entries[-1] if entries else None)
        return list(self._notes)

    @property
    def game(self) -> Game | None:
        """The game in play, None before the first one."""
        return load(self.folded.header.game) if self.folded else None

    def running(self) -> tuple[Folded, Game]:
        """The game in play; raises ``Rejected`` before the first one."""
        if self.folded is None:
            raise Rejected("no_game")
        return self.folded, load(self.folded.header.game)

    def fold(self, number: int | None = None) -> Folded | None:
        """The game with this number in the journal, or the one in play, folded anew; None where there is none.

        Raises ``JournalError`` where another one cannot be read.
        """
        entries = self._journal.of_game(number or self._journal.game)
        if not entries:
            return None
        return fold(load(entries[0].body["game"]), entries)

    def move(self, seq: int) -> Move | None:
        """The move that counts at this entry."""
        return next((move for move in self.folded.moves if move.seq == seq), None) if self.folded else None

    def offered_before(self, seq: int, seat: str | None) -> list[dict[str, Any]]:
        """The templates that a viewer was offered before a move; none for anything else."""
        folded = self.folded
        places = [place for place, move in enumerate(folded.moves) if move.seq == seq] if folded else []
        if folded is None or not places or places[0] > folded.played:
            return []
        game = load(folded.header.game)
        state = folded.header.new_game()
        for move in folded.moves[: places[0]]:
            state, _ = game.apply(state, move.action)
        return offered_to(game, state, seat)

    def wants_dice(self) -> bool:
        """Whether a throw is due that a tray tells, and no question is open."""
        folded, game = self.folded, self.game
        if folded is None or game is None or game.explain is None or folded.question is not None:
            return False
        return any("dice" in template for template in game.legal_actions(folded.state))

    def slip(self, action: Action) -> str | None:
        """The fault that this action would be, if it is one that a finger commits by missing its place; else None."""
        folded, game = self.folded, self.game
        if folded is None or game is None or not game.slips:
            return None
        try:
            _, events = game.apply(folded.state, action)
        except Rejected:
            return None
        codes = (str(event.fields["code"]) for event in events if event.name == "infraction")
        return next((code for code in codes if code in game.slips), None)

    def is_up_to_date(self, seq: int) -> bool:
        """Whether whoever has seen the entry ``seq`` knows the table.

        A note is nothing to have seen, unless it put another game into play.
        """
        last = self._journal.seq
        if seq == last:
            return True
        unseen = [entry for entry in self.entries if entry.seq > seq]
        only_notes = all(entry.kind == NOTE and entry.body["code"] != GONE_ON for entry in unseen)
        return len(unseen) == last - seq and only_notes

    # ------------------------------------------------------------ writing

    def write(
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
        same_game = None if new_game or game is not None else self.folded
        if same_game is None:
            self._notes, self._notes_upto = [], (0, None)
        longer = grown(load(same_game.header.game), same_game, entry, outcome) if same_game else None
        self.folded = self._folded_anew(same_game) if longer is None else longer
        return entry

    def _folded_anew(self, known: Folded | None) -> Folded | None:
        """The game in play after an entry that changes what came before it; ``known`` is how it was."""
        entries = self.entries
        return fold(load(entries[0].body["game"]), entries, known)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Everything written inside reaches the disk together; when it cannot, the game is as it was."""
        folded = self.folded
        try:
            with self._journal.together():
                yield
        except BaseException:
            self.folded = folded
            raise

    def take_back(self, count: int, reading: Mapping[str, Any] | None) -> None:
        """Undoes the last moves, the newest first."""
        moves = self.folded.moves if self.folded is not None else ()
        for move in reversed(moves[len(moves) - count :]):
            self.write("undo", {"target": move.seq, **({"reading": dict(reading)} if reading else {})})

    def amend(self, changes: Mapping[int, Mapping[str, Any]]) -> None:
        """Writes amendments that hang together; those after the first say so, and are taken back with it."""
        head = self._journal.seq + 1
        for target, arguments in changes.items():
            hangs = {"follows": head} if self._journal.seq >= head else {}
            self.write("amend", {"target": target, "arguments": dict(arguments), **hangs})
        self.ask_about_conflict()

    # ------------------------------------------------------------ questions and answers

    def ask(self, proposal: Proposal, reading: Mapping[str, Any] | None, *, about: int | None = None) -> None:
        """Writes a question; ``about`` is the move that a correction has made impossible."""
        body: dict[str, Any] = {
            "code": proposal.code,
            "arguments": dict(proposal.arguments),
            "answers": [offered_answer(answer) for answer in proposal.answers],
            "evidence": proposal.evidence,
        }
        if reading is not None:
            body["reading"] = reading
        if about is not None:
            body["about"] = about
        self.write("question", body)

    def ask_about_conflict(self) -> None:
        """Asks what becomes of the first move that a correction has made impossible, if there is one."""
        folded = self.folded
        if folded is None or folded.conflict is None or folded.question is not None:
            return
        self.ask(no_longer_possible(folded.conflict), None, about=folded.conflict.move.seq)

    def answer(self, question: int, choice: int | None, action: Action | None) -> None:
        """Writes the answer to a question: one that was offered (``choice``), an action of people's own, or neither.

        A question about an impossible move cannot be dismissed: it needs a choice.
        """
        folded, game = self.running()
        if folded.question is None or folded.question.seq != question:
            raise Rejected("no_question", question=question)
        body = folded.question.body
        if choice is not None and not 0 <= choice < len(body["answers"]):
            raise Rejected("unknown_choice", seen=choice)
        if folded.question.about is not None:
            self._settle_conflict(folded, question, choice)
            return
        chosen = {} if choice is None else body["answers"][choice]
        self.take_back(chosen.get("taken_back", 0), body.get("reading"))
        self._write_answer(game, question, choice, chosen.get("action") if chosen else action)
        for further in chosen.get("then", ()):
            self.write("action", {"action": further, "reading": body.get("reading")})

    def _write_answer(self, game: Game, question: int, choice: int | None, action: Action | None) -> None:
        folded, _ = self.running()
        asked = folded.question.body if folded.question else {}
        body: dict[str, Any] = {"question": question, "choice": choice}
        if action is None:
            self.write("answer", body)
            return
        try:
            outcome = game.apply(folded.state, action)
        except Rejected as refusal:
            lacking = game.complete(folded.state, action, refusal)
            if lacking is None:
                raise
            if len(lacking.answers) > 1:
                self.write("answer", body)
                self.ask(lacking, asked.get("reading"))
                return
            action = lacking.answers[0].action or action
            outcome = game.apply(folded.state, action)
        body |= {"action": dict(action), "reading": asked.get("reading")}
        self.write("answer", body, outcome=outcome)

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
                taken_back = together(self.entries, cause_of_conflict(self.entries, folded))
        self.write("answer", {"question": question, "choice": choice, "taken_back": taken_back})
        self.ask_about_conflict()

"""The referee of one game: follows the table from sighting to sighting.

It keeps a beam of hypotheses that agree with the journal, not one guess: a card that was read wrongly betrays itself
when it is seen again, and the journal is put right. A doubt is cheap, a wrong entry is expensive, and accusing costs
most: a fault is announced only when every hypothesis of noticeable posterior holds one, after one more look.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.action import Action, Event, Rejected
from companion.game import Game
from companion.hands import Faces, Hands, seated
from companion.referee.accusing import Accusing
from companion.referee.asking import Asking
from companion.referee.beam import Beam, beyond_journal
from companion.referee.choosing import Choosing
from companion.referee.deciding import Decision, Facts, decided
from companion.referee.evidence import Evidence
from companion.referee.hypothesis import Candidate, common
from companion.referee.inference import Inference
from companion.referee.looking_again import LookingAgain
from companion.referee.overlooked import Overlooked
from companion.referee.player_prior import PlayerPrior
from companion.referee.proposing import Proposing
from companion.referee.restoring import Restoring
from companion.referee.search import Explanation, Watched
from companion.referee.sums import summed
from companion.referee.throws import Refusal
from companion.referee.verdict import Difference, Kind, Verdict
from companion.referee.weights import DIGITS, Weights
from companion.sighting import EMPTY, UNREADABLE, Sighting, ZoneReading


class Referee:
    """Watches one running game; not thread-safe: the table serialises access."""

    def __init__(
        self,
        game: Game,
        state: Any,
        *,
        sides: Mapping[str, str] | None = None,
        weights: Weights | None = None,
        resumed: bool = False,
        since: Any = None,
        moves: Sequence[Action] = (),
    ) -> None:
        """``state`` is that of the journal now; ``sides`` says where each player sits (``seated`` by default).

        ``moves`` are those that led to it from ``since``: among them a card may be that was read wrongly.

        A game that is ``resumed`` is first set up again: nothing is explained until the table shows the journal.
        """
        if game.hands is None:
            raise ValueError(f"{game.id} has no hands that could be watched")
        self._game = game
        self._hands: Hands = game.hands
        self._weights = weights or Weights()
        self._evidence = Evidence(self._hands, self._weights)
        players = game.view(state).public["players"]
        self._sides = dict(seated(list(players)) if sides is None else sides)
        self._watched = watched = Watched(
            game, self._hands, self._evidence, self._weights, self._sides, PlayerPrior(self._weights)
        )
        self.player_prior = watched.player_prior
        self._inference = Inference(watched)
        self._asked = Asking(watched, self._inference)
        self._looking_again = LookingAgain(watched, self._asked)
        self._proposing = Proposing(self._hands, self._evidence)
        self._accusing = Accusing(watched, self._inference)
        if moves and since is None:
            raise ValueError("moves need the state since which they were made")
        self._beam = Beam(watched, self._inference, moves, state)
        self._choosing = Choosing(watched, self._asked, self._beam)
        self._inference.excuses.begin(since if moves else state)
        self._restoring = Restoring(watched)
        self._overlooked = Overlooked(watched)
        self._resumed = resumed
        self._looks = 0
        self._leading = ""
        self._read_since: frozenset[str] = frozenset()
        self._undecided_since_ms = 0
        self._agreeing_tables: tuple[Mapping[str, Faces], ...] = ()
        self._provisional: tuple[Action, ...] = ()
        self._vanished_at: int | None = None
        self._undecided: tuple[Candidate, ...] = ()
        self._held: tuple[Candidate, ...] = ()
        self._missed: set[str] = set()
        self._kept: deque[Sighting] = deque()
        self._is_told_in_part = False
        self._denied: Verdict | None = None

    def sit(self, sides: Mapping[str, str]) -> None:
        """From now on each player sits at this side; what hands did so far is judged by it, too."""
        self._sides.clear()
        self._sides.update(sides)

    @property
    def believed(self) -> tuple[tuple[Action, ...], ...]:
        """The actions of each hypothesis in the beam, the journal's own first."""
        return tuple(one.path for one in self._beam.hypotheses)

    # ------------------------------------------------------------ what people do

    def tapped(self, action: Action, state: Any) -> None:
        """People told an action; ``state`` is what it led to. Hypotheses in which it is impossible are given up."""
        leader = self._beam.entered
        self._inference.tell(action)
        if self._hands.touched(leader.state, action) and self._beam.is_ahead():
            # What hands did is told now, whatever was still thought about it.
            self._beam.keep_only_entered()
            self._told_of_trays()
        # What was undecided before they said so is no doubt any more.
        self._undecided = ()
        self._beam.tapped(action, state)
        self._proposing.follow(state)
        before, table = self._table_of(leader.state), self._table_of(state)
        if action["do"] in self._hands.confirmed:
            self._evidence.believe_people(self._hands.touched(leader.state, action), table)
        if self._restoring.is_awaited or before != table:
            self._restoring.await_told(before, table)

    def believe(self, state: Any, moves: Sequence[Action]) -> None:
        """People answered a question: the journal alone is believed, and what else the table shows is explained.

        ``moves`` are all that count now since the state with which the referee began (``since``).
        """
        self._begin_anew(state, moves, answered=True)
        chosen, lies = self._asked.answered(state, moves)
        if chosen is not None:
            self._note_faults(chosen)
            self._inference.misplacing.note(chosen.explanation)
            if self._inference.accuses(chosen):
                self._overlooked.note(chosen, moves)
            self._denied = self._wrong_by(chosen.explanation)
        if lies is not None:
            self._restoring.await_instead_of(lies)
        # In words of their own people tell one action: what the table shows beyond that is judged at once.
        self._is_told_in_part = chosen is None

    def _begin_anew(self, state: Any, moves: Sequence[Action], *, answered: bool) -> None:
        self._inference.excuses.forget(common(self._beam.journal, moves))
        if answered:
            self._beam.believe(moves, state)
        else:
            self._beam.begin(moves, state)
        self._proposing.follow(state)
        self._looks, self._leading, self._read_since = 0, "", frozenset()
        self._is_told_in_part, self._denied = False, None
        self._restoring.forget()
        self._undecided = ()
        self._provisional, self._vanished_at = (), None
        self._accusing.forget(self._table_of(state), goes_on=answered)

    def restart(self, state: Any, moves: Sequence[Action]) -> None:
        """People corrected the journal: it alone is believed, and the table may first have to be put right.

        ``moves`` as for ``believe``.
        """
        self.player_prior.forgive()
        while self._kept:
            self._evidence.take(self._kept.popleft())
        self._evidence.forget_excuses()
        self._evidence.note_weighed()
        self._begin_anew(state, moves, answered=False)
        self._told_of_trays()
        self._restoring.await_hands(self._table_of(state), said_right=True)

    def _told_of_trays(self) -> None:
        """Whatever lies in trays now people tell, or are asked about; dice need not be put back either."""
        trays = self._hands.momentary & self._evidence.readings.keys()
        self._evidence.told({zone: self._evidence.shows(zone, ()) for zone in trays}, trays)

    def differences(self) -> tuple[Difference, ...]:
        """Where the table, as it was last seen, differs from the journal: "where did we stop?"."""
        table = self._table_of(self._beam.entered.state)
        return self._differences(table, self._evidence.disagreeing(table, {}))

    @property
    def readings(self) -> Mapping[str, ZoneReading]:
        """What was read last of each zone that can be seen now."""
        return {**self._evidence.readings, **self._proposing.readings}

    # ------------------------------------------------------------ what is seen

    def glance(self, sighting: Sighting) -> None:
        """Keeps a sighting that came while a question waits for its answer: it is judged after that."""
        if len(self._kept) == self._weights.most_kept:
            self._evidence.take(self._kept.popleft())
        self._kept.append(summed(sighting, self._hands.summed))

    @property
    def is_behind(self) -> bool:
        """Whether sightings are kept that have not been judged."""
        return bool(self._kept)

    def next_kept(self) -> Verdict | None:
        """What the rules refuse of what people have just denied, then what they told in part, then what the oldest of
        the sightings means that were kept; None when there is nothing left. As ``observe``.
        """
        if self._denied is not None:
            denied, self._denied = self._denied, None
            return denied
        if self._is_told_in_part:
            self._is_told_in_part = False
            return self.judge()
        return self.observe(self._kept.popleft()) if self._kept else None

    def observe(self, sighting: Sighting) -> Verdict:
        """What a sighting means. For ``played`` it is taken for granted that the verdict is entered."""
        sighting = summed(sighting, self._hands.summed)
        sighting = self._proposing.kept_from(sighting, self._beam.entered.state)
        self._go_on(sighting)
        self._beam.note_gone(self._evidence.gone_with(sighting))
        self._evidence.take(sighting)
        if self._resumed:
            self._resumed = False
            self._restoring.await_hands(self._table_of(self._beam.entered.state))
        return self.judge(self._evidence.fresh if self._looks == 0 else None)

    def judge(self, fresh: Collection[str] | None = None) -> Verdict:
        """What the table as last seen means; only a look at zones that are ``fresh`` (None: all) can tell news."""
        if (told := self._restored_otherwise()) is not None:
            return told
        awaited, table = self._restoring.is_awaited, self._table_of(self._beam.entered.state)
        if not self._restoring.is_done(self._beam.entered.state):
            wrong = self._restoring.lying_wrong(table)
            return Verdict("restoring", differences=self._differences(table, wrong))
        if awaited and not self._restoring.lying_wrong(table):
            self._overlooked.forget()  # it lay as the call has it: nothing else had gone before it
        candidates, refused = self._candidates(fresh, self._weights.named)
        if self._would_accuse(candidates):
            named = self._weights.noticeable * self._weights.rare
            candidates, refused = self._candidates(fresh, named, wary=True, again=True)
        elif not self._evidence.fresh.isdisjoint(self._strange(candidates[0].explanation)):
            named = self._weights.named_when_strange
            candidates, refused = self._candidates(fresh, named, wary=True, again=True)
        self._undecided = ()
        verdict = self._judged(candidates, refused)
        if verdict.kind == "same" and self._is_hidden_now(self._held):
            self._undecided, verdict = self._held, Verdict("look_again")
        if verdict.kind != "look_again":
            self._agreeing_tables = ()
        if verdict.kind == "asked":
            self._told_of_trays()
        return verdict

    def _is_hidden_now(self, held: Sequence[Candidate]) -> bool:
        """Whether what an earlier look most likely showed cannot be seen now: that it looks the same says nothing."""
        if not held or self._beam.is_entered(held[0]):
            return False
        told = {zone for zones in held[0].explanation.touches for zone in zones}
        return not told.isdisjoint(self._evidence.hidden)

    def _restored_otherwise(self) -> Verdict | None:
        """All lies as it should if something happened before the call that nobody saw, or something did not."""
        told = self._overlooked.told_anew(self._beam.entered, self._restoring)
        if told is None or told[1] < self._weights.enter_late:
            return None
        hypothesis, posterior = told
        before, shared = self._beam.journal, common(self._beam.journal, hypothesis.path)
        self._beam.begin(hypothesis.path, hypothesis.state)
        self._restoring.forget()
        self._overlooked.forget()
        self._evidence.settle(self._table_of(hypothesis.state), {})
        reading = {"sighting": self._evidence.seq, "posterior": round(posterior, DIGITS)}
        return Verdict(
            "played", actions=hypothesis.path[shared:], taken_back=len(before) - shared, reading=reading
        )

    def _go_on(self, sighting: Sighting) -> None:
        """Hands are where a doubtful picture was: nobody can look again, so what it may have meant become hypotheses.

        The picture goes on counting in each of them, and what hands do now tells which one is true.
        """
        undecided, self._undecided = self._undecided, ()
        self._held = undecided
        # A hand over a tray takes up what lies there, and is told once it has gone; over an open card arms reach. One
        # that was there at the last look has thrown what that look told.
        trays = self._hands.trays
        over = {one.zone for one in sighting.disturbances} | (sighting.unseen & trays)
        over -= trays & self._evidence.hidden
        passing = self._hands.momentary | self._hands.telling
        if not undecided:
            return
        if any(one.posterior >= self._weights.noticeable and one.explanation.faulty for one in undecided):
            if not undecided[0].explanation.faulty:
                self._accusing.note_excused(undecided[0].explanation, len(self._beam.journal))
            return
        about_a_face = self._choosing.is_about_a_face(self._asked.offered(undecided, self._beam.journal))
        if not (
            passing
            or about_a_face
            or (self._is_covered(undecided[0], sighting) and self._weights.excuses("covered"))
        ):
            return
        chosen = undecided[0].explanation
        touched = {zone for zones in chosen.touches for zone in zones}
        if not over & touched:
            return
        lasting = over - self._hands.momentary
        read = frozenset(zone for zone in lasting if self._evidence.is_gone(zone, sighting))
        self._beam.go_on(undecided, read)
        self._held = ()
        self._looks, self._leading, self._agreeing_tables = 0, "", ()
        self._evidence.told(chosen.laid, touched & (over | passing) if passing else touched)

    def _is_covered(self, undecided: Candidate, sighting: Sighting) -> bool:
        """Whether hands have covered what most likely lay there: neither it nor the card before it shows now."""
        if undecided.posterior < self._weights.enter_late or self._beam.is_entered(undecided):
            return False
        told, before = undecided.explanation.table, self._table_of(self._beam.entered.state)
        for zone in {zone for zones in undecided.explanation.touches for zone in zones}:
            now = sighting.zones.get(zone)
            if now is None or not now.slots:
                continue
            free = {(table.get(zone) or (EMPTY,))[-1] for table in (told, before)}
            if now.slots[-1].best[0] not in free | {UNREADABLE}:
                return True
        return False

    def _candidates(
        self, fresh: Collection[str] | None, named: float, *, wary: bool = False, again: bool = False
    ) -> tuple[list[Candidate], list[tuple[Action, Rejected]]]:
        return self._inference.candidates(
            self._beam.hypotheses,
            fresh=fresh,
            named=named,
            through=self._agreeing_tables,
            wary=wary,
            again=again,
            before=self._provisional,
        )

    def _strange(self, explanation: Explanation) -> list[str]:
        """Zones that show what the explanation does not tell, beyond a likely misreading."""
        return self._evidence.strange(explanation.table, explanation.laid)

    def _telling_all(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates that leave no zone strange; hands did something where the journal does."""
        return [one for one in candidates if not self._strange(one.explanation)]

    def _would_accuse(self, candidates: Sequence[Candidate]) -> bool:
        chosen, _, _ = self._choosing.likeliest(candidates)
        return self._inference.accuses(chosen)

    # ------------------------------------------------------------ deciding

    def _judged(self, candidates: Sequence[Candidate], refused: Sequence[tuple[Action, Rejected]]) -> Verdict:
        chosen, posterior, rivals = self._choosing.likeliest(candidates)
        if self._beam.is_entered(chosen):
            misplaced = chosen.explanation.misplaced and posterior >= self._weights.told_wrong
            strange = self._strange(chosen.explanation) and not misplaced
            told = self._telling_all(candidates) if strange else []
            if not told:
                return self._judged_as_before(chosen, candidates, refused)
            chosen, posterior, rivals = self._choosing.likeliest(told)
        if (as_before := self._wrong_but_for_an_unseen_throw(chosen, candidates)) is not None:
            return self._judged_as_before(as_before, candidates, refused)
        events = self._inference.events(chosen)
        self._count_looks(chosen, events)
        self._note_vanished(chosen)
        look = Facts(
            chosen,
            posterior,
            rivals,
            candidates,
            self._watched,
            self._choosing,
            self._accusing,
            accuses=bool(events) and self._hands.accuses(events[-1]),
            looks=self._looks,
            since_ms=self._undecided_since_ms,
            all_read=self._evidence.readings.keys() <= self._read_since,
            entries=len(self._beam.journal),
            cut_short=self._inference.cut_short,
            trace_lost=self._vanished_at == len(self._beam.journal),
        )
        return self._done(decided(look), look)

    def _wrong_but_for_an_unseen_throw(
        self, chosen: Candidate, candidates: Sequence[Candidate]
    ) -> Candidate | None:
        """What the journal says of a thing that moved, where the likeliest story is a throw for it that no hand was
        seen to make: the tray does not show it, or dice that lay there. People are asked whether it was made; else
        the thing lies wrongly.
        """
        evidence, strange = self._evidence, self._strange(chosen.explanation)
        thrown = self._hands.trays & chosen.explanation.laid.keys()
        if thrown & evidence.touched.keys():
            return None
        if not any(tray in strange or evidence.lies_as_before(tray) for tray in thrown):
            return None
        unseen_throw = self._inference.misplacing.unseen_throw
        entered = (one for one in candidates if self._beam.is_entered(one) and one.explanation.misplaced)
        return next((one for one in entered if unseen_throw(one.explanation) is not None), None)

    def _done(self, decision: Decision, look: Facts) -> Verdict:
        """The verdict that carries a decision out."""
        chosen, candidates = look.chosen, look.candidates
        if decision not in ("enter", "ask"):
            self._undecided = (chosen, *(one for one in candidates if one is not chosen))
        match decision:
            case "enter" | "enter_in_doubt":
                return self._entering(chosen, candidates, look.posterior)
            case "look_again":
                self._agreeing_tables = self._choosing.agreeing(chosen, candidates) if look.is_clear else ()
                self._provisional = chosen.explanation.actions
                return self._waiting("look_again", look)
            case "open":
                return self._waiting("open", look)
            case "play_on":
                return self._waiting("open" if self._choosing.thrown(chosen) else "play_on", look)
            case "show_picture":
                return self._unfinished(chosen)
            case "show_journal":
                return Verdict("unfinished", differences=self.differences())
            case "ask":
                return self._asking(candidates, look.posterior)

    def _waiting(self, kind: Kind, look: Facts) -> Verdict:
        reading = self._reading(look.chosen, look.candidates, look.posterior)
        told = self._refused_whatever(look) if look.is_late else None
        return Verdict(kind, reading=reading) if told is None else replace(told, reading=reading)

    def _refused_whatever(self, look: Facts) -> Verdict | None:
        """What the rules refuse of this look, though what went before it is still in doubt: it is so either way."""
        explanation = look.chosen.explanation
        if not (wrong := explanation.misplaced):
            return None
        share = sum(one.posterior for one in look.candidates if one.explanation.misplaced == wrong)
        refusal = self._inference.misplacing.refusal(explanation)
        if share < self._weights.told_wrong or refusal is None:
            return None
        return self._refusing(refusal, explanation, wrong)

    def _judged_as_before(
        self, same: Candidate, candidates: Sequence[Candidate], refused: Sequence[tuple[Action, Rejected]]
    ) -> Verdict:
        """The journal itself explains the look best."""
        self._beam.reweigh(candidates)
        again, state = self._looking_again, self._beam.entered.state
        if self._evidence.wavers(same.explanation.table) and self._weights.excuses("wavering"):
            self._beam.remember(same, candidates)
        if not self._strange(same.explanation):
            if not self._nothing_missed(same):
                return Verdict("look_again")
            return again.what_was_laid(state) or self._same(same)
        wrong = same.explanation.misplaced
        if (hands := again.hands_in(wrong & self._hands.momentary)) and again.is_due(hands):
            return Verdict("look_again")  # a die may have been overlooked
        if wrong and (told := self._inference.misplacing.refusal(same.explanation)) is not None:
            if (throw := self._inference.misplacing.unseen_throw(same.explanation)) is not None:
                hands = again.hands_in(wrong)
                if again.is_due(hands):
                    return Verdict("look_again")
                if (asked := again.of_unseen([throw], hands)) is not None:
                    return asked
            self._beam.note_told(wrong)
            return self._refusing(told, same.explanation, wrong)
        if (doubted := again.whether_checked(state, refused) or again.what_cannot_be_read(state)) is not None:
            return doubted
        if len({refusal.code for _, refusal in refused}) == 1:
            which = again.which_card(state, [action for action, _ in refused])
            return which or self._refused(same, refused[0])
        if self._is_partly_read(same) and not self._nothing_missed(same):
            return Verdict("look_again")
        return self._unfinished(same)

    def _is_partly_read(self, same: Candidate) -> bool:
        """Whether several things lie where hands were, and nothing tells of them: one of them may not be found."""
        touched = self._evidence.touched
        return any(
            zone in touched and self._evidence.shows(zone, ())[1:] for zone in self._strange(same.explanation)
        )

    def _unfinished(self, chosen: Candidate) -> Verdict:
        """What cannot be explained is shown, and with it every other zone that seems to lie otherwise."""
        table = chosen.explanation.table
        differing = self._evidence.disagreeing(table, chosen.explanation.laid)
        return Verdict("unfinished", differences=self._differences(table, differing))

    def _nothing_missed(self, chosen: Candidate) -> bool:
        """Whether hands left all as it was; what cannot be read or found is looked for once more.

        Where things lie only for a moment nobody waits until it is seen by itself.
        """
        if not self._hands.momentary | self._hands.telling:
            return True
        explanation, touched = chosen.explanation, self._evidence.touched
        missed = {
            zone for zone in touched if self._evidence.cannot_tell(zone) and zone not in self._evidence.hidden
        }
        missed |= set(self._evidence.disagreeing(explanation.table, explanation.laid, touched))
        again = missed <= self._missed
        self._missed = missed
        return again

    def _same(self, chosen: Candidate) -> Verdict:
        """The table looks as before; but if hands may have done what leaves no trace, that is asked.

        A zone that surely shows something else is told, though nothing that hands may have done explains it.
        """
        self._looks = 0
        if self._evidence.touched:
            self._inference.excuses.hands_were_idle(self._beam.entered)
        if self._evidence.contradicted(chosen.explanation.table):
            return self._unfinished(chosen)
        state = self._beam.entered.state
        actions = self._hands.doubts.unseen(state, self._evidence.touched) or self._begun_unseen(state)
        zones = {zone for action in actions for zone in self._hands.touched(state, action)}
        try:
            for action in actions:
                state, _ = self._game.apply(state, action)
        except Rejected:
            actions = ()
        lies = self._everywhere if actions else self._accusing.taken_to(state, self._evidence.touched)
        again = self._looking_again
        unread = not self._evidence.fresh.issuperset(lies) and self._weights.excuses("look_where_it_lies")
        if unread and again.is_due(again.hands_in(self._evidence.touched)):
            return Verdict("look_again")
        if not actions or any(self._evidence.cannot_tell(zone) for zone in zones):
            return Verdict("same")
        return again.of_unseen(actions, again.hands_in(zones)) or Verdict("same")

    @property
    def _everywhere(self) -> Collection[str]:
        """All zones that a look can show; a card that seems to be gone may lie where no hand was reported."""
        return self._evidence.readings.keys() - self._hands.momentary - self._hands.telling

    def _begun_unseen(self, state: Any) -> Sequence[Action]:
        """What leaves no trace and of which the look before showed the beginning, whichever hands were told.

        While a hand hides where it began that look is the last one still.
        """
        zones = {zone for action in self._provisional for zone in self._hands.touched(state, action)}
        if not zones.isdisjoint(self._evidence.hidden):
            return ()
        provisional, self._provisional = self._provisional, ()
        actions = self._hands.doubts.unseen(
            state, self._game.visible_table(self._hands.unjudged(state)).keys()
        )
        begun = tuple(actions[: len(provisional)])
        return actions if provisional and begun == provisional else ()

    def _note_vanished(self, chosen: Candidate) -> None:
        """Remember that a turn began, as a look showed that is not told any more, which may have left no trace."""
        begun, told = self._provisional, chosen.explanation.actions
        if begun and told[: len(begun)] != begun and self._begun_unseen(self._beam.entered.state):
            self._vanished_at = len(self._beam.journal)

    def _count_looks(self, chosen: Candidate, events: Sequence[Sequence[Event]]) -> None:
        """How many looks running have shown the same, up to the first fault that would be announced.

        Where nobody is called, moves are the same whatever faces they show: a face that wavers between two would
        never be asked about.
        """
        actions = chosen.explanation.actions[: len(events)]
        if self._beam.open:
            actions = (*beyond_journal(chosen.hypothesis, self._beam.journal), *actions)
        told = [dict(action) for action in actions]
        if not chosen.explanation.faulty:
            told = [{name: value for name, value in one.items() if name != "card"} for one in told]
        leading = f"{chosen.explanation.taken_back} {told}"
        again = leading == self._leading
        self._looks = self._looks + 1 if again else 1
        if not again:
            self._undecided_since_ms = self._evidence.at_ms
        self._read_since = self._read_since | self._evidence.fresh if again else frozenset()
        self._leading = leading

    def _entering(self, chosen: Candidate, candidates: Sequence[Candidate], posterior: float) -> Verdict:
        """Enters a hypothesis; the others go on beside it as long as they are worth remembering."""
        reading = self._reading(chosen, candidates, posterior)
        explanation, before = chosen.explanation, self._beam.journal
        self._note_faults(chosen)
        self._inference.misplacing.note(explanation)
        revised = chosen.hypothesis.path is not self._beam.entered.path
        leader, cut = self._beam.enter(chosen, candidates)
        self._accusing.note(chosen, len(leader.path), posterior, revised=revised)
        self._looks, self._provisional = 0, ()
        shared = common(before, leader.path)
        verdict = Verdict(
            "played",
            actions=leader.path[shared:],
            taken_back=len(before) - shared,
            refusal=self._inference.misplacing.refusal(explanation),
            reading=reading,
            differences=self._differences(explanation.table, sorted(explanation.misplaced)),
        )
        # What the entry leaves unexplained has been weighed: the same reading again says nothing new.
        zones = {zone for touched in explanation.touches for zone in touched} - explanation.misplaced
        self._evidence.excuse(
            explanation.table, {zone: self._evidence.readings.get(zone) for zone in zones}, answered=False
        )
        shown = {
            zone: self._evidence.shows(zone, ()) for zone in explanation.misplaced - self._hands.momentary
        }
        self._evidence.settle({**explanation.table, **shown}, explanation.laid)
        if self._inference.accuses(chosen):
            self._overlooked.note(chosen, leader.path)
        if cut:
            self._restoring.await_instead_of(explanation.table)
        return verdict

    def _note_faults(self, entered: Candidate) -> None:
        told = self._inference.events(entered)
        actions = entered.explanation.actions[: len(told)]
        faulty = [
            str(action["by"])
            for action, events in zip(actions, told, strict=True)
            if any(event.name == "infraction" for event in events)
        ]
        self.player_prior.note(actions, faulty)

    def _table_of(self, state: Any) -> Mapping[str, Faces]:
        return self._game.visible_table(state)

    # ------------------------------------------------------------ telling

    def _differences(self, table: Mapping[str, Faces], zones: Sequence[str]) -> tuple[Difference, ...]:
        return tuple(
            Difference(zone, table.get(zone, ()), self._evidence.shows(zone, table.get(zone, ())))
            for zone in zones
        )

    def _refused(self, same: Candidate, one: tuple[Action, Rejected]) -> Verdict:
        """What the rules refuse: of what lies otherwise where hands were, else the first that was found."""
        if (told := self._inference.misplacing.refusal_where_hands_were(same.explanation)) is not None:
            refused, zones = told
            return self._refusing(refused, same.explanation, zones)
        action, refusal = one
        return Verdict("refused", refusal=Refusal.of(action, refusal))

    def _wrong_by(self, explanation: Explanation) -> Verdict | None:
        """What the rules refuse of what an answer leaves out, which was put down wrongly; None where nothing was."""
        wrong = explanation.misplaced
        if not wrong or (refusal := self._inference.misplacing.refusal(explanation)) is None:
            return None
        self._beam.note_told(wrong)
        return self._refusing(refusal, explanation, wrong)

    def _refusing(self, refusal: Refusal, explanation: Explanation, zones: Collection[str]) -> Verdict:
        """A refusal, with how these zones lie."""
        return Verdict(
            "refused", refusal=refusal, differences=self._differences(explanation.table, sorted(zones))
        )

    def _reading(
        self, chosen: Candidate, candidates: Sequence[Candidate], posterior: float
    ) -> dict[str, Any]:
        """For the journal: how sure it was, what else it might have been, and the pictures that show it."""
        others = [
            one for one in candidates if one is not chosen and one.posterior >= self._weights.noticeable
        ]
        return {
            "sighting": self._evidence.seq,
            "posterior": round(posterior, DIGITS),
            "others": [
                {
                    "actions": [dict(action) for action in one.explanation.actions],
                    "taken_back": one.explanation.taken_back,
                    "posterior": round(one.posterior, DIGITS),
                }
                for one in others[: self._weights.most_others]
            ],
            "evidence": self._asked.evidence(chosen),
        }

    def _asking(self, candidates: Sequence[Candidate], posterior: float) -> Verdict:
        question = self._asked.question(candidates, self._beam.journal, self._beam.entered.state)
        likeliest = self._asked.offered(candidates, self._beam.journal)[0]
        return Verdict("asked", question=question, reading=self._reading(likeliest, candidates, posterior))

"""The referee of one game: follows the table from sighting to sighting.

It keeps a beam of hypotheses that agree with the journal, not one guess: a card that was read wrongly betrays itself
when it is seen again, and the journal is put right. A doubt is cheap, a wrong entry is expensive, and accusing costs
most: a fault is announced only when every hypothesis of noticeable posterior holds one, after one more look.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import log
from typing import Any

from companion.action import Action, Event, Rejected
from companion.game import Game
from companion.hands import Faces, Hands, seated
from companion.referee.accusing import Accusing
from companion.referee.asking import Asking, beyond_journal
from companion.referee.evidence import Evidence
from companion.referee.hypothesis import Candidate, Hypothesis, common
from companion.referee.inference import Inference
from companion.referee.player_prior import PlayerPrior
from companion.referee.restoring import Restoring
from companion.referee.search import Explanation, Watched
from companion.referee.throws import Refusal
from companion.referee.verdict import Difference, Kind, Verdict
from companion.referee.weights import DIGITS, Weights
from companion.sighting import EMPTY, UNREADABLE, Sighting


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
        watched = Watched(
            game, self._hands, self._evidence, self._weights, self._sides, PlayerPrior(self._weights)
        )
        self._player_prior = watched.player_prior
        self._inference = Inference(watched)
        self._asked = Asking(watched, self._inference)
        self._accusing = Accusing(watched, self._inference)
        if moves and since is None:
            raise ValueError("moves need the state since which they were made")
        self._journal = tuple(moves)
        self._beam: tuple[Hypothesis, ...] = (Hypothesis(self._journal, state),)
        self._inference.excuses.begin(since if moves else state)
        self._restoring = Restoring(watched)
        self._resumed = resumed
        self._looks = 0
        self._leading = ""
        self._read_since: frozenset[str] = frozenset()
        self._undecided_since_ms = 0
        self._asked_about: tuple[tuple[str, int], ...] = ()
        self._looked_again_for: tuple[tuple[str, int], ...] = ()
        self._agreeing_tables: tuple[Mapping[str, Faces], ...] = ()
        self._provisional: tuple[Action, ...] = ()
        self._vanished_at: int | None = None
        self._undecided: tuple[Candidate, ...] = ()
        self._open = False
        self._missed: set[str] = set()

    # ------------------------------------------------------------ what people do

    def tapped(self, action: Action, state: Any) -> None:
        """People told an action; ``state`` is what it led to. Hypotheses in which it is impossible are given up."""
        leader = self._entered
        self._inference.tell(action)
        if self._hands.touched(leader.state, action) and any(
            beyond_journal(hypothesis, self._journal) for hypothesis in self._beam
        ):
            # What hands did is told now, whatever was still thought about it.
            self._beam, self._open = (leader,), False
            self._told_of_trays()
        # What was undecided before they said so is no doubt any more.
        self._undecided = ()
        self._journal = (*self._journal, action)
        hypotheses = [leader.after((action,), state, remembered=self._weights.remembered)]
        for hypothesis in self._beam[1:]:
            with suppress(Rejected):
                other, _ = self._game.apply(hypothesis.state, action)
                hypotheses.append(hypothesis.after((action,), other, remembered=self._weights.remembered))
        self._beam = tuple(hypotheses)
        if self._restoring.is_awaited or self._table_of(leader.state) != self._table_of(state):
            self._restoring.await_hands(self._table_of(state))

    def believe(self, state: Any, moves: Sequence[Action]) -> None:
        """People answered a question: the journal alone is believed, and what else the table shows is explained.

        ``moves`` are all that count now since the state with which the referee began (``since``).
        """
        self._begin_anew(state, moves)
        chosen, lies = self._asked.answered(state)
        if chosen is not None:
            self._note_faults(chosen)
        if lies is not None:
            self._restoring.await_instead_of(lies)

    def _begin_anew(self, state: Any, moves: Sequence[Action]) -> None:
        self._inference.excuses.forget(common(self._journal, moves))
        self._journal, self._looks = tuple(moves), 0
        self._leading, self._read_since = "", frozenset()
        self._beam = (Hypothesis(self._journal, state),)
        self._restoring.forget()
        self._undecided, self._open = (), False
        self._provisional, self._vanished_at = (), None
        self._accusing.forget()

    def restart(self, state: Any, moves: Sequence[Action]) -> None:
        """People corrected the journal: it alone is believed, and the table may first have to be put right.

        ``moves`` as for ``believe``.
        """
        self._player_prior.forgive()
        self._evidence.forget_excuses()
        self._begin_anew(state, moves)
        self._told_of_trays()
        self._restoring.await_hands(self._table_of(state))

    def _told_of_trays(self) -> None:
        """Whatever lies in trays now people tell, or are asked about; dice need not be put back either."""
        trays = self._hands.momentary & self._evidence.readings.keys()
        self._evidence.told({zone: self._evidence.shows(zone, ()) for zone in trays}, trays)

    def differences(self) -> tuple[Difference, ...]:
        """Where the table, as it was last seen, differs from the journal: "where did we stop?"."""
        table = self._table_of(self._entered.state)
        return self._differences(table, self._evidence.disagreeing(table, {}))

    # ------------------------------------------------------------ what is seen

    def glance(self, sighting: Sighting) -> None:
        """Takes a sighting in without judging it, while a question waits for its answer."""
        self._evidence.take(sighting)

    def observe(self, sighting: Sighting) -> Verdict:
        """What a sighting means. For ``played`` it is taken for granted that the verdict is entered."""
        self._go_on(sighting)
        self._evidence.take(sighting)
        if self._resumed:
            self._resumed = False
            self._restoring.await_hands(self._table_of(self._entered.state))
        return self.judge(self._evidence.fresh if self._looks == 0 else None)

    def judge(self, fresh: Collection[str] | None = None) -> Verdict:
        """What the table as last seen means; only a look at zones that are ``fresh`` (None: all) can tell news."""
        if not self._restoring.is_done(self._entered.state):
            table = self._table_of(self._entered.state)
            differing = self._evidence.disagreeing(table, {})
            return Verdict("restoring", differences=self._differences(table, differing))
        candidates, refused = self._candidates(fresh, self._weights.named)
        if self._would_accuse(candidates):
            candidates, refused = self._candidates(
                fresh, self._weights.noticeable * self._weights.rare, wary=True
            )
        elif not self._evidence.fresh.isdisjoint(self._strange(candidates[0].explanation)):
            candidates, refused = self._candidates(fresh, self._weights.named_when_strange)
        self._undecided = ()
        verdict = self._judged(candidates, refused)
        if verdict.kind != "look_again":
            self._agreeing_tables = ()
        if verdict.kind == "asked":
            self._told_of_trays()
        return verdict

    def _go_on(self, sighting: Sighting) -> None:
        """Hands are where a doubtful picture was: nobody can look again, so what it may have meant become hypotheses.

        The picture goes on counting in each of them, and what hands do now tells which one is true.
        """
        undecided, self._undecided = self._undecided, ()
        over = {one.zone for one in sighting.disturbances}
        passing = self._hands.momentary | self._hands.telling
        if not undecided or any(
            one.posterior >= self._weights.noticeable and one.explanation.faulty for one in undecided
        ):
            return
        about_a_face = self._is_about_a_face(self._asked.offered(undecided, self._journal))
        if not (passing or about_a_face or self._is_covered(undecided[0], sighting)):
            return
        chosen = undecided[0].explanation
        touched = {zone for zones in chosen.touches for zone in zones}
        if not over & touched:
            return
        essence, weights = self._hands.essence, self._weights
        read = {zone for zone in over - self._hands.momentary if self._evidence.is_gone(zone, sighting)}
        leader = replace(self._entered, past_cost=undecided[0].cost + self._weights.forgotten)
        hypotheses: list[Hypothesis] = []
        for one in undecided:
            told = one.explanation
            shown = sum(self._evidence.reading_cost(zone, told.table.get(zone, ())) for zone in read)
            past_cost = one.hypothesis.past_cost + told.cost + shown + self._evidence.passing(told.laid)
            if self._is_entered(one):
                leader = replace(self._entered, past_cost=past_cost)
            elif (
                one.posterior >= weights.kept and len(hypotheses) + 1 < weights.beam_width and not told.faulty
            ):
                hypothesis, _ = self._inference.continued(one)
                if all(essence(hypothesis.state) != essence(other.state) for other in hypotheses):
                    hypotheses.append(replace(hypothesis, past_cost=past_cost))
        least = min(hypothesis.past_cost for hypothesis in (leader, *hypotheses))
        self._beam = tuple(replace(one, past_cost=one.past_cost - least) for one in (leader, *hypotheses))
        self._looks, self._leading, self._agreeing_tables, self._open = 0, "", (), True
        self._evidence.told(chosen.laid, touched & (over | passing) if passing else touched)

    def _is_covered(self, undecided: Candidate, sighting: Sighting) -> bool:
        """Whether hands have covered what most likely lay there: neither it nor the card before it shows now."""
        if undecided.posterior < self._weights.enter_late or self._is_entered(undecided):
            return False
        told, before = undecided.explanation.table, self._table_of(self._entered.state)
        for zone in {zone for zones in undecided.explanation.touches for zone in zones}:
            now = sighting.zones.get(zone)
            if now is None or not now.slots:
                continue
            free = {(table.get(zone) or (EMPTY,))[-1] for table in (told, before)}
            if now.slots[-1].best[0] not in free | {UNREADABLE}:
                return True
        return False

    def _candidates(
        self, fresh: Collection[str] | None, named: float, *, wary: bool = False
    ) -> tuple[list[Candidate], list[tuple[Action, Rejected]]]:
        through = self._agreeing_tables
        return self._inference.candidates(self._beam, fresh=fresh, named=named, through=through, wary=wary)

    def _strange(self, explanation: Explanation) -> list[str]:
        """Zones that show what the explanation does not tell, beyond a likely misreading."""
        return self._evidence.strange(explanation.table, explanation.laid)

    def _would_accuse(self, candidates: Sequence[Candidate]) -> bool:
        chosen, _, _ = self._likeliest(candidates)
        return self._accuses(chosen)

    def _accuses(self, candidate: Candidate) -> bool:
        """Whether a fault would be announced, were this entered."""
        events = self._inference.events(candidate) if candidate.explanation.faulty else []
        return bool(events) and self._hands.accuses(events[-1])

    # ------------------------------------------------------------ deciding

    def _judged(self, candidates: Sequence[Candidate], refused: Sequence[tuple[Action, Rejected]]) -> Verdict:
        chosen, posterior, rivals = self._likeliest(candidates)
        unexplained = self._strange(chosen.explanation)
        if self._is_entered(chosen):
            self._reweigh(candidates)
            if self._evidence.wavers(chosen.explanation.table):
                self._remember(chosen, candidates)
            if not unexplained:
                return self._same(chosen) if self._nothing_missed(chosen) else Verdict("look_again")
            if refused and self._sure_of_refusal(refused):
                return self._refused(refused[0])
            return self._unfinished(chosen)
        events = self._inference.events(chosen)
        accuses = bool(events) and self._hands.accuses(events[-1])
        self._count_looks(chosen, events)
        self._note_vanished(chosen)
        sure = posterior >= self._weights.enter and not rivals and self._is_sure_of_throws(chosen, candidates)
        if accuses:
            sure = not rivals and self._looks > 1 and self._is_certain(chosen, candidates)
            sure = sure and not self._inference.cut_short
        late = self._looks > self._weights.looks
        far_fetched = self._accusing.is_far_fetched(chosen.explanation, accuses=accuses)
        changed = any(self._has_changed(zone, chosen) for zone in unexplained)
        asked = far_fetched or changed or chosen.hypothesis.hindsight
        if asked or (not late and self._vanishes(chosen)):
            sure = False
        enough = posterior >= self._weights.enter_late and not (accuses or rivals or asked)
        enough = enough and self._is_sure_of_throws(chosen, candidates)
        if sure or (late and enough):
            return self._entering(chosen, candidates, posterior)
        self._undecided = (chosen, *(one for one in candidates if one is not chosen))
        unread = not self._evidence.readings.keys() <= self._read_since
        if self._only_before(chosen, candidates):
            if enough:
                return self._entering(chosen, candidates, posterior)
            if self._may_wait(candidates):
                return Verdict("open", reading=self._reading(chosen, candidates, posterior))
        if not late or (accuses and (unread or self._accusing.is_hidden(chosen))):
            clear = (
                not unexplained
                and not self._accusing.is_hidden(chosen)
                and not self._accusing.is_untraceable(chosen)
            )
            self._agreeing_tables = self._agreeing(chosen, candidates) if clear else ()
            self._provisional = chosen.explanation.actions
            return Verdict("look_again", reading=self._reading(chosen, candidates, posterior))
        if unexplained and posterior < self._weights.half:
            return self._unfinished(chosen)
        if not self._asked.offered(candidates, self._journal):
            # Every hypothesis that is near has somebody called in hindsight: nobody is asked that, it is only shown.
            return Verdict("unfinished", differences=self.differences())
        if not accuses and self._may_wait(candidates):
            waiting: Kind = "open" if self._thrown(chosen) else "look_again"
            return Verdict(waiting, reading=self._reading(chosen, candidates, posterior))
        self._undecided = ()
        return self._asking(candidates, posterior)

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
            self._inference.excuses.hands_were_idle(self._entered)
        if self._evidence.contradicted(chosen.explanation.table):
            return self._unfinished(chosen)
        state = self._entered.state
        actions = self._hands.doubts.unseen(state, self._evidence.touched) or self._begun_unseen(state)
        zones = {zone for action in actions for zone in self._hands.touched(state, action)}
        try:
            for action in actions:
                state, _ = self._game.apply(state, action)
        except Rejected:
            actions = ()
        if not actions and not self._evidence.fresh.issuperset(
            self._accusing.taken_to(state, self._evidence.touched)
        ):
            hands = self._hands_in(self._evidence.touched)
            if hands != self._looked_again_for:
                self._looked_again_for = hands
                return Verdict("look_again")
        if not actions or any(self._evidence.cannot_tell(zone) for zone in zones):
            return Verdict("same")
        hands = self._hands_in(zones)
        if hands == self._asked_about:
            return Verdict("same")
        self._asked_about = hands
        question = self._asked.untraced(actions, sorted(zones))
        return Verdict("asked", question=question, reading={"sighting": self._evidence.seq})

    def _begun_unseen(self, state: Any) -> Sequence[Action]:
        """What leaves no trace and of which the look before showed the beginning, whichever hands were told."""
        provisional, self._provisional = self._provisional, ()
        actions = self._hands.doubts.unseen(
            state, self._game.visible_table(self._hands.unjudged(state)).keys()
        )
        begun = tuple(actions[: len(provisional)])
        return actions if provisional and begun == provisional else ()

    def _note_vanished(self, chosen: Candidate) -> None:
        """Remember that a turn began, as a look showed that is not told any more, which may have left no trace."""
        begun, told = self._provisional, chosen.explanation.actions
        if begun and told[: len(begun)] != begun and self._begun_unseen(self._entered.state):
            self._vanished_at = len(self._journal)

    def _hands_in(self, zones: Collection[str]) -> tuple[tuple[str, int], ...]:
        """When hands were last in those of these zones in which any were."""
        touched = self._evidence.touched
        return tuple(sorted((zone, touched[zone].end_ms) for zone in zones if zone in touched))

    def _may_wait(self, candidates: Sequence[Candidate]) -> bool:
        """Whether only a face is in doubt: it will be seen better when the card is played, so nobody is asked yet."""
        offered = self._asked.offered(candidates, self._journal)
        if not offered or self._evidence.at_ms - self._undecided_since_ms > self._weights.still_ms:
            return False
        told = [(*beyond_journal(one.hypothesis, self._journal), *one.explanation.actions) for one in offered]
        few = max(map(len, told)) < (
            self._weights.throws_wait if self._hands.momentary else self._weights.waits
        )
        return few and self._is_about_a_face(offered)

    def _is_about_a_face(self, offered: Sequence[Candidate]) -> bool:
        """Whether hands did the same by each of these, but for what later hands tell: a card, a throw."""
        told = [(*beyond_journal(one.hypothesis, self._journal), *one.explanation.actions) for one in offered]
        if any(one.explanation.taken_back for one in offered):
            return False
        return any(map(len, told)) and len({self._but_told_later(actions) for actions in told}) == 1

    def _but_told_later(self, actions: Sequence[Action]) -> tuple[str, ...]:
        """What of these actions no later hands tell anew: a throw, or whether there was one, they may tell at all."""
        later, trays = self._hands.told_later, self._hands.momentary
        left = [one for one in actions if not (later & one.keys() and self._hands.laid(one).keys() & trays)]
        return tuple(str({**action, **dict.fromkeys(later)}) for action in left)

    def _only_before(self, chosen: Candidate, candidates: Sequence[Candidate]) -> bool:
        """Whether this look is clear, and only what hands have gone over since is still in doubt."""
        told, laid = len(chosen.explanation.actions), chosen.explanation.laid
        alike = [
            one for one in candidates if len(one.explanation.actions) == told and not one.explanation.faulty
        ]
        sure = sum(one.posterior for one in alike if one.explanation.laid == laid)
        return self._open and bool(self._thrown(chosen)) and sure >= self._weights.enter

    def _is_sure_of_throws(self, chosen: Candidate, candidates: Sequence[Candidate]) -> bool:
        """Whether what lay in trays is sure enough: it is never seen again, so that nothing would put it right.

        What the journal tells of earlier throws is another matter.
        """
        thrown = self._thrown(chosen)
        if not thrown:
            return True
        matters = self._hands.essence(chosen.explanation.state)
        other = sum(
            one.posterior
            for one in candidates
            if common(self._journal, one.hypothesis.path) == len(self._journal)
            and self._thrown(one) != thrown
            and self._hands.essence(one.explanation.state) != matters
        )
        return other <= 1.0 - self._weights.throw

    def _thrown(self, candidate: Candidate) -> list[Faces]:
        """What is told to have been left in trays, one after the other."""
        told = (*beyond_journal(candidate.hypothesis, self._journal), *candidate.explanation.actions)
        trays = self._hands.momentary
        return [faces for one in told for zone, faces in self._hands.laid(one).items() if zone in trays]

    def _agreeing(
        self, chosen: Candidate, candidates: Sequence[Candidate]
    ) -> tuple[Mapping[str, Faces], ...]:
        """The tables that agree with the look as well as the chosen one, but for one misread card at most."""
        most = chosen.explanation.reading_cost - log(self._weights.never_named) + self._weights.almost
        return tuple(one.explanation.table for one in candidates if one.explanation.reading_cost <= most)

    def _count_looks(self, chosen: Candidate, events: Sequence[Sequence[Event]]) -> None:
        """How many looks running have shown the same, up to the first fault that would be announced."""
        actions = chosen.explanation.actions[: len(events)]
        if self._open:
            actions = (*beyond_journal(chosen.hypothesis, self._journal), *actions)
        leading = f"{chosen.explanation.taken_back} {[dict(action) for action in actions]}"
        again = leading == self._leading
        self._looks = self._looks + 1 if again else 1
        if not again:
            self._undecided_since_ms = self._evidence.at_ms
        self._read_since = self._read_since | self._evidence.fresh if again else frozenset()
        self._leading = leading

    def _likeliest(self, candidates: Sequence[Candidate]) -> tuple[Candidate, float, list[Candidate]]:
        """The candidate taken for the likeliest picture, the picture's posterior, and rivals that tell it otherwise.

        Where a faultless order of what was seen leads to the same picture it is taken if hands may have moved like
        that (section 7 of the rules of Crapette); a hypothesis in which something was read wrongly before must be the
        likeliest by itself.
        """
        best = candidates[0]
        alike = [one for one in candidates if one.explanation.table == best.explanation.table]
        if self._hands.momentary:
            # Of a throw the table shows nothing: other faces are another picture, another hand is not.
            matters, thrown = self._hands.essence(best.explanation.state), self._thrown(best)
            alike = [
                one
                for one in alike
                if self._thrown(one) == thrown or self._hands.essence(one.explanation.state) == matters
            ]
        share = sum(one.posterior for one in alike)
        faultless = [one for one in alike if not one.explanation.faulty and one.hypothesis is best.hypothesis]
        chosen = next((one for one in faultless if self._is_taken(one, best, share)), alike[0])
        rivals = [
            one
            for one in alike
            if one.posterior >= self._weights.alike * share and self._differs(one, chosen)
        ]
        return chosen, share, rivals

    def _is_taken(self, faultless: Candidate, best: Candidate, share: float) -> bool:
        """Whether a faultless hypothesis is taken for what happened: the hands may well have moved like that.

        Another order of the same moves must agree with when hands were where; else people are asked.
        """
        return faultless.posterior >= share * (
            self._weights.in_order if faultless.has_moves_of(best) else self._weights.alike
        )

    def _is_certain(self, chosen: Candidate, candidates: Sequence[Candidate]) -> bool:
        """Whether a fault is certain; everything must have been read since it was first leading."""
        if not self._evidence.readings.keys() <= self._read_since or self._vanished_at == len(self._journal):
            return False
        return self._accusing.is_certain(chosen, candidates, count=len(self._journal))

    def _differs(self, other: Candidate, chosen: Candidate) -> bool:
        """Whether another candidate for the same picture differs for people: other hands, or another state."""
        mine, theirs = chosen.explanation, other.explanation
        if other is chosen:
            return False
        if theirs.taken_back != mine.taken_back:  # a card put back may also be told as one moved back
            return abs(len(theirs.actions) - len(mine.actions)) > 1
        if theirs.faulty and not mine.faulty:
            return theirs.players != mine.players
        if self._asked.tells_throws_anew(chosen, other, self._journal):
            return True
        if other.hypothesis is not chosen.hypothesis and theirs.told == mine.told and not self._open:
            return False
        essence = self._hands.essence
        return essence(theirs.state) != essence(mine.state) and not other.has_moves_of(chosen)

    def _has_changed(self, zone: str, chosen: Candidate) -> bool:
        """Whether hands were in a zone that shows a card too many or too few: that is no misreading.

        With as many actions as are looked for another card is hardly one either, nor is one that looks quite
        different: there were more of them.
        """
        if zone not in self._evidence.touched or self._evidence.is_blank(zone):
            return False
        faces = chosen.explanation.table.get(zone, ())
        shown = self._evidence.shows(zone, faces)
        if len(shown) != len(faces) or len(chosen.explanation.actions) == self._weights.most_actions:
            return True
        alike = (
            (face, read, self._hands.doubts.lookalikes(read)) for face, read in zip(faces, shown, strict=True)
        )
        return any(others and face not in (read, *others) for face, read, others in alike)

    def _vanishes(self, candidate: Candidate) -> bool:
        """Whether a card is thought to lie where nothing can be seen now, or where no hand was and nobody has looked.

        It may still be in the air.
        """
        evidence, told = self._evidence, [touched for touched in candidate.explanation.touches if touched]
        return any(
            evidence.cannot_tell(touched[-1]) or any(map(evidence.is_old, touched)) for touched in told
        )

    def _is_entered(self, candidate: Candidate) -> bool:
        explanation = candidate.explanation
        return (
            candidate.hypothesis is self._entered and not explanation.actions and not explanation.taken_back
        )

    def _entering(self, chosen: Candidate, candidates: Sequence[Candidate], posterior: float) -> Verdict:
        """Enters a hypothesis; the others go on beside it as long as they are worth remembering."""
        reading = self._reading(chosen, candidates, posterior)
        leader, cut = self._inference.continued(chosen)
        self._note_faults(chosen)
        self._accusing.note(
            chosen, len(leader.path), revised=chosen.hypothesis.path is not self._entered.path
        )
        kept = [leader]
        for one in candidates:
            if one.posterior < self._weights.kept or len(kept) == self._weights.beam_width:
                break
            if one is chosen or one.hypothesis.hindsight or self._needs_no_memory(one, chosen):
                continue
            hypothesis, _ = self._inference.continued(one)
            if self._accuses(one):
                # Had it happened so nobody would have said so: it is too late to call anybody now.
                hypothesis = replace(hypothesis, hindsight=True, called=True)
            apart = len(leader.path) - common(leader.path, hypothesis.path)
            essence = self._hands.essence
            new = all(essence(hypothesis.state) != essence(other.state) for other in kept)
            if apart <= self._weights.apart and new:
                kept.append(hypothesis)
        shared = common(self._journal, leader.path)
        verdict = Verdict(
            "played",
            actions=leader.path[shared:],
            taken_back=len(self._journal) - shared,
            reading=reading,
        )
        self._journal, self._looks, self._open, self._provisional = leader.path, 0, False, ()
        explanation = chosen.explanation
        told = kept[:1] if cut else kept
        self._beam = tuple(replace(one, past_cost=one.past_cost - leader.past_cost) for one in told)
        # What the entry leaves unexplained has been weighed: the same reading again says nothing new.
        zones = {zone for touched in explanation.touches for zone in touched}
        self._evidence.excuse(
            explanation.table, {zone: self._evidence.readings.get(zone) for zone in zones}, answered=False
        )
        self._evidence.settle(explanation.table, explanation.laid)
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
        self._player_prior.note(actions, faulty)

    def _needs_no_memory(self, other: Candidate, chosen: Candidate) -> bool:
        """Whether another explanation is no hypothesis worth remembering.

        It leaves more of the picture unexplained than a misreading does; or it tells the chosen picture without any
        difference that matters, or accuses.
        """
        mine, theirs = chosen.explanation, other.explanation
        misread = (
            theirs.reading_cost <= mine.reading_cost + self._weights.misread_margin
            or other.posterior >= self._weights.noticeable
        )
        if not misread and theirs.laid == mine.laid:
            return True
        if theirs.table != mine.table:
            return False
        return theirs.faulty or other.has_moves_of(chosen)

    def _reweigh(self, candidates: Sequence[Candidate]) -> None:
        """Nothing new to enter: hypotheses that the look has made unlikely are forgotten."""
        if len(self._beam) == 1:
            return
        likely = {id(one.hypothesis) for one in candidates if one.posterior >= self._weights.kept}
        leader = self._entered
        self._beam = tuple(s for s in self._beam if s is leader or id(s) in likely)
        self._open = self._open and len(self._beam) > 1

    def _remember(self, same: Candidate, candidates: Sequence[Candidate]) -> None:
        """What hands may have done, if what lies there now was read wrongly, is remembered beside the journal."""
        known = [self._hands.essence(hypothesis.state) for hypothesis in self._beam]
        for one in candidates:
            if one.hypothesis is not self._entered or one.posterior < self._weights.noticeable:
                continue
            if not one.explanation.actions or self._accuses(one):
                continue
            hypothesis, _ = self._inference.continued(one)
            essence = self._hands.essence(hypothesis.state)
            if essence not in known:
                known.append(essence)
                past_cost = self._entered.past_cost + max(one.cost - same.cost, 0.0)
                self._beam = (*self._beam, replace(hypothesis, past_cost=past_cost))[
                    : self._weights.beam_width
                ]

    @property
    def _entered(self) -> Hypothesis:
        """The hypothesis that the journal tells."""
        return self._beam[0]

    def _table_of(self, state: Any) -> Mapping[str, Faces]:
        return self._game.visible_table(state)

    # ------------------------------------------------------------ telling

    def _differences(self, table: Mapping[str, Faces], zones: Sequence[str]) -> tuple[Difference, ...]:
        return tuple(
            Difference(zone, table.get(zone, ()), self._evidence.shows(zone, table.get(zone, ())))
            for zone in zones
        )

    def _sure_of_refusal(self, refused: Sequence[tuple[Action, Rejected]]) -> bool:
        return len({refusal.code for _, refusal in refused}) == 1

    def _refused(self, one: tuple[Action, Rejected]) -> Verdict:
        action, refusal = one
        shown = Refusal(refusal.code, dict(refusal.details), dict(action), refusal.audience)
        return Verdict("refused", refusal=shown)

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
        question = self._asked.question(candidates, self._journal)
        likeliest = self._asked.offered(candidates, self._journal)[0]
        return Verdict("asked", question=question, reading=self._reading(likeliest, candidates, posterior))

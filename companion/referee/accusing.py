"""Whether a fault is certain: accusing costs most (DESIGN.md), so that all that is doubtful speaks against it.

The likely excuses, told one by one, are in ``excuses``; here is what makes a look, or what was entered before it,
too weak a ground to accuse anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import log
from typing import Any

from companion.hands import Faces
from companion.referee.evidence import Table
from companion.referee.hypothesis import Candidate
from companion.referee.inference import Inference
from companion.referee.likelihood import shows_more_covered_cards
from companion.referee.search import Explanation, Watched
from companion.sighting import BACK, UNREADABLE


class Accusing:
    """Judges whether a fault is certain enough to be announced, and remembers what speaks against announcing any."""

    def __init__(self, watched: Watched, inference: Inference) -> None:
        self._game = watched.game
        self._hands = watched.hands
        self._evidence = watched.evidence
        self._weights = watched.weights
        self._sides = watched.sides
        self._inference = inference
        self._shaky: tuple[tuple[int, frozenset[str] | None], ...] = ()
        self._may_hide: frozenset[str] = frozenset()
        self._excused_lately: tuple[tuple[int, frozenset[str]], ...] = ()
        self._misread_piles: dict[str, set[Faces]] = {}
        self._called: frozenset[str] = frozenset()
        self._shown_until = 0
        self._may_have_gone_on = False

    def forget(self, table: Table, *, goes_on: bool) -> None:
        """People have put the journal right: what was doubtful in it is settled, and ``table`` lies there.

        ``goes_on``: they have answered a question, and more may have happened than they were asked about.
        """
        for zone in self._doubtful(self._evidence.readings, table):
            faces = table.get(zone, ())
            self._misread_piles.setdefault(zone, set()).add(self._evidence.shows(zone, faces))
        self._shaky, self._may_hide, self._may_have_gone_on = (), frozenset(), goes_on
        self._called, self._shown_until, self._excused_lately = frozenset(), 0, ()

    def note(self, entered: Candidate, count: int, posterior: float, *, revised: bool) -> None:
        """An explanation is entered with this posterior, and makes ``count`` actions in all; later ones rest on it.

        ``revised``: it is that of a hypothesis in which something was read wrongly before.
        """
        revised = revised and posterior < 1.0 - self._weights.noticeable
        self._may_have_gone_on = self.is_untraceable(entered)
        if self._may_have_gone_on or self.taken_to(entered.hypothesis.state, self._evidence.touched):
            doubtful = self._doubtful(self._evidence.touched, entered.explanation.table)
            self._may_hide |= {one for one in doubtful if not self._evidence.reads_as_before_hands(one)}
        self._shaky = tuple(one for one in self._shaky if one[0] > count)
        self._excused_lately = tuple(one for one in self._excused_lately if one[0] > count)
        if revised or self._is_shaky(entered.explanation, posterior):
            # What was read wrongly before may lie anywhere by now.
            told = {zone for touched in entered.explanation.touches for zone in touched}
            about = None if revised else frozenset(told | self._evidence.touched.keys())
            self._shaky = (*self._shaky, (count + self._weights.firm_after, about))
        events = self._inference.events(entered) if entered.explanation.faulty else []
        if events and self._hands.accuses(events[-1]):
            self._called, self._shown_until = entered.explanation.players, count + self._weights.after_a_call

    def note_excused(self, excuse: Explanation, count: int) -> None:
        """Hands went on from a look that this explained better than a fault: nobody can look again what lay there."""
        about = frozenset(zone for touched in excuse.touches for zone in touched)
        self._excused_lately = (*self._excused_lately, (count + self._weights.firm_after, about))

    def is_certain(self, chosen: Candidate, candidates: Sequence[Candidate], *, count: int) -> bool:
        """Whether every explanation of noticeable probability holds a fault; ``count`` actions are entered.

        All that may have been read wrongly before counts together, though none of it is worth noticing by itself.
        What leaves unexplained that a card lies where it should not is no explanation, but for one misread card.
        While something is unclear or strange nothing is certain.
        """
        against = self._speaks_against(chosen, count)
        if any(speaks() and self._weights.excuses(name) for name, speaks in against):
            return False
        explanation = chosen.explanation
        most = explanation.reading_cost - log(self._weights.never_named) + self._weights.almost
        worth = [one for one in candidates if one.explanation.reading_cost <= most]
        whole = sum(one.posterior for one in worth)
        alike = [one for one in worth if one.explanation.table == explanation.table]
        faultless = [one for one in worth if not one.explanation.faulty]
        earlier = (one.posterior for one in faultless if one.hypothesis.path is not chosen.hypothesis.path)
        if sum(earlier) >= self._weights.noticeable * whole and self._weights.excuses("misread_together"):
            return False
        noticed = [one for one in worth if one.posterior >= self._weights.noticeable * whole]
        return sum(one.posterior for one in alike) >= self._weights.enter_late * whole and all(
            one.explanation.faulty
            and (self._accused(one) == self._accused(chosen) or not self._weights.excuses("same_player"))
            for one in noticed
        )

    def _speaks_against(self, chosen: Candidate, count: int) -> tuple[tuple[str, Callable[[], bool]], ...]:
        """What makes the look, or what was entered before it, too weak a ground, by the names of the excuses."""
        explanation = chosen.explanation
        return (
            ("hidden", lambda: self.is_hidden(chosen)),
            ("untraceable", lambda: self._hangs_on_what_is_untraceable(chosen)),
            ("ended_unseen", lambda: self._may_have_ended_unseen(chosen)),
            ("unlikely_entry", lambda: self._rests_on_what_was_unlikely(chosen, count)),
            ("gone_on", lambda: self._may_have_gone_on and self._rests_on_what_came_before(chosen)),
            ("may_hide", lambda: self._rests_on_hidden_card(chosen)),
            ("unreadable_proof", lambda: self._is_proved_by_guess(chosen)),
            ("filled_meanwhile", lambda: self._was_filled_meanwhile(chosen)),
            ("after_a_call", lambda: count < self._shown_until and self._shows_what_was_missed(explanation)),
            ("disproved", lambda: self._is_disproved(chosen)),
            ("unsure_where_hands_were", lambda: self._is_unsure_where_hands_were(explanation)),
            ("strange_zone", lambda: self._is_strange_elsewhere(chosen)),
            ("many_actions", lambda: self._may_have_been_more(chosen)),
            ("whose_hands", lambda: self._is_unsure_whose_hands(chosen)),
            ("on_its_twin", lambda: self._lies_on_its_twin(chosen)),
            ("reversed", lambda: explanation.taken_back > 0 or self._reverses(chosen)),
            ("contested", lambda: self._is_contested(chosen)),
        )

    def accused_surely(self, chosen: Candidate, candidates: Sequence[Candidate]) -> float:
        """How likely (0..1) whoever the chosen candidate accuses has made a fault, whichever it was."""
        accused = self._accused(chosen)
        return sum(
            one.posterior for one in candidates if one.explanation.faulty and self._accused(one) == accused
        )

    def _accused(self, candidate: Candidate) -> frozenset[str]:
        """Who would be called; everybody who acts where nobody is."""
        events = self._inference.events(candidate)
        if not events or not self._hands.accuses(events[-1]):
            return candidate.explanation.players
        return frozenset({str(candidate.explanation.actions[len(events) - 1]["by"])})

    def is_far_fetched(self, explanation: Explanation, *, accuses: bool) -> bool:
        """Whether too much that is unlikely must have happened at once: rather ask than enter or accuse."""
        dear = explanation.cost - self._weights.usual(len(explanation.actions))
        excuses, rarest = self._weights.excuses, explanation.rarest
        if accuses and rarest < self._weights.unheard_of and excuses("unheard_of"):
            return True
        if accuses and explanation.faults > self._weights.most_faults and excuses("several_faults"):
            return True
        clear = explanation.reading_cost <= self._weights.explained
        most = self._weights.rare_beside_but_clear if clear else self._weights.rare_beside
        if accuses and dear + log(rarest) > most and excuses("unlikely_beside"):
            return True
        most = self._weights.far_fetched_but_clear if clear and not accuses else self._weights.far_fetched
        return dear > most

    def is_hidden(self, candidate: Candidate) -> bool:
        """Whether something that the explanation needs, or a zone that hands were in, is hidden now."""
        return self._evidence.is_hidden(
            {zone for touched in candidate.explanation.touches for zone in touched}
        )

    def is_untraceable(self, candidate: Candidate) -> bool:
        """Whether hands may have done what cannot be seen, now or later, and no action tells of it.

        Something was taken without a trace, or lies in a pile that cannot be read.
        """
        others = self._visited(candidate.explanation)
        return self._may_have_taken(candidate, others) or self._may_hide_in_blank(candidate, others)

    def _hangs_on_what_is_untraceable(self, chosen: Candidate) -> bool:
        """The same, where it could make right what is called: a card that lies where it fits nothing, not even with
        a step between, does so whatever was drawn elsewhere.
        """
        others = self._visited(chosen.explanation)
        omits = self._hands.doubts.proofs(self._inference.events(chosen)[-1])
        if (omits or self._rests_on_what_came_before(chosen)) and self._may_have_taken(chosen, others):
            return True
        return self._may_hide_in_blank(chosen, others)

    def _may_have_taken(self, candidate: Candidate, others: Collection[str]) -> bool:
        """Whether a card may have been drawn and covered since, or drawn when the one before was played."""
        taken = self.taken_to(candidate.hypothesis.state, others)
        is_taken = any(zone in others for zone in taken) or self._was_taken_later(candidate, others)
        return is_taken and not self._would_show(candidate)

    def _may_hide_in_blank(self, candidate: Candidate, others: Collection[str]) -> bool:
        """Whether something may lie in a pile that cannot be read, or went from one such pile to another; or such a
        pile has shown something by itself.
        """
        taken = self.taken_to(candidate.hypothesis.state, others)
        blank = [zone for zone in others if self._evidence.is_blank(zone)]
        return len(blank) > 1 or any(
            self._hands.doubts.by_itself(zone) or (taken and candidate.explanation.table.get(zone) != (BACK,))
            for zone in blank
        )

    def _would_show(self, candidate: Candidate) -> bool:
        """Whether a card that was taken unseen would lie open now, and none does.

        Wherever hands were, every card is surely seen, and nothing was laid where it may have come to lie
        under it.
        """
        evidence, explanation = self._evidence, candidate.explanation
        taken = self.taken_to(candidate.hypothesis.state, evidence.touched)
        laid = {touched[-1] for touched in explanation.touches if len(touched) > 1}

        def shows_all(zone: str) -> bool:
            faces = explanation.table.get(zone, ())
            is_row = len(faces) > 1 or zone not in laid
            return evidence.surely_shows(zone, faces) and (
                zone in taken or faces == (BACK,) or (is_row and self._hands.doubts.shows_all(zone))
            )

        return evidence.is_all_seen() and all(map(shows_all, evidence.touched))

    def _was_taken_later(self, candidate: Candidate, others: Collection[str]) -> bool:
        """Whether a hand came to where a taken card would lie after it had been where one is taken."""
        state = candidate.hypothesis.state
        return any(
            self._evidence.came_later(zone, source)
            for source in others
            for zone in self.taken_to(state, (source,))
        )

    def taken_to(self, state: Any, zones: Collection[str]) -> Collection[str]:
        """``Doubts.taken_to``: a player's hands come from his side of the table, or from one that nobody knows."""
        touched = self._evidence.touched
        by = {
            zone: [one for one, side in self._sides.items() if touched[zone].may_be_from((side,))]
            for zone in zones
        }
        return self._hands.doubts.taken_to(state, by)

    # ------------------------------------------------------------ what speaks against it

    def _is_shaky(self, explanation: Explanation, posterior: float) -> bool:
        """Whether what is entered rests on something unlikely, or on so much that there may have been more.

        Or it was likely enough only after one more look: a face that the reader did not name, for one.
        """
        if len(explanation.actions) >= self._weights.most_actions or posterior < self._weights.enter:
            return True
        usual = self._weights.usual(len(explanation.actions))
        most = self._weights.shaky_alone if posterior >= self._weights.firm else self._weights.shaky
        return explanation.cost + log(explanation.rarest) - usual > most

    def _may_have_ended_unseen(self, chosen: Candidate) -> bool:
        """Whether it is about whose turn it is, and hands may have ended the one before without a trace.

        Of hands over a pile that looks the same with a card less not all are reported.
        """
        if not self.rests_on_all(chosen):
            return False
        state, evidence = self._hands.unjudged(chosen.rewound.state), self._evidence
        return bool(self._hands.doubts.unseen(state, evidence.touched.keys() | evidence.looking_alike))

    def _rests_on_what_was_unlikely(self, chosen: Candidate, count: int) -> bool:
        return self._rests_on_unlikely_entry(chosen, count) or self._was_excused(chosen, count)

    def _rests_on_unlikely_entry(self, chosen: Candidate, count: int) -> bool:
        """Whether the fault has to do with something unlikely that was entered lately.

        What is wrong by itself is so whatever happened elsewhere, and what lies open now is seen, whatever was
        entered; whose turn it is rests on all that was entered.
        """
        told = self._inference.excuses.zones_of(chosen)
        zones = {zone for zone in told if not self._lies_open(zone, chosen.explanation)}
        on_all = self.rests_on_all(chosen)
        lately = [about for until, about in self._shaky if count < until]
        return any(on_all or about is None or not about.isdisjoint(zones) for about in lately)

    def _was_excused(self, chosen: Candidate, count: int) -> bool:
        """Whether a look that cannot be had again excused what the fault has to do with."""
        zones = self._inference.excuses.zones_of(chosen)
        lately = (about for until, about in self._excused_lately if count < until)
        return any(not about.isdisjoint(zones) for about in lately)

    def _lies_open(self, zone: str, explanation: Explanation) -> bool:
        """Whether every card of a zone is seen now, and is what an explanation tells."""
        return (
            self._hands.doubts.shows_all(zone)
            and zone in self._evidence.fresh
            and self._evidence.surely_shows(zone, explanation.table.get(zone, ()))
        )

    def _rests_on_hidden_card(self, chosen: Candidate) -> bool:
        """Whether the fault has to do with a card that may lie hidden."""
        hiding = self._may_hide
        if not self.rests_on_all(chosen):
            hiding = hiding & self._inference.excuses.zones_of(chosen)
        return bool(self._doubtful(hiding, chosen.explanation.table))

    def _rests_on_what_came_before(self, chosen: Candidate) -> bool:
        """Whether something that nobody saw before it would make what is called right."""
        return self.rests_on_all(chosen) or self._lacks_steps(chosen)

    def _lacks_steps(self, chosen: Candidate) -> bool:
        """Whether it, or what goes on from it, would be right if another card had been laid there before."""
        return bool(self._steps_came_from(chosen))

    def _steps_came_from(self, chosen: Candidate) -> Collection[str]:
        """Where another card may have come from that would make it right, or what goes on from it."""
        state = self._hands.unjudged(chosen.rewound.state)
        called = len(self._inference.events(chosen)) - 1
        for number, action in enumerate(chosen.explanation.actions):
            if number >= called and (zones := self._hands.doubts.steps_came_from(state, action)):
                return zones
            state, _ = self._game.apply(state, action)
        return ()

    def rests_on_all(self, chosen: Candidate) -> bool:
        """Whether the fault has to do with whose turn it is, and so with all that was entered before."""
        return self._hands.doubts.of_turn(self._inference.events(chosen)[-1])

    def _may_have_been_more(self, chosen: Candidate) -> bool:
        """Whether as many as are looked for may have been more: not if one player's leave nothing open."""
        explanation = chosen.explanation
        tells_all = (
            len(explanation.players) == 1
            and chosen.posterior >= self._weights.firm
            and explanation.reading_cost <= self._weights.explained
            and explanation.idle <= self._weights.busy
        )
        return len(explanation.actions) >= self._weights.most_actions and not tells_all

    def _lies_on_its_twin(self, chosen: Candidate) -> bool:
        """Whether a card came to lie where its twin lay free: nothing shows that it left the hand."""
        before = self._game.visible_table(self._hands.unjudged(chosen.rewound.state))
        table = chosen.explanation.table
        laid = {touched[-1] for touched in chosen.explanation.touches if len(touched) > 1}
        return any(table.get(zone) and before.get(zone) == table[zone] != (BACK,) for zone in laid)

    def _is_unsure_where_hands_were(self, explanation: Explanation) -> bool:
        """Whether a free card that hands only passed may be another one: it reads in doubt, and did not before."""
        return any(
            self._evidence.is_unsure(zone, explanation.table.get(zone, ()), self._weights.visited_surely)
            and not self._evidence.reads_as_before_hands(zone)
            for zone in self._visited(explanation)
        )

    def _is_unsure_whose_hands(self, chosen: Candidate) -> bool:
        """Whether it is about whose turn it is, and no hand that did it was surely told to be of the accused."""
        called = len(self._inference.events(chosen)) - 1
        side = self._sides.get(str(chosen.explanation.actions[called]["by"]))
        if side is None or not self._evidence.hands_told or not self.rests_on_all(chosen):
            return False
        return not self._evidence.is_surely_from(chosen.explanation.touches[called], side)

    def _is_strange_elsewhere(self, chosen: Candidate) -> bool:
        """Whether a zone shows what the explanation does not tell, and hands were there or may have taken something
        there, or the fault has to do with it.

        Elsewhere it is the reader that errs: hands that change something are seen.
        """
        explanation, touched = chosen.explanation, self._evidence.touched.keys()
        taken_to = self.taken_to(chosen.hypothesis.state, touched)
        about = {*touched, *taken_to, *self._inference.excuses.zones_of(chosen)}
        strange = self._evidence.strange(explanation.table, explanation.laid)
        return any(
            zone in about
            and not self._says_nothing(zone, explanation.table)
            and not self._shows_what_no_hand_did(zone, explanation)
            for zone in strange
        )

    def _shows_what_no_hand_did(self, zone: str, explanation: Explanation) -> bool:
        """Whether a card too many lies under what was there before, or a back where none can: only a reader puts it
        there.
        """
        faces = explanation.table.get(zone, ())
        shown = self._evidence.shows(zone, faces)
        if not faces and shown == (BACK,):
            return not self._hands.doubts.may_be_covered(zone)
        return shows_more_covered_cards(shown, faces) and not explanation.adds_to(zone)

    def _is_proved_by_guess(self, chosen: Candidate) -> bool:
        """Whether every move that is said to have been omitted has to do with a pile that cannot be read."""
        proofs = self._hands.doubts.proofs(self._inference.events(chosen)[-1])
        return bool(proofs) and all(any(map(self._evidence.is_blank, zones)) for zones in proofs)

    def _was_filled_meanwhile(self, chosen: Candidate) -> bool:
        """Whether every move said to be omitted has to do with a place in which a card may have lain meanwhile.

        A bare one: the accused's hands were there, and another player's came to a zone later, and nothing is told of
        either: they may have put back what lay there. Or hands came to it again, and to another place again, and left
        both as they were: a card may have gone to and fro.
        """
        proofs, evidence = self._hands.doubts.proofs(self._inference.events(chosen)[-1]), self._evidence
        visited, table = self._visited(chosen.explanation), chosen.explanation.table
        theirs = [side for player, side in self._sides.items() if player in self._accused(chosen)]
        bare = [one for one in visited if not table.get(one, ()) and evidence.may_be_of(one, theirs)]
        filled = {
            zone
            for zone in bare
            for other in visited
            if evidence.came_later(other, zone) and not evidence.is_only_of(other, theirs)
        }
        again = {one for one in visited if len(evidence.touched[one].times) > 1}
        if len(again) > 1:
            filled |= again
        return bool(proofs) and not any(filled.isdisjoint(zones) for zones in proofs)

    def _is_disproved(self, chosen: Candidate) -> bool:
        """Whether a pile of what is said to have been omitted shows something else than it should.

        Also where people's answer has left it so: then more has happened than they told. Or a card that came there
        later in the same look lay nowhere before: it may have come there earlier, unseen.
        """
        explanation, events = chosen.explanation, self._inference.events(chosen)
        zones = {zone for omitted in self._hands.doubts.proofs(events[-1]) for zone in omitted}
        before = self._game.visible_table(self._hands.unjudged(chosen.rewound.state))
        for zone in zones:
            new = set(explanation.table.get(zone, ())) - {face for faces in before.values() for face in faces}
            later = explanation.actions[len(events) :]
            if any(str(action.get("card")) in new and action.get("to") == zone for action in later):
                return True
            free, shown = explanation.table.get(zone, ())[-1:], self._evidence.shows(zone, ())[-1:]
            if free and shown and shown[0] not in (free[0], UNREADABLE, BACK):
                return True
        return bool(self._evidence.disagreeing(explanation.table, explanation.laid, sorted(zones)))

    def _shows_what_was_missed(self, explanation: Explanation) -> bool:
        """Whether others play from the piles of whoever was called: that call may have been about another fault."""
        theirs = tuple(f":{player}" for player in self._called)
        zones = [touched[0] for touched in explanation.touches if touched]
        return self._called.isdisjoint(explanation.players) and any(zone.endswith(theirs) for zone in zones)

    def _visited(self, explanation: Explanation) -> frozenset[str]:
        """The zones in which hands were since the last look without doing anything that an explanation tells."""
        told = {zone for touched in explanation.touches for zone in touched}
        return frozenset(self._evidence.touched) - told

    def tells_all_hands(self, explanation: Explanation) -> bool:
        """Whether hands were nowhere but where an explanation has them, or where all is seen that they may do."""
        return all(map(self._hands.doubts.shows_all, self._visited(explanation)))

    def is_proof_seen(self, chosen: Candidate) -> bool:
        """Whether this very look shows the places of a move that is said to be omitted, if the fault is one.

        Hands that nobody reported may have been there since they were read.
        """
        proofs = self._hands.doubts.proofs(self._inference.events(chosen)[-1])
        return not proofs or any(self._evidence.fresh.issuperset(zones) for zones in proofs)

    def are_steps_seen(self, chosen: Candidate) -> bool:
        """Whether this very look shows every card whose place would make right what is called, were it left now.

        Hands that nobody reported may have laid it between.
        """
        return all(
            zone in self._evidence.fresh or chosen.explanation.table.get(zone, ()) in ((), (BACK,))
            for zone in self._steps_came_from(chosen)
        )

    def leaves_all_open(self, explanation: Explanation) -> bool:
        """Whether every card that an explanation moves lies open: what lies under others may have gone elsewhere."""
        return all(
            "card" not in action or not touched or action["card"] in explanation.table.get(touched[-1], ())
            for action, touched in zip(explanation.actions, explanation.touches, strict=True)
        )

    def _doubtful(self, zones: Collection[str], table: Mapping[str, Faces]) -> list[str]:
        """Those of the zones that do not surely show what they should: a card more may lie there than was told.

        Not where a pile that people have told about was misread as the same: its reader errs so.
        """
        return [
            zone
            for zone in zones
            if self._evidence.is_doubtful(zone, table.get(zone, ()))
            and self._evidence.shows(zone, table.get(zone, ())) not in self._misread_piles.get(zone, ())
        ]

    def _says_nothing(self, zone: str, table: Mapping[str, Faces]) -> bool:
        """Whether a zone cannot be read: that may be what should lie there, but not nothing if hands were there."""
        return self._evidence.is_blank(zone) and (bool(table.get(zone)) or zone not in self._evidence.touched)

    def _reverses(self, chosen: Candidate) -> bool:
        """Whether one of the actions leads back the very card that one of the last moves led away."""
        lately = chosen.rewound.path[-self._weights.reversed_within :]
        led = {(action["from"], action["to"], action.get("card")) for action in lately if "from" in action}
        return any(
            (touched[-1], touched[0], action.get("card")) in led
            for action, touched in zip(chosen.explanation.actions, chosen.explanation.touches, strict=True)
            if len(touched) > 1
        )

    def _is_contested(self, chosen: Candidate) -> bool:
        """Whether the fault is about a face that the table contradicts somewhere: the journal may have it wrong."""
        before = self._game.visible_table(self._hands.unjudged(chosen.rewound.state))
        contested = self._evidence.contested(before, chosen.explanation.table)
        if not contested:
            return False
        zones = self._inference.excuses.zones_of(chosen)
        return any(
            face in contested
            for zone in zones
            for table in (before, chosen.explanation.table)
            for face in table.get(zone, ())[-self._weights.near_the_top :]
        )

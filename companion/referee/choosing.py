"""Which of the candidates for a look is taken for what happened, and how much about it is in doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import log
from typing import Any

from companion.action import Action
from companion.hands import Faces
from companion.readers import Reader
from companion.referee.asking import Asking
from companion.referee.beam import Beam, beyond_journal
from companion.referee.hypothesis import Candidate, common
from companion.referee.likelihood import lacks_covered_cards, shown_plainly, shows_more_covered_cards
from companion.referee.search import Watched
from companion.sighting import BACK


class Choosing:
    """Compares candidates; it changes nothing."""

    def __init__(self, watched: Watched, asked: Asking, beam: Beam) -> None:
        self._hands = watched.hands
        self._has_board = watched.game.board is not None
        self._kinds = watched.game.zones
        self._evidence = watched.evidence
        self._weights = watched.weights
        self._sides = watched.sides
        self._asked = asked
        self._beam = beam

    def has_answers(self, candidates: Sequence[Candidate]) -> bool:
        """Whether people could be asked which of these happened: not where the likeliest cannot be offered."""
        likeliest = candidates[0]
        if likeliest.hypothesis.called and likeliest.posterior >= self._weights.half:
            return False
        return bool(self._asked.offered(candidates, self._beam.journal))

    def is_laid_by_others(self, chosen: Candidate) -> bool:
        """Whether somebody is said to lay down what only others have reached for, more than once: they may have taken
        on what he laid before anybody could look.
        """
        state, actions = self._beam.entered.state, chosen.explanation.actions
        lacking = self._asked.laid_unseen(state)
        if lacking is None or not actions or not lacking.items() <= actions[0].items():
            return False
        side, over = self._sides.get(lacking["by"]), self._hands.touched(state, actions[0])
        again = [zone for zone in over if self._evidence.came_later(zone, zone)]
        return side is not None and any(not self._evidence.may_be_of(zone, {side}) for zone in again)

    def is_by_the_hand_of_another(self, chosen: Candidate, candidates: Sequence[Candidate]) -> bool:
        """Whether the last action is told of somebody though its hands seem to be another's, who may have done it
        out of turn.
        """
        told, evidence = chosen.explanation, self._evidence
        if not told.actions or told.misplaced:
            return False
        side, reached = self._sides.get(told.actions[-1]["by"]), set(told.touches[-1])
        seen = reached & evidence.touched.keys() - self._hands.momentary
        if side is None or not seen or any(evidence.may_be_of(zone, {side}) for zone in seen):
            return False
        return any(
            one.posterior >= self._weights.noticeable
            and one.explanation.actions == told.actions[:-1]
            and one.explanation.misplaced
            and one.explanation.misplaced <= reached
            for one in candidates
        )

    def likeliest(self, candidates: Sequence[Candidate]) -> tuple[Candidate, float, list[Candidate]]:
        """The candidate taken for the likeliest picture, the picture's posterior, and rivals that tell it otherwise.

        Where a faultless order of what was seen leads to the same picture it is taken if hands may have moved like
        that (section 7 of the rules of Crapette); a hypothesis in which something was read wrongly before must be the
        likeliest by itself.
        """
        best = candidates[0]
        if best.explanation.misplaced:
            return self._least_told(best, candidates)
        table = best.explanation.table
        alike = [one for one in candidates if self._shows_the_same(one.explanation.table, table)]
        if self._hands.momentary:
            # Of a throw the table shows nothing: other faces are another picture, another hand is not.
            matters, thrown = self._hands.essence(best.explanation.state), self.thrown(best)
            alike = [
                one
                for one in alike
                if self.thrown(one) == thrown or self._hands.essence(one.explanation.state) == matters
            ]
        share = sum(one.posterior for one in alike)
        faultless = [one for one in alike if not one.explanation.faulty and one.hypothesis is best.hypothesis]
        chosen = next((one for one in faultless if self._is_taken(one, best, share)), alike[0])
        if chosen is not alike[0] and not self._weights.excuses("faultless_order"):
            chosen = alike[0]
        rivals = [
            one
            for one in alike
            if one.posterior >= self._weights.alike * share and self._differs(one, chosen)
        ]
        return chosen, share, rivals

    def _shows_the_same(self, one: Mapping[str, Faces], other: Mapping[str, Faces]) -> bool:
        """Whether nobody could tell two tables apart: the order of loose things says nothing."""
        loose = self._hands.loose
        return one == other or all(
            faces == other.get(zone) or (zone in loose and Counter(faces) == Counter(other.get(zone, ())))
            for zone, faces in one.items()
        )

    def _least_told(
        self, best: Candidate, candidates: Sequence[Candidate]
    ) -> tuple[Candidate, float, list[Candidate]]:
        """Where things were put down wrongly: as few of the actions as may be all, which then surely happened.

        What the rules say of the thing that lies wrongly is true either way.
        """
        actions = best.explanation.actions
        told = [
            one
            for one in candidates
            if one.explanation.misplaced
            and one.hypothesis is best.hypothesis
            and one.explanation.taken_back == best.explanation.taken_back
            and one.posterior >= self._weights.alike * best.posterior
            and actions[: len(one.explanation.actions)] == one.explanation.actions
        ]
        least = min(told, key=lambda one: len(one.explanation.actions))
        begun = least.explanation.actions
        share = sum(
            one.posterior
            for one in candidates
            if one.hypothesis is best.hypothesis and one.explanation.actions[: len(begun)] == begun
        )
        return least, share, []

    def _is_taken(self, faultless: Candidate, best: Candidate, share: float) -> bool:
        """Whether a faultless hypothesis is taken for what happened: the hands may well have moved like that.

        Another order of the same moves must agree with when hands were where; else people are asked.
        """
        return faultless.posterior >= share * (
            self._weights.in_order if faultless.has_moves_of(best) else self._weights.alike
        )

    def _differs(self, other: Candidate, chosen: Candidate) -> bool:
        """Whether another candidate for the same picture differs for people: other hands, or another state."""
        mine, theirs = chosen.explanation, other.explanation
        if other is chosen or "twin_came" in other.excuses:
            return False  # which of two twins it was matters when somebody is called for it
        if theirs.taken_back != mine.taken_back:  # a card put back may also be told as one moved back
            return abs(len(theirs.actions) - len(mine.actions)) > 1
        if theirs.faulty and not mine.faulty:
            return theirs.players != mine.players
        if theirs.actions[: len(mine.actions)] == mine.actions and not any(
            theirs.touches[len(mine.actions) :]
        ):
            return False  # what no hand need do for it is told with what follows
        if self._asked.tells_throws_anew(chosen, other, self._beam.journal):
            return True
        if other.hypothesis is not chosen.hypothesis and theirs.told == mine.told and not self._beam.open:
            return False
        essence = self._hands.essence
        return essence(theirs.state) != essence(mine.state) and not other.has_moves_of(chosen)

    def agreeing(self, chosen: Candidate, candidates: Sequence[Candidate]) -> tuple[Mapping[str, Faces], ...]:
        """The tables that agree with the look as well as the chosen one, but for one misread card at most."""
        most = chosen.explanation.reading_cost - log(self._weights.never_named) + self._weights.almost
        return tuple(one.explanation.table for one in candidates if one.explanation.reading_cost <= most)

    def has_changed(self, zone: str, chosen: Candidate) -> bool:
        """Whether hands were in a zone that shows a card too many or too few: that is no misreading.

        With as many actions as are looked for another card is hardly one either, nor is one that looks quite
        different: there were more of them. Covered cards that are merely not found beneath the right free one no hand
        took away, nor laid one a card face down where the rules have none: a bare place was taken for a back, also
        beside cards that lie in no order.
        """
        if zone not in self._evidence.touched or self._evidence.is_blank(zone):
            return False
        if self._evidence.shows_as_before_hands(zone):
            return False  # whatever is strange about it was so before
        faces = chosen.explanation.table.get(zone, ())
        loose = zone in self._hands.loose
        shown = self._evidence.shows(zone, faces)
        if loose and (reading := self._evidence.readings.get(zone)) is not None:
            shown = shown_plainly(reading, faces, self._weights)
        if lacks_covered_cards(shown, faces):
            return False
        if not self._hands.doubts.may_be_covered(zone):
            if not faces and shown == (BACK,):
                return False
            if loose:
                shown = _without_more_backs(shown, faces)
        more = Counter(shown) - Counter(faces)
        if self._is_square(zone) and (
            (len(shown) < len(faces) and not more) or self._stand_where_they_should(more, chosen)
        ):
            return False  # a piece is overlooked, or in a hand: nobody could be asked what happened to it
        if not chosen.explanation.adds_to(zone) and shows_more_covered_cards(shown, faces):
            return False
        if len(shown) != len(faces) or len(chosen.explanation.actions) >= self._weights.most_actions:
            return True
        alike = (
            (face, read, self._hands.doubts.lookalikes(read)) for face, read in zip(faces, shown, strict=True)
        )
        return any(others and face not in (read, *others) for face, read, others in alike)

    def _stand_where_they_should(self, pieces: Mapping[str, int], chosen: Candidate) -> bool:
        """Whether each of these pieces, of which there is one, is also seen where it is told to stand."""
        table = chosen.explanation.table
        places = {face: [zone for zone, faces in table.items() if face in faces] for face in pieces}
        return bool(pieces) and all(
            len(zones) == 1 and face in self._evidence.shows(zones[0], ()) for face, zones in places.items()
        )

    def _is_square(self, zone: str) -> bool:
        """Whether pieces stand there, on a square or in a lane of the board."""
        kind = self._kinds.get(zone, self._kinds.get(zone.partition(":")[0], Reader.PIECES))
        return self._has_board and kind is Reader.PIECES

    def vanishes(self, candidate: Candidate) -> bool:
        """Whether a card is thought to lie where nothing can be seen now, or where no hand was and nobody has looked.

        It may still be in the air.
        """
        evidence, told = self._evidence, [touched for touched in candidate.explanation.touches if touched]
        return any(
            evidence.cannot_tell(touched[-1]) or any(map(evidence.is_old, touched)) for touched in told
        )

    def thrown(self, candidate: Candidate, trays: Collection[str] | None = None) -> list[Faces]:
        """What is told to have been left in trays (None: in all of them), one after the other."""
        told = (*beyond_journal(candidate.hypothesis, self._beam.journal), *candidate.explanation.actions)
        trays = self._hands.momentary if trays is None else trays
        return [faces for one in told for zone, faces in self._hands.laid(one).items() if zone in trays]

    def is_sure_of_throws(self, chosen: Candidate, candidates: Sequence[Candidate]) -> bool:
        """Whether what lay in trays is sure enough: it is never seen again, so that nothing would put it right.

        What the journal tells of earlier throws is another matter; and where people would have had to put a pawn down
        wrongly besides, they would have seen it themselves.
        """
        rightly = [one for one in candidates if not one.explanation.misplaced]
        return self._is_sure_of_trays(chosen, rightly)

    def is_sure_of_throws_before(self, chosen: Candidate, candidates: Sequence[Candidate]) -> bool:
        """Whether what was thrown before a throw that the rules refuse is sure enough; that does not tell it."""
        wrong = chosen.explanation.misplaced
        return self._is_sure_of_trays(
            chosen, [one for one in candidates if one.explanation.misplaced == wrong]
        )

    def _is_sure_of_trays(self, chosen: Candidate, among: Sequence[Candidate]) -> bool:
        open_cards = self._hands.laid_open
        trays = self._hands.momentary - open_cards
        return self._is_sure_of(trays, self._weights.throw, chosen, among) and self._is_sure_of(
            open_cards, self._weights.laid_face, chosen, among
        )

    def _is_sure_of(
        self, trays: Collection[str], least: float, chosen: Candidate, among: Sequence[Candidate]
    ) -> bool:
        thrown = self.thrown(chosen, trays)
        if not thrown:
            return True
        matters, hands = self._hands.essence(chosen.explanation.state), self._hands
        others: list[tuple[Any, float]] = []
        for one in among:
            other = hands.essence(one.explanation.state)
            if (
                common(self._beam.journal, one.hypothesis.path) == len(self._beam.journal)
                and self.thrown(one, trays) != thrown
                and other != matters
            ):
                others.append((other, one.posterior))
        rival = max((sum(p for same, p in others if same == other) for other, _ in others), default=0.0)
        # Doubt that is spread over all other faces says less than doubt about one of them.
        spread = 1.0 - min(least, self._weights.enter)
        return rival <= 1.0 - least and sum(p for _, p in others) <= spread

    def only_before(self, chosen: Candidate, candidates: Sequence[Candidate]) -> bool:
        """Whether this look is clear, and only what hands have gone over since is still in doubt."""
        told, laid = len(chosen.explanation.actions), chosen.explanation.laid
        alike = [
            one for one in candidates if len(one.explanation.actions) == told and not one.explanation.faulty
        ]
        sure = sum(one.posterior for one in alike if one.explanation.laid == laid)
        return self._beam.open and bool(self.thrown(chosen)) and sure >= self._weights.enter

    def may_wait(self, candidates: Sequence[Candidate], since_ms: int) -> bool:
        """Whether only a face is in doubt: it will be seen better when the card is played, so nobody is asked yet."""
        offered = self._asked.offered(candidates, self._beam.journal)
        if not offered or self._evidence.at_ms - since_ms > self._weights.still_ms:
            return False
        told = [
            (*beyond_journal(one.hypothesis, self._beam.journal), *one.explanation.actions) for one in offered
        ]
        few = max(map(len, told)) < (
            self._weights.throws_wait if self._hands.momentary else self._weights.waits
        )
        return few and self.is_about_a_face(offered)

    def is_about_a_face(self, offered: Sequence[Candidate]) -> bool:
        """Whether hands did the same by each of these, but for what later hands tell: a card, a throw."""
        told = [
            (*beyond_journal(one.hypothesis, self._beam.journal), *one.explanation.actions) for one in offered
        ]
        if any(one.explanation.taken_back for one in offered):
            return False
        return any(map(len, told)) and len({self._but_told_later(actions) for actions in told}) == 1

    def _but_told_later(self, actions: Sequence[Action]) -> tuple[str, ...]:
        """What of these actions no later hands tell anew: a throw, or whether there was one, they may tell at all."""
        later, trays = self._hands.told_later, self._hands.momentary
        left = [one for one in actions if not (later & one.keys() and self._hands.laid(one).keys() & trays)]
        return tuple(str({**action, **dict.fromkeys(later)}) for action in left)


def _without_more_backs(shown: Faces, faces: Faces) -> Faces:
    """What is shown without the backs that are more than those in ``faces``."""
    backs = [BACK] * min(shown.count(BACK), faces.count(BACK))
    return (*(face for face in shown if face != BACK), *backs)

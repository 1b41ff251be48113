"""Asking people what happened, where pictures cannot tell it; and what their answer says of the pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import inf, prod
from typing import Any

from companion.action import Action, Rejected
from companion.game import Answer, Proposal
from companion.hands import Hands
from companion.referee.evidence import Table
from companion.referee.hypothesis import Candidate, Hypothesis, common
from companion.referee.inference import Inference
from companion.referee.revising import FACES
from companion.referee.search import Watched
from companion.sighting import BACK, EMPTY, UNREADABLE, Slot, ZoneReading

_SEEN = (*FACES, "dice", "value")
"""The arguments by which actions tell what was seen, dice too."""


class Asking:
    """Makes the questions of one game, and takes their answers."""

    def __init__(self, watched: Watched, inference: Inference) -> None:
        self._watched = watched
        self._weights = watched.weights
        self._hands = watched.hands
        self._evidence = watched.evidence
        self._inference = inference
        self._shown: Mapping[str, ZoneReading] = {}
        self._offered: Sequence[Candidate] = ()
        self._about: set[str] = set()

    # ------------------------------------------------------------ the question

    def question(self, candidates: Sequence[Candidate], journal: Sequence[Action], state: Any) -> Proposal:
        """The question: what the likeliest pictures mean, each told by its best hypothesis.

        ``state`` is the journal's. What may have been laid down then and seen by nobody is told as ``lacking`` its
        card, which people may tell instead of any answer.
        """
        self._shown = dict(self._evidence.readings)
        self._offered = self.offered(candidates, journal)
        self._about = {zone for one in self._offered for zone in _zones(one)}
        answers = tuple(self._answer(one, journal) for one in self._offered)
        if (other := self._another_card(journal)) is not None:
            answers = (answers[0], other)
        if all(one.posterior < self._weights.offered for one in self._offered[1:]) and _leads_back(
            answers[0], journal
        ):
            answers = (answers[0], Answer("put_back", {"count": 1}, None, 0.0, (), 1))
        if len(answers) == 1:
            answers = (*answers, Answer("nothing_happened", {"count": 0}, None, 0.0))
        arguments: dict[str, Any] = {"zones": sorted(self._about)}
        if (lacking := self.laid_unseen(state)) is not None:
            arguments["lacking"] = dict(lacking)
        return Proposal(_worded(answers), arguments, answers, self.evidence(self._offered[0]))

    def laid_unseen(self, state: Any) -> Action | None:
        """What may have been laid down and seen by nobody, without its card; None where nothing was."""
        table = self._watched.game.visible_table(state)
        shown = {zone: self._evidence.shows(zone, table.get(zone, ())) for zone in self._evidence.touched}
        return self._hands.doubts.laid_unseen(state, shown)

    def untraced(self, actions: Sequence[Action], zones: Sequence[str]) -> Proposal:
        """The question whether hands did what leaves no trace."""
        self._shown, self._offered, self._about = dict(self._evidence.readings), (), set(zones)
        told = {"actions": [dict(action) for action in actions]}
        answers = (
            Answer("moves", told, actions[0], self._weights.untraced, tuple(actions[1:])),
            Answer("nothing_happened", {"count": 0}, None, self._weights.untraced),
        )
        return Proposal("what_happened", {"zones": sorted(zones)}, answers)

    def misread(self, state: Any, action: Action) -> Proposal | None:
        """The question which card it was that hands turned up, where the rules refuse every face that was named.

        None where it is no card just turned up, or no card that its reader may have meant is possible.
        """
        possible = list(self._with_other_cards(state, action))[: self._weights.fewest_answers]
        if not possible:
            return None
        return self._which_of(possible, self._hands.touched(state, action))

    def unread(self, state: Any) -> Proposal | None:
        """The question what lies in a row that was just laid down, a few of whose cards cannot be read.

        None where none does, or the rules accept none of what their reader may have meant.
        """
        evidence, table = self._evidence, self._watched.game.visible_table(state)
        for zone in sorted(evidence.touched):
            reading = evidence.readings.get(zone)
            if reading is None or len(reading.slots) - len(table.get(zone, ())) <= 1:
                continue
            if told := self._with_cards_guessed(state, zone, reading)[: self._weights.most_answers]:
                return self._which_of(told, [zone], reading.evidence)
        return None

    def laid_unread(self, state: Any) -> Proposal | None:
        """The question which card somebody laid on a pile whose free card cannot be read; None where nobody had to.

        Its number may be told instead of any answer, as in ``question``.
        """
        evidence, lacking = self._evidence, self.laid_unseen(state)
        if lacking is None:
            return None
        side = self._watched.sides.get(lacking["by"])
        for zone in sorted(evidence.touched):
            reading = evidence.readings.get(zone)
            if reading is None or not evidence.is_blank(zone) or zone in evidence.hidden:
                continue
            own = side is None or evidence.may_be_of(zone, {side})
            named = self._with_cards_guessed(state, zone, reading) if own else []
            likeliest = [one for one in named if lacking.items() <= one.items()][: self._weights.most_laid]
            if likeliest:
                return self._which_of(likeliest, [zone], reading.evidence, lacking)
        return None

    def _which_of(
        self,
        actions: Sequence[Action],
        zones: Sequence[str],
        evidence: str | None = None,
        lacking: Action | None = None,
    ) -> Proposal:
        """The question which of these actions it was, of none of which anybody knows how likely it is; or which other
        one, ``lacking`` its card.
        """
        self._shown, self._offered, self._about = dict(self._evidence.readings), (), set(zones)
        answers = tuple(Answer("moves", {"actions": [dict(one)]}, one, 0.0) for one in actions)
        if len(answers) == 1 or lacking is not None:
            answers = (*answers, Answer("nothing_happened", {"count": 0}, None, 0.0))
        arguments: dict[str, Any] = {"zones": sorted(zones)}
        if lacking is not None:
            arguments["lacking"] = dict(lacking)
        return Proposal(_worded(answers), arguments, answers, evidence)

    def _with_cards_guessed(self, state: Any, zone: str, reading: ZoneReading) -> list[Action]:
        """The actions that lay a row down, each card that cannot be read guessed; the likeliest first, but before
        them those that call nobody.
        """
        unread = [slot for slot in reading.slots if slot.best[0] == UNREADABLE]
        if not 0 < len(unread) <= self._weights.most_unread:
            return []
        guessed = [self._guesses(slot) for slot in reading.slots]
        game, table = self._watched.game, self._watched.game.visible_table(state)
        ranked = list[tuple[bool, float, Action]]()
        for row in product(*guessed):
            lies = tuple(face for face, _ in row)
            for action in game.physical_moves(state, {**table, zone: lies}):
                try:
                    _, events = game.apply(state, action)
                except Rejected:
                    continue
                if self._hands.touched(state, action) == (zone,):
                    likely = prod(chance for _, chance in row)
                    ranked.append((self._hands.accuses(events), -likely, action))
        return [action for _, _, action in sorted(ranked, key=lambda one: one[:2])]

    def _guesses(self, slot: Slot) -> Sequence[tuple[str, float]]:
        """What a card may be, with its chance: what it was read as, or the likeliest where it cannot be read."""
        if slot.best[0] != UNREADABLE:
            return (slot.best,)
        named = [one for one in slot.faces.items() if one[0] not in (UNREADABLE, EMPTY, BACK)]
        return sorted(named, key=lambda one: -one[1])[: self._weights.most_guesses]

    def _another_card(self, journal: Sequence[Action]) -> Answer | None:
        """The likeliest action with another card, where only which one was turned up is in doubt.

        No face but one is likely enough for an answer: people are asked which card it is then, and may tell any.
        """
        best, *others = self._offered
        if best.posterior > 1.0 - self._weights.offered or any(
            one.posterior >= self._weights.offered for one in others
        ):
            return None
        hypothesis, _ = self._inference.continued(best)
        known = len(journal)
        if common(journal, hypothesis.path) < known or len(hypothesis.path) != known + 1:
            return None
        other = next(self._with_other_cards(best.hypothesis.state, hypothesis.path[-1]), None)
        return None if other is None else Answer("moves", {"actions": [dict(other)]}, other, 0.0)

    def _with_other_cards(self, state: Any, action: Action) -> Iterator[Action]:
        """The action with each other card that may have been taken for the one just turned up, likeliest first."""
        touched, card = self._hands.touched(state, action), action.get("card")
        table = self._watched.game.visible_table(state)
        reading = self._evidence.readings.get(touched[-1]) if touched else None
        if not isinstance(card, str) or reading is None or not reading.slots:
            return
        if table.get(touched[0], ())[-1:] != (BACK,):
            return
        slot = reading.slots[-1]
        alike = sorted(self._hands.doubts.lookalikes(slot.best[0]))
        for face in dict.fromkeys((*sorted(slot.faces, key=lambda one: -slot.faces[one]), *alike)):
            if face in (card, UNREADABLE, EMPTY, BACK):
                continue
            other = {**action, "card": face}
            try:
                self._watched.game.apply(state, other)
            except Rejected:
                continue
            yield other

    def evidence(self, candidate: Candidate) -> str | None:
        """A picture that shows what an explanation tells, if there is one."""
        readings = (self._evidence.readings.get(zone) for zone in sorted(_zones(candidate)))
        return next((reading.evidence for reading in readings if reading and reading.evidence), None)

    def offered(self, candidates: Sequence[Candidate], journal: Sequence[Action]) -> list[Candidate]:
        """What people would be asked about: two to four different pictures, the likeliest first.

        Pictures that differ only in what came after a call make the same answer.
        """
        candidates = [one for one in candidates if not one.hypothesis.called]
        offered: list[Candidate] = []
        known: list[tuple[int, Sequence[Action]]] = []

        def offer(one: Candidate) -> None:
            if (told := self._told(one, journal)) not in known:
                known.append(told)
                offered.append(one)

        for one in candidates:
            if one.posterior >= self._weights.offered and not any(
                self._tells_no_other(one, other, journal) for other in offered
            ):
                offer(one)
        for one in candidates:
            if len(offered) < self._weights.fewest_answers and not any(
                one.hypothesis is other.hypothesis and self._tells_no_other(one, other, journal)
                for other in offered
            ):
                offer(one)
        return offered[: self._weights.most_answers]

    def tells_throws_anew(self, one: Candidate, other: Candidate, journal: Sequence[Action]) -> bool:
        """Whether both tell earlier throws anew, each otherwise: the table cannot say which is true."""
        if not self._hands.momentary:
            return False
        mine, theirs = self._moments(one.hypothesis, journal), self._moments(other.hypothesis, journal)
        return bool(mine and theirs) and mine != theirs

    def _moments(self, hypothesis: Hypothesis, journal: Sequence[Action]) -> list[Any]:
        """What matters of each moment that a hypothesis tells beyond the journal, or otherwise."""
        shared, essence = common(journal, hypothesis.path), self._hands.essence
        states = [*(state for length, state in hypothesis.trail if length > shared), hypothesis.state]
        return [essence(state) for state in states] if len(hypothesis.path) > shared else []

    def _tells_no_other(self, one: Candidate, offered: Candidate, journal: Sequence[Action]) -> bool:
        """Whether an answer would be no other for people: the same picture by the same hands, of the same cards."""
        mine, theirs = one.explanation, offered.explanation
        if mine.table != theirs.table or mine.players != theirs.players:
            return False
        if self.tells_throws_anew(one, offered, journal):
            return False
        essence = self._hands.essence
        return mine.told == theirs.told or essence(mine.state) == essence(theirs.state)

    def _told(self, candidate: Candidate, journal: Sequence[Action]) -> tuple[int, Sequence[Action]]:
        """How many moves of the journal an answer takes back, and what it plays instead."""
        hypothesis, _ = self._inference.continued(candidate)
        shared = common(journal, hypothesis.path)
        return len(journal) - shared, hypothesis.path[shared:]

    def _answer(self, candidate: Candidate, journal: Sequence[Action]) -> Answer:
        back, actions = self._told(candidate, journal)
        chance = candidate.posterior
        if not actions:
            nothing = "nothing_allowed" if candidate.explanation.misplaced else "nothing_happened"
            code = "put_back" if back else nothing
            return Answer(code, {"count": back}, None, chance, (), back)
        told: dict[str, Any] = {"actions": [dict(action) for action in actions]}
        if (retold := _retold(journal[len(journal) - back :], actions)) is not None:
            told["retold"] = retold
        return Answer("moves", told, actions[0], chance, tuple(actions[1:]), back)

    # ------------------------------------------------------------ the answer

    def answered(self, state: Any, moves: Sequence[Action]) -> tuple[Candidate | None, Table | None]:
        """People answered, and the journal's state is ``state`` after ``moves``; returns what they chose, None for
        anything else.

        Where that calls somebody, the table is returned as well, as it lies until hands have put it right: two
        answers that call the same player may lead to one state, and only the moves tell which card lies wrong.

        What the look showed otherwise was misread: the same reading again tells nothing. But where hands did more
        than the answer tells, that is still to come.
        """
        essence, known = self._hands.essence, self._hands.essence(state)
        chosen: Candidate | None = None
        lies: Table | None = None
        for one in self._offered:
            hypothesis, cut = self._inference.continued(one)
            if essence(hypothesis.state) != known:
                continue
            is_told = hypothesis.path[-1:] == tuple(moves[-1:])
            if chosen is None or is_told:
                chosen, lies = one, one.explanation.table if cut else None
            if is_told:
                break
        if chosen is not None:
            # A hand that was there once did what the answer tells, and nothing after it.
            touched = self._evidence.touched
            reached = self._hands.telling & chosen.explanation.laid.keys() & touched.keys()
            self._evidence.told({}, {zone for zone in reached if len(touched[zone].times) == 1})
        begun = self._is_only_begun(state, chosen)
        if lies is not None or not (begun and self._weights.excuses("only_begun")):
            table = self._watched.game.visible_table(state) if lies is None else lies
            told = frozenset() if chosen is None else chosen.explanation.misplaced
            wrongly = told | self._inference.lying_wrongly(state)
            shown = {zone: reading for zone, reading in self._shown.items() if zone not in wrongly}
            self._evidence.excuse(table, shown, answered=True)
            self._evidence.settle(table, {}, self._about)
        return chosen, lies

    def _is_only_begun(self, state: Any, chosen: Candidate | None) -> bool:
        """Whether moves after the answer explain what it leaves unexplained, other moves than those denied."""
        search = self._watched.search()
        root = search.root(state)
        if not self._evidence.disagreeing(root.table, {}):
            return False
        begun = Counter[str]() if chosen is None else kinds(self._hands, chosen.explanation.actions)
        denied = [kinds(self._hands, one.explanation.actions) for one in self._offered]
        told = search.explain(root, matters=root.total).explanations
        least = min(
            (
                one.total
                for one in told
                if not one.faulty and begun + kinds(self._hands, one.actions) not in denied
            ),
            default=inf,
        )
        return least < root.total


def kinds(hands: Hands, actions: Iterable[Action]) -> Counter[str]:
    """Actions in no order, throws without their faces: who says that nothing was thrown denies all faces."""
    return Counter(
        str(_but_for_faces(one) if (zones := hands.laid(one).keys()) and zones <= hands.trays else one)
        for one in actions
    )


def _zones(candidate: Candidate) -> set[str]:
    return {zone for touched in candidate.explanation.touches for zone in touched}


def _retold(before: Sequence[Action], after: Sequence[Action]) -> dict[str, Any] | None:
    """How many moves of the journal are told anew with another card or throw, and the first such one as it was and is
    told.

    None where anything else about them is told otherwise.
    """
    pairs = list(zip(before, after, strict=False))
    if len(pairs) < len(before) or any(_but_for_faces(one) != _but_for_faces(other) for one, other in pairs):
        return None
    first = next((pair for pair in pairs if pair[0] != pair[1]), None)
    return None if first is None else {"count": len(pairs), "before": dict(first[0]), "after": dict(first[1])}


def _but_for_faces(action: Action) -> Action:
    return {name: value for name, value in action.items() if name not in _SEEN}


def _leads_back(answer: Answer, journal: Sequence[Action]) -> bool:
    """Whether all that an answer tells is that the last card moved went back: perhaps it was put back."""
    action = answer.action
    if action is None or answer.then or answer.taken_back or not journal:
        return False
    last = journal[-1]
    way, card = (last.get("from"), last.get("to")), last.get("card")
    return None not in way and (action.get("to"), action.get("from")) == way and action.get("card") == card


def _worded(answers: Sequence[Answer]) -> str:
    """The question's code: which card it is, when the answers differ in nothing else, else what happened.

    Where moves of the journal are taken back people are asked about more than the card that lies there now.
    """
    if any(one.taken_back for one in answers):
        return "what_happened"
    shapes = {
        str([{**action, "card": None} for action in one.arguments.get("actions", ())]) for one in answers
    }
    return "which_card" if len(shapes) == 1 and answers[0].action is not None else "what_happened"

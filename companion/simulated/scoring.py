"""Keeps the score of an evening: whether the journal tells the truth, since when, and what people had to say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.action import Action, Event, Rejected
from companion.game import Game
from companion.hands import Hands
from companion.simulated.following import Follower, followed
from companion.simulated.outcome import NEXT_SIGHTING, Belief, Outcome
from companion.simulated.players import CannotPlay
from companion.simulated.truth import Deed, Settled, Truth, blamed, infractions

_COUNTERS = ("card_actions",)
"""Fields of a state that only count how often something was done."""
_ADVICE = frozenset({"reminder"})
"""Events that tell nothing of what was done."""
_UNDECIDED = frozenset({"look_again", "open", "play_on", "asked", "waiting"})
"""Verdicts after which a wrong entry may still be put right, though the states have come to agree by chance."""
_RECENT = 12
"""How many actions back a fault may lie that is announced again when the referee corrects itself."""


class Score:
    """Compares the journal of a follower with the truth after every sighting.

    The journal ``agrees`` when its state is the true one, or that of another story which the same pictures tell; it
    is behind when it shows the truth of a while ago; else what it has beyond their last agreement is wrong.
    """

    def __init__(self, game: Game, hands: Hands, truth: Truth, follower: Follower, seed: str) -> None:
        self._game = game
        self._hands = hands
        self._truth = truth
        self._follower = follower
        self._seed = seed
        self._agreed = (0, 0)
        self._stories: list[tuple[int, tuple[Action, ...]]] = []
        self._earlier: list[Any] = []
        self._begun, self._done = 0, tuple[Action, ...]()
        self._level = "agreed"
        self._behind_since = 0
        self._entries: dict[int, Action] = {}
        self._outcomes: list[tuple[Event, ...]] = []
        self._underway: Any = None
        self._undecided = self._catching_up = False
        self._objected_at: int | None = None
        self._hidden: frozenset[str] = frozenset()
        self._early: frozenset[str] = frozenset()
        self._shown_at = 0
        self._wrong_at_end = False
        self._milliseconds: list[float] = []
        self._delays: list[int] = []
        self._beliefs: list[Belief] = []
        self._unproved: list[tuple[str, float, tuple[int, int]]] = []
        self.fault: Deed | None = None
        self._overlooked: Action | None = None
        self._called: Action | None = None
        self.just_tapped = False
        self.sightings = 0
        self._taps = self._wrong = self._repaired = self._stayed = 0
        self._questions = self._dismissed = self._who_moved = self._rescues = self._look_agains = 0
        self._tapped = Counter[str]()
        self._faults = self._visible = self._false = self._guessed = self._asked_in_time = 0
        self._asked_about = self._is_loud = False

    # ------------------------------------------------------------ what happened

    def settled(self, settled: Settled, deeds: Sequence[Deed], begun: int, read: Collection[str]) -> None:
        """What hands did counts now, from the true action number ``begun`` on; these zones were just ``read``."""
        self.just_tapped = False
        self._stories = [(begun, story) for story in settled.stories]
        self._earlier = []
        self._begun, self._done = begun, tuple(deed.action for deed in deeds)
        self._underway = None
        faulty = {str(deed.action["by"]) for deed in deeds if deed.faulty}
        self._faults += (settled.fault is not None) + settled.hidden
        self._hidden = frozenset(faulty) if settled.hidden else frozenset()
        if settled.fault is not None:
            self._visible += 1
            self.fault, self._asked_about = settled.fault, False
            self._is_loud = any(map(self._hands.accuses, self._truth.outcomes[begun:]))
            # Hands that nobody reported leave a zone unread: its next look shows the fault.
            self._shown_at = self.sightings + (1 if set(settled.fault.zones) <= set(read) else 2)
            if str(settled.fault.action["by"]) in self._early:
                self._found(0)
        elif self._early & self._hidden:
            self._guessed += 1
        self._early = frozenset()

    def misplaced(self, delay: int | None) -> None:
        """Something was put down wrongly, which everybody could see; the page said so after so many further looks,
        None: it never did.
        """
        self._faults += 1
        self._visible += 1
        if delay is not None:
            self._delays.append(delay)

    def underway(self, state: Any) -> None:
        """A card is in the air: whoever takes it for laid down already, leading to ``state``, is not wrong."""
        self._underway = state

    def taken_back(self) -> None:
        """The last card was put back: it never was played, or it went to and fro."""
        truth, follower = self._truth, self._follower
        self._done = ()
        self._earlier = [truth.state]
        action = truth.take_back()
        back = {"by": action["by"], "do": action["do"], "from": action["to"], "to": action["from"]}
        self._stories = [(len(truth.actions), (action, back))]
        entries, actions = self._agreed
        self._agreed = (min(entries, len(follower.actions)) - 1, min(actions - 1, len(truth.actions)))
        self._level = "behind"
        self.judge()

    def tapped(self, action: Action, proposed: Action | None = None) -> None:
        """People told an action by the page, which ``proposed`` this one: one tap confirms the same."""
        self._taps += 1
        is_confirmed = proposed is not None and self._comes_to_the_same(proposed)
        self._tapped[f"{'confirm_' if is_confirmed else ''}{action['do']}"] += 1
        self.just_tapped = True
        self._stories, self._earlier, self._hidden, self._done = [], [], frozenset(), ()
        self._outcomes = list(self._follower.outcomes)
        self.judge()

    def _comes_to_the_same(self, action: Action) -> bool:
        """Whether an action would have done what the last one of the truth did."""
        try:
            after, _ = self._game.apply(self._truth.states[-2], action)
        except Rejected:
            return False
        return self._same(after, self._truth.state)

    def asked(
        self,
        told: Sequence[Sequence[Action]],
        chances: Sequence[float],
        chosen: int | None,
        own: Action | None = None,
    ) -> None:
        """People were asked whether this was ``told`` or that, each held to be so likely (0..1).

        ``chosen`` is the place of the truth among the answers; None: it was not there. Then they told their ``own``,
        if the page let them.
        """
        self._questions += 1
        self._dismissed += chosen is None and own is None
        if chosen is not None and self._tells_in_another_order(told[chosen]):
            # People put back what the page says: it was as they have answered.
            self._truth.replace_last(len(self._truth.actions) - self._begun, told[chosen])
        self._beliefs += [("asked", chance, place == chosen) for place, chance in enumerate(chances)]
        moves = [str([{**action, "by": ""} for action in actions]) for actions in told if actions]
        self._who_moved += len(set(moves)) < len(moves)

    def observed(self, kind: str, milliseconds: float) -> None:
        """The follower took a sighting."""
        self.sightings += 1
        self._milliseconds.append(milliseconds)
        self._look_agains += kind == "look_again"
        self.judged(kind)

    def judged(self, kind: str, *, catching_up: bool = False) -> None:
        """The follower judged a sighting; ``catching_up``: one that it had kept while a question was open.

        Of those the journal tells no more than what happened until then, and may agree with the truth by chance.
        """
        self._undecided, self._catching_up = kind in _UNDECIDED, catching_up
        if not self._asked_about and self.sightings - self._shown_at <= NEXT_SIGHTING:
            self._asked_about = self._is_asked_about()
        wrong, held = self._untrue, self._follower.posterior if kind == "played" else None
        announced = self._hear()
        if held is not None:
            self._unproved.append(("announced" if announced else "entered", held, wrong))
        self.judge()
        self._catching_up = False

    def heard(self) -> None:
        """What people's answer has entered is said aloud."""
        self._hear()

    def _is_asked_about(self) -> bool:
        """Whether an answer to the question that is open tells the last visible fault and accuses whoever made it."""
        question, fault = self._follower.question, self.fault
        if fault is None or question is None:
            return False
        telling = [
            one for one in question.answers if any(_tells(told, fault.action) for told in followed(one))
        ]
        by = str(fault.action["by"])
        return any(
            by in blamed(self._hands, action, events)
            for one in telling
            if (played := self._played(one.taken_back, followed(one))) is not None
            for action, events in zip(followed(one), played[1], strict=True)
        )

    def overlooked(self) -> None:
        """Nobody has announced the last visible fault, and it is no use waiting any longer."""
        self._overlooked = None if self.fault is None else self.fault.action
        self.fault = None

    def finish(self) -> None:
        """The evening is over."""
        self._undecided = False
        self.judge()
        if self._level == "behind":
            self.rescue()
        self._wrong_at_end = self._level not in ("agreed", "open")
        self._stayed += len(self._entries)
        self._entries = {}

    # ------------------------------------------------------------ accusations

    def _hear(self) -> bool:
        """What the journal's new entries say aloud: faults, rightly or wrongly; returns whether they say any."""
        outcomes, accuses = self._follower.outcomes, False
        kept = min(len(outcomes), len(self._outcomes))
        while kept and outcomes[kept - 1] is not self._outcomes[kept - 1]:
            kept -= 1
        for place, events in enumerate(outcomes[kept:], start=kept):
            if self._hands.accuses(events):
                accuses = True
                self._accused(blamed(self._hands, self._follower.actions[place], events), place)
        self._outcomes[kept:] = outcomes[kept:]
        return accuses

    def _accused(self, players: frozenset[str], place: int) -> None:
        action = self._follower.actions[place]
        if self.fault is not None and str(self.fault.action["by"]) in players:
            self._found(self.sightings - self._shown_at)
            self._called = action
        elif any(deed.faulty and str(deed.action["by"]) in players for deed in self._truth.pending):
            self._early = players
        elif self._is_told_again(players, action):
            return
        else:
            guessed = bool(players & self._hidden)
            self._guessed += guessed
            self._false += not guessed
            self._objected_at = place
            self._note_wrong(self._follower.actions[place:])

    def _is_rightly_blamed(self, action: Action, events: Sequence[Event]) -> bool:
        """Whether nobody is blamed for an action that an answer tells, or whoever made a fault just now or lately."""
        players = blamed(self._hands, action, events)
        is_at_fault = self.fault is not None and str(self.fault.action["by"]) in players
        return not players or is_at_fault or self._is_told_again(players, action)

    def _is_told_again(self, players: frozenset[str], action: Action) -> bool:
        """Whether a call is of a fault made lately: told once more in a story put right, or at last.

        A call may tell the fault by another action than it was: two cards moved at once by the lower one alone.
        """
        truth = self._truth
        recent = zip(truth.actions[-_RECENT:], truth.outcomes[-_RECENT:], strict=True)
        return any(
            players & blamed(self._hands, done, events)
            and (done is self._overlooked or _tells(action, done) or action == self._called)
            for done, events in recent
        )

    def _found(self, delay: int) -> None:
        self._delays.append(max(0, delay))
        self._asked_in_time += self._asked_about and delay > NEXT_SIGHTING
        self.fault = None

    def objection(self) -> bool:
        """Whether somebody has just been accused of what nobody saw: people take that back (``rescue``)."""
        return self._objected_at is not None

    # ------------------------------------------------------------ the journal and the truth

    def agrees(self) -> bool:
        """Whether the journal tells the truth, and nothing that hands did is still open."""
        return self._level == "agreed" and not self._truth.pending

    def lagging(self) -> int:
        """For how many looks the journal has been behind the truth."""
        return self.sightings - self._behind_since if self._level == "behind" else 0

    def judge(self) -> None:
        """Compares the journal with the truth, as far as that is settled."""
        self._compare()
        if self._level != "open":
            told, self._unproved = self._unproved, []
            self._beliefs += [(kind, held, self._untrue == before) for kind, held, before in told]

    @property
    def _untrue(self) -> tuple[int, int]:
        """How much has been entered that is wrong, and how often somebody was called on a guess."""
        return self._wrong, self._guessed

    def _compare(self) -> None:
        truth, state = self._truth, self._follower.states[-1]
        if truth.pending:
            self._level = "open"
            return
        if self._objected_at is not None:
            self._level = "wrong"  # whatever it comes to: somebody was accused of nothing
            return
        if self._same(state, truth.state) and not self._catching_up:
            self._agree()
            return
        if self._underway is not None and self._same(state, self._underway):
            self._level = "open"
            return
        for base, story, after in self._told():
            if self._same(state, after):
                truth.replace_last(len(truth.actions) - base, story)
                self._agree()
                return
        if self._is_behind(state):
            if self._level != "behind":
                self._behind_since = self.sightings
            self._level = "behind"
            return
        if self._is_told_in_another_order(state):
            if self._level != "behind":
                self._behind_since = self.sightings
            self._level = "behind"
            return
        self._level = "wrong"
        self._count_wrong()

    def _agree(self) -> None:
        self._level = "agreed"
        self._stories = []
        if self.fault is not None and not self._is_loud:
            # Where faults are silent the journal tells them; a fault that is called may leave all as it was before.
            self._found(self.sightings - self._shown_at)
        if self._entries and not self._undecided:
            left = {id(action) for action in self._follower.actions}
            stayed = sum(entry in left for entry in self._entries)
            self._stayed += stayed
            self._repaired += len(self._entries) - stayed
            self._entries = {}
        self._agreed = (len(self._follower.actions), len(self._truth.actions))

    def _is_behind(self, state: Any) -> bool:
        """Whether the journal shows the truth, or a story as good, of a while ago."""
        truth, least = self._truth, max(0, self._agreed[1])
        states = truth.states[least:] if self._catching_up else truth.states[least:-1]
        if any(self._same(state, before) for before in states):
            return True
        if any(self._same(state, before) for before in self._earlier):
            return True
        return any(
            self._same(state, after)
            for base, story in self._stories
            for length in range(1, len(story))
            for after in self._after(base, story[:length])
        )

    def _is_told_in_another_order(self, state: Any) -> bool:
        """Whether the journal tells only what happened, and what is missing leads from there to the truth.

        What several players do at the same time is as true in any order (cards that all turn up at once), unless the
        rules judge the order: then the journal is taken at its word.
        """
        if self._game.simulation.in_order or self._entries:
            return False
        begun, first = (max(0, place) for place in self._agreed)
        told = list(self._follower.actions[begun:])
        for action in self._truth.actions[first:]:
            if action in told:
                told.remove(action)
                continue
            try:
                state, _ = self._game.apply(state, action)
            except Rejected:
                return False
        return not told and self._same(state, self._truth.state)

    def _count_wrong(self) -> None:
        """Every entry since the last agreement that tells what did not happen, once.

        An entry is true when it says the same as an action of the truth since then, whatever went wrong before it.
        """
        follower, truth = self._follower, self._truth
        begun, first = (max(0, place) for place in self._agreed)
        true = zip(truth.actions[first:], truth.outcomes[first:], strict=True)
        left = [self._says(action, events) for action, events in true]
        untrue: list[Action] = []
        for action, events in zip(follower.actions[begun:], follower.outcomes[begun:], strict=True):
            if (done := self._says(action, events)) in left:
                left.remove(done)
            else:
                untrue.append(action)
        # What is merely missing, or told in another order, is no wrong entry: it agrees in the end, or does not.
        self._note_wrong(untrue)

    def _says(self, action: Action, events: Sequence[Event]) -> tuple[object, ...]:
        """What an entry tells: of a throw who threw what, faces that mean the same being one, in no order."""
        laid, hands = self._hands.laid(action), self._hands
        if not laid or not laid.keys() <= hands.momentary:
            return done_in(events)
        thrown = [(zone, sorted(map(hands.meaning, faces))) for zone, faces in laid.items()]
        return (action["by"], action["do"], thrown)

    def _note_wrong(self, entries: Sequence[Action]) -> None:
        for action in entries:
            if id(action) not in self._entries:
                self._entries[id(action)] = action
                self._wrong += 1

    def _told(self) -> Iterator[tuple[int, tuple[Action, ...], Any]]:
        """The other stories of what was seen last, each with the state that it leads to."""
        for base, story in self._stories:
            for after in self._after(base, story):
                yield base, story, after

    def _after(self, base: int, story: Sequence[Action]) -> Iterator[Any]:
        if base >= len(self._truth.states):
            return
        state = self._truth.states[base]
        for action in story:
            try:
                state, events = self._game.apply(state, action)
            except Rejected:
                return
            if infractions(events):
                return
        yield state

    def _same(self, one: Any, other: Any) -> bool:
        return alike(self._hands, one, other)

    # ------------------------------------------------------------ people

    def truthful(self, answers: Sequence[tuple[int, Sequence[Action]]]) -> int | None:
        """The place of the answer that tells the truth, each as (moves taken back, actions); else None.

        One that tells its beginning will do; that nothing happened nobody says of a table where something has. Of
        what hands did just now people say that it was so, in whichever order it is told, and whatever else may be
        wrong in the journal since long.
        """
        truth = self._truth
        told: list[Any] = [after for _, _, after in self._told()]
        partly: int | None = None
        lately: int | None = None
        right: list[tuple[int, int]] = []
        farthest = max(0, self._agreed[1])
        for place, (back, actions) in enumerate(answers):
            played = self._played(back, actions)
            if played is None:
                continue
            state, said = played
            if not all(map(self._is_rightly_blamed, actions, said)):
                continue
            if self._same(state, truth.state) or any(self._same(state, after) for after in told):
                # Where two answers come to the same, people take the one that tells what they did.
                right.append((sum(events not in truth.outcomes for events in said), place))
                continue
            if lately is None and not back and self._was_so(actions):
                lately = place
            ahead = range(len(truth.states) - 2, farthest, -1) if back or actions else ()
            for count in ahead:
                if self._same(state, truth.states[count]):
                    partly, farthest = place, count
                    break
        return min(right)[1] if right else partly if lately is None else lately

    def _played(self, back: int, actions: Sequence[Action]) -> tuple[Any, list[tuple[Event, ...]]] | None:
        """What the journal comes to with an answer, and the events of each action; None if it cannot be."""
        states = self._follower.states
        if back >= len(states):
            return None
        state, said = states[len(states) - 1 - back], list[tuple[Event, ...]]()
        try:
            for action in actions:
                state, events = self._game.apply(state, action)
                said.append(events)
        except Rejected:
            return None
        return state, said

    def own_card(
        self, answers: Sequence[tuple[int, Sequence[Action]]], lacking: Action | None = None
    ) -> Action | None:
        """What people tell of a question whose answers differ in one card alone, where it was another card; or by
        which nobody knows of a card but that it was laid down (``lacking`` its card).

        The page shows all cards beside such answers. None where the question is another, or something else happened.
        """
        known = self._known(self._follower)
        if known is None and self._level == "wrong" and len(self._done) == 1:
            known = self._begun
        if known is None or known >= len(self._truth.actions):
            return None
        true = self._truth.actions[known]
        cards = {
            str(actions[0].get("card"))
            for back, actions in answers
            if not back and len(actions) == 1 and {**actions[0], "card": ""} == {**true, "card": ""}
        }
        is_lacking = lacking is not None and {name: true.get(name) for name in lacking} == lacking
        if not is_lacking and (true.get("card") in (None, *cards) or not len(cards) == len(answers) > 1):
            return None
        try:
            self._game.apply(self._follower.states[-1], true)
        except Rejected:
            return None  # what is wrong in the journal leaves no room for it
        return true

    def _was_so(self, told: Sequence[Action]) -> bool:
        """Whether these are the very actions that hands have done last, each told as it was done."""
        counted = self._truth.actions[self._begun :] if self._done else ()
        if self._level == "wrong" and counted and len(told) == len(counted):
            return all(map(_tells, told, counted))
        return self._tells_in_another_order(told)

    def _tells_in_another_order(self, told: Sequence[Action]) -> bool:
        """Whether these are the actions that hands did last in another order, by which the same players are at fault.

        What followed from nothing but a wrong order of the journal nobody calls right.
        """
        truth, state = self._truth, self._follower.states[-1]
        begun = self._begun
        left = list(self._done)
        if self._done and truth.to_blame(1) and len(told) < len(left):
            left = truth.actions[begun:]  # what hands did after a fault that was called is put back
        if not told or len(told) != len(left) or not self._same(state, truth.states[begun]):
            return False
        for action in told:
            if (one := next((done for done in left if _tells(action, done)), None)) is None:
                return False
            left.remove(one)
        accused: set[str] = set()
        for action in told:
            try:
                state, events = self._game.apply(state, action)
            except Rejected:
                return False
            accused |= blamed(self._hands, action, events)
        lately = zip(truth.actions[begun:], truth.outcomes[begun:], strict=True)
        return accused == set().union(*(blamed(self._hands, action, events) for action, events in lately))

    def rescue(self) -> None:
        """People put the journal right by undoing and tapping; raises ``CannotPlay`` if that is impossible."""
        follower, truth = self._follower, self._truth
        self._rescues += 1
        if follower.question is not None:
            follower.answer(None)
        while self._objected_at is not None and len(follower.actions) > self._objected_at:
            follower.undo()
        while (known := self._known(follower)) is None and follower.actions:
            follower.undo()
        for action in truth.actions[known or 0 :]:
            try:
                follower.tap(action)
            except Rejected as refusal:
                raise CannotPlay(f"the truth was refused with {refusal.code}: {dict(action)}") from refusal
            self._taps += 1
        self.fault, self._done = None, ()
        self._outcomes = list(follower.outcomes)
        self._objected_at = None
        self.judge()

    def _known(self, follower: Follower) -> int | None:
        """How many true actions lead to the journal's state, None when it is none of theirs.

        A state may come again: what was right already is not told once more.
        """
        states, (entries, actions) = self._truth.states, self._agreed
        least = max(0, actions) if len(follower.actions) >= entries else 0
        places = range(len(states) - 1, least - 1, -1)
        return next((place for place in places if self._same(states[place], follower.states[-1])), None)

    # ------------------------------------------------------------ the figures

    def outcome(self, *, over: bool) -> Outcome:
        """The figures so far."""
        result = getattr(self._truth.state, "result", None)
        return Outcome(
            seed=self._seed,
            game=self._game.id,
            over=over,
            result=result if isinstance(result, str) else None,
            sightings=self.sightings,
            actions=len(self._truth.actions),
            taps=self._taps,
            wrong=self._wrong,
            repaired=self._repaired,
            stayed=self._stayed + len(self._entries),
            wrong_at_end=self._wrong_at_end,
            questions=self._questions,
            dismissed=self._dismissed,
            who_moved=self._who_moved,
            rescues=self._rescues,
            look_agains=self._look_agains,
            faults=self._faults,
            visible=self._visible,
            announced=len(self._delays),
            delays=tuple(self._delays),
            asked_in_time=self._asked_in_time,
            false_accusations=self._false,
            guessed_accusations=self._guessed,
            milliseconds=tuple(self._milliseconds),
            beliefs=tuple(self._beliefs),
            tapped=tuple(sorted(self._tapped.items())),
        )


def alike(hands: Hands, one: Any, other: Any) -> bool:
    """Whether two states of a game are the same, hidden cards included, however many actions led to them."""
    if one is other or one == other:
        return True
    return bool(_but_for_counters(hands, one) == _but_for_counters(hands, other))


def _but_for_counters(hands: Hands, state: Any) -> Any:
    state = hands.essence(state)
    changed = {name: 0 for name in _COUNTERS if hasattr(state, name)}
    return replace(state, **changed) if changed else state


def _tells(told: Action, done: Action) -> bool:
    """Whether an answer tells an action as it was done; it may name a card that whoever did it need not name."""
    return done.items() <= told.items()


def done_in(events: Sequence[Event]) -> tuple[Event, ...]:
    """What an action did, without what people were advised: that depends on what was told before it."""
    return tuple(event for event in events if event.name not in _ADVICE)

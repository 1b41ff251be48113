"""The closed loop: with a referee that knows everything nothing is wrong; what a bad one does wrong is counted."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import pytest

from companion.action import Action, Rejected
from companion.bench.referee import play
from companion.game import Answer, Game, Proposal
from companion.games import load
from companion.referee.verdict import Verdict
from companion.sighting import BACK, Sighting, ZoneReading
from companion.simulated.evening import Evening
from companion.simulated.following import FollowedByReferee
from companion.simulated.outcome import Outcome
from companion.simulated.players import opened_evening
from companion.simulated.scoring import alike
from companion.simulated.truth import Truth, infractions

GAME = load("crapette")
RECENT = 6
"""How many actions ago somebody made a fault."""


class KnowsAll:
    """A stand-in for the referee that enters what really happened as soon as it counts."""

    def __init__(self, game: Game, state: Any) -> None:
        self.game = game
        self.truth: Truth | None = None
        self.journal: list[Action] = []
        self.readings: Mapping[str, ZoneReading] = {}

    def observe(self, sighting: Sighting) -> Verdict:
        """What is missing in the journal, and what is too much in it."""
        assert self.truth is not None
        kept = min(len(self.truth.actions), len(self.journal))
        while kept and self.journal[kept - 1] is not self.truth.actions[kept - 1]:
            kept -= 1
        back, actions = len(self.journal) - kept, tuple(self.truth.actions[kept:])
        return self.said(Verdict("played", actions, back) if back or actions else Verdict("same"))

    def said(self, verdict: Verdict) -> Verdict:
        """Takes for granted that it is entered."""
        if verdict.kind == "played":
            del self.journal[len(self.journal) - verdict.taken_back :]
            self.journal += verdict.actions
        return verdict

    def glance(self, sighting: Sighting) -> None:
        """A question is open."""

    def next_kept(self) -> Verdict | None:
        """Nothing was kept: the next look tells all of it."""

    def tapped(self, action: Action, state: Any) -> None:
        """People told it."""
        self.journal.append(action)

    def believe(self, state: Any, moves: Sequence[Action]) -> None:
        """People answered."""

    def restart(self, state: Any, moves: Sequence[Action]) -> None:
        """People took something back."""
        self.journal = list(self.kept())

    def kept(self) -> list[Action]:
        """What the journal says."""
        raise NotImplementedError


Referee = TypeVar("Referee", bound=KnowsAll)


def evening(
    seed: int,
    kind: str,
    referee: Callable[[Game, Any], KnowsAll] = KnowsAll,
    *,
    error: float = 0.01,
    most: int = 5000,
    options: Mapping[str, str] | None = None,
    game_id: str = "crapette",
    beside: str | None = None,
) -> Evening:
    chance = random.Random(seed)
    opening = opened_evening(load(game_id), chance, options)
    made: list[KnowsAll] = []

    def follow(game: Game, state: Any) -> FollowedByReferee:
        made.append(referee(game, state))
        return FollowedByReferee(game, state, made[0])

    kinds = (kind, beside or kind)
    whole = Evening(opening, kinds, follow, chance, error=error, most_sightings=most, seed=str(seed))
    made[0].truth = whole.truth
    made[0].kept = lambda: whole.follower.actions  # type: ignore[method-assign]
    return whole


def played(seed: int, kind: str, *args: Any, **options: Any) -> Outcome:
    return evening(seed, kind, *args, **options).play()


def played_by(referee: type[Referee], seed: int) -> tuple[Referee, Outcome]:
    """The referee that followed a careless evening, and what became of it."""
    made: list[Referee] = []

    def follow(game: Game, state: Any) -> Referee:
        made.append(referee(game, state))
        return made[-1]

    told = played(seed, "careless", follow)
    return made[0], told


# ------------------------------------------------------------------------------- nothing is wrong


@pytest.mark.parametrize("mode", ["auto", "on_call", "coach"])
@pytest.mark.parametrize("kind", ["careful", "careless", "child"])
def test_who_knows_everything_makes_no_mistake(kind: str, mode: str) -> None:
    faults = 0
    for seed in range(2):
        told = played(seed, kind, error=0.05, options={"referee": mode})
        assert told.over
        assert (told.wrong, told.repaired, told.stayed, told.wrong_at_end) == (0, 0, 0, False)
        assert (told.questions, told.rescues, told.false_accusations, told.guessed_accusations) == (
            0,
            0,
            0,
            0,
        )
        assert told.announced == told.visible <= told.faults
        assert set(told.delays) <= {0}
        faults += told.faults
    assert (faults == 0) == (kind == "careful")


@pytest.mark.parametrize("game_id", ["racko", "super_crack", "change_horses", "poker_dice_race"])
@pytest.mark.parametrize("kind", ["careful", "child"])
def test_the_other_games_are_played_and_told_as_truly(game_id: str, kind: str) -> None:
    told = played(1, kind, most=250, game_id=game_id)
    assert told.over or told.sightings >= 250
    assert told.actions > 30
    assert (told.wrong, told.stayed, told.wrong_at_end, told.rescues) == (0, 0, False, 0)
    assert (told.false_accusations, told.guessed_accusations) == (0, 0)
    assert told.announced == told.visible


def test_beside_a_child_a_careful_player_makes_no_fault_out_of_turn_either() -> None:
    faults = Counter[str]()
    for seed in range(4):
        told = evening(seed, "careful", beside="child")
        told.play()
        careful, child = opened_evening(GAME, random.Random(seed)).players
        faults += Counter(by for events in told.truth.outcomes for by, _ in infractions(events))
    assert faults[careful] == 0
    assert faults[child] > 8


def test_the_same_seed_plays_the_same_evening() -> None:
    def story(seed: int) -> tuple[list[Action], list[Sighting | None]]:
        told = evening(seed, "child", most=150)
        looks = [moment.sighting for moment in told.course()]
        return told.truth.actions, looks

    assert story(5) == story(5)
    assert story(5) != story(6)


def test_the_reading_error_does_not_change_what_people_do() -> None:
    """So that curves over the error compare the same games (as long as the referee follows)."""
    one, other = evening(3, "careful", error=0.001), evening(3, "careful", error=0.05)
    one.play()
    other.play()
    assert one.truth.actions == other.truth.actions


# ------------------------------------------------------------------------------- what is wrong is counted


class Misreads(KnowsAll):
    """Enters another card than was drawn, once; puts it right some looks later, if at all."""

    wait = 3

    def __init__(self, game: Game, state: Any) -> None:
        super().__init__(game, state)
        self.lied_at: int | None = None
        self.looks = 0

    def observe(self, sighting: Sighting) -> Verdict:
        assert self.truth is not None
        self.looks += 1
        if self.lied_at is not None and self.looks < self.lied_at + self.wait:
            return Verdict("same")
        new = self.truth.actions[len(self.journal) :]
        if self.lied_at is None and self.looks > 20 and [action["do"] for action in new] == ["draw"]:
            other = next(card for card in ("KS", "KC", "KH", "KD") if self.possible(card, new[0]))
            self.lied_at = self.looks
            return self.said(Verdict("played", ({**new[0], "card": other},)))
        return super().observe(sighting)

    def possible(self, card: str, action: Action) -> bool:
        assert self.truth is not None
        try:
            self.game.apply(self.truth.states[-2], {**action, "card": card})
        except Rejected:
            return False
        return card != action["card"]


class NeverLooksAgain(Misreads):
    wait = 10_000


def test_a_wrong_entry_that_is_put_right_is_counted_as_repaired() -> None:
    told = played(2, "careful", Misreads)
    assert told.wrong == 1 and told.repaired == 1 and told.stayed == 0
    assert not told.wrong_at_end and told.questions == 0


def test_a_wrong_entry_that_nobody_notices_stays() -> None:
    told = played(2, "careful", NeverLooksAgain, most=60)
    assert told.wrong == 1 and told.repaired == 0 and told.stayed == 1
    assert told.wrong_at_end


class Accuses(KnowsAll):
    """Takes the first card drawn for one that the other player drew out of turn."""

    only_after_a_fault = False

    def __init__(self, game: Game, state: Any) -> None:
        super().__init__(game, state)
        self.accused = False

    def observe(self, sighting: Sighting) -> Verdict:
        assert self.truth is not None
        new = self.truth.actions[len(self.journal) :]
        if not self.accused and [action["do"] for action in new] == ["draw"]:
            before = self.truth.states[-2]
            other = next(one for one in self.truth.players if one != new[0]["by"])
            if self.only_after_a_fault and not self.may_have_drawn(before, other, new[0]["card"]):
                return super().observe(sighting)
            self.accused = True
            stock = before.piles[18 + self.truth.players.index(other)]
            assert stock
            return self.said(Verdict("played", ({"by": other, "do": "draw", "card": new[0]["card"]},)))
        return super().observe(sighting)

    def may_have_drawn(self, state: Any, player: str, card: str) -> bool:
        """Whether a player who made a fault a few actions ago might have drawn this card then."""
        assert self.truth is not None
        with suppress(Rejected):
            self.game.apply(state, {"by": player, "do": "draw", "card": card})
            return player in self.truth.to_blame(RECENT)
        return False


def test_a_false_accusation_is_counted_and_people_take_it_back() -> None:
    told = played(4, "careful", Accuses)
    assert told.false_accusations == 1 and told.rescues == 1
    assert told.wrong == 1 and told.repaired == 1 and told.stayed == 0
    assert told.over and not told.wrong_at_end


class AccusesAgain(Accuses):
    """The same, of somebody who made another fault a few actions ago."""

    only_after_a_fault = True


def test_whoever_made_a_fault_lately_can_be_accused_falsely_of_another_one() -> None:
    told = played(1, "careless", AccusesAgain)
    assert told.visible > 0 and told.false_accusations == 1


class CallsTheLowerCard(KnowsAll):
    """Tells two cards moved at once, a fault, as the lower one alone; at the next look tells that once more, and no
    other move with it.
    """

    called = again = 0

    def observe(self, sighting: Sighting) -> Verdict:
        assert self.truth is not None
        new = self.truth.actions[len(self.journal) :]
        if len(new) == 1 and new[0].get("count", 1) > 1 and infractions(self.truth.outcomes[-1]):
            alone = {name: value for name, value in new[0].items() if name != "count"}
            with suppress(Rejected):
                if infractions(self.game.apply(self.truth.states[-2], alone)[1]):
                    self.called += 1
                    return self.said(Verdict("played", (alone,)))
        if self.called and not new and self.journal[-1:] != self.truth.actions[-1:]:
            self.called, self.again = 0, self.again + 1
            return self.said(Verdict("played", (dict(self.journal[-1]),), 1))
        return super().observe(sighting)


def test_a_right_call_that_is_told_once_more_is_no_false_one() -> None:
    referee, told = played_by(CallsTheLowerCard, 0)
    assert referee.again > 0
    assert told.announced == told.visible > 0 and (told.false_accusations, told.rescues) == (0, 0)


class Sleeps(KnowsAll):
    """Sees nothing at all."""

    def observe(self, sighting: Sighting) -> Verdict:
        return Verdict("same")


def test_who_falls_behind_is_helped_by_taps_and_announces_nothing() -> None:
    told = played(1, "careless", Sleeps, most=400)
    assert told.rescues > 10 and told.taps > 100
    assert told.visible > 3 and told.announced < told.visible / 4
    assert told.wrong == 0 and not told.wrong_at_end


def test_whoever_puts_a_card_back_takes_it_first_from_where_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clumsy hand was seen half-way, and the card in both places: no table shows that, and it was asked about."""
    halfway = 0
    for seed in range(3):
        whole = evening(seed, "careless")
        lay = whole.table.lay

        def watched(
            lying: Mapping[str, Sequence[str]], whole: Evening = whole, lay: Callable[..., Any] = lay
        ) -> Any:
            nonlocal halfway
            before = dict(whole.table.faces)
            changed = lay(lying)
            wanted = whole.game.visible_table(whole.truth.unjudged)
            left = set(whole.table.differs(wanted)) - set(changed)
            if changed and left:
                halfway += 1
                came = {face for zone in changed for face in set(lying[zone]) - {*before[zone], BACK}}
                assert came.isdisjoint(face for zone in left for face in whole.table.faces[zone][-1:])
            return changed

        monkeypatch.setattr(whole.table, "lay", watched)
        whole.play()
    assert halfway > 0


class CallsNobodyOutOfTurn(KnowsAll):
    """Passes over every fault after which all lies, and is on turn, as it was before: its call would put it back."""

    passed_over = 0

    def observe(self, sighting: Sighting) -> Verdict:
        assert self.truth is not None
        states = self.truth.states
        done = zip(self.truth.actions, self.truth.outcomes, states, states[1:], strict=False)
        hands = self.game.hands
        assert hands is not None
        wanted = [
            one
            for one, events, before, after in done
            if not (infractions(events) and alike(hands, before, after))
        ]
        self.passed_over = len(self.truth.actions) - len(wanted)
        kept = min(len(wanted), len(self.journal))
        while kept and self.journal[kept - 1] is not wanted[kept - 1]:
            kept -= 1
        back, actions = len(self.journal) - kept, tuple(wanted[kept:])
        return self.said(Verdict("played", actions, back) if back or actions else Verdict("same"))


def test_a_fault_that_nobody_called_was_not_announced_though_all_lies_as_before_it() -> None:
    referee, told = played_by(CallsNobodyOutOfTurn, 1)
    assert told.announced == told.visible - referee.passed_over > 0 and referee.passed_over > 0


class LooksTwice(KnowsAll):
    """Announces nothing at the first look."""

    asked = False

    def observe(self, sighting: Sighting) -> Verdict:
        assert self.truth is not None
        if len(self.truth.actions) != len(self.journal) and not self.asked:
            self.asked = True
            return Verdict("look_again")
        self.asked = False
        return super().observe(sighting)


def test_one_more_look_is_a_delay_of_one() -> None:
    told = played(1, "careless", LooksTwice)
    assert told.visible == told.announced > 5
    # At once only where people went on instead of waiting for the look that was asked for before.
    assert set(told.delays) <= {0, 1} and told.delays.count(1) > told.delays.count(0)
    assert told.look_agains > 100


class Asks(KnowsAll):
    """Asks what happened, with the truth among the answers or without."""

    offers_the_truth = True

    def observe(self, sighting: Sighting) -> Verdict:
        assert self.truth is not None
        self.journal = list(self.kept())
        new = tuple(self.truth.actions[len(self.journal) :])
        if not new or len(self.truth.actions) % 7:
            return super().observe(sighting)
        right = Answer("moves", {}, new[0], 0.5, new[1:])
        answers = (*self.wrong(new), right) if self.offers_the_truth else self.wrong(new)
        return Verdict("asked", question=Proposal("q", {}, answers))

    def wrong(self, new: Sequence[Action]) -> tuple[Answer, ...]:
        return (Answer("nothing_happened", {}, None, 0.5),)

    def believe(self, state: Any, moves: Sequence[Action]) -> None:
        self.journal = list(self.kept())


class AsksBadly(Asks):
    offers_the_truth = False


class AsksWho(Asks):
    def wrong(self, new: Sequence[Action]) -> tuple[Answer, ...]:
        others = [{**one, "by": "somebody else"} for one in new]
        return (Answer("moves", {}, others[0], 0.5, tuple(others[1:])),)


def test_people_choose_the_answer_that_is_true_or_tell_it_themselves() -> None:
    told = played(6, "careful", Asks)
    assert told.over and told.questions > 20
    assert (told.dismissed, told.rescues, told.wrong) == (0, 0, 0)
    worse = played(6, "careful", AsksBadly)
    assert told.who_moved == worse.who_moved == 0
    assert worse.over and worse.dismissed == worse.questions == worse.rescues > 20
    assert worse.taps >= worse.questions and worse.wrong == 0


def test_questions_who_made_the_same_moves_are_counted_apart() -> None:
    told = played(6, "careful", AsksWho)
    assert told.who_moved == told.questions > 20


class AsksWhatWasFaulty(Asks):
    """Calls nobody: asks about every fault after one more look, with the truth for an answer."""

    looked = False

    def observe(self, sighting: Sighting) -> Verdict:
        assert self.truth is not None
        self.journal = list(self.kept())
        kept = len(self.journal)
        new, outcomes = tuple(self.truth.actions[kept:]), self.truth.outcomes[kept:]
        if not any(map(infractions, outcomes)):
            return KnowsAll.observe(self, sighting)
        self.looked = not self.looked
        if self.looked:
            return Verdict("look_again")
        return Verdict("asked", question=Proposal("q", {}, self.answers(new)))

    def answers(self, new: tuple[Action, ...]) -> tuple[Answer, ...]:
        return (Answer("moves", {}, new[0], 0.5, new[1:]),)


def test_a_fault_that_the_page_asks_about_is_found_there_by_whoever_waits_for_the_call() -> None:
    """Now and then a child ignores the page for a minute; when nobody says anything it looks there."""
    late = 0
    for seed in (4, 6):
        told = played(seed, "child", AsksWhatWasFaulty)
        assert told.announced == told.visible > 5
        assert (told.dismissed, told.rescues) == (0, 0)
        assert told.asked_in_time == sum(delay > 1 for delay in told.delays)
        late += told.asked_in_time
    assert late > 0


class AsksBackwards(AsksWhatWasFaulty):
    """Tells what hands did in another order, if the same player is called for it."""

    def answers(self, new: tuple[Action, ...]) -> tuple[Answer, ...]:
        assert self.truth is not None
        state, blamed = self.truth.states[len(self.journal)], list[tuple[str, str]]()
        try:
            for action in reversed(new):
                state, events = self.game.apply(state, action)
                blamed += infractions(events)
        except Rejected:
            return super().answers(new)
        truly = [one for events in self.truth.outcomes[len(self.journal) :] for one in infractions(events)]
        if {by for by, _ in blamed} != {by for by, _ in truly}:
            return super().answers(new)
        self.backwards = getattr(self, "backwards", 0) + (len(new) > 1)
        return super().answers(new[::-1])


def test_people_say_yes_to_what_they_did_in_whichever_order_it_is_told() -> None:
    backwards = 0
    for seed in range(2):
        asking: list[AsksBackwards] = []

        def ask(game: Game, state: Any, made: list[AsksBackwards] = asking) -> AsksBackwards:
            made.append(AsksBackwards(game, state))
            return made[-1]

        told = played(seed, "child", ask)
        backwards += getattr(asking[0], "backwards", 0)
        assert (told.dismissed, told.rescues, told.wrong_at_end) == (0, 0, False)
        assert told.announced == told.visible > 5
    assert backwards > 0


class MisreadsAndAsks(NeverLooksAgain):
    """After one wrong entry it asks about whatever comes next, as it was."""

    def observe(self, sighting: Sighting) -> Verdict:
        assert self.truth is not None
        if self.lied_at is None:
            return super().observe(sighting)
        self.journal = list(self.kept())
        new = tuple(self.truth.actions[len(self.journal) :])
        if not new:
            return Verdict("same")
        return Verdict("asked", question=Proposal("q", {}, (Answer("moves", {}, new[0], 0.5, new[1:]),)))

    def believe(self, state: Any, moves: Sequence[Action]) -> None:
        self.journal = list(self.kept())


def test_people_say_yes_to_what_they_did_whatever_was_entered_wrongly_before() -> None:
    told = played(0, "careful", MisreadsAndAsks, most=45)
    assert told.wrong > 0 and told.questions > 20
    assert (told.dismissed, told.rescues) == (0, 0)


class AsksWhichCard(Asks):
    """Asks of every card that is drawn which one it is, and offers two others."""

    def observe(self, sighting: Sighting) -> Verdict:
        assert self.truth is not None
        self.journal = list(self.kept())
        new = tuple(self.truth.actions[len(self.journal) :])
        if len(new) != 1 or new[0]["do"] != "draw":
            return KnowsAll.observe(self, sighting)
        others = [card for card in ("KS", "KC", "KH", "KD") if card != new[0]["card"]][:2]
        told = tuple(Answer("moves", {}, {**new[0], "card": card}, 0.5) for card in others)
        return Verdict("asked", question=Proposal("which_card", {}, told))


def test_where_the_answers_differ_in_a_card_people_tell_the_right_one() -> None:
    told = played(6, "careful", AsksWhichCard)
    assert told.over and told.questions > 20
    assert (told.dismissed, told.rescues, told.wrong) == (0, 0, 0)


def test_SC_25_bets_are_laid_looked_at_and_confirmed_by_a_tap() -> None:
    """Every bet is one tap; most of them, of tokens that are read surely, are proposed."""
    taps: Counter[str] = Counter()
    for seed in range(4):
        told = play("super_crack", ("careful",), 0.0006, "tests", seed)
        assert told.over and not told.wrong_at_end
        taps.update(dict(told.tapped))
    assert taps["confirm_bet"] > 4 * taps["bet"]

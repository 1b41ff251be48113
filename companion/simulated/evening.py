"""The closed loop of one whole game: hands play, a camera looks, a referee says what it saw, and people react.

People know what they did (``companion.simulated.truth``) and answer truthfully; they correct the page only when it
asks, when it says that the table lies otherwise, when it accuses somebody wrongly or when it falls behind. A wrong
entry that looks right stays until the referee itself finds it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.action import Action, Rejected
from companion.game import Answer, Game
from companion.hands import Hands
from companion.sighting import Disturbance, Sighting
from companion.simulated.following import FollowerFactory, followed
from companion.simulated.noise import Camera as NoisyCamera
from companion.simulated.outcome import Outcome
from companion.simulated.parameters import Habits, NoiseParameters, habits, noise_parameters
from companion.simulated.physical import Dropped, PhysicalTable, Touch, in_order_of_hands
from companion.simulated.players import CannotPlay, Opening
from companion.simulated.playing import Script, player_of, slipped
from companion.simulated.scoring import Score
from companion.simulated.slips import Slips
from companion.simulated.truth import Deed, Truth
from companion.simulated.watching import CameraFactory
from companion.simulation import Player, Refused

_PATIENCE = 3
"""How many looks that lead nowhere people accept before they put the page right by themselves."""
_LAYS_FLAT_MS = 700
_LAGGING = 6
"""How many looks the page may lag behind before the simulated people ask themselves why."""
_SEEN_EMPTY = 0.5
"""How often dice are in the hand for so long that the camera sees the tray empty."""
_IGNORES_MS = 60_000
"""How long a question is ignored, if it is."""
_SETTLES_MS = 400
_WAITS_S = 2.0
"""So long people look at a table that lies still, and at the page, before they look once more."""
_PASSES_BY_MS = 250


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened: "look", "tap", "answer" or "correct", and the seconds that people took for it."""

    what: str
    seconds: float
    sighting: Sighting | None = None
    verdict: str | None = None


class Evening:
    """One game between players of the given ``kinds`` ("careful", "careless", "child"), a kind for each player.

    ``error`` is the share of cards that are read wrongly; every choice is drawn from ``chance``. ``follower`` makes
    the journal and whoever writes it from the first state (``FollowedByReferee.by(Referee)``).
    """

    def __init__(
        self,
        opening: Opening,
        kinds: Sequence[str],
        follower: FollowerFactory,
        chance: random.Random,
        *,
        error: float | None = None,
        noise: NoiseParameters | None = None,
        most_sightings: int = 5000,
        seed: str = "",
        state: Any = None,
        camera: CameraFactory = NoisyCamera,
        script: Sequence[Action] | None = None,
        misplaces: bool = False,
    ) -> None:
        """``state`` is that of a game which has begun already, instead of the opening's first one. A ``camera`` may
        look at pictures instead of drawing its errors by chance. With a ``script`` exactly these actions are played.
        ``misplaces``: hands that slip put things down wrongly, too, and do what the rules refuse, as the game says.
        """
        game = opening.game
        if game.hands is None:
            raise CannotPlay(f"{game.id} has no hands that a camera could watch")
        if not kinds:
            raise CannotPlay("somebody must play")
        self.game: Game = game
        self._hands: Hands = game.hands
        known = habits()
        self._kinds: Mapping[str, Habits] = {
            player: known[kinds[place % len(kinds)]] for place, player in enumerate(opening.players)
        }
        parameters = noise or noise_parameters()
        if error is not None:
            parameters = parameters.scaled(error)
        self._chance = random.Random(chance.random())  # noqa: S311 - people of a simulation
        self._camera = camera(game, random.Random(chance.random()), parameters)  # noqa: S311
        state = opening.state() if state is None else state
        self._referee = _referee(opening)
        # A fault that is called at once ends what hands were doing.
        self._stops = self._referee == "auto"
        self.truth = Truth(
            game, state, self._hands, opening.players, stops=self._stops, order_ms=parameters.order_ms
        )
        self.follower = follower(game, state)
        self._bare = dict.fromkeys(game.further_zones(self.truth.unjudged), ())
        self.table = PhysicalTable({**self._bare, **game.visible_table(self.truth.unjudged)})
        self.score = Score(game, self._hands, self.truth, self.follower, seed)
        optional = max(one.optional for one in self._kinds.values())
        self._player: Player = player_of(game, optional)
        if script is not None:
            self._player = Script(script, lambda: len(self.truth.actions) + len(self.truth.pending))
        self._most = most_sightings
        self._now_ms = self._told_ms = 0
        self._touches: list[Touch] = []
        self._seen: list[Disturbance] = []
        self._read: frozenset[str] = frozenset()
        self._wanted: frozenset[str] = frozenset()
        self._ringed: frozenset[str] = frozenset()
        self._considered: set[int] = set()
        self._ignored_until: int | None = None
        self._slips = Slips(game.simulation) if misplaces else None
        self._wrongly: Mapping[str, Sequence[str]] = {}

    # ------------------------------------------------------------ the evening

    def play(self) -> Outcome:
        """Plays the whole game."""
        for _ in self.course():
            pass
        return self.outcome

    @property
    def outcome(self) -> Outcome:
        """What became of it so far."""
        return self.score.outcome(over=self.game.is_over(self.truth.state))

    def course(self) -> Iterator[Moment]:
        """The same, moment by moment, for a table that plays at the pace of people."""
        yield from self._look_and_react()
        while not self.game.is_over(self.truth.state) and self.score.sightings < self._most:
            yield from self._turn()
        for _ in range(_PATIENCE):
            if self.score.agrees():
                break
            self._heed()
            yield from self._look_and_react(frozenset(self.table.faces))
        self.score.finish()

    def _turn(self) -> Iterator[Moment]:
        """What happens next: something is put back, called, taken back, told by a tap, or played."""
        truth = self.truth
        if not truth.pending:
            if self._stops and self.score.fault is not None:
                yield from self._wait_for_the_call()
                return
            if self._out_of_place(truth.unjudged):
                yield from self._restore()
                return
            if (call := self._call()) is not None:
                yield from self._tap(call)
                return
            if self._may_take_back():
                yield from self._take_back()
                return
            if self._slips is not None and self.follower.question is None:
                wrong = self._slips.refused(truth.state, self._kinds, self._chance)
                if wrong is not None:
                    yield from self._do_what_is_refused(wrong)
                    return
        if truth.pending and self.game.is_over(truth.unjudged):
            yield from self._look_and_react(self._camera.unread())
            self._make_sure()
            return
        # A coach's warning has to be answered first; hands in the middle of something do not know of it yet.
        warned = self._referee == "coach" and not truth.pending
        state = truth.state if warned else truth.unjudged
        action = self._chosen(state)
        if self._is_tapped(state, action):
            yield from self._tap(action)
            return
        yield from self._batch(action)

    # ------------------------------------------------------------ what people do

    def _habits(self, state: Any, action: Action | None = None) -> Habits:
        """The habits of whoever acts, or of the player on turn."""
        by = None if action is None else action.get("by")
        if by not in self._kinds:
            by = self._on_turn(state)
        return self._kinds.get(str(by)) or next(iter(self._kinds.values()))

    def _on_turn(self, state: Any) -> str | None:
        on_turn = self.game.simulation.on_turn
        turn = self.game.view(state).public.get("turn") if on_turn is None else on_turn(state)
        return None if turn is None else str(turn)

    def _chosen(self, state: Any) -> Action:
        """The next action of hands or tongue: now and then a slip."""
        chance = self._chance
        most = max(habit.faults for habit in self._kinds.values())
        if most and chance.random() < most:
            slip = slipped(self.game, self._player, state, chance)
            # It may be the other one's hand that slips, out of turn: then it counts how often hers does.
            often = 0.0 if slip is None else self._habits(state, slip).faults
            if slip is not None and (often == most or chance.random() < often / most):
                return slip
        return self._player.next(state, chance)

    def _is_tapped(self, state: Any, action: Action) -> bool:
        told = self._hands.tapped | self._hands.confirmed
        return action["do"] in told or not self._hands.touched(state, action)

    def _batch(self, action: Action) -> Iterator[Moment]:
        """One action between two looks, sometimes more; then the look."""
        chance, truth, seconds = self._chance, self.truth, 0.0
        yield from self._see_clearly(action)
        yield from self._take_up(action)
        while True:
            habit = self._habits(truth.unjudged, action)
            seconds += chance.uniform(*habit.pause)
            if chance.random() < habit.dithers:
                self._dither(action)
            if chance.random() < habit.drops + self._camera.parameters.late:
                yield from self._in_two_looks(action, habit)
            try:
                deed = truth.do(action)
            except Rejected:
                break  # what lies unjudged on the table makes it impossible: first somebody must have a look
            self._touch(deed.zones, action, habit)
            if deed.zones and chance.random() < self._camera.parameters.crooked:
                self.table.crooked.add(deed.zones[-1])
            goes_on = habit.goes_on if deed.faulty and self._stops else habit.several
            if self.game.is_over(deed.after) or chance.random() >= goes_on:
                break
            action = self._chosen(deed.after)
            if self._is_tapped(deed.after, action) or not self._follows_at_once(deed, action):
                break
            self._pass_time(chance.uniform(0.1, 0.6))
        wrongly = self._wrongly = self._put_down_wrongly()
        self.table.lay({**self._lying(truth.unjudged), **wrongly})
        self._pass_time(seconds)
        yield from self._look_and_react()
        if wrongly:
            yield from self._wait_to_be_told(frozenset(wrongly))
            self._wrongly = {}

    def _put_down_wrongly(self) -> Mapping[str, Sequence[str]]:
        """What lies otherwise than it should because a hand slipped as it did the only thing that is pending."""
        if self._slips is None or len(self.truth.pending) != 1:
            return {}
        deed = self.truth.pending[0]
        habit = self._habits(deed.before, deed.action)
        wrongly = self._slips.put_down_wrongly(deed, habit, self._chance)
        self._touch([zone for zone in wrongly if zone not in deed.zones], deed.action, habit)
        return wrongly

    def _wait_to_be_told(self, zones: frozenset[str]) -> Iterator[Moment]:
        """Something was put down wrongly: whoever did it waits until the page says so, for a look or two, or asks."""
        delay = 0
        while not self._names(zones) and delay < _PATIENCE:
            if self.follower.question is not None:
                yield from self._answer()
                continue
            yield from self._look_and_react(frozenset(self.table.faces))
            delay += 1
        told = self.follower.question is None and self._names(zones)
        self.score.misplaced(delay if told else None)

    def _do_what_is_refused(self, wrong: Refused) -> Iterator[Moment]:
        """Nothing of it counts; it is put back once the page has said so."""
        zones, action = frozenset(wrong.lies), {"by": wrong.by}
        habit = self._kinds[wrong.by]
        self._wrongly = wrong.lies
        self._touch(wrong.lies, action, habit)
        self.table.lay({**self._lying(self.truth.unjudged), **wrong.lies})
        self._pass_time(self._chance.uniform(*habit.pause))
        yield from self._look_and_react()
        yield from self._wait_to_be_told(zones)
        self._wrongly = {}
        if self.truth.pending:
            return
        self._touch(wrong.lies, action, habit)
        taken_up = dict.fromkeys(zones & self._hands.momentary, ())
        self.table.lay({**self._lying(self.truth.unjudged), **taken_up})
        self._pass_time(self._chance.uniform(*habit.pause))
        yield from self._look_and_react()

    def _names(self, zones: frozenset[str]) -> bool:
        """Whether the page says that something lies wrongly in any of these zones."""
        return self.follower.refused or not zones.isdisjoint(self.follower.differing)

    def _see_clearly(self, action: Action) -> Iterator[Moment]:
        """Who needs to see a zone waits until the hand over it is gone, and then the camera sees it too."""
        if not self._player.needs_to_see:
            return
        zones = set(self._hands.touched(self.truth.unjudged, action))
        for _ in range(_PATIENCE):
            if not zones & self._camera.unread():
                return
            yield from self._look_and_react(self._camera.unread())

    def _take_up(self, action: Action) -> Iterator[Moment]:
        """What lies in a tray is taken up by whoever throws next; now and then the camera sees it empty."""
        lying = dict(self.table.faces)
        zones = [
            zone for zone in self._hands.laid(action) if zone in self._hands.momentary and lying.get(zone)
        ]
        if not zones or self._chance.random() >= _SEEN_EMPTY:
            return
        habit = self._habits(self.truth.unjudged, action)
        self._touch(zones, action, habit)
        self.table.lay({**lying, **{zone: () for zone in zones}})
        self._pass_time(self._chance.uniform(*habit.pause))
        yield from self._look_and_react(on_the_way=True)

    def _follows_at_once(self, deed: Deed, action: Action) -> bool:
        """Whether hands may do this before the camera has had a look at what they did.

        What lies only for a moment is read by the players before it is taken up, and so by the camera.
        """
        laid = {zone for done in self.truth.pending for zone in self._hands.laid(done.action)}
        if laid & self._hands.momentary & set(self._hands.laid(action)):
            return False
        return self._player.at_once(deed.before, deed.action, action)

    def _lying(self, state: Any) -> Mapping[str, Sequence[str]]:
        """What lies on the table in a state, momentary things too where the last action left them."""
        lying = dict(self.game.visible_table(state))
        lying.update({zone: self.table.faces.get(zone, ()) for zone in self._hands.momentary})
        for deed in self.truth.pending:
            laid = self._hands.laid(deed.action)
            lying.update({zone: faces for zone, faces in laid.items() if zone in self._hands.momentary})
        return lying

    def _out_of_place(self, state: Any) -> tuple[str, ...]:
        """The zones that lie otherwise than they should; a throw may lie until the dice are taken up again."""
        differing = self.table.differs(self.game.visible_table(state))
        return tuple(zone for zone in differing if zone not in self._hands.momentary)

    def _dither(self, action: Action) -> None:
        """A card is put down and taken up again before it is put down for good."""
        habit = self._habits(self.truth.unjudged, action)
        zones = self._hands.touched(self.truth.unjudged, action)
        self._touch((*zones, *reversed(zones)), action, habit)

    def _in_two_looks(self, action: Action, habit: Habits) -> Iterator[Moment]:
        """A look while the card is in the air, or dropped across another zone: it has left and not arrived."""
        truth, chance = self.truth, self._chance
        zones = self._hands.touched(truth.unjudged, action)
        if len(zones) != 2:
            return
        before = self._lying(truth.unjudged)
        try:
            after, _ = self.game.apply(truth.unjudged, action)
        except Rejected:
            return
        source, target = zones
        if not truth.pending:
            self.score.underway(self.game.apply(truth.state, action)[0])
        lying = self.game.visible_table(after)
        left = {**before, source: lying.get(source, ())}
        if lying.get(target) and chance.random() < habit.drops / (habit.drops + self._camera.parameters.late):
            dropped = Dropped(chance.choice(self._in_use()), lying[target][-1])
            self._touch((source, dropped.zone), action, habit)
            self.table.lay(left)
            self.table.dropped = dropped
            self._pass_time(0.3)
            yield from self._look_and_react(on_the_way=True)
            self._touch((dropped.zone,), action, habit)
            self.table.dropped = None
        else:
            self._touch((source,), action, habit)
            self.table.lay(left)
            self._pass_time(0.3)
            yield from self._look_and_react(on_the_way=True, in_the_air=frozenset((target,)))

    def _touch(self, zones: Iterable[str], action: Action, habit: Habits) -> None:
        """Hands go from zone to zone."""
        side = self.truth.sides.get(str(action.get("by")))
        for zone in zones:
            length = round(1000 * self._chance.uniform(*habit.seconds) / 2)
            start = self._now_ms
            self._touches.append(Touch(zone, start, start + length, side))
            # The hand is on its way to the next zone while it leaves this one.
            self._now_ms = start + max(1, length - _PASSES_BY_MS)
        self._now_ms += _PASSES_BY_MS
        self.table.straighten(touch.zone for touch in self._touches)

    def _pass_time(self, seconds: float) -> None:
        self._now_ms += round(1000 * seconds)

    # ------------------------------------------------------------ taps, calls, cards put back

    def _tap(self, action: Action) -> Iterator[Moment]:
        """Something is told by the page; first the page must have followed so far."""
        if self.truth.pending:
            yield from self._look_and_react(self._camera.unread())
            return
        for _ in range(_PATIENCE):
            if self.score.agrees():
                break
            self._heed()
            yield from self._look_and_react(self._read)
        if not self.score.agrees():
            yield from self._rescue()
        if self._out_of_place(self.truth.unjudged):
            return
        if action["do"] in self._hands.confirmed:
            yield from self._lay_out(action)
        try:
            self.truth.tap(action)
        except Rejected:
            # What hands left lying let it seem possible.
            yield from self._look_and_react(self._camera.unread())
            return
        proposed = self.follower.proposed
        try:
            self.follower.tap(action)
        except Rejected:
            yield from self._rescue()
        self.score.tapped(action, proposed)
        self._pass_time(1.0)
        yield Moment("tap", 1.5)

    def _lay_out(self, action: Action) -> Iterator[Moment]:
        """Hands lay what people then confirm; it is looked at twice until the page proposes something."""
        try:
            after, _ = self.game.apply(self.truth.state, action)
        except Rejected:
            return
        zones, habit = self._hands.touched(self.truth.state, action), self._habits(self.truth.state, action)
        laid = {zone: self.game.visible_table(after).get(zone, ()) for zone in zones}
        self._touch(zones, action, habit)
        self.table.lay({**self._lying(self.truth.state), **laid})
        self._pass_time(self._chance.uniform(*habit.pause))
        yield from self._look_and_react()
        if self.follower.proposed is None:
            yield from self._look_and_react(frozenset(zones))

    def _call(self) -> Action | None:
        """The opponent has seen a silent fault; or somebody calls without any reason."""
        state, chance = self.truth.state, self._chance
        if self._referee == "coach" or "call" not in self.game.codes.actions or not self.score.agrees():
            return None
        turn = self._on_turn(state)
        if turn is None:
            return None
        for fault in getattr(state, "faults", ()):
            player = self.truth.players[fault.deed.seat]
            other = next(one for one in self.truth.players if one != player)
            if fault.number not in self._considered:
                self._considered.add(fault.number)
                if chance.random() < self._kinds[other].notices:
                    return {"by": other, "do": "call"}
        other = next(one for one in self.truth.players if one != turn)
        if chance.random() < self._kinds[other].calls_wrongly:
            return {"by": other, "do": "call"}
        return None

    def _may_take_back(self) -> bool:
        """Whether the last card is put back: it was moved, faultlessly, and nothing has followed from it."""
        truth = self.truth
        if not truth.may_be_put_back or not self.score.agrees():
            return False
        if self.score.fault is not None or self.score.just_tapped:
            return False
        return self._chance.random() < self._habits(truth.state, truth.actions[-1]).takes_back

    def _take_back(self) -> Iterator[Moment]:
        """The last card goes back where it lay; perhaps that reads as another move, which is as good."""
        truth = self.truth
        action = truth.actions[-1]
        zones = self._hands.touched(truth.states[-2], action)
        self.score.taken_back()
        habit = self._habits(truth.state, action)
        self._touch(tuple(reversed(zones)), action, habit)
        self.table.lay(self.game.visible_table(truth.unjudged))
        self._pass_time(self._chance.uniform(*habit.pause))
        yield from self._look_and_react()

    def _restore(self) -> Iterator[Moment]:
        """Things are put back as the referee said; clumsy hands take two looks for it.

        What is taken away comes first: nothing lies in two places.
        """
        wanted = self.game.visible_table(self.truth.unjudged)
        wrong, lies = self._out_of_place(self.truth.unjudged), self.table.faces
        last = self.truth.actions[-1] if self.truth.actions else {}
        habit = self._habits(self.truth.state, last)
        zones = in_order_of_hands(wrong, lies, wanted)
        if len(zones) > 1 and self._chance.random() < habit.clumsy:
            zones = zones[: len(zones) // 2]
        self._touch(zones, last, habit)
        now = dict(self.table.faces)
        now.update({zone: tuple(wanted.get(zone, ())) for zone in zones})
        self.table.lay(now)
        self._pass_time(self._chance.uniform(*habit.pause))
        yield from self._look_and_react()

    def _wait_for_the_call(self) -> Iterator[Moment]:
        """A fault was seen and nobody has said so yet: the table lies still for a few looks."""
        for _ in range(_PATIENCE):
            if self.score.fault is None:
                return
            self._heed()
            self._pass_time(_WAITS_S)
            yield from self._look_and_react(self._wanted or self._read)
        if self.score.fault is not None and self.follower.question is not None:
            # Who wonders why nobody says anything looks at the page, and is asked there.
            yield from self._answer()
        if self.score.fault is not None:
            self.score.overlooked()
            yield from self._rescue()

    # ------------------------------------------------------------ looks, and what comes of them

    def _look(
        self, again: frozenset[str], *, on_the_way: bool = False, in_the_air: frozenset[str] = frozenset()
    ) -> tuple[Sighting, str]:
        """One sighting, handed to whoever follows; what was seen of the hands so far begins to count."""
        self._pass_time(_SETTLES_MS / 1000)
        self._cover()
        # One more look that was asked for is taken at the next opportunity, whoever did not wait for it.
        again |= self._wanted
        sighting = self._camera.look(
            self.table, self._touches, self._now_ms, again=again, in_the_air=in_the_air
        )
        self._touches = []
        self._seen += sighting.disturbances
        self._read = frozenset(sighting.zones)
        self._ringed -= self._read - sighting.unreadable
        if not on_the_way and not self._unread():
            self._settle()
        else:
            lying = {zone: self.table.faces.get(zone, ()) for zone in self._read}
            self.truth.seen_so_far(lying, sighting.monotonic_ms)
        begun = time.perf_counter()
        kind = self.follower.observe(sighting)
        self.score.observed(kind, 1000 * (time.perf_counter() - begun))
        self._wanted = frozenset(self.table.faces) if kind in ("look_again", "play_on") else frozenset()
        return sighting, kind

    def _unread(self) -> bool:
        """Whether something that hands did could not be read yet."""
        waiting = self._camera.unread()
        return any(zone in waiting for deed in self.truth.pending for zone in deed.zones)

    def _settle(self) -> None:
        """What hands did and the camera has seen all of begins to count."""
        deeds: tuple[Deed, ...] = tuple(self.truth.pending)
        begun = len(self.truth.actions)
        settled = self.truth.settle(self._seen)
        self._seen = []
        if deeds:
            self.score.settled(settled, deeds, begun, self._read)
        if settled.put_back:
            self.score.taken_back()

    def _in_use(self) -> list[str]:
        """The zones over which there is something to do: not the bare squares of a board."""
        return sorted(zone for zone, faces in self.table.faces.items() if faces or zone not in self._bare)

    def _cover(self) -> None:
        """Hands and bodies over the table at this look."""
        chance, parameters = self._chance, self._camera.parameters
        covered: set[str] = set()
        if self.score.sightings and chance.random() < parameters.covered_zone:
            covered.add(chance.choice(self._in_use()))
        if self.score.sightings and chance.random() < parameters.leaning:
            player = chance.choice(self.truth.players)
            seat = self.truth.players.index(player)
            own = (f":{player}", f"_{seat + 1}")
            covered.update(zone for zone in self.table.faces if zone.endswith(own) and zone not in self._bare)
        # The look comes when the hand that threw is gone: nobody takes up what was not read.
        self.table.covered = frozenset(covered) - self._hands.momentary

    def _look_and_react(
        self,
        again: frozenset[str] = frozenset(),
        *,
        on_the_way: bool = False,
        in_the_air: frozenset[str] = frozenset(),
    ) -> Iterator[Moment]:
        """A look, and whatever the referee wants of people then."""
        for number in range(_PATIENCE + 1):
            sighting, kind = self._look(again, on_the_way=on_the_way, in_the_air=in_the_air)
            taken_ms, self._told_ms = self._now_ms - self._told_ms, self._now_ms
            yield Moment("look", taken_ms / 1000, sighting, kind)
            if self.follower.question is not None:
                if not self._ignores_question():
                    yield from self._answer()
                return
            if self.score.objection():
                yield from self._rescue()
                return
            if not on_the_way and not self.score.agrees() and self._lies_unreadable(sighting):
                again |= self.table.flattened
                continue
            if kind == "play_on":
                return
            if on_the_way or kind in ("same", "played", "open"):
                break
            if kind == "look_again":
                if self._chance.random() >= self._habits(self.truth.unjudged).waits:
                    break
                again = frozenset(self.table.faces)
                continue
            if kind == "restoring" and self._out_of_place(self.truth.state):
                return  # it is put back next
            if self.score.agrees() and kind != "restoring":
                break
            if self._wrongly and self._names(frozenset(self._wrongly)):
                return  # who is told so puts it right first
            if number == _PATIENCE:
                yield from self._rescue()
                return
            if number == _PATIENCE - 1:
                self._lay_flat(sorted({*self.follower.differing} - self._hands.momentary))
            self._pass_time(_WAITS_S)
            again = frozenset(self.table.faces)
        if self.score.lagging() > _LAGGING:
            yield from self._rescue()

    def _lies_unreadable(self, sighting: Sighting) -> bool:
        """Whether the page rings cards that it cannot read ("Lay it flat"), and somebody does, once for each."""
        new = sighting.unreadable - self._ringed - self._hands.momentary
        self._ringed |= new
        self._lay_flat(sorted(new))
        return bool(new)

    def _lay_flat(self, zones: Sequence[str]) -> None:
        """Whoever acted last lays these cards down properly; nothing of it is left to chance."""
        last = self.truth.actions[-1] if self.truth.actions else {}
        side = self.truth.sides.get(str(last.get("by")))
        for zone in zones:
            self._touches.append(Touch(zone, self._now_ms, self._now_ms + _LAYS_FLAT_MS, side))
            self._now_ms += _LAYS_FLAT_MS
        self.table.lay_flat(zones)

    def _ignores_question(self) -> bool:
        """Whether nobody looks at the page for a while, and hands go on."""
        if self._ignored_until is None:
            often = self._habits(self.truth.unjudged).ignores
            ignored = bool(often) and self._chance.random() < often
            self._ignored_until = self._now_ms + _IGNORES_MS if ignored else 0
        return self._now_ms < self._ignored_until

    def _heed(self) -> None:
        """Somebody looks at the page, and sees the question."""
        if self.follower.question is not None:
            self._ignored_until = 0

    def _answer(self) -> Iterator[Moment]:
        """People say what happened: by the answer that tells it, else in their own words."""
        self._make_sure()
        self._ignored_until = None
        question = self.follower.question
        answers: tuple[Answer, ...] = () if question is None else question.answers
        told = [(answer.taken_back, followed(answer)) for answer in answers]
        choice = self.score.truthful(told)
        lacking = None if question is None else question.arguments.get("lacking")
        own = self.score.own_card(told, lacking) if choice is None else None
        chances = [answer.chance for answer in answers]
        self.score.asked([actions for _, actions in told], chances if any(chances) else (), choice, own)
        self._pass_time(2.0)
        yield Moment("answer", 3.0)
        if self.follower.question is None:
            return  # somebody at the page was quicker
        self.follower.answer(choice, own)
        self.score.heard()
        while (kind := self.follower.catch_up()) is not None:
            self.score.judged(kind, catching_up=True)
        self.score.judge()
        if choice is None and own is None:
            yield from self._rescue()

    def _rescue(self) -> Iterator[Moment]:
        """People put the journal right by the page: undo as far as it is wrong, then tell what happened."""
        self._make_sure()
        self._ignored_until = None
        self.score.rescue()
        self._pass_time(5.0)
        yield Moment("correct", 5.0)

    def _make_sure(self) -> None:
        """People know what they did, whatever the camera has seen of it."""
        if self.truth.pending:
            self._settle()


def _referee(opening: Opening) -> str | None:
    """The house rule that says how faults are dealt with ("auto", "on_call", "coach"), if the game has it."""
    option = opening.game.options.get("referee")
    return None if option is None else str(opening.options.get("referee", option.default))

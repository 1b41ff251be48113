"""The simulated table: a camera over a tray into which a simulated family throws dice.

The family does what a family does: it taps who begins, which horse, "I stop" and answers to questions, and it
throws. What the dice show reaches the program only through the pictures.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from companion.action import Action
from companion.games import load
from companion.record import Record
from companion.showing import GameShown, QuestionShown, Snapshot
from companion.simulated.family import NEXT_GAME_S, SIMULATED, Family
from companion.simulation import Decision, Thrower
from companion.table import Table
from companion.written_game import GONE_ON
from hardware.frame_source import Frame
from vision.dice.dice_zones import TrayGeometry
from vision.scene import SceneDie, ScenePicture, SceneRenderer

FRAME_MS = 100
REACTION_S = 5.0
"""How long after the dice lie still the family waits for the table before it throws again."""
PATIENCE_S = 4.0
"""How long a question is left to the people at the page before the family answers it."""
HASTE_S = 1.2
"""The same of a question that only the family can answer."""
ATTEMPTS = 6
"""How often a throw of a record is repeated when the table does not take it."""

_POKER = ("9", "10", "J", "Q", "K", "A")
_NUMBERS = ("1", "2", "3", "4", "5", "6")
_WALL_MM = 16.0
_APART_MM = 27.0
_log = logging.getLogger("companion.simulated")


class SimulatedTable(Family):
    """A frame source that plays: about ten frames a second of simulated time.

    With a ``record`` its rolls are the faces thrown and its taps are tapped, in order, from action number ``begin``
    on; then the table just lies there.
    """

    def __init__(
        self,
        table: Table,
        *,
        seed: int | None = None,
        speed: float = 1.0,
        record: Record | None = None,
        begin: int = 0,
        exit_at_end: bool = False,
        renderer: SceneRenderer | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(table, seed=seed, speed=speed, exit_at_end=exit_at_end)
        self._renderer = renderer or SceneRenderer(seed=self._chance.randrange(1000))
        self._script = None if record is None else recorded_actions(record)[begin:]
        self._sleep = sleep
        self._lying: tuple[SceneDie, ...] = ()
        self._throwers: dict[str, Thrower | None] = {}
        self._meant: Action = {}
        self._attempts = 0
        self._closed = False

    @property
    def description(self) -> str:
        """That the table is simulated, and from what."""
        return "the simulated table" if self._script is None else "the simulated table, playing a record"

    @property
    def tray(self) -> TrayGeometry:
        """Where the tray lies in the pictures."""
        width, height = self._renderer.tray_mm
        corners = tuple((float(x), float(y)) for x, y in self._renderer.tray_corners_px)
        return TrayGeometry(corners, width, height, focal_px=self._renderer.camera.focal_px)

    def __enter__(self) -> Self:
        """Sit down at the table."""
        self._closed = False
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the table; an iteration that goes on elsewhere ends."""
        self._closed = True

    def __iter__(self) -> Iterator[Frame]:
        """Yield one frame every 100 ms of simulated time while the family plays."""
        begun = time.monotonic()
        clock_ms = round(begun * 1000)
        for number, picture in enumerate(self._evening(), start=1):
            if self._closed:
                return
            scene = self._renderer.render(picture, noise_seed=number)
            if math.isfinite(self._speed):
                ahead = begun + number * FRAME_MS / 1000 / self._speed - time.monotonic()
                if ahead > 0:
                    self._sleep(ahead)
                elif ahead < -1.0:
                    # A machine too slow for this pace plays slower instead of running after the clock.
                    begun -= ahead
            yield Frame(number, clock_ms + number * FRAME_MS, scene.image)

    # ---------------------------------------------------------------- the evening

    def _evening(self) -> Iterator[ScenePicture]:
        yield from self._pause(1.5)
        while True:
            snapshot = self._table.snapshot()
            thrower = self._thrower_of(snapshot.game)
            if thrower is None or self._is_peoples():
                yield from self._pause(0.5)
            elif snapshot.question is not None:
                yield from self._consider(snapshot.question, thrower)
            elif snapshot.over or (self._script is not None and not self._script):
                yield from self._pause(2.0)
                if self._exit_at_end:
                    return
                yield from self._rest(thrower)
            elif self._script is not None:
                yield from self._follow(self._script)
            else:
                yield from self._do(
                    thrower.next(
                        snapshot.view or {}, snapshot.legal_actions, snapshot.outlook or {}, self._chance
                    ),
                    snapshot,
                )

    def _thrower_of(self, game: GameShown | None) -> Thrower | None:
        """Who knows how to throw in the game in play; None for a game that is not seen in a tray."""
        if game is None:
            return None
        if game.id not in self._throwers:
            made = load(game.id).simulation.thrower
            self._throwers[game.id] = None if made is None else made()
        return self._throwers[game.id]

    def _is_peoples(self) -> bool:
        """Whether people have gone on with a game of their own, which the simulated family must not play on."""
        notes = self._table.notes()
        return GONE_ON in notes and SIMULATED not in notes

    def _rest(self, thrower: Thrower) -> Iterator[ScenePicture]:
        """The game is over: after a while the family begins another, unless somebody else did."""
        before = self._table.snapshot()
        yield from self._pause(NEXT_GAME_S)
        if self._script is None and before.over:
            self._begin_another(before, lambda: thrower.again(before.view or {}))

    def _follow(self, script: list[Mapping[str, Any]]) -> Iterator[ScenePicture]:
        """Do the next thing of the record."""
        action = script[0]
        if action["do"] != "roll":
            yield from self._pause(0.7)
            self._tap(lambda: self._table.act(dict(action)))
            script.pop(0)
            return
        self._meant = action
        seen = yield from self._throw([str(face) for face in action["dice"]])
        self._attempts = 0 if seen else self._attempts + 1
        if seen:
            script.pop(0)
        elif self._attempts >= ATTEMPTS:
            _log.warning("The table does not take what the record throws: the rest of it is not played.")
            script.clear()

    def _do(self, decision: Decision, snapshot: Snapshot) -> Iterator[ScenePicture]:
        """Do what was decided: tap it, or throw the dice for it."""
        yield from self._pause(decision.waits_s) if decision.waits_s else ()
        if decision.dice:
            self._meant = decision.action or {}
            yield from self._throw(decision.dice)
        elif (action := decision.action) is not None:
            self._tap(lambda: self._table.act(action, expected_seq=snapshot.seq))
        yield from self._pause(decision.rests_s) if decision.rests_s else ()

    def _consider(self, question: QuestionShown, thrower: Thrower) -> Iterator[ScenePicture]:
        """Leave a question to the people at the page for a while, then answer it by what lies there."""
        if question.code == "no_longer_possible":
            yield from self._pause(0.5)  # somebody's correction: only they know what they meant
            return
        waited = 0.0
        patience = HASTE_S if question.code in thrower.at_once else PATIENCE_S
        while waited < patience:
            yield from self._pause(0.3)
            waited += 0.3
            now = self._table.snapshot().question
            if now is None or now.id != question.id:
                return
        lying = [die.face for die in self._lying]
        choice = thrower.answer(question.answers, question.reading or {}, self._meant, lying)
        self._tap(lambda: self._table.answer(question.id, choice=choice))
        yield from self._pause(0.5)

    # ---------------------------------------------------------------- hands

    def _throw(self, faces: Sequence[str]) -> Generator[ScenePicture, None, bool]:
        """Gather the dice, shake, throw, and wait for the table; returns whether it reacted."""
        before = self._table.snapshot()
        yield from self._gather()
        if self._table.snapshot().seq != before.seq:
            # Somebody tapped meanwhile: what was decided may be wrong now.
            return False
        final = self._landing(faces)
        starts = [(die.x_mm, self._renderer.tray_mm[1] / 2 - _WALL_MM) for die in final]
        frames = self._chance.randint(6, 9)
        for frame in range(frames):
            # Friction: fast at first, slow at the end.
            share = 1.0 - (1.0 - (frame + 1) / (frames + 1)) ** 2
            tumbling = tuple(
                SceneDie(
                    self._chance.choice(_NUMBERS if die.face in _NUMBERS else _POKER),
                    x + (die.x_mm - x) * share,
                    y + (die.y_mm - y) * share,
                    die.turn_deg + (1.0 - share) * 400.0,
                )
                for die, (x, y) in zip(final, starts, strict=True)
            )
            hand = 0.45 + 0.16 * frame
            yield ScenePicture(tumbling, hand if hand < 1.0 else None)
        self._lying = final
        for _ in range(round(REACTION_S * 1000 / FRAME_MS)):
            yield ScenePicture(self._lying)
            now = self._table.snapshot()
            if now.seq != before.seq:
                yield from self._pause(self._chance.uniform(0.8, 1.6))
                return True
            if now.refusal is not None and now.refusal != before.refusal:
                yield from self._pause(1.5)
                return False
        _log.info("The table did not react to a throw; the dice are thrown again.")
        return False

    def _gather(self) -> Iterator[ScenePicture]:
        """A hand comes over the tray, takes the dice, and shakes them beside it."""
        if self._lying:
            for step in range(11):
                if step == 6:
                    self._lying = ()
                yield ScenePicture(self._lying, hand=step / 10)
        yield from self._pause(self._chance.uniform(0.4, 0.9))
        for step in range(4):
            yield ScenePicture((), hand=0.15 * step)

    def _landing(self, faces: Sequence[str]) -> tuple[SceneDie, ...]:
        """Where the dice come to lie: inside the tray, side by side, never on one another."""
        half_x, half_y = (side / 2 - _WALL_MM for side in self._renderer.tray_mm)
        dice: list[SceneDie] = []
        while len(dice) < len(faces):
            x, y = self._chance.uniform(-half_x, half_x), self._chance.uniform(-half_y, half_y)
            if all(math.hypot(x - die.x_mm, y - die.y_mm) >= _APART_MM for die in dice):
                dice.append(SceneDie(faces[len(dice)], x, y, self._chance.uniform(0.0, 360.0)))
        return tuple(dice)

    def _pause(self, seconds: float) -> Iterator[ScenePicture]:
        for _ in range(max(1, round(seconds * 1000 / FRAME_MS))):
            yield ScenePicture(self._lying)


def recorded_actions(record: Record) -> list[Mapping[str, Any]]:
    """The actions of a record, one after the other."""
    return [line.content for line in record.lines if line.kind == "action"]

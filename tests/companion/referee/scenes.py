"""A table of any game as a camera sees it: a test says what lies where now and whose hands were over which zones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.action import Action
from companion.game import Game
from companion.games import load
from companion.hands import seated
from companion.referee import Referee, Verdict
from companion.sighting import EMPTY, Disturbance, Sighting, Slot, ZoneReading
from companion.simulated.physical import is_row

SURE = 0.999

Thing = str | Mapping[str, float]
"""What lies somewhere: a face, or the faces that a reader doubts between."""


@dataclass
class Scene:
    """A table before the camera: a test says what lies where now and whose hands were over which zones."""

    game: Game
    players: tuple[str, ...]
    state: Any
    referee: Referee = field(init=False)
    faces: dict[str, tuple[Thing, ...]] = field(init=False)
    doubtful: dict[str, Mapping[str, float]] = field(default_factory=dict)
    moves: list[Action] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    seq: int = 0
    now_ms: int = 0

    def __post_init__(self) -> None:
        self.referee = Referee(self.game, self.state)
        self.faces = dict(self.game.visible_table(self.state))
        assert self.look().kind == "same"

    @classmethod
    def of(cls, game_id: str, players: Sequence[str], told: Iterable[Action], **options: Any) -> Scene:
        """A game in which so much has been told already."""
        game = load(game_id)
        state = game.new_game(tuple(players), options, {})
        for action in told:
            state, _ = game.apply(state, action)
        return cls(game, tuple(players), state)

    def look(
        self,
        by: str | None = None,
        over: Sequence[str | tuple[str, str]] = (),
        *,
        under_a_hand: Collection[str] = (),
        unread: Collection[str] = (),
        side_chance: float | None = None,
        **zones: Sequence[Thing] | Mapping[str, float],
    ) -> Verdict:
        """Hands of a player were over these zones, and some zones show something else now; verdicts are entered.

        Beside a zone ``over`` may say whose hand it was, if another one's than ``by``'s: ("Bea", "stock").
        A hand is still over those ``under_a_hand``; those ``unread`` nobody saw a hand over, and none reads them.
        ``side_chance`` is how likely the hands are theirs (0..1, None: nobody says).
        """
        self.seq += 1
        self.now_ms += 3000
        told = [(by or "", one) if isinstance(one, str) else one for one in over]
        sides = seated(self.players)
        hands = tuple(
            Disturbance(
                zone,
                self.now_ms - 2000 + 300 * place,
                self.now_ms - 1600 + 300 * place,
                sides.get(whose),
                side_chance if whose in sides else None,
            )
            for place, (whose, zone) in enumerate(told)
        )
        for zone, faces in zones.items():
            self.doubtful.pop(zone, None)
            if isinstance(faces, Mapping):
                self.doubtful[zone] = faces
            else:
                self.faces[zone] = tuple(faces)
        read = {zone: self._reading(zone, faces) for zone, faces in self.faces.items()}
        read.update({zone: ZoneReading((Slot(faces),)) for zone, faces in self.doubtful.items()})
        shown = {zone: one for zone, one in read.items() if zone not in {*under_a_hand, *unread}}
        verdict = self.referee.observe(Sighting(self.seq, self.now_ms, shown, hands, frozenset(under_a_hand)))
        for _ in range(verdict.taken_back):
            self.moves.pop()
            self.state = self.states.pop()
        for action in verdict.actions:
            self.play(action)
        return verdict

    def _reading(self, zone: str, things: Sequence[Thing]) -> ZoneReading:
        shown = tuple(things) if things or is_row(self.game, zone) else (EMPTY,)
        surely = [{one: SURE, "unreadable": 1.0 - SURE} if isinstance(one, str) else one for one in shown]
        return ZoneReading(tuple(map(Slot, surely)))

    def play(self, action: Action) -> None:
        """Writes an action down."""
        self.states.append(self.state)
        self.state, _ = self.game.apply(self.state, action)
        self.moves.append(action)

    def tap(self, action: Action) -> None:
        """Somebody tells something by the page."""
        self.play(action)
        self.referee.tapped(action, self.state)


def done(verdict: Verdict) -> list[tuple[str, str]]:
    """Who did what."""
    assert verdict.kind == "played", (verdict.kind, verdict.question, verdict.refusal, verdict.differences)
    return [(str(action["by"]), str(action["do"])) for action in verdict.actions]

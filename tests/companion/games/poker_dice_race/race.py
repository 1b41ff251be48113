"""A race as the tests drive it: players act by name, refusals must leave the state untouched."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Self

import pytest

from companion.action import Rejected
from companion.games import load

GAME = load("poker_dice_race")

THREE = ("Ada", "Bea", "Cyd")
TWO = ("Ada", "Bea")
FOUR = ("Ada", "Bea", "Cyd", "Dan")


class Race:
    """One game in progress: the state, and the events of the last action."""

    def __init__(
        self,
        players: Sequence[str] = THREE,
        *,
        options: Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
        profile: Mapping[str, Any] | None = None,
    ) -> None:
        self.state = GAME.new_game(list(players), options=options, setup=setup, profile=profile)
        self.events: list[dict[str, Any]] = []

    @property
    def view(self) -> dict[str, Any]:
        """The public view."""
        return dict(GAME.view(self.state).public)

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        player = self.view["turn"]
        assert isinstance(player, str)
        return player

    @property
    def squares(self) -> dict[str, int]:
        """The square of every horse."""
        return {number: horse["square"] for number, horse in self.view["horses"].items()}

    def act(self, action: Mapping[str, Any]) -> Self:
        """Play an accepted action; the state before it must stay what it was, the action too."""
        before, before_view, asked = self.state, self.view, copy.deepcopy(dict(action))
        self.state, events = GAME.apply(self.state, action)
        assert dict(GAME.view(before).public) == before_view, "an accepted action changed the old state"
        assert dict(action) == asked, "the action was changed"
        self.events = [event.as_json() for event in events]
        return self

    def first(self, player: str, by: str = "table") -> Self:
        """Tell who begins."""
        return self.act({"by": by, "do": "first_player", "player": player})

    def roll(self, *dice: str | int, horse: int | None = None, by: str | None = None) -> Self:
        """Roll for the player whose turn it is."""
        return self.act(roll(by or self.turn, *dice, horse=horse))

    def stop(self, by: str | None = None) -> Self:
        """Stop for the player whose turn it is."""
        return self.act({"by": by or self.turn, "do": "stop"})

    def confirm(self, horse: int, square: int) -> Self:
        """The camera saw a pawn on a square."""
        return self.act(confirm(horse, square))

    def refuses(self, code: str, action: Mapping[str, Any]) -> Rejected:
        """The action must be refused with this code, and nothing may change."""
        before, before_view, asked = self.state, self.view, copy.deepcopy(dict(action))
        with pytest.raises(Rejected) as refusal:
            GAME.apply(self.state, action)
        assert refusal.value.code == code
        assert self.state is before and self.view == before_view
        assert dict(action) == asked, "the action was changed"
        return refusal.value

    def event(self, name: str) -> dict[str, Any]:
        """The only event of this name that the last action emitted."""
        found = [event for event in self.events if event["event"] == name]
        assert len(found) == 1, f"{name}: {found} among {self.names}"
        return found[0]

    @property
    def names(self) -> list[str]:
        """The names of the last action's events, in order."""
        return [event["event"] for event in self.events]


def roll(by: str, *dice: Any, horse: Any = None) -> dict[str, Any]:
    """A roll in the form of the record; ``horse`` None is left out."""
    action: dict[str, Any] = {"by": by, "do": "roll", "dice": list(dice)}
    return action if horse is None else {**action, "horse": horse}


def stop(by: str) -> dict[str, Any]:
    """A stop in the form of the record."""
    return {"by": by, "do": "stop"}


def confirm(horse: Any, square: Any, by: str = "table") -> dict[str, Any]:
    """A pawn seen on a square, in the form of the record."""
    return {"by": by, "do": "confirm_position", "horse": horse, "square": square}


def racing(
    squares: Mapping[int, int] | None = None,
    *,
    turn: str = "Ada",
    players: Sequence[str] = THREE,
    home: Mapping[int, int] | None = None,
    series: Mapping[str, Any] | None = None,
    board: Mapping[str, Any] | None = None,
    **options: Any,
) -> Race:
    """A race under way: ``squares`` by horse, ``home`` the ranks of arrived horses."""
    horses: dict[str, Any] = {str(number): {"square": square} for number, square in (squares or {}).items()}
    horses |= {str(number): {"rank": rank} for number, rank in (home or {}).items()}
    setup: dict[str, Any] = {"phase": "racing", "turn": turn, "horses": horses}
    if series is not None:
        setup["series"] = series
    if board is not None:
        setup["board"] = board
    return Race(players, options=options, setup=setup)

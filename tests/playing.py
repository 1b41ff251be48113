"""A game played line by line in a test: what hands do, what is refused, what happened, what is shown."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from companion.action import Event, Rejected
from companion.games import load
from companion.record import difference


class Play:
    """One game under test. ``view`` is the referee's complete view, ``events`` those of the last action."""

    def __init__(
        self,
        game_id: str,
        players: Sequence[str] = ("Ada", "Bea"),
        *,
        options: Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
        profile: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = load(game_id)
        self.state = self.game.new_game(tuple(players), options or {}, setup or {}, profile)
        self.events: tuple[Event, ...] = ()

    @property
    def view(self) -> dict[str, Any]:
        """The referee's complete view."""
        return self.game.view(self.state).complete

    def do(self, by: str, do: str, /, **arguments: Any) -> Play:
        """Plays an action that must be accepted. An argument named ``from`` is written ``from_``."""
        self.state, self.events = self.game.apply(self.state, _action(by, do, arguments))
        return self

    def refused(self, by: str, do: str, /, **arguments: Any) -> str:
        """The code with which an action is refused; fails when it is accepted or when anything changed."""
        before, shown = self.state, copy.deepcopy(self.view)
        try:
            self.game.apply(self.state, _action(by, do, arguments))
        except Rejected as refusal:
            assert self.state is before and self.view == shown, "a refusal changed the game"
            return refusal.code
        raise AssertionError(f"accepted: {_action(by, do, arguments)}")

    def shows(self, **expected: Any) -> Play:
        """The view holds at least this (subset match, as ``expect`` in a record)."""
        found = difference(expected, self.view)
        assert found is None, found
        return self

    def happened(self, name: str, /, **fields: Any) -> Play:
        """The last action gave such an event (subset match, as ``expect_event`` in a record)."""
        emitted = [event.as_json() for event in self.events]
        wanted = {"event": name, **_named(fields)}
        assert any(difference(wanted, event) is None for event in emitted), (wanted, emitted)
        return self

    def did_not_happen(self, name: str, /) -> Play:
        """The last action gave no such event."""
        assert name not in [event.name for event in self.events], self.events
        return self


def refused_game(game_id: str, players: Sequence[str], **given: Any) -> str:
    """The code with which a new game is refused."""
    try:
        load(game_id).new_game(
            tuple(players), given.get("options", {}), given.get("setup", {}), given.get("profile")
        )
    except Rejected as refusal:
        return refusal.code
    raise AssertionError(f"the game was opened: {players} {given}")


def _action(by: str, do: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {"by": by, "do": do, **_named(arguments)}


def _named(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """``from_`` for ``from``, ``by_`` and ``do_`` likewise: words that Python or this class keep for themselves."""
    return {name.removesuffix("_"): value for name, value in arguments.items()}

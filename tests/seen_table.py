"""A camera over a running table, told by symbols: it sees what the journal has, but for what a test changes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.journal import Journal
from companion.photographs import Slots
from companion.referee import Verdict
from companion.sighting import UNREADABLE, Disturbance, Sighting, Slot, ZoneReading
from companion.table import Table

SECOND_MS = 1000


class SeenTable:
    """One game at a table, looked at as often as a test wants; ``pictured`` are the photographs that were kept."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pictured: list[tuple[list[str], dict[str, list[int]]]] = []
        self._seq = 0
        table.pictured_by(self._keep)

    @classmethod
    def of(cls, folder: Path, game: str, players: Sequence[str], **given: Any) -> SeenTable:
        """A game that is opened, and seen once to lie right."""
        table = Table(Journal(folder / "journal.sqlite"))
        table.open_game(game, players, **given)
        seen = cls(table)
        assert seen.look().kind == "same"
        return seen

    def hands(self, **changed: tuple[str, ...]) -> Verdict:
        """Hands change these zones, and a camera looks."""
        return self.look(changed, touched=changed.keys())

    def look(
        self, changed: Mapping[str, tuple[str, ...]] | None = None, touched: Collection[str] = ()
    ) -> Verdict:
        """A look at all zones: they lie as the journal has it, but for those that are ``changed``."""
        game = self.table.game
        assert game is not None and game.hands is not None
        self._seq += 1
        now = self._seq * 3 * SECOND_MS
        bare = dict.fromkeys((*game.further_zones(self.table.state), *game.hands.momentary), ())
        lying = {**bare, **game.visible_table(self.table.state), **(changed or {})}
        many = (*game.rows, *game.hands.momentary)
        zones = {zone: _reading(faces, zone.startswith(tuple(many))) for zone, faces in lying.items()}
        moved = (Disturbance(zone, now - 900, now - 500, "south") for zone in touched)
        return self.table.see(Sighting(self._seq, now, zones, tuple(moved)))

    @property
    def sight(self) -> dict[str, Any]:
        """What everybody is shown of the last look."""
        return self.table.snapshot().as_json()["sight"]  # type: ignore[no-any-return]

    def _keep(self, zones: Collection[str], slots: Slots) -> str | None:
        self.pictured.append((list(zones), {zone: list(places) for zone, places in slots.items()}))
        return f"picture-{len(self.pictured)}"


def _reading(faces: Sequence[str], many: bool) -> ZoneReading:
    shown = faces if faces or many else ("empty",)
    return ZoneReading(
        tuple(Slot({face: 1.0} if face == UNREADABLE else {face: 0.999, UNREADABLE: 0.001}) for face in shown)
    )

"""Where buttons and lamps hang on the Raspberry Pi's header, as ``settings.toml`` says it.

Example::

    [buttons]        # GPIO numbers (not places on the header); each button lies between its pin and a ground
    south = 17       # the big button of who sits at the camera's lower edge
    north = 27
    yes = 22
    undo = 23
    look = 24
    off = 26         # held for three seconds

    [lamps]
    south = 5
    north = [6, 13, 19]   # red, green, blue
    buzzer = 12

Whatever is written wrongly here is left out and told, one sentence each: the rest works, and so does the evening.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["buttons", "lamps"]

SIDES = ("south", "north", "west", "east", "north-west", "south-east")
"""The sides of the table, as ``companion.hands`` names them."""
BUTTONS = (*SIDES, "yes", "undo", "look", "off")
BUZZER = "buzzer"
LAMPS = (*SIDES, BUZZER)
HELD = frozenset({"off"})
"""The buttons that do nothing until they have been held for a while."""

GROUND = "GND"
HEADER: tuple[int | str, ...] = (
    *("3V3", "5V", 2, "5V", 3, GROUND, 4, 14, GROUND, 15),
    *(17, 18, 27, GROUND, 22, 23, "3V3", 24, 10, GROUND),
    *(9, 25, 11, 8, GROUND, 7, 0, 1, 5, GROUND),
    *(6, 12, 13, GROUND, 19, 16, 26, 20, GROUND, 21),
)
"""What each of the forty places carries, place 1 first: a GPIO number, a supply or a ground. The odd places are the
row nearer to the middle of the board. Source: Raspberry Pi's documentation of the 40-pin header."""
USABLE = tuple(sorted(pin for pin in HEADER if isinstance(pin, int) and pin > 1))
"""0 and 1 belong to the memories of boards that are plugged on."""

NO_SUCH_NAME = "no_such_name"
NO_SUCH_PIN = "no_such_pin"
TWICE = "twice"


@dataclass(frozen=True, slots=True)
class Miswired:
    """A line of the settings that is left out: ``code`` says why, ``other`` is what has the same pin already."""

    kind: Kind
    name: str
    code: str
    pin: str
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Wiring:
    """The buttons and lamps that can be used, by name: a GPIO number, or one each for red, green and blue."""

    buttons: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    lamps: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    faults: tuple[Miswired, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing hangs on the header."""
        return not self.buttons and not self.lamps


def wired(buttons: Mapping[str, Any], lamps: Mapping[str, Any]) -> Wiring:
    """Sort out what the two tables of the settings say; of two that want one pin the first keeps it. Never raises."""
    found: dict[Kind, dict[str, tuple[int, ...]]] = {"buttons": {}, "lamps": {}}
    faults: list[Miswired] = []
    taken: dict[int, str] = {}
    tables: tuple[tuple[Kind, Mapping[str, Any], Sequence[str]], ...] = (
        ("buttons", buttons, BUTTONS),
        ("lamps", lamps, LAMPS),
    )
    for kind, given, names in tables:
        for name, value in given.items():
            wanted = list(value) if isinstance(value, list | tuple) else [value]
            told = ", ".join(str(one)[:12] for one in wanted[:3])
            if name not in names:
                faults.append(Miswired(kind, str(name)[:24], NO_SUCH_NAME, told))
                continue
            sizes = (1, 3) if kind == "lamps" and name != BUZZER else (1,)
            if len(wanted) not in sizes or not all(_is_pin(one) for one in wanted):
                faults.append(Miswired(kind, name, NO_SUCH_PIN, told))
                continue
            twice = next((one for one in wanted if one in taken), None)
            if twice is not None or len(set(wanted)) < len(wanted):
                other = name if twice is None else taken[twice]
                faults.append(Miswired(kind, name, TWICE, told if twice is None else str(twice), other))
                continue
            taken |= dict.fromkeys(wanted, name)
            found[kind][name] = tuple(wanted)
    alone = {name: pins[0] for name, pins in found["buttons"].items()}
    return Wiring(MappingProxyType(alone), MappingProxyType(found["lamps"]), tuple(faults))


def place_of(pin: int) -> int:
    """The place on the header (1..40) of a GPIO number; raises ValueError for one that is not there."""
    return HEADER.index(pin) + 1


def nearest_ground(pin: int) -> int:
    """The ground's place on the header (1..40) that is nearest to a GPIO's: where the button's other wire goes."""
    row, column = divmod(place_of(pin) - 1, 2)
    grounds = [number for number, carries in enumerate(HEADER, 1) if carries == GROUND]
    return min(
        grounds, key=lambda place: (abs((place - 1) // 2 - row) + abs((place - 1) % 2 - column), place)
    )


def _is_pin(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in USABLE

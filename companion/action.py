"""An action of hands, what happens through it, and its refusal: the words that rules and table share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

Action = Mapping[str, Any]
"""An action in the form of the record: ``{"by": "Ada", "do": "roll", "dice": ["K", "9"]}``."""


Template = Mapping[str, Any]
"""An action whose arguments may be domains such as ``{"one_of": [...]}``, see ``companion.domains``."""


TABLE = "table"


BANK = "bank"


class Rejected(Exception):
    """The rules refuse an action; the state is unchanged.

    ``code`` is the error code of the rules file; ``details`` may carry ``expected`` and ``seen``. With an
    ``audience`` the reason is a secret of these seats: everybody else learns only that it was refused.
    """

    def __init__(self, code: str, *, audience: tuple[str, ...] | None = None, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.audience = audience
        self.details: Mapping[str, Any] = MappingProxyType(details)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a code and its fields, for everybody (``audience`` None) or for some seats."""

    name: str
    fields: Mapping[str, Any]
    audience: tuple[str, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """The event in the form of the record: ``{"event": name, **fields}``."""
        return {"event": self.name, **self.fields}

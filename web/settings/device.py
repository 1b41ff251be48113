"""What one device has chosen for itself: four colours of suits, the hand that holds it, how it lies on the table, how
loud its sounds are, whether it says softly that a move was understood, and whether it shows a clock."""

from __future__ import annotations

from flask import session
from markupsafe import Markup

CHOICES = {
    "suits": ("2", "4"),
    "hand": ("droite", "gauche"),
    "pose": ("debout", "a-plat"),
    "sounds": ("soft", "loud", "off"),
    "signals": ("on", "off"),
    "clock": ("off", "on"),
}
"""Every choice with its values, the default first."""


def chosen(name: str) -> str:
    """What this browser chose, else the default; raises KeyError for something nobody can choose."""
    kept = session.get(name)
    return str(kept) if kept in CHOICES[name] else CHOICES[name][0]


def choose(name: str, value: str | None) -> None:
    """Remembers a choice; the default is remembered by forgetting. A value that does not exist is not heard."""
    if value == CHOICES[name][0]:
        session.pop(name, None)
    elif value in CHOICES[name]:
        session[name] = value
        session.permanent = True


def html_attributes() -> Markup:
    """The choices that are no defaults, as attributes of the page."""
    made = (f' data-{name}="{chosen(name)}"' for name, known in CHOICES.items() if chosen(name) != known[0])
    return Markup("".join(made))  # noqa: S704 - made of the values above

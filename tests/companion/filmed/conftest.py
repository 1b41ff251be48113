"""Pictures are but what is looked at here."""

from tests.drawn_once import drawn_once

__all__ = ["drawn_once"]

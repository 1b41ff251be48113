"""Pictures are but what is looked at here, and evenings are played here."""

from tests.drawn_once import drawn_once
from tests.inline import evenings_here

__all__ = ["drawn_once", "evenings_here"]

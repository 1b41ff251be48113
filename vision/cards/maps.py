"""What the maps of the card detector tell, cell by cell; one cell is STRIDE px wide.

Positions are offsets from the cell's middle in cells, lengths logarithms to base 2 of their share of a usual length.
"""

from __future__ import annotations

STRIDE = 8
USUAL_PX_PER_MM = 3.0
"""The scale at which the detector is at its best."""
USUAL_INDEX_PX = (21.0, 54.0)
"""A usual index, width and height: 7 by 18 mm."""
USUAL_REACH_PX = 128.0
"""From an index of a card of 63 by 88 mm to the card's middle: 42.5 mm."""
USUAL_CARD_PX = 264.0
"""The height of such a card."""

INDEX_HEAT = 0
INDEX_OFFSET = slice(1, 3)
INDEX_UP = slice(3, 5)
"""The unit vector to the index's head, x and y of the picture."""
INDEX_SIZE = slice(5, 7)
"""Logarithms of width and height."""
INDEX_REACH = slice(7, 9)
"""The way to the card's middle, to the index's own right and down, in USUAL_REACH_PX."""
BACK_HEAT = 9
BACK_OFFSET = slice(10, 12)
BACK_TURN = slice(12, 14)
"""Cosine and sine of twice the angle of the card's long side: a back looks the same turned round."""
BACK_SIZE = 14
"""Logarithm of the card's height."""
CHANNELS = 15

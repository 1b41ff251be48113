"""The array types that the scene code passes around, and ink."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float32]
Float64Array: TypeAlias = NDArray[np.float64]
ByteArray: TypeAlias = NDArray[np.uint8]
BoolArray: TypeAlias = NDArray[np.bool_]
IntArray: TypeAlias = NDArray[np.int16]


def ink(picture: ByteArray, where: BoolArray, colour: ByteArray) -> None:
    """Give px of a picture, uint8 (height, width, colours), changed in place, a colour where ``where`` says."""
    # Colour by colour: numpy takes fifteen times as long to write rows that are three numbers long.
    for number, value in enumerate(colour):
        picture[..., number][where] = value

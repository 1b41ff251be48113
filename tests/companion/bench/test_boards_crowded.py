"""The count of pieces that share a square or stand between two: colour and place must be right, each counts once."""

from __future__ import annotations

from companion.bench.boards_crowded import CrowdTally
from vision.readings import PieceReading
from vision.scene.crowded_boards import CrowdedPiece


def read(square: str, colour: str, score: float = 0.95, between: tuple[str, ...] = ()) -> PieceReading:
    return PieceReading(square, (0.0, 0.0), ((colour, 1.0),), score, score, between)


STANDING = [
    CrowdedPiece("red", ("a",)),
    CrowdedPiece("red", ("a",)),
    CrowdedPiece("blue", ("b", "c")),
    CrowdedPiece("blue", ("d",)),
]


def figures(*pieces: PieceReading) -> dict[str, float]:
    tally = CrowdTally()
    tally.count(STANDING, pieces)
    return {one.name.removeprefix("crowded_x."): one.value for one in tally.measures("x")}


def test_all_read_right() -> None:
    told = figures(
        read("a", "red"), read("a", "red"), read("c", "blue", between=("c", "b")), read("d", "blue")
    )
    assert told == {
        "sharing_right": 100.0,
        "between_right": 100.0,
        "alone_right": 100.0,
        "wrong": 0.0,
        "wrong_and_sure": 0.0,
    }


def test_one_reading_does_not_stand_for_two_pieces_and_a_nearest_square_is_not_between() -> None:
    told = figures(read("a", "red"), read("b", "blue"), read("d", "red", 0.6))
    assert (told["sharing_right"], told["between_right"], told["alone_right"]) == (50.0, 0.0, 0.0)
    assert (told["wrong"], told["wrong_and_sure"]) == (50.0, 25.0)

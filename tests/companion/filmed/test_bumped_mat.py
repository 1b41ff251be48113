"""A mat that slides with all that lies on it: pictures show it, and whoever watches its markers finds it again."""

from collections.abc import Iterator

import numpy as np
import pytest

from calibration.markers import find_markers
from companion.bench.filmed_evening import watching_markers
from companion.filmed.filmed_table import FilmedTable
from hardware.frame_source import Frame
from tests.companion.filmed.test_hardships import film_of
from vision.eyes.eyes import Eyes
from vision.scene.arrays import Float64Array

HOUR_MS = 3_600_000


def corners_mm(film: FilmedTable, frame: Frame) -> dict[int, Float64Array]:
    """Where each marker seems to lie on the table as it was seen at first."""
    assert frame.image is not None
    height, width = frame.image.shape[:2]
    view = film.view.scaled(width, height)
    return {one.number: view.to_mm(one.corners).mean(axis=0) for one in find_markers(frame.image)}


def as_far_as(film: FilmedTable, clock_ms: int) -> Frame:
    film.clock_ms = clock_ms
    return film.frame()


@pytest.mark.parametrize("lens", [(), ("bent_lens",)])
def test_markers_lie_where_the_mat_is_until_somebody_knocks_against_it(lens: tuple[str, ...]) -> None:
    film = film_of("bumped_mat", *lens)
    assert film.markers is not None
    at_first, later = (corners_mm(film, as_far_as(film, clock)) for clock in (0, HOUR_MS))
    for number, corners in film.markers.corners.items():
        assert np.linalg.norm(at_first[number] - corners.mean(axis=0)) < 0.5
    slid = {number: float(np.linalg.norm(later[number] - at_first[number])) for number in at_first}
    assert all(1.0 < mm < 60.0 for mm in slid.values()), slid
    sides = [np.linalg.norm(now[0] - now[2]) for now in (at_first, later)]
    assert abs(sides[0] - sides[1]) < 0.5, "a mat does not stretch"


def test_stills_and_small_frames_show_the_mat_in_one_place() -> None:
    film = film_of("bumped_mat", "bent_lens")
    small = corners_mm(film, as_far_as(film, HOUR_MS))
    large = corners_mm(film, film.still())
    assert all(np.linalg.norm(small[number] - large[number]) < 0.4 for number in small)


def test_a_table_that_nobody_bumps_has_no_markers_and_stays() -> None:
    film = film_of("bent_lens")
    assert film.markers is None


def test_whoever_watches_the_markers_tells_the_eyes_where_the_mat_lies_now() -> None:
    film, placed = film_of("bumped_mat"), []
    eyes = Eyes(())
    eyes.place = placed.append  # type: ignore[method-assign, assignment]
    assert film.markers is not None

    def frames() -> Iterator[Frame]:
        yield as_far_as(film, 0)
        film.clock_ms = HOUR_MS
        for _ in range(40):
            yield film.frame()

    passed = list(watching_markers(film.view, film.markers)(frames(), eyes))
    first, last = placed
    assert first is film.view and len(passed) < 41
    here = corners_mm(film, passed[-1])
    for number, corners in film.markers.corners.items():
        height, width = passed[-1].image.shape[:2]  # type: ignore[union-attr]
        found = last.scaled(width, height).to_mm(film.view.scaled(width, height).to_px(here[number][None]))
        assert np.linalg.norm(found - corners.mean(axis=0)) < 0.5

"""What is nobody's business is covered before a picture is kept."""

from __future__ import annotations

import numpy as np

from vision.masking import GREY, masked


def test_the_area_is_covered_and_the_rest_untouched():
    image = np.random.default_rng(1).integers(0, 255, (90, 120, 3), dtype=np.uint8)
    covered = masked(image, [((10.0, 10.0), (50.0, 12.0), (48.0, 60.0), (9.0, 58.0))])
    assert tuple(covered[30, 30]) == GREY
    assert np.array_equal(covered[:, 60:], image[:, 60:])
    assert not np.array_equal(covered, image)
    assert tuple(image[30, 30]) != GREY


def test_an_area_outside_of_the_picture_covers_nothing():
    image = np.full((40, 40, 3), 9, np.uint8)
    assert np.array_equal(masked(image, [((100.0, 100.0), (150.0, 100.0), (150.0, 150.0))]), image)


def test_what_two_areas_share_is_covered_too():
    image = np.full((90, 120, 3), 9, np.uint8)
    first = ((10.0, 10.0), (60.0, 10.0), (60.0, 60.0), (10.0, 60.0))
    second = ((30.0, 30.0), (80.0, 30.0), (80.0, 80.0), (30.0, 80.0))
    covered = masked(image, [first, second, first])
    assert (covered[10:61, 10:61] == np.array(GREY)).all()
    assert (covered[30:81, 30:81] == np.array(GREY)).all()


def test_without_areas_the_picture_itself_is_given_back():
    image = np.zeros((4, 4, 3), np.uint8)
    assert masked(image, []) is image

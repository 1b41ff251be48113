"""Where the camera stands is told by the tray's corners, with its focal length or without."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import Homography
from vision.scene import SceneRenderer
from vision.scene.camera import PinholeCamera
from vision.standpoint import camera_place

TRAY_MM = (230.0, 165.0)


def corners_of(camera: PinholeCamera) -> Homography:
    x, y = TRAY_MM[0] / 2, TRAY_MM[1] / 2
    corners = camera.project(np.array([[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]], float))
    return Homography.of_rectangle([(float(x), float(y)) for x, y in corners], *TRAY_MM)


@pytest.mark.parametrize("tilt", [0.0, 8.0, 25.0])
def test_with_the_focal_length_the_place_is_exact(tilt: float) -> None:
    renderer = SceneRenderer(tilt_deg=tilt)
    corners = [(float(x), float(y)) for x, y in renderer.tray_corners_px]
    plane = Homography.of_rectangle(corners, *renderer.tray_mm)
    x, y, height = camera_place(plane, (renderer.width, renderer.height), renderer.camera.focal_px)
    middle = (renderer.tray_mm[0] / 2, renderer.tray_mm[1] / 2)
    stands = renderer.camera.position_mm
    assert (x - middle[0], y - middle[1], height) == pytest.approx(
        (float(stands[0]), float(stands[1]), -float(stands[2])), abs=1e-3
    )


@pytest.mark.parametrize("tilt", [0.0, 10.0, 25.0])
def test_without_it_a_usual_camera_is_placed_to_a_few_degrees(tilt: float) -> None:
    camera = PinholeCamera.over_table(
        1920, 1080, view_width_mm=520.0, distance_mm=370.0, tilt_deg=tilt, heading_deg=70.0
    )
    x, y, height = camera_place(corners_of(camera), (1920, 1080))
    told = np.array([x - TRAY_MM[0] / 2, y - TRAY_MM[1] / 2, -height])
    for place in ((0.0, 0.0, 0.0), (80.0, 50.0, 0.0), (-80.0, 50.0, 0.0)):
        a, b = told - place, camera.position_mm - place
        angle = np.degrees(np.arccos(a @ b / np.linalg.norm(a) / np.linalg.norm(b)))
        assert angle < 4.0

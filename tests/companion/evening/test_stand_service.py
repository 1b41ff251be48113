"""The stand while the program runs: whose pictures, what is masked, what is kept, and what a broken camera does."""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.geometry import Point
from calibration.layout import MarkerLayout
from calibration.optics import CameraModel, camera_model
from calibration.setup import LOOKS
from calibration.stand import FILE_NAME, Stand, load_stand, save_stand
from calibration.zones import TablePlan
from companion.cli.play import add_arguments
from companion.evening import stand as module
from companion.evening.cameras import Camera as Camera_
from companion.evening.cameras import parse_camera
from companion.evening.data_folder import DataFolder
from companion.evening.seeing import Seeing
from companion.evening.stand import (
    StandService,
    fed,
    game_plans,
    lens_by_data_sheet,
    stand_service,
)
from companion.evening.wanted import Wanted
from companion.filmed import simulated_stand
from companion.filmed.asked import SIMULATED_STAND
from companion.filmed.simulated_stand import SimulatedStand
from companion.journal import Journal
from companion.table import Table
from hardware.causes import NO_FRAMES
from hardware.folder import FolderSource
from hardware.frame_source import CameraError, Frame, Image
from vision.scene.flat_table import view_from_above
from web.outside import StandRefused
from web.stand.bodies import StandState


class Camera:
    """A camera that shows what a test puts before it: a picture, a fault (text), or nothing at all (None)."""

    description = "a camera of the tests"

    def __init__(self, shows: Any) -> None:
        self.shows = shows
        self.opened = self.closed = 0
        self.refuses: str | None = None
        self.plans: list[TablePlan] = []
        self.gone = threading.Event()

    def open(self, plan: TablePlan) -> Camera:
        self.plans.append(plan)
        return self

    def __enter__(self) -> Camera:
        if self.refuses is not None:
            raise CameraError(self.refuses)
        self.opened += 1
        return self

    def __exit__(self, *why: object) -> None:
        self.closed += 1

    def __iter__(self) -> Iterator[Frame]:
        seq = 0
        while not self.gone.is_set():
            shown = self.shows
            if shown is None:
                time.sleep(0.01)
                continue
            seq += 1
            fault = shown if isinstance(shown, str) else None
            yield Frame(seq, seq, None if fault else shown, fault=fault)


@pytest.fixture(scope="module")
def simulated() -> SimulatedStand:
    """A table set up for Crapette, drawn once."""
    stand = SimulatedStand(game_plans()["crapette"], sleep=lambda seconds: None)
    with stand:
        pass
    return stand


@pytest.fixture(scope="module")
def scene(simulated: SimulatedStand) -> Image:
    picture: Image = next(iter_of(simulated)).image
    # Not much larger than it must be for its markers: looking at it takes a tenth of the time.
    return np.asarray(cv2.resize(picture, (1536, 864), interpolation=cv2.INTER_AREA), np.uint8)


def iter_of(simulated: SimulatedStand) -> Iterator[Any]:
    with simulated as opened:
        yield from opened


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_S", 0.01)
    monkeypatch.setattr(module, "RETRY_S", 0.02)


@pytest.fixture
def camera(scene: Image) -> Camera:
    return Camera(scene)


@pytest.fixture
def begin(tmp_path: Path, camera: Camera) -> Iterator[Callable[..., StandService]]:
    """Starts services over the same data folder, and closes them."""
    running: list[StandService] = []

    def start(game: str = "crapette", fed: bool = False, in_play: str | None = None) -> StandService:
        source = None if fed else camera.open
        service = StandService(tmp_path, "a <b>camera</b>", lambda: game, source, in_play=lambda: in_play)
        running.append(service)
        return service

    yield start
    camera.gone.set()
    for service in running:
        service.close()


def until(
    service: StandService, wanted: Callable[[dict[str, Any]], Any], seconds: float = 60.0
) -> dict[str, Any]:
    """Asks as the page does, until it shows what is wanted."""
    late = time.monotonic() + seconds
    while time.monotonic() < late:
        state = service.state()
        if wanted(state):
            return state
        time.sleep(0.1)
    raise AssertionError(state)


def measured(state: dict[str, Any]) -> bool:
    return state["table"] is not None


def set_up(service: StandService) -> None:
    until(service, measured)
    service.confirm_zones()
    service.finish()


def kept(folder: Path) -> bytes | None:
    path = folder / FILE_NAME
    return path.read_bytes() if path.exists() else None


def pixels(service: StandService, state: dict[str, Any], zone: str) -> np.ndarray:
    """What the preview shows well inside a zone, (n, 3)."""
    data = service.picture()
    assert data is not None
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    (corners,) = (np.array(one["corners"]) for one in state["zones"] if one["id"] == zone)
    corners = corners * image.shape[1] / state["picture"]["width"]
    middle = corners.mean(axis=0)
    inside = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(inside, [np.round(middle + (corners - middle) * 0.85).astype(np.int32)], 1)
    found: np.ndarray = image[inside == 1]
    return found


def is_grey(colours: np.ndarray) -> bool:
    return bool(len(colours) > 50 and np.abs(colours.astype(int) - 128).max() < 24)


# ---------------------------------------------------------------- the way through


def test_the_simulated_stand_is_set_up_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.filmed.simulated_stand.INTERVAL_S", 0.0)
    journal = Journal(tmp_path / "journal.sqlite")
    service = stand_service(tmp_path, parse_camera("simulated"), "simulated", Table(journal), fed=False)
    assert service is not None
    try:
        state = until(service, measured)
        assert state["camera"] == {"code": "good", "sentence": None, "simulated": True, "hidden": False}
        assert state["game"] == "crapette"
        assert all(zone["good"] for zone in state["zones"])
        StandState.model_validate(state, strict=True)
        assert kept(tmp_path) is None
        service.confirm_zones()
        service.finish()
        stand = load_stand(tmp_path)
        assert stand is not None
        assert set(stand.plans) == {"crapette"}
        assert stand.size == pytest.approx((900, 700), rel=0.01)
    finally:
        service.close()
        journal.close()


def test_without_a_camera_there_is_no_service(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    assert stand_service(tmp_path, parse_camera("none"), "none", Table(journal), fed=False) is None
    journal.close()


def test_the_next_evening_begins_with_what_is_kept(begin: Any, tmp_path: Path) -> None:
    set_up(begin())
    before = kept(tmp_path)
    state = until(begin(), lambda state: state["picture"])
    assert state["finished"]
    assert kept(tmp_path) == before


def test_half_a_set_up_never_takes_the_place_of_a_good_one(
    begin: Any, camera: Camera, tmp_path: Path
) -> None:
    first = begin()
    set_up(first)
    before = kept(tmp_path)
    assert before is not None
    first.begin_again("markers")
    first.move_zone("F1", 10, 10, 74, 98)
    first.swap_hands(1)
    camera.shows = np.zeros((1296, 2304, 3), np.uint8)
    until(first, lambda state: state["quality"]["code"] == "too_dark")
    with pytest.raises(StandRefused) as refusal:
        first.finish()
    assert refusal.value.code == "not_whole"
    first.close()
    assert kept(tmp_path) == before
    assert not (tmp_path / f"{FILE_NAME}.bak").exists()


def test_a_disk_that_fails_leaves_the_old_one(
    begin: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = begin()
    set_up(service)
    before = kept(tmp_path)
    service.move_zone("F1", 10, 10, 74, 98)
    service.confirm_zones()

    def fails(*arguments: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(Path, "replace", fails)
        with pytest.raises(StandRefused) as refusal:
            service.finish()
    assert refusal.value.code == "not_written"
    assert kept(tmp_path) == before
    service.finish()
    assert kept(tmp_path) != before


def test_the_simulated_table_never_takes_the_place_of_a_real_camera(
    begin: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(begin())
    before = kept(tmp_path)
    full = simulated_stand.CAMERA
    # As large as the pictures of the other tests.
    half = CameraModel("half", "half", full.width // 2, full.height // 2, full.focal_px / 2)
    monkeypatch.setattr(simulated_stand, "CAMERA", half)
    simulated = SimulatedStand(game_plans()["crapette"], sleep=lambda seconds: None)
    service = StandService(tmp_path, "auto", lambda: "crapette", lambda plan: simulated)
    try:
        until(service, lambda state: state["camera"]["simulated"] and state["table"] and state["look"] > 6)
        service.confirm_zones()
        with pytest.raises(StandRefused) as refusal:
            service.finish()
    finally:
        service.close()
    assert refusal.value.code == "only_simulated"
    assert kept(tmp_path) == before


def test_a_damaged_file_is_said_and_replaced(begin: Any, tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("{")
    service = begin()
    assert service.state()["damaged"]
    set_up(service)
    assert not service.state()["damaged"]
    assert load_stand(tmp_path) is not None


# ---------------------------------------------------------------- secrets


def test_secret_zones_are_masked(begin: Any) -> None:
    service = begin()
    state = until(service, measured)
    for zone in ("stock:1", "stock:2"):
        assert is_grey(pixels(service, state, zone))
    for zone in ("F1", "hand:1", "T3"):
        assert not is_grey(pixels(service, state, zone))


def test_a_zone_from_above_is_straight_and_masked_as_the_preview_is(begin: Any, camera: Camera) -> None:
    camera.shows, scene = None, camera.shows
    service = begin()
    hidden, open_ = (service.plan("crapette").zone(name) for name in ("stock:1", "F1"))
    assert service.from_above(open_, 10.0, 2.0) is None, "there is no picture yet"
    camera.shows = scene
    until(service, measured)
    for zone, grey in ((hidden, True), (open_, False)):
        seen = service.from_above(zone, 10.0, 2.0)
        assert seen is not None
        assert seen.image.shape[:2] == (round(2 * (zone.height + 20)), round(2 * (zone.width + 20)))
        assert (seen.origin.x, seen.origin.y) == (zone.left - 10, zone.top - 10)
        assert is_grey(seen.image[30:-30, 30:-30].reshape(-1, 3)) == grey


def test_a_whole_picture_hides_the_secrets_of_the_game_in_play_alone(begin: Any, camera: Camera) -> None:
    camera.shows, scene = None, camera.shows
    service = begin()
    assert service.whole_picture(None) is None, "there is no picture yet"
    camera.shows = scene
    state = until(service, measured)
    (corners,) = (zone["corners"] for zone in state["zones"] if zone["id"] == "stock:1")
    (x0, y0), (x1, y1) = np.min(corners, axis=0) + 20, np.max(corners, axis=0) - 20
    for in_play, grey in (("crapette", True), ("poker_dice_race", False), (None, False)):
        seen = service.whole_picture(in_play)
        assert seen is not None and seen.image.shape == scene.shape
        assert is_grey(seen.image[int(y0) : int(y1), int(x0) : int(x1)].reshape(-1, 3)) == grey
        assert len(seen.markers) == 4
    assert service.camera_code == "good"


def test_another_game_on_the_page_unmasks_nothing(begin: Any) -> None:
    service = begin("crapette")
    state = until(service, measured)
    service.choose_game("poker_dice_race")
    assert is_grey(pixels(service, state, "stock:1"))


def test_they_stay_masked_while_the_view_is_measured_anew(begin: Any, camera: Camera) -> None:
    service = begin()
    state = until(service, measured)
    look = state["look"]
    camera.shows = camera.shows.copy()
    camera.shows[:400] = 30
    service.begin_again("markers")
    after = until(service, lambda state: state["look"] > look + 2)
    assert after["table"] is None
    assert is_grey(pixels(service, state, "stock:1"))


def is_all_grey(data: bytes | None) -> bool:
    assert data is not None
    return is_grey(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR).reshape(-1, 3))


def test_a_mask_that_is_not_sure_shows_nothing(begin: Any, camera: Camera, scene: Image) -> None:
    camera.shows = np.full_like(scene, 30)  # in the dark no marker is found, and no view
    service = begin(in_play="crapette")
    state = until(service, lambda state: state["look"] > 1)
    assert state["camera"]["hidden"] and is_all_grey(service.picture())
    assert service.whole_picture("crapette") is None
    camera.shows = scene
    state = until(service, measured)
    assert not state["camera"]["hidden"] and not is_all_grey(service.picture())
    assert is_grey(pixels(service, state, "stock:1"))


def test_pictures_of_another_size_are_masked_where_the_table_lies_in_them(
    begin: Any, camera: Camera, scene: Image
) -> None:
    service = begin(in_play="crapette")
    state = until(service, measured)
    camera.shows = np.asarray(cv2.resize(scene, (1152, 648), interpolation=cv2.INTER_AREA), np.uint8)
    until(service, lambda told: told["picture"] and told["picture"]["width"] == 1152)
    assert is_grey(pixels(service, state, "stock:1"))
    camera.shows = scene[:, :1100].copy()  # another shape: nobody knows what lies where
    until(service, lambda told: told["camera"]["hidden"])
    assert is_all_grey(service.picture())


def test_while_nothing_secret_is_played_a_table_is_set_up_by_its_picture(begin: Any, camera: Camera) -> None:
    camera.shows = np.full_like(camera.shows, 30)
    for in_play in (None, "poker_dice_race"):
        service = begin(in_play=in_play)
        state = until(service, lambda state: state["look"] > 1)
        assert not state["camera"]["hidden"] and not is_all_grey(service.picture())


def test_the_preview_is_small(begin: Any) -> None:
    service = begin()
    until(service, measured)
    data = service.picture()
    assert data is not None
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert image.shape == (540, 960, 3)
    assert len(data) < 200_000
    assert service.picture(320) != data


# ---------------------------------------------------------------- cameras that fail


def test_there_is_no_picture_before_the_first(begin: Any, camera: Camera) -> None:
    camera.shows = None
    service = begin()
    assert service.picture() is None
    assert service.state()["camera"]["code"] == "opening"


def test_a_camera_that_is_not_found_is_told_and_tried_again(begin: Any, camera: Camera) -> None:
    camera.refuses = "USB camera 7 cannot be opened: plug it in."
    service = begin()
    state = until(service, lambda state: state["camera"]["code"] != "opening")
    assert state["camera"]["code"] == "not_found"
    assert state["camera"]["sentence"] == "USB camera 7 cannot be opened: plug it in."
    camera.refuses = None
    until(service, lambda state: state["camera"]["code"] == "good")


def test_a_camera_that_breaks_is_told_and_tried_again(
    begin: Any, camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(plan: TablePlan) -> Camera:
        raise RuntimeError("the driver")

    service = begin()
    monkeypatch.setattr(service, "_open", breaks)
    until(service, lambda state: state["camera"]["code"] == "not_found")
    monkeypatch.setattr(service, "_open", camera.open)
    until(service, lambda state: state["camera"]["code"] == "good")


def test_an_unplugged_camera(begin: Any, camera: Camera, scene: Image) -> None:
    service = begin()
    until(service, measured)
    service.confirm_zones()
    camera.shows = NO_FRAMES
    until(service, lambda state: state["camera"]["code"] == NO_FRAMES)
    with pytest.raises(StandRefused) as refusal:
        service.finish()
    assert refusal.value.code == "no_picture"
    camera.shows = scene
    until(service, lambda state: state["camera"]["code"] == "good")
    service.finish()


def test_a_hanging_camera(begin: Any, camera: Camera, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STALLED_S", 0.2)
    service = begin()
    until(service, lambda state: state["look"] > 0)
    camera.shows = None
    until(service, lambda state: state["camera"]["code"] == NO_FRAMES)


def test_a_picture_that_breaks_the_look_costs_only_itself(begin: Any, camera: Camera, scene: Image) -> None:
    camera.shows = np.zeros((0, 0, 3), np.uint8)
    service = begin()
    until(service, lambda state: state["camera"]["code"] == "bad_picture")
    camera.shows = scene
    until(service, measured)


def test_a_folder_of_photographs_begins_again(begin: Any, camera: Camera) -> None:
    camera.gone.set()
    service = begin()
    until(service, lambda state: camera.opened > 2)


def test_the_camera_is_open_only_while_somebody_looks(
    begin: Any, camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CLOSES_S", 0.3)
    service = begin()
    time.sleep(0.05)
    assert camera.opened == 0
    until(service, lambda state: state["look"] > 0)
    late = time.monotonic() + 10
    while not camera.closed and time.monotonic() < late:
        time.sleep(0.02)
    assert (camera.opened, camera.closed) == (1, 1)
    until(service, lambda state: camera.opened == 2)


def test_the_camera_is_opened_for_the_game_in_play(begin: Any, camera: Camera) -> None:
    service = begin("racko")
    state = until(service, lambda state: state["picture"])
    assert camera.plans[0].game == "racko"
    assert state["game"] == "racko"


# ---------------------------------------------------------------- the evening's own camera


def test_the_evenings_camera_feeds_it_only_while_somebody_looks(begin: Any, scene: Image) -> None:
    service = begin(fed=True)
    service.feed(scene)
    assert service.picture() is None
    late = time.monotonic() + 20
    while service.state()["look"] < LOOKS + 1 and time.monotonic() < late:
        service.feed(scene)
        time.sleep(0.02)
    assert measured(service.state())


def test_an_evenings_camera_that_gives_nothing(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STALLED_S", 0.1)
    service = begin(fed=True)
    assert service.state()["camera"]["code"] == "opening"
    until(service, lambda state: state["camera"]["code"] == NO_FRAMES)


def test_feeding_eyes_see_what_they_pass_on() -> None:
    told: list[Any] = []

    frames = [Frame(1, 1, np.zeros((2, 3, 3), np.uint8)), Frame(2, 2, None, fault=NO_FRAMES)]
    for frame in fed(frames, lambda image: told.append(("fed", image.shape))):
        told.append(("look", frame.seq))
    assert told == [("fed", (2, 3, 3)), ("look", 1), ("look", 2)]


# ---------------------------------------------------------------- the lens by the data sheet


@pytest.mark.parametrize(
    ("size", "camera", "source"),
    [
        ((4608, 2592), "pi_3", "data_sheet"),
        ((2304, 1296), "pi_3", "data_sheet"),
        ((1536, 864), "pi_3", "data_sheet"),
        ((3280, 2464), "pi_2", "data_sheet"),
        ((1640, 1232), "pi_2", "data_sheet"),
        ((640, 480), "pi_2", "data_sheet"),
        ((1080, 1920), "pi_2", "none"),
        ((1000, 1000), "pi_2", "none"),
    ],
)
def test_the_shape_of_a_picture_tells_the_lens(size: tuple[int, int], camera: str, source: str) -> None:
    lens, known = lens_by_data_sheet(*size)
    wanted = camera_model(camera)
    assert known == source
    assert (lens.width, lens.height) == size
    assert lens.focal_px / max(size) == pytest.approx(wanted.focal_px / wanted.width, rel=1e-6)


# ---------------------------------------------------------------- the evening


@pytest.mark.parametrize(("live", "fed"), [(True, True), (False, False)])
def test_the_evening_passes_a_real_cameras_pictures_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, live: bool, fed: bool
) -> None:
    image = np.full((48, 64, 3), 90, np.uint8)

    class Real:
        description = "USB camera 0"

        def __enter__(self) -> Real:
            return self

        def __exit__(self, *why: object) -> None:
            pass

        def __iter__(self) -> Iterator[Frame]:
            yield from (Frame(seq, seq, image) for seq in range(5))

    source = Real() if live else FolderSource(tmp_path, lambda path: image)
    monkeypatch.setattr(
        "companion.evening.seeing.open_camera", lambda *arguments, **named: Camera_(source, None)
    )
    cv2.imwrite(str(tmp_path / "one.jpg"), image)
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    arguments = parser.parse_args(["--camera", "usb:0", "--player", "Ada", "--player", "Bea"])
    wanted = Wanted.of(arguments)
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table(journal)
    wanted.seat(table)
    shown: list[Image] = []
    with Seeing(arguments, wanted, DataFolder(tmp_path), table) as seeing:
        assert seeing.watches_live is live
        seeing.feed = shown.append
        seeing.start()
        if live:
            late = time.monotonic() + 20
            while not seeing.exhausted and time.monotonic() < late:
                time.sleep(0.02)
    assert bool(shown) is fed
    journal.close()


def test_before_an_evening_it_is_known_which_games_the_kept_stand_shows(
    begin: Callable[..., StandService], tmp_path: Path, scene: Image
) -> None:
    assert begin().kept_fit("crapette", 2) is None, "nothing is set up"
    simulated = begin()
    set_up(simulated)
    simulated.finish()
    again = begin()
    crapette, larger = again.kept_fit("crapette", None), again.kept_fit("super_crack", 2)
    assert crapette is not None and crapette.coarse and not crapette.outside, "the picture is a small one"
    assert larger is not None and larger.too_small
    assert again.kept_fit("no such game", None) is None
    seen = again.fit()
    assert seen is not None and len(seen.sights) == 24


def test_a_simulated_table_that_was_kept_says_nothing_of_a_familys(
    begin: Callable[..., StandService], tmp_path: Path
) -> None:
    service = begin()
    set_up(service)
    service.finish()
    stand = load_stand(tmp_path)
    assert stand is not None
    save_stand(tmp_path, replace(stand, camera=SIMULATED_STAND))
    assert begin().kept_fit("crapette", None) is None


def test_another_number_of_players_needs_other_places(tmp_path: Path) -> None:
    plan, camera = game_plans()["super_crack"], camera_model("pi_3")
    view = view_from_above(camera.lens(camera.width, camera.height), Point(280.0, 432.0), 1290.0)
    layout = MarkerLayout.printed(plan.width, plan.height)
    save_stand(tmp_path, Stand("USB camera 0", view, "data_sheet", layout))
    service = StandService(tmp_path, "USB camera 0", lambda: "crapette", None)
    two, all_seats = service.kept_fit("super_crack", 2), service.kept_fit("super_crack", None)
    assert two is not None and two.fits
    assert all_seats is not None and not all_seats.fits

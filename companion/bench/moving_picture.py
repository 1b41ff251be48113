"""The moving picture of the README: hands make a fault on the film, the page beside it calls it.

``python -m companion.bench.moving_picture docs/referee.webp`` films an evening of Crapette before a whole table whose
page is open in a real browser, and keeps the seconds around one fault.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.bench.browser import opened_browser
from companion.bench.end_to_end import BENCH, GAME, KINDS
from companion.bench.filmed_evening import enrolled_reader, room_of
from companion.bench.latency import TimedFollower, served
from companion.filmed.filmed_game import FilmedGame
from companion.filmed.picture_camera import PictureCamera
from companion.game import Game
from companion.games import load
from companion.sighting import EyeStatus
from companion.simulated.evening import Evening
from companion.simulated.following import Follower
from companion.simulated.parameters import NoiseParameters
from companion.simulated.players import opened_evening
from hardware.frame_source import Frame
from vision.cards.table_reader import CardZones
from web.outside import NoEyes, Outside
from web.services import Serving

Image = NDArray[np.uint8]

MOST_BYTES = 2_000_000
SECONDS = 15.0
_SEED = 8606
"""A bright evening."""
_FIRST_LOOKS = 12
"""Before these there is little on the table."""
_QUIET_LOOKS = 4
"""What is called nobody was asked about."""
_PAGE = {"width": 1280, "height": 800}
_FILM_WIDTH, _PAGE_WIDTH, _HEIGHT = 460, 660, 412
_EVERY = 2
"""Of ten film frames in a second every second one is shown."""
_FRAME_MS = 200
_BEFORE_S = 8.0
_LOUD_MS = 1800
"""So long the call fills the tablet, at least."""
_SETTLES_S = 0.7
_GROUND = (38, 48, 40)
_WHITE, _PAPER = 235.0, 0.6
_MARGIN = 0.12


class _Watching(NoEyes):
    """A camera that sees the table."""

    def status(self) -> EyeStatus:
        """Always well."""
        return EyeStatus("sees", "still")


def around_cards(films: Sequence[Image]) -> list[Image]:
    """The part of these frames in which cards lie, with a margin, as light as a photograph would be."""
    grey = cv2.cvtColor(films[0], cv2.COLOR_BGR2GRAY)
    lightest = float(np.quantile(grey, 0.995))
    rows, columns = np.nonzero(grey > _PAPER * lightest)
    spans = []
    for places, size in ((rows, grey.shape[0]), (columns, grey.shape[1])):
        low, high = (int(one) for one in np.quantile(places, (0.005, 0.995)))
        margin = round(_MARGIN * (high - low))
        spans.append(slice(max(0, low - margin), min(size, high + margin)))
    down, across = spans
    return [np.asarray(cv2.convertScaleAbs(one[down, across], alpha=_WHITE / lightest)) for one in films]


def side_by_side(film: Image, page: Image) -> Image:
    """One picture of both, uint8 (``_HEIGHT``, width, 3) BGR: the table from above, and the tablet."""
    parts = []
    for picture, width in ((film, _FILM_WIDTH), (page, _PAGE_WIDTH)):
        height = min(_HEIGHT, round(picture.shape[0] * width / picture.shape[1]))
        part = np.full((_HEIGHT, width, 3), _GROUND, np.uint8)
        top = (_HEIGHT - height) // 2
        part[top : top + height] = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        parts.append(part)
    return np.ascontiguousarray(np.hstack(parts))


def _shown(page: Any) -> Image:
    """What the page shows now."""
    png = np.frombuffer(page.screenshot(type="png"), np.uint8)
    return np.asarray(cv2.imdecode(png, cv2.IMREAD_COLOR), np.uint8)


def record(seed: int = _SEED) -> tuple[list[Image], list[int]]:
    """The pictures of one fault and its call, and how long each is shown, ms; raises ``NoBrowser``."""
    chance = random.Random(f"{BENCH}/{seed}")  # noqa: S311 - people of a simulation
    opening, room = opened_evening(load(GAME), chance), room_of(seed)
    frames: deque[Image] = deque(maxlen=round(_BEFORE_S * 1000 / _FRAME_MS))

    def passing(frame: Frame) -> None:
        if frame.seq % _EVERY == 0 and frame.image is not None:
            frames.append(np.asarray(frame.image, np.uint8).copy())

    watched, english = Outside(eyes=_Watching()), Serving(language="en")
    with served(opening, watched, english) as (table, journal, port), opened_browser() as browser:
        page = browser.new_context(viewport=_PAGE).new_page()
        with page.expect_response("**/api/v1/events*"):
            page.goto(f"http://127.0.0.1:{port}/")

        def camera(game: Game, _: random.Random, parameters: NoiseParameters) -> PictureCamera:
            filmed = FilmedGame(game, opening.players, room)
            return PictureCamera(filmed, [CardZones(enrolled_reader(room))], parameters, passing=passing)

        def follower(game: Game, state: Any) -> Follower:
            return TimedFollower(table, journal)

        before, called, asked, quiet = _shown(page), 0, 0, 0
        evening = Evening(opening, KINDS, follower, chance, seed=str(seed), camera=camera)
        for looks, _ in enumerate(evening.course()):
            outcome = evening.outcome
            quiet = quiet + 1 if outcome.questions == asked else 0
            if outcome.announced > called and looks >= _FIRST_LOOKS and quiet >= _QUIET_LOOKS:
                return _around(around_cards(list(frames)), before, page)
            before, called, asked = _shown(page), outcome.announced, outcome.questions
    raise RuntimeError(f"nobody was called on the evening {seed}")


def _around(film: Sequence[Image], before: Image, page: Any) -> tuple[list[Image], list[int]]:
    """The film beside the page as it was, and its last picture beside the page after the call."""
    pictures = [side_by_side(one, before) for one in film]
    spans = [_FRAME_MS] * len(pictures)
    left_ms = round(1000 * SECONDS) - sum(spans)
    for shown_ms in (_LOUD_MS, left_ms - _LOUD_MS):
        time.sleep(_SETTLES_S)
        pictures.append(side_by_side(film[-1], _shown(page)))
        spans.append(shown_ms)
    return pictures, spans


def write(path: Path, pictures: Sequence[Image], spans_ms: Sequence[int]) -> None:
    """Write an animated WebP that goes on for ever, as sharp as ``MOST_BYTES`` allow."""
    animation = cv2.Animation()
    animation.frames, animation.durations = list(pictures), list(spans_ms)
    for quality in range(80, 10, -10):
        cv2.imwriteanimation(str(path), animation, [cv2.IMWRITE_WEBP_QUALITY, quality])
        if path.stat().st_size <= MOST_BYTES:
            return
    raise ValueError(f"{path}: {path.stat().st_size} bytes, and {MOST_BYTES} are meant")


def main() -> None:
    """Record and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--seed", type=int, default=_SEED, help="which evening (default: %(default)s)")
    arguments = parser.parse_args()
    write(arguments.path, *record(arguments.seed))


if __name__ == "__main__":
    main()

"""Light over a table and the camera that sees it: lamps, daylight, shadows of people, flicker, exposure, noise.

Everything changes with time alone, so that a film can be drawn frame by frame; nothing here moves on the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.jpeg import as_jpeg

_COARSE = 8
_NOISE_PICTURES = 6
_STEP_MS = 20.0
_STRIP = 320
_SHARP_PX = 0.3


@dataclass(frozen=True, slots=True)
class Conditions:
    """How the light and the camera behave; rates are events a minute, shares 0..1, lengths in px.

    ``flicker`` is the share by which mains flicker darkens bands of a picture; ``pumping`` that of a restless
    automatic exposure; ``breathing`` the blur of a still when an autofocus is most astray; ``lamps`` how bright lamps
    are, at least and at most; ``noise`` the noise in grey levels; ``jpeg`` the quality of the stream, None if raw.
    """

    daylight: float = 0.6
    drift: float = 0.2
    clouds: float = 0.3
    lamp_switches: float = 0.5
    lamp_dims: float = 0.2
    shadow_passes: float = 3.0
    shadow_stays: float = 1.0
    shadow_edge: tuple[float, float] = (8.0, 60.0)
    flicker: float = 0.0
    pumping: float = 0.0
    breathing: float = 0.0
    automatic_exposure: bool = True
    lamps: tuple[float, float] = (0.3, 0.9)
    noise: float = 2.0
    jpeg: int | None = None


STEADY = Conditions(0.8, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, automatic_exposure=False)
"""Light that does not change, and a camera that is left alone."""


def random_conditions(rng: np.random.Generator) -> Conditions:
    """Pick the conditions of one film: from a quiet evening to a restless one.

    A camera whose exposure is fixed is used where the lamps are not all the light there is.
    """
    automatic = bool(rng.random() < 0.7)
    return Conditions(
        daylight=float(rng.uniform(0.15, 0.9) if automatic else rng.uniform(0.4, 0.9)),
        drift=float(rng.uniform(0.05, 0.4)),
        clouds=float(rng.choice([0.0, 0.5, 1.5])),
        lamp_switches=float(rng.choice([0.1, 0.5, 2.0])),
        lamp_dims=float(rng.choice([0.0, 0.3, 1.0])),
        shadow_passes=float(rng.choice([0.5, 2.0, 6.0])),
        shadow_stays=float(rng.choice([0.2, 1.0, 2.0])),
        flicker=float(rng.choice([0.0, 0.0, 0.02, 0.05])),
        pumping=float(rng.choice([0.0, 0.0, 0.04, 0.08])),
        automatic_exposure=automatic,
        lamps=(0.3, 0.9) if automatic else (0.1, 0.4),
        noise=float(rng.choice([0.8, 2.0, 3.5, 5.0])),
        jpeg=None if rng.random() < 0.75 else int(rng.integers(70, 95)),
    )


@dataclass(slots=True)
class _Shadow:
    """A person's shadow: an ellipse with a wide soft edge that crosses the table or sways where it is."""

    start_ms: float
    end_ms: float
    x: float
    y: float
    vx: float
    vy: float
    radius_x: float
    radius_y: float
    edge: float
    depth: float
    sway: float


@dataclass(frozen=True, slots=True, eq=False)
class _Grain:
    """A picture's noise: by how many grey levels each px is lighter, and by how many darker; one of them is 0."""

    lighter: ByteArray
    darker: ByteArray

    @classmethod
    def of(cls, noise: ByteArray) -> _Grain:
        """That of a picture in which 128 is no noise."""
        none = np.uint8(128)
        return cls(np.maximum(noise, none) - none, none - np.minimum(noise, none))


class TableLight:
    """Light and camera of one film, (height, width) px; ``show`` turns what lies there into a frame.

    Call ``show`` with times that do not go backwards. The same seed and times give the same frames.
    """

    def __init__(self, shape: tuple[int, int], conditions: Conditions, seed: int) -> None:
        self._shape = shape
        self._is = conditions
        self._rng = np.random.default_rng((seed, 7))
        rng = self._rng
        rows, columns = -(-shape[0] // _COARSE), -(-shape[1] // _COARSE)
        self._ys, self._xs = np.mgrid[0:rows, 0:columns].astype(np.float32) * _COARSE
        height, width = shape
        tilt = rng.uniform(-0.25, 0.25, 2)
        self._day = (1 + tilt[0] * (self._xs / width - 0.5) + tilt[1] * (self._ys / height - 0.5)).astype(
            np.float32
        )
        self._lamps: list[FloatArray] = []
        self._power: list[float] = []
        self._aim: list[float] = []
        self._speed: list[float] = []
        for _ in range(2):
            x, y = rng.uniform(-0.2, 1.2) * width, rng.uniform(-0.2, 1.2) * height
            spread = rng.uniform(0.5, 1.4) * width
            falloff = 1.0 / (1.0 + ((self._xs - x) ** 2 + (self._ys - y) ** 2) / spread**2) ** 1.5
            self._lamps.append((falloff / falloff.max()).astype(np.float32))
            on = float(rng.uniform(*conditions.lamps)) if rng.random() < 0.7 else 0.0
            self._power.append(on)
            self._aim.append(on)
            self._speed.append(1.0)
        self._warm = rng.uniform(0.75, 1.0, 2)
        self._cloud, self._cloud_aim = 1.0, 1.0
        self._drift = float(rng.uniform(0, 2 * math.pi))
        self._exposure: float | None = None
        self._white = float(rng.uniform(185, 240))
        self._shadows: list[_Shadow] = []
        self._now = 0.0
        self._band = float(rng.uniform(0.25, 0.6)) * height
        self._pump = float(rng.uniform(0.2, 0.8))
        self._noise = [_Grain.of(self._noise_picture()) for _ in range(_NOISE_PICTURES)]
        self._gains = [np.ones((rows, columns), np.float32)] * 3

    def show(self, scene: ByteArray, now_ms: float) -> ByteArray:
        """Return the frame, uint8 (height, width, 3) BGR, that the camera makes of a scene of the same shape."""
        while self._now + _STEP_MS <= now_ms:
            self._step(_STEP_MS)
        light = self._light()
        if self._exposure is None or self._is.automatic_exposure:
            wanted = math.log(self._white / max(8.0, self._brightest(scene, light[1])))
            before = wanted if self._exposure is None else self._exposure
            # The camera follows with delay.
            self._exposure = before + 0.12 * (wanted - before)
        gain = math.exp(min(1.5, max(-1.5, self._exposure)))
        if self._is.pumping:
            gain *= 1 + self._is.pumping * math.sin(2 * math.pi * self._pump * self._now / 1000)
        rows = (self._ys[:, :1] + (self._now * 0.37) % self._band) / self._band
        bands = (1 + self._is.flicker * np.sin(2 * np.pi * rows)).astype(np.float32)
        self._gains = [colour * bands * np.float32(gain) for colour in light]
        return self._taken(scene, self._grain())

    def stills(self, scene: ByteArray, ev_steps: Sequence[float]) -> tuple[ByteArray, ...]:
        """Return the pictures that are taken at the moment of the last ``show``, of the same scene in any size, one
        for each step of exposure: ``ev`` brighter (1.0 is twice as bright).
        """
        # The focus hunts for some seconds and rests for a while.
        astray = self._is.breathing * max(0.0, math.sin(self._now / 7e3)) ** 2
        if astray > _SHARP_PX:
            scene = np.asarray(cv2.GaussianBlur(scene, (0, 0), astray), np.uint8)
        return tuple(
            self._taken(scene, self._noise[int(self._rng.integers(_NOISE_PICTURES))], 2.0**ev)
            for ev in ev_steps
        )

    def _taken(self, scene: ByteArray, grain: _Grain, brighter: float = 1.0) -> ByteArray:
        """Light a scene and add noise, ``grain``, over and over where it is smaller; strip by strip, so that what a
        strip needs stays near the processor.
        """
        height, width = scene.shape[:2]
        light = cv2.merge([gain * np.float32(brighter) for gain in self._gains])
        # Across and then down, as OpenCV itself does it: each strip has the light that it has in the whole picture.
        across = cv2.resize(light, (width, light.shape[0]), interpolation=cv2.INTER_LINEAR)
        lit = np.empty_like(scene)
        rows, columns = grain.lighter.shape[:2]
        for left, right in _strips(width, columns):
            strip = lit[:, left:right]
            gain = cv2.resize(across[:, left:right], (right - left, height), interpolation=cv2.INTER_LINEAR)
            cv2.multiply(scene[:, left:right], gain, strip, dtype=cv2.CV_8U)
            begin = left % columns
            for top in range(0, height, rows):
                part = strip[top : top + rows]
                over = (slice(0, len(part)), slice(begin, begin + right - left))
                cv2.add(part, grain.lighter[over], part)
                cv2.subtract(part, grain.darker[over], part)
        return lit if self._is.jpeg is None else as_jpeg(lit, self._is.jpeg)

    @staticmethod
    def _brightest(scene: ByteArray, light: FloatArray) -> float:
        """How bright the brightest things are: a camera sets its exposure so that they are not blinding."""
        step = 2 * _COARSE
        thinned = scene[::step, ::step, 1].astype(np.float32)
        return float(np.percentile(thinned * light[::2, ::2][: thinned.shape[0], : thinned.shape[1]], 97))

    def _light(self) -> list[FloatArray]:
        day = self._is.daylight * self._cloud * (1 + self._is.drift * math.sin(self._drift + self._now / 9e4))
        field = self._day * np.float32(max(0.05, day))
        colours = [field.copy() for _ in range(3)]
        for lamp, power, warm in zip(self._lamps, self._power, self._warm, strict=True):
            if power > 0:
                for colour, share in zip(colours, (warm**2, warm, 1.0), strict=True):
                    colour += lamp * np.float32(power * share)
        for shadow in self._shadows:
            shade = self._shade(shadow)
            for colour in colours:
                colour *= shade
        return colours

    def _shade(self, shadow: _Shadow) -> FloatArray:
        passed = (self._now - shadow.start_ms) / 1000
        left = (shadow.end_ms - self._now) / 1000
        sway = shadow.sway * math.sin(passed * 2.1)
        x, y = shadow.x + shadow.vx * passed + sway, shadow.y + shadow.vy * passed + 0.6 * sway
        far = np.sqrt(((self._xs - x) / shadow.radius_x) ** 2 + ((self._ys - y) / shadow.radius_y) ** 2)
        inside = (1.0 - far) * min(shadow.radius_x, shadow.radius_y) / shadow.edge
        # Somebody who stays has come and will go, in about a second.
        come = min(1.0, passed / 1.2, max(0.0, left) / 1.2)
        depth = np.float32(shadow.depth * max(0.0, come))
        steepness = np.clip(-2.5 * inside, -30.0, 30.0)
        return np.asarray(1.0 - depth / (1.0 + np.exp(steepness)), np.float32)

    def _step(self, ms: float) -> None:
        self._now += ms
        minutes = ms / 60_000
        rng, conditions = self._rng, self._is
        drawn = rng.random(5)
        if drawn[0] < conditions.clouds * minutes:
            self._cloud_aim = float(rng.uniform(0.45, 1.0))
        self._cloud += (self._cloud_aim - self._cloud) * ms / 2500
        if drawn[1] < conditions.lamp_switches * minutes:
            one = int(rng.integers(len(self._lamps)))
            self._aim[one] = 0.0 if self._aim[one] > 0 else float(rng.uniform(*conditions.lamps))
            self._speed[one] = float(rng.choice([1.0, 30.0, 120.0]))
        if drawn[2] < conditions.lamp_dims * minutes:
            one = int(rng.integers(len(self._lamps)))
            self._aim[one] = float(rng.uniform(0.3, 1.0) * conditions.lamps[1])
            self._speed[one] = float(rng.uniform(300, 2000))
        for one in range(len(self._lamps)):
            share = min(1.0, ms / self._speed[one])
            self._power[one] += (self._aim[one] - self._power[one]) * share
        if drawn[3] < conditions.shadow_passes * minutes:
            self._shadows.append(self._new_shadow(passes=True))
        if drawn[4] < conditions.shadow_stays * minutes:
            self._shadows.append(self._new_shadow(passes=False))
        self._shadows = [shadow for shadow in self._shadows if shadow.end_ms > self._now]

    def _new_shadow(self, *, passes: bool) -> _Shadow:
        rng = self._rng
        height, width = self._shape
        radius = rng.uniform(0.12, 0.45) * width
        last = float(rng.uniform(3000, 9000) if passes else rng.uniform(4000, 30_000))
        angle = rng.uniform(0, 2 * math.pi)
        way = 0.5 * math.hypot(height, width) + 1.2 * radius if passes else 0.0
        middle = np.array([rng.uniform(0.1, 0.9) * width, rng.uniform(0.1, 0.9) * height])
        ahead = np.array([math.cos(angle), math.sin(angle)])
        start, speed = middle - way * ahead, 2 * way * ahead / (last / 1000)
        return _Shadow(
            self._now,
            self._now + last,
            float(start[0]),
            float(start[1]),
            float(speed[0]),
            float(speed[1]),
            float(radius),
            float(radius * rng.uniform(0.5, 1.6)),
            float(rng.uniform(*self._is.shadow_edge)),
            float(rng.uniform(0.1, 0.55)),
            float(rng.uniform(0, 25)),
        )

    def _noise_picture(self) -> ByteArray:
        height, width = self._shape
        noise = self._rng.normal(0, self._is.noise, (height + 48, width + 48, 3)).astype(np.float32)
        if self._rng.random() < 0.3:
            # Some cameras smooth their noise.
            noise = cv2.GaussianBlur(noise, (0, 0), 0.7) * np.float32(1.6)
        return np.clip(np.round(noise) + 128, 0, 255).astype(np.uint8)

    def _grain(self) -> _Grain:
        noise = self._noise[int(self._rng.integers(_NOISE_PICTURES))]
        y, x = (int(value) for value in self._rng.integers(0, 48, 2))
        place = (slice(y, y + self._shape[0]), slice(x, x + self._shape[1]))
        return _Grain(noise.lighter[place], noise.darker[place])


def _strips(width: int, period: int) -> Iterator[tuple[int, int]]:
    """The strips, from column to column, in which a picture is lit; none crosses a whole number of periods."""
    for begin in range(0, width, period):
        end = min(width, begin + period)
        for left in range(begin, end, _STRIP):
            yield left, min(end, left + _STRIP)

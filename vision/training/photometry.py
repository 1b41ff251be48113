"""What light, lens and sensor do to a drawn scene: gradients, glare, blur, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array, FloatArray, IntArray
from vision.scene.jpeg import as_jpeg
from vision.scene.surfaces import smooth_noise


def uneven_light(image: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Apply a light gradient, hard or soft shadows of things outside the picture, a glare spot and a vignette."""
    height, width = image.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    xs, ys = xs / width - 0.5, ys / height - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    light = 1.0 + rng.uniform(0, 0.5) * (xs * np.cos(angle) + ys * np.sin(angle))
    if rng.random() < 0.22:
        polygon = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * (width, height)
        mask = np.zeros((height, width), np.float32)
        cv2.fillPoly(mask, [polygon.astype(np.int32)], 1.0)
        soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.6, 14)))
        light *= 1.0 - soft * rng.uniform(0.15, 0.6)
    if rng.random() < 0.2:
        light *= 1.0 - rng.uniform(0.2, 1.2) * (xs * xs + ys * ys)
    image = image * light[..., None]
    if rng.random() < 0.15:
        cx, cy = rng.uniform(-0.6, 0.6, 2)
        spread = rng.uniform(0.05, 0.35)
        spot = np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / (2 * spread * spread))
        image = image + (spot * rng.uniform(20, 120))[..., None].astype(np.float32)
    return np.asarray(image, np.float32)


def photograph(image: FloatArray, rng: np.random.Generator, least_detail: float = 1.0) -> ByteArray:
    """Turn a drawn scene (float32 BGR, about 0..255) into what a camera would store, uint8 BGR of the same shape.

    Where `least_detail` is below 1, the scene may have been stored as small as that share and enlarged afterwards.
    """
    image = uneven_light(image, rng)
    temperature = rng.normal(0, 0.10)
    gains = np.array([1.0 - temperature, 1.0 + rng.normal(0, 0.03), 1.0 + temperature], np.float32)
    exposure = rng.uniform(0.65, 1.35) if rng.random() < 0.8 else rng.uniform(0.25, 1.8)
    image = np.clip(image * gains * np.float32(exposure), 0, 255)
    if rng.random() < 0.5:
        gamma = float(np.exp(rng.normal(0, 0.22)))
        image = 255.0 * (image / 255.0) ** np.float32(gamma)
    if rng.random() < 0.12:
        grey = image @ np.array([0.114, 0.587, 0.299], np.float32)
        image = np.repeat(grey[..., None], 3, axis=2)
    elif rng.random() < 0.3:
        grey = image.mean(axis=2, keepdims=True)
        image = grey + (image - grey) * np.float32(rng.uniform(0.3, 1.5))
    draw = rng.random()
    if draw < 0.55:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.3))), np.float32)
    elif draw < 0.72:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(1.3, 2.4))), np.float32)
    elif draw < 0.80:
        length = int(rng.integers(3, 8))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0)
        if rng.random() < 0.5:
            kernel = np.ascontiguousarray(kernel.T)
        image = np.asarray(cv2.filter2D(image, -1, kernel / max(1.0, float(kernel.sum()))), np.float32)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = image + (image - soft) * np.float32(rng.uniform(0.3, 1.6))
    lossy = rng.random()
    if lossy < 0.3 and least_detail < 0.95:
        return _stored_small(image, float(rng.uniform(max(0.3, least_detail), 1.0)), rng)
    if lossy > 0.8:
        height, width = image.shape[:2]
        factor = float(rng.uniform(0.4, 0.8))
        small = cv2.resize(
            image, (max(8, int(width * factor)), max(8, int(height * factor))), interpolation=cv2.INTER_AREA
        )
        image = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    sigma = abs(float(rng.normal(0, 5.0))) + 0.5
    image = image + rng.standard_normal(image.shape, dtype=np.float32) * np.float32(sigma)
    if rng.random() < 0.25:
        image = image + smooth_noise(image.shape[0], image.shape[1], 2.5, 2.5, rng)[..., None] * np.float32(
            rng.uniform(1, 6)
        )
    out = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        out = as_jpeg(out, int(rng.integers(30, 95)))
    return out


def _stored_small(image: FloatArray, factor: float, rng: np.random.Generator) -> ByteArray:
    """What is left of a scene that was noisy, smoothed and packed as JPEG while it was small, then enlarged."""
    height, width = image.shape[:2]
    size = (max(8, round(width * factor)), max(8, round(height * factor)))
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.float32)
    small = small + rng.standard_normal(small.shape, dtype=np.float32) * np.float32(
        abs(rng.normal(0, 6.0)) + 0.5
    )
    stored = np.clip(small, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        stored = np.asarray(cv2.bilateralFilter(stored, 5, float(rng.uniform(8, 30)), 2.0), np.uint8)
    if rng.random() < 0.8:
        stored = as_jpeg(stored, int(rng.integers(35, 96)))
    grow = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(stored, (width, height), interpolation=grow), np.uint8)


def photograph_print(image: ByteArray, rng: np.random.Generator) -> ByteArray:
    """Turn a drawn scene of cards (uint8 BGR) into what a camera would store, uint8 BGR of the same shape.

    Gentler than ``photograph``: red must stay red, and small print readable to a person.
    """
    temperature = rng.normal(0, 0.09)
    low, high = ((0.55, 1.12), (0.22, 0.55), (1.12, 1.4))[int(rng.choice(3, p=(0.82, 0.12, 0.06)))]
    exposure = rng.uniform(low, high)
    gains = exposure * np.array([1.0 - temperature, 1.0 + rng.normal(0, 0.025), 1.0 + temperature])
    out = _lit(image, gains, rng)
    if rng.random() < 0.6:
        out = np.asarray(cv2.LUT(out, _tone_curve(rng)), np.uint8)
    draw = rng.random()
    if draw < 0.25:
        grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        keep = float(rng.uniform(0.35, 1.4)) if draw > 0.02 else 0.0
        out = np.asarray(cv2.addWeighted(out, keep, grey, 1.0 - keep, 0.0), np.uint8)
    out = _out_of_focus(out, rng)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.7, 1.6)))
        strength = float(rng.uniform(0.3, 1.8))
        out = np.asarray(cv2.addWeighted(out, 1.0 + strength, soft, -strength, 0.0), np.uint8)
    out = _grainy(out, rng)
    if rng.random() < 0.6:
        out = as_jpeg(out, int(rng.integers(35, 96)))
    return out


def _lit(image: ByteArray, gains: Float64Array, rng: np.random.Generator) -> ByteArray:
    """What ``uneven_light`` does, in a third of the time: smooth light is reckoned coarsely."""
    height, width = image.shape[:2]
    ys, xs = np.mgrid[0 : height // 8 + 1, 0 : width // 8 + 1].astype(np.float32)
    xs, ys = xs / (width // 8) - 0.5, ys / (height // 8) - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    coarse = 1.0 + rng.uniform(0, 0.5) * (xs * np.cos(angle) + ys * np.sin(angle))
    if rng.random() < 0.2:
        coarse = coarse * (1.0 - rng.uniform(0.2, 1.0) * (xs * xs + ys * ys))
    light = cv2.resize(coarse.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.74, 0.2, 0.06]))):
        polygon = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * (width, height)
        mask = np.zeros((height, width), np.uint8)
        cv2.fillPoly(mask, [polygon.astype(np.int32)], 255, cv2.LINE_AA)
        soft = 2 * int(rng.uniform(0, 5) ** 2) + 1
        shadow = cv2.blur(cv2.blur(mask, (soft, soft)), (soft, soft))
        light = light * (1.0 - shadow * np.float32(rng.uniform(0.15, 0.6) / 255.0))
    planes = [light * np.float32(gain) for gain in gains]
    out = cv2.multiply(image, cv2.merge(planes), dtype=cv2.CV_8U)
    if rng.random() < 0.12:
        cx, cy = rng.uniform(-0.6, 0.6, 2)
        spread = rng.uniform(0.05, 0.35)
        spot = np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / (2 * spread * spread)) * rng.uniform(20, 110)
        grey = cv2.resize(spot.astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR)
        out = cv2.add(out, cv2.merge([grey] * 3))
    return np.asarray(out, np.uint8)


def _tone_curve(rng: np.random.Generator) -> ByteArray:
    """A camera's contrast: a gamma, and blacks that are not black."""
    levels = np.arange(256, dtype=np.float32) / 255.0
    curve = levels ** np.float32(np.exp(rng.normal(0, 0.2)))
    if rng.random() < 0.3:
        bend = float(rng.uniform(-0.12, 0.12))
        curve = curve + bend * np.sin(2 * np.pi * curve) / 2
    floor = float(rng.uniform(0, 30)) if rng.random() < 0.3 else 0.0
    return np.asarray(np.clip(floor + curve * (255.0 - floor), 0, 255), np.uint8)


def _out_of_focus(image: ByteArray, rng: np.random.Generator) -> ByteArray:
    draw = rng.random()
    if draw < 0.5:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.35, 1.0))), np.uint8)
    if draw < 0.65:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(1.0, 1.9))), np.uint8)
    if draw < 0.74:
        length = int(rng.integers(3, 7))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0)
        if rng.random() < 0.5:
            kernel = np.ascontiguousarray(kernel.T)
        return np.asarray(cv2.filter2D(image, -1, kernel / max(1.0, float(kernel.sum()))), np.uint8)
    if draw < 0.9:
        height, width = image.shape[:2]
        factor = float(rng.uniform(0.45, 0.85))
        size = (max(8, int(width * factor)), max(8, int(height * factor)))
        small = cv2.resize(
            image, size, interpolation=cv2.INTER_AREA if rng.random() < 0.7 else cv2.INTER_LINEAR
        )
        grow = cv2.INTER_CUBIC if rng.random() < 0.6 else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(small, (width, height), interpolation=grow), np.uint8)
    return image


def _grainy(image: ByteArray, rng: np.random.Generator) -> ByteArray:
    """Sensor noise, of each pixel or in small blotches as denoising leaves it."""
    height, width = image.shape[:2]
    sigma = abs(float(rng.normal(0, 4.5))) + 0.4
    noise: IntArray = np.empty((height, width, 3), np.int16)
    cv2.setRNGSeed(int(rng.integers(1 << 31)))
    cv2.randn(noise, np.zeros(3), np.full(3, sigma * 8.0))
    if rng.random() < 0.3:
        noise = np.asarray(
            cv2.GaussianBlur(noise, (0, 0), float(rng.uniform(0.6, 1.6))), np.int16
        ) * np.int16(2)
    # Noise is in eighths of a grey level.
    return np.asarray(np.clip((image.astype(np.int16) * 8 + noise + 4) >> 3, 0, 255), np.uint8)

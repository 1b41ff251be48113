"""What light, lens and sensor do to a drawn scene: gradients, glare, blur, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, FloatArray
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


def photograph(image: FloatArray, rng: np.random.Generator) -> ByteArray:
    """Turn a drawn scene (float32 BGR, about 0..255) into what a camera would store, uint8 BGR of the same shape."""
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
    if rng.random() < 0.2:
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
        ok, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))])
        if ok:
            out = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return out

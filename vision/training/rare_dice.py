"""Scenes of the dice that are hardest to read: dull casts with dark pips, glare, very round dice seen from the side.

Few of the usual scenes show them; each look here is drawn as often as the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from vision.scene.style import Colour, DieStyle
from vision.training.scenes import (
    SceneLook,
    TrainingScene,
    contrast,
    draw_training_scene,
    near,
    random_style,
    saturated,
)

_LEAST_CONTRAST = 32.0
_LIGHT: Colour = (232.0, 234.0, 236.0)
_BLACK: Colour = (20.0, 20.0, 22.0)


def _shaded(colour: Colour, share: float) -> Colour:
    return (colour[0] * share, colour[1] * share, colour[2] * share)


def _middle(style: DieStyle) -> Colour:
    """Return the colour of a marbled body seen from afar."""
    b, g, r = (
        one + 0.5 * style.marble * (other - one) for one, other in zip(style.body, style.second, strict=True)
    )
    return (b, g, r)


def _legible(style: DieStyle) -> DieStyle:
    """Keep pips apart from the body, if only by little."""
    middle = _middle(style)
    if contrast(middle, style.pip) >= _LEAST_CONTRAST:
        return style
    lift = 45.0 if sum(middle) < 300 else -45.0
    b, g, r = (float(np.clip(value + lift, 0, 255)) for value in middle)
    return replace(style, pip=(b, g, r))


def _glaring(style: DieStyle, chance: float, rng: np.random.Generator) -> DieStyle:
    if rng.random() >= chance:
        return replace(style, glare=0.0)
    return replace(style, glare=float(rng.uniform(0.35, 1.0)), bows=1 + int(rng.random() < 0.35))


def dark_pipped(rng: np.random.Generator) -> DieStyle:
    """Return a die cast in dull dark tones, gunmetal, black with a colour or bronze, whose pips are dark too."""
    draw = rng.random()
    if draw < 0.4:
        grey = float(rng.uniform(32, 105))
        body = near((grey, grey, grey), 5, rng)
        second = near(_shaded(body, float(rng.uniform(0.4, 1.5))), 8, rng)
    elif draw < 0.75:
        body, second = saturated(rng, 50, 190), near((38.0, 38.0, 40.0), 14, rng)
    else:
        value = float(rng.uniform(80, 190))
        body = near((0.42 * value, 0.66 * value, value), 9, rng)
        second = near(_shaded(body, float(rng.uniform(0.5, 1.3))), 10, rng)
    draw = rng.random()
    if draw < 0.5:
        red = float(rng.uniform(70, 190))
        pip = near((0.25 * red, 0.2 * red, red), 8, rng)
    elif draw < 0.8:
        pip = near(_BLACK, 8, rng)
    else:
        pip = saturated(rng, 60, 170)
    style = replace(
        random_style(rng),
        body=body,
        second=second,
        pip=pip,
        one_pip=None,
        marble=float(rng.uniform(0.3, 1.0)),
        translucency=0.0,
        face_disc=0.0,
        see_through=0.0,
    )
    return _legible(_glaring(style, 0.5, rng))


def glaring(rng: np.random.Generator) -> DieStyle:
    """Return any die that mirrors a lamp or a window as one or two bows across its faces."""
    style = random_style(rng)
    if rng.random() < 0.6:
        body = saturated(rng, 40, 200) if rng.random() < 0.6 else near((45.0, 45.0, 47.0), 14, rng)
        pip = near(_LIGHT, 10, rng) if rng.random() < 0.45 else saturated(rng, 90, 240)
        style = _legible(replace(style, body=body, second=body, pip=pip, one_pip=None, face_disc=0.0))
    return _glaring(replace(style, gloss=float(rng.uniform(0.3, 0.9))), 1.0, rng)


def very_round(rng: np.random.Generator) -> DieStyle:
    """Return a die that is nearly a ball, mostly light with dark pips."""
    style = random_style(rng)
    if rng.random() < 0.65:
        body: Colour = near((226.0, 232.0, 235.0), 10, rng)
        pip = near(_BLACK, 8, rng) if rng.random() < 0.85 else saturated(rng, 50, 190)
        style = replace(style, body=body, second=body, pip=pip, marble=0.0, face_disc=0.0, see_through=0.0)
    return replace(
        style,
        rounding=float(rng.uniform(0.16, 0.46)),
        ball=float(rng.uniform(0.64, 0.76)) if rng.random() < 0.75 else 0.87,
        pip_spread=float(rng.uniform(0.18, 0.26)),
    )


def swirled(rng: np.random.Generator) -> DieStyle:
    """Return a translucent or pearly die of clouds and swirls with bright pips, the pips below shimmering through."""
    body = saturated(rng, 60, 225)
    clear = rng.random() < 0.65
    style = replace(
        random_style(rng),
        body=body,
        second=near(_shaded(body, float(rng.uniform(0.35, 1.7))), 20, rng),
        pip=near(_LIGHT, 10, rng),
        one_pip=None,
        marble=float(rng.uniform(0.4, 1.0)),
        translucency=float(rng.uniform(0.3, 0.95)) if clear else 0.0,
        see_through=float(rng.uniform(0.1, 0.5)) if clear and rng.random() < 0.6 else 0.0,
        face_disc=0.0,
        rounding=float(rng.uniform(0.1, 0.4)),
        gloss=float(rng.uniform(0.3, 0.9)),
    )
    return _legible(_glaring(style, 0.3, rng))


def low_contrast(rng: np.random.Generator) -> DieStyle:
    """Return a die whose pips differ little from its body, as on worn, wooden or overexposed dice."""
    body = (
        near(_shaded(_LIGHT, float(rng.uniform(0.25, 1.0))), 12, rng)
        if rng.random() < 0.5
        else saturated(rng, 60, 230)
    )
    share = float(rng.uniform(0.45, 0.75))
    pip = _shaded(body, share) if sum(body) > 260 or rng.random() < 0.5 else _shaded(body, 1.0 / share)
    style = replace(
        random_style(rng),
        body=body,
        second=near(_shaded(body, float(rng.uniform(0.8, 1.2))), 8, rng),
        pip=near(pip, 6, rng),
        one_pip=None,
        face_disc=0.0,
        pip_radius=float(rng.uniform(0.055, 0.105)),
    )
    return _legible(_glaring(style, 0.15, rng))


def _between(low: float, high: float) -> Callable[[np.random.Generator], float]:
    return lambda rng: float(rng.uniform(low, high))


def _sides(low: float, high: float) -> Callable[[np.random.Generator], float]:
    return lambda rng: float(np.exp(rng.uniform(math.log(low), math.log(high))))


def _mostly_numbers(rng: np.random.Generator) -> str:
    draw = rng.random()
    return "numbers" if draw < 0.88 else "poker" if draw < 0.96 else "mixed"


RARE_LOOKS: tuple[SceneLook, ...] = (
    SceneLook(_sides(20, 44), _between(0, 30), _mostly_numbers, dark_pipped),
    SceneLook(_sides(22, 46), _between(0, 34), _mostly_numbers, glaring),
    SceneLook(_sides(30, 76), _between(24, 56), _mostly_numbers, very_round),
    SceneLook(_sides(26, 70), _between(0, 46), _mostly_numbers, swirled),
    SceneLook(_sides(24, 64), _between(0, 30), _mostly_numbers, low_contrast),
)


def draw_rare_scene(seed: int, index: int) -> TrainingScene:
    """Draw the scene number `index` of the rare series `seed`, its look the next of `RARE_LOOKS` in turn; the same
    numbers give the same scene.
    """
    return draw_training_scene(seed, index, RARE_LOOKS[index % len(RARE_LOOKS)])

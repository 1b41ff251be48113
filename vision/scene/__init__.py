"""Draws real-looking pictures of dice with ground truth: for the simulated table, for training and for tests."""

from vision.scene.faces import NUMBER_FACES, POKER_FACES
from vision.scene.renderer import RenderedDie, RenderedScene, SceneDie, ScenePicture, SceneRenderer
from vision.scene.style import DIE_STYLES, DieStyle

__all__ = [
    "DIE_STYLES",
    "NUMBER_FACES",
    "POKER_FACES",
    "DieStyle",
    "RenderedDie",
    "RenderedScene",
    "SceneDie",
    "ScenePicture",
    "SceneRenderer",
]

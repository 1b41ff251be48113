"""Draws real-looking pictures of dice and cards with ground truth: for the simulated table, training and tests."""

from vision.scene.card_scene import CardScene, Glare, LaidCard, SceneLight, SeenCard, SeenIndex
from vision.scene.deck import CardArt, Deck, DeckStyle, DrawnCard, KeptDrawings, random_deck
from vision.scene.faces import NUMBER_FACES, POKER_FACES
from vision.scene.renderer import RenderedDie, RenderedScene, SceneDie, ScenePicture, SceneRenderer
from vision.scene.style import DIE_STYLES, DieStyle

__all__ = [
    "DIE_STYLES",
    "NUMBER_FACES",
    "POKER_FACES",
    "CardArt",
    "CardScene",
    "Deck",
    "DeckStyle",
    "DieStyle",
    "DrawnCard",
    "Glare",
    "KeptDrawings",
    "LaidCard",
    "RenderedDie",
    "RenderedScene",
    "SceneDie",
    "SceneLight",
    "ScenePicture",
    "SceneRenderer",
    "SeenCard",
    "SeenIndex",
    "random_deck",
]

"""Reads dice in photographs: a detector of top faces, a classifier of upright crops, calibrated probabilities."""

from vision.dice.reader import DiceReader

__all__ = ["DiceReader"]

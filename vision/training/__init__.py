"""Trains the dice detector and the face classifier on rendered scenes: `python -m vision.training dice`."""

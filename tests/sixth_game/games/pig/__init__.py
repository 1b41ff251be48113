"""Pig (le cochon): one die, and when to stop."""

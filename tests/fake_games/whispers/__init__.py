"""Whispers: a game of the tests only, with a secret for every player and every kind of choice."""

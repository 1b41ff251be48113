"""Stillness and hands: when each zone was disturbed, from which side, and when it lies still again."""

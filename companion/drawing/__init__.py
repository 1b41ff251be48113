"""Shared SVG drawing: pure functions from values to SVG text, and the symbols that pages inline once."""

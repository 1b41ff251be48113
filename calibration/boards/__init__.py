"""Printed boards: tapped on a photograph, made into profile and squares, kept for the family."""

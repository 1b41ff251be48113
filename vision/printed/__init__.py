"""Printed cards of any game: found on a photograph, cut out, and told by what a family showed once."""

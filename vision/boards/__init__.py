"""Boards with coloured pieces: learnt from a few labelled photographs, read in any later one."""

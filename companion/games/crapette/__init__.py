"""Crapette: two packs, eight foundations, and an opponent who watches. Rules CR-1 to CR-72."""

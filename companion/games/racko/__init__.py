"""Racko: put ten cards into rising order. Rules RK-1 to RK-66."""

"""Dadamax: the horse race with poker dice. Rules PD-1 to PD-27; the game's name on the page is Dadamax."""

"""The codes of playing cards, the same for rules, pictures and simulated tables: a rank and a suit, as in "10H"."""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)

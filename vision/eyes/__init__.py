"""The eyes: one loop from frames to sightings (``eyes``) for every table, whatever is played on it.

What it needs of dice and cards are readers, one class for each kind of thing (``zone_reader``):
``vision.dice.dice_zones`` and ``vision.cards.table_reader``. A zone is cut out of a still once; ``evidence`` keeps
the cuts that show why.
"""

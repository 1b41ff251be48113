"""The eyes: from frames to sightings, over a tray of dice and over a table of cards."""

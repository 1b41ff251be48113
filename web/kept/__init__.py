"""Looking back: the boxes, kept games move by move, the league."""

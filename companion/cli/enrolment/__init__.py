"""What ``companion enrol`` asks and says at the terminal, of decks and of dice."""

"""The club at work: many tables against real servers that are killed now and then, and a crowd that watches one game."""

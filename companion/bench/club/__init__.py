"""The club at work: many tables and real servers that are killed now and then, and a crowd that watches one game."""

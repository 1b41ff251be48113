"""The devices of the table. Knows nothing of games, rules or reading."""

"""The table's own screen: the game, its forms, help and teaching beside it, and the API of what hands do."""

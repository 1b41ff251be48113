"""What reaches a page by itself: the hub of live updates, and the voice."""

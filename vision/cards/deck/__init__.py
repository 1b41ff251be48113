"""A family's own deck: enrolled from photographs of it, read by its own print, and learnt from answers."""

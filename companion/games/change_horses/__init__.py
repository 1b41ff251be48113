"""Change Horses: the race in which the owner of the last horse wins. Rules CH-1 to CH-77."""

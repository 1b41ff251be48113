"""The games of a journal, looked back at: what is kept of each, each moment of one, and the family's league."""

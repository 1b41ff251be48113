"""Golden playthroughs and counts: written by ``make golden``, compared by ``test_golden``, read by people."""

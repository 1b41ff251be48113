"""Free memory goes back to the machine now and then."""

from __future__ import annotations

from companion.evening.memory import EVERY_S, Memory, give_memory_back


def test_it_goes_back_every_half_minute() -> None:
    now, given = [100.0], list[float]()
    memory = Memory(lambda: given.append(now[0]), lambda: now[0])
    for _ in range(200):
        memory.look()
        now[0] += 1.0
    assert len(given) == 6 and given[0] == 100.0 + EVERY_S
    give_memory_back()

"""Free memory goes back to the machine now and then."""

from __future__ import annotations

import subprocess
import sys

from companion.evening.memory import EVERY_S, Memory, give_memory_back


def test_it_goes_back_every_half_minute() -> None:
    now, given = [100.0], list[float]()
    memory = Memory(lambda: given.append(now[0]), lambda: now[0])
    for _ in range(200):
        memory.look()
        now[0] += 1.0
    assert len(given) == 6 and given[0] == 100.0 + EVERY_S
    give_memory_back()


def test_threads_take_their_memory_from_few_places() -> None:
    counted = (
        "import ctypes, threading\n"
        "from companion.evening.memory import keep_memory_together\n"
        "keep_memory_together()\n"
        "held = [threading.Thread(target=lambda: bytearray(9000)) for _ in range(40)]\n"
        "[one.start() for one in held]; [one.join() for one in held]\n"
        "ctypes.CDLL(None).malloc_stats()\n"
    )
    ran = subprocess.run([sys.executable, "-c", counted], capture_output=True, text=True, check=True)
    assert 1 <= ran.stderr.count("Arena ") <= 2 or not ran.stderr


def test_what_is_there_at_the_start_is_not_looked_through_again() -> None:
    counted = (
        "import gc\n"
        "import flask\n"
        "from companion.evening.memory import keep_what_is_there\n"
        "keep_what_is_there()\n"
        "print(len(gc.get_objects()))\n"
    )
    ran = subprocess.run([sys.executable, "-c", counted], capture_output=True, text=True, check=True)
    assert int(ran.stdout) < 100

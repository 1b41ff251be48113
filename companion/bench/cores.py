"""Long measurements on all cores of the machine."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context
from types import TracebackType
from typing import Literal


class Cores(ProcessPoolExecutor):
    """A process for each core; leaving the ``with`` block gives up what nobody waits for.

    Ctrl-C ends what is going on, too. "fork" begins at once and with all that is imported; "spawn" is for work with
    libraries that have threads.
    """

    def __init__(self, start: Literal["fork", "spawn"], cores: int | None = None) -> None:
        self.cores = cores or os.cpu_count() or 1
        super().__init__(self.cores, mp_context=get_context(start), initializer=_end_quietly_when_broken_off)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is KeyboardInterrupt:
            for worker in active_children():
                worker.terminate()
        self.shutdown(cancel_futures=True)


def _end_quietly_when_broken_off() -> None:
    """Ctrl-C reaches every process of the terminal: a worker just ends, what is said of it the command says."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)

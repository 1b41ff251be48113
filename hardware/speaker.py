"""The machine's own speaker: something that says a sentence, by espeak-ng or not at all."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Protocol

ESPEAK = "espeak-ng"
VOICES = {"en": "en-gb"}
"""The voices that espeak-ng calls otherwise than the language."""
WORDS_A_MINUTE = 150
"""A little slower than espeak-ng's own 175: grandparents listen, too."""
LONGEST_S = 20.0
"""A sentence that takes longer is cut short: something hangs."""
LONGEST_TEXT = 600
_GONE_S = 0.5
_log = logging.getLogger("hardware.speaker")


class Speaker(Protocol):
    """Says one sentence at a time; used from one thread. No failure of it is ever raised."""

    def say(self, text: str, language: str) -> None:
        """Begins to say a text, instead of what is being said; returns at once."""

    @property
    def speaking(self) -> bool:
        """Whether something is being said."""

    def stop(self) -> None:
        """Falls silent."""


class SilentSpeaker:
    """A machine that says nothing."""

    speaking = False

    def say(self, text: str, language: str) -> None:
        """Says nothing."""

    def stop(self) -> None:
        """Is silent already."""


class EspeakSpeaker:
    """Speaks by espeak-ng, a process for each text: it is killed when it is interrupted or takes too long."""

    def __init__(
        self,
        program: str | Path,
        *,
        longest_s: float = LONGEST_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``program`` is espeak-ng, or what takes its arguments; ``clock`` counts seconds."""
        self._program = str(program)
        self._longest_s = longest_s
        self._clock = clock
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._since = 0.0
        self._complained = False

    def say(self, text: str, language: str) -> None:
        """Begins to say a text, instead of what is being said."""
        self.stop()
        voice = VOICES.get(language, language)
        # Two brackets would begin espeak's own way to write sounds.
        said = text[:LONGEST_TEXT].replace("[[", "[ [").encode()
        try:
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
            self._process = subprocess.Popen(  # noqa: S603 - the text goes in by stdin
                [self._program, "--stdin", "-b", "1", "-v", voice, "-s", str(WORDS_A_MINUTE)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,
            )
        except OSError as error:
            self._forget()
            self._complain(error.strerror or str(error))
            return
        self._since = self._clock()
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.write(said)
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    @property
    def speaking(self) -> bool:
        """Whether something is being said; what takes too long is cut short here."""
        process = self._process
        if process is None:
            return False
        if process.poll() is None:
            if self._clock() - self._since <= self._longest_s:
                return True
            self._complain(f"a sentence took longer than {self._longest_s:g} s")
            self.stop()
            return False
        if (reason := self._failure(process.returncode)) is not None:
            self._complain(reason)
        self._forget()
        return False

    def stop(self) -> None:
        """Falls silent: the process and what it has started are killed."""
        process = self._process
        if process is not None and process.poll() is None:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_GONE_S)
        self._forget()

    def _failure(self, code: int) -> str | None:
        """Why nothing was heard, None when it was: without a sound device espeak-ng ends well, with an error told."""
        told: list[str] = []
        if self._errors is not None:
            self._errors.seek(0)
            told = self._errors.read(65_536).decode(errors="replace").splitlines()
        errors = [line for line in told if line.lower().startswith("error")]
        if code == 0 and not errors:
            return None
        return errors[-1] if errors else f"it ended with {code}"

    def _forget(self) -> None:
        if self._errors is not None:
            self._errors.close()
        self._process = self._errors = None

    def _complain(self, reason: str) -> None:
        if not self._complained:
            _log.warning("The speaker stays silent (%s: %s). The game goes on.", self._program, reason)
        self._complained = True


def record(program: str | Path, text: str, language: str, path: Path) -> None:
    """Writes what would be said of a text into a WAV file, whole or not at all; raises ``OSError``."""
    unfinished = path.with_suffix(".new")
    command = [str(program), "--stdin", "-b", "1", "-v", VOICES.get(language, language)]
    try:
        subprocess.run(  # noqa: S603 - the text goes in by stdin
            [*command, "-s", str(WORDS_A_MINUTE), "-w", str(unfinished)],
            input=text[:LONGEST_TEXT].replace("[[", "[ [").encode(),
            capture_output=True,
            check=True,
            timeout=LONGEST_S,
        )
    except subprocess.SubprocessError as error:
        unfinished.unlink(missing_ok=True)
        raise OSError(f"{program} failed: {error}") from error
    unfinished.replace(path)


def find_espeak() -> str | None:
    """Where espeak-ng is; None where it is not installed."""
    return shutil.which(ESPEAK)


def has_sound_device(devices: Path = Path("/dev/snd")) -> bool:
    """Whether Linux knows something that sound can be played on."""
    return any(devices.glob("pcm*p"))

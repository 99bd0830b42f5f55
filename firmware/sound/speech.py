"""Speech by espeak-ng, the system's own engine, as a process of its own."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from typing import Final

from firmware.sound.voice import Ails, SoundFault, Spoken
from firmware.words.aloud import Aloud

VOICES: Final[Mapping[str, str]] = {"en": "en-gb", "fr": "fr", "nl": "nl", "de": "de"}
"""espeak-ng's voice for each language of the house."""

PACE = "155"  # words a minute: an auctioneer who is understood
LONGEST = 8.0  # seconds; the longest call takes three, so a process that is still there hangs


class Speech(Spoken):
    """`command`: the program with arguments of its own; the voice is added, and the text is given to it on
    its standard input, where no name can be taken for an argument."""

    def __init__(self, ails: Ails, command: Sequence[str] = ("espeak-ng",)) -> None:
        self._command = tuple(command)
        self._process: subprocess.Popen[str] | None = None
        super().__init__(ails)

    def utter(self, call: Aloud, language: str) -> None:
        line = [*self._command, "-v", VOICES[language], "-s", PACE, "--stdin"]
        try:
            process = subprocess.Popen(
                line,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as missing:
            raise SoundFault(
                f"{self._command[0]} cannot be started ({missing.strerror}); sudo apt install espeak-ng"
            ) from missing
        self._process = process
        try:
            if self.overtaken:  # it came while the process was being made, and could not end it yet
                process.kill()
            complaint = process.communicate(call.text, timeout=LONGEST)[1]
        except subprocess.TimeoutExpired:
            raise SoundFault(f"{self._command[0]} did not end; is the sound card free?") from None
        finally:
            self._process = None
            process.kill()
            process.wait()
        if process.returncode > 0 or (process.returncode == 0 and _failed(complaint)):
            raise SoundFault("the speaker cannot be used; is one connected?")

    def cut_short(self) -> None:
        process = self._process
        if process is not None:
            process.terminate()


def _failed(complaint: str) -> bool:
    """espeak-ng without a sound card ends well and only grumbles."""
    return any(line.startswith("error:") for line in complaint.splitlines())

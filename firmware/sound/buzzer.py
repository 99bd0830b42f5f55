"""A buzzer where there is no speaker: it beeps the count, one beep for each time."""

from __future__ import annotations

import threading
from typing import Protocol

from firmware.sound.voice import Ails, SoundFault, Spoken
from firmware.words.aloud import Aloud

PAUSE = 0.12  # seconds between two beeps
PITCH = "A5"  # 880 Hz: gpiozero gives no higher


class Sounder(Protocol):
    """What gpiozero's Buzzer does."""

    def on(self) -> None: ...

    def off(self) -> None: ...

    def close(self) -> None: ...


class Tones(Protocol):
    """What gpiozero's TonalBuzzer does."""

    def play(self, tone: str) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Pitched:
    """A passive buzzer, which has to be given its tone, as one that has but on and off."""

    def __init__(self, tones: Tones) -> None:
        self._tones = tones

    def on(self) -> None:
        self._tones.play(PITCH)

    def off(self) -> None:
        self._tones.stop()

    def close(self) -> None:
        self._tones.close()


class Beeps(Spoken):
    """A voice on a buzzer."""

    def __init__(self, ails: Ails, sounder: Sounder) -> None:
        self._sounder = sounder
        self._stop = threading.Event()
        super().__init__(ails)

    def utter(self, call: Aloud, language: str) -> None:
        del language
        self._stop.clear()
        try:
            for beep in call.beeps:
                if self.overtaken:
                    return
                self._sounder.on()
                self._stop.wait(beep)
                self._sounder.off()
                self._stop.wait(PAUSE)
        except Exception as fault:
            # gpiozero and the pin library below it raise many kinds of their own.
            raise SoundFault(f"the buzzer does not answer ({type(fault).__name__}); check its pin") from fault

    def cut_short(self) -> None:
        self._stop.set()

    def close(self) -> None:
        super().close()
        self._sounder.close()

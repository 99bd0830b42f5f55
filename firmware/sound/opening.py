"""Which voice a box has, as its settings say."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from enum import StrEnum

from firmware.sound.buzzer import Beeps, Sounder
from firmware.sound.speech import Speech
from firmware.sound.voice import Ails, Mute, Silent, Voice


class VoiceKind(StrEnum):
    """AUTO: speech where espeak-ng is installed, else the buzzer if there is one, else nothing."""

    AUTO = "auto"
    SPEECH = "speech"
    BUZZER = "buzzer"
    OFF = "off"


def open_voice(
    kind: VoiceKind,
    ails: Ails,
    sounder: Callable[[], Sounder] | None = None,
    command: tuple[str, ...] = ("espeak-ng",),
) -> Voice:
    """The voice of this kind. Never raises: one that cannot be opened is silent, and named when it should
    have spoken first.

    `sounder` makes the buzzer, e.g. `lambda: gpiozero.Buzzer(pin, pin_factory=factory)`, or a passive one as
    `Pitched(gpiozero.TonalBuzzer(...))`; None: there is none.
    """
    speaks = kind is VoiceKind.SPEECH or (kind is VoiceKind.AUTO and shutil.which(command[0]) is not None)
    if speaks:
        return Speech(ails, command)
    if kind is VoiceKind.OFF or (kind is VoiceKind.AUTO and sounder is None):
        return Silent()
    if sounder is None:
        return Mute(ails, "a buzzer is set but none is connected to a pin")
    try:
        return Beeps(ails, sounder())
    except Exception as fault:
        # As many kinds of error as there are pin libraries; none is worth a game.
        return Mute(ails, f"the buzzer cannot be opened ({type(fault).__name__}); check its pin")

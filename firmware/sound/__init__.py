"""The box's voice: calls aloud what all may know, by a speech engine or a buzzer, and holds nobody up."""

from firmware.sound.buzzer import Sounder
from firmware.sound.crier import Crier
from firmware.sound.opening import VoiceKind, open_voice
from firmware.sound.voice import Voice

__all__ = ["Crier", "Sounder", "Voice", "VoiceKind", "open_voice"]

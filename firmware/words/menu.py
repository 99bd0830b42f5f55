"""The entries of the table's menu."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware.words.catalogue import later

ENTRIES: Final[Mapping[str, str]] = {
    "undo": later("Take back"),
    "redo": later("Do it again"),
    "dispute": later("Dispute"),
    "end": later("End the game"),
    "undo-no": later("No, don't take back"),
    "end-no": later("No, play on"),
    "stacked": later("Stacked dice"),
    "re-roll": later("Roll again"),
    "enter": later("Key in dice"),
    "enter-cards": later("Key in cards"),
    "anew": later("Key in my notes anew"),
    "insolvent": later("I can't pay"),
    "dove": later("Claim the dove"),
    "peek": later("See the table"),
    "audit": later("Compare the cards"),
    "audit-tokens": later("Compare the tokens"),
    "hide": later("Hide my money"),
    "show": later("Show my money"),
    "pause": later("Pause"),
    "hints-on": later("Hints on"),
    "hints-off": later("Hints off"),
    "sound-on": later("Sound on"),
    "sound-off": later("Sound off"),
    "language": later("Language"),
    "brightness": later("Brightness"),
    "handover": later("Hand over the seat"),
    "stand-in": later("Play for {seat}"),
    "own-seat": later("Back to my own seat"),
    "off": later("Switch off"),
}
"""By the key of the entry; `seat` is whose pod is lost."""

QUESTIONS: Final[Mapping[str, str]] = {
    "dispute": later("Was it read wrongly? Then it is read again."),
    "end": later("Ask all to end the game now?"),
    "off": later("Switch the box off? The game is kept."),
}
"""The entries that are asked about once more."""

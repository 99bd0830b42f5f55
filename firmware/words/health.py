"""What the box says about itself and its devices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware.words.catalogue import later

TEXTS: Final[Mapping[str, str]] = {
    "pod-lost": later("Pod {pod} does not answer. Check its cable."),
    "pod-back": later("Pod {pod} is back."),
    "camera-lost": later("The camera does not answer. Key the dice in by hand: hold OK."),
    "camera-back": later("The camera is back."),
    "disk-full": later("The disk is full. Play on, but keep the power on."),
    "disk-back": later("The disk takes everything again."),
    "hot": later("The box is too hot. Give it air."),
    "under-voltage": later("Too little power. Use the proper supply."),
}
"""By key; `pod` is a pod's number."""

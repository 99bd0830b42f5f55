"""What the box says about itself and its devices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware.words.catalogue import later

TEXTS: Final[Mapping[str, str]] = {
    "pod-lost": later("Pod {pod} does not answer. Check its cable."),
    "pod-back": later("Pod {pod} is back."),
    "camera-lost": later("The camera does not answer. Key in by hand what lies there: hold OK."),
    "camera-back": later("The camera is back."),
    "camera-moved": later("The camera was moved. The seats were found again."),
    "disk-full": later("The disk is full. Play on, but keep the power on."),
    "folder-gone": later("The journal's folder is gone. Play on, but keep the power on."),
    "disk-back": later("The disk takes everything again."),
    "light-lost": later("The camera does not hold its light: more may be unclear to it."),
    "light-drifts": later("The camera changes its light. Until that ends, key in by hand: hold OK."),
    "light-back": later("The camera holds its light again."),
    "sound-lost": later("No sound: call the auction yourselves."),
    "hot": later("The box is too hot. Give it air."),
    "under-voltage": later("Too little power. Use the proper supply."),
}
"""By key; `pod` is a pod's number."""

AILMENTS: Final[Mapping[str, str]] = {
    "pod": "pod-lost",
    "camera": "camera-lost",
    "disk": "disk-full",
    "folder": "folder-gone",
    "nudged": "camera-moved",
    "exposure": "light-lost",
    "drift": "light-drifts",
    "sound": "sound-lost",
    "buttons": "pod-lost",
    "hot": "hot",
    "voltage": "under-voltage",
}
"""What to say of a device that ails (`pod.3` is a pod)."""

RELIEFS: Final[Mapping[str, str]] = {
    "pod": "pod-back",
    "buttons": "pod-back",
    "camera": "camera-back",
    "exposure": "light-back",
    "drift": "light-back",
    "disk": "disk-back",
    "folder": "disk-back",
}
"""What to say when it is well again, where that is worth saying."""

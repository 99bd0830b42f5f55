"""Whether a pod can show how a company is called."""

from __future__ import annotations

from firmware.glass.face import face


def unshowable(name: str) -> str:
    """What is wrong with it, "" for nothing."""
    lacking = face("plain").lacks(name)
    return f"a pod cannot show {' '.join(dict.fromkeys(lacking))}" if lacking else ""

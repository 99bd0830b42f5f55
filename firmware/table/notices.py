"""Notices: what ails the box is said once at every pod, when it begins and when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from firmware.glass import icons
from firmware.glass.screen import Align, Row, Screen
from firmware.words import Words

NOTICE_FOR = 5.0  # seconds that it stays if nobody presses


@dataclass(frozen=True, slots=True)
class Notice:
    """`why`: what ails the device, None that it is well again."""

    device: str
    why: str | None
    until: float

    def text(self, words: Words) -> str:
        """What is said of it, with its sign; "" for nothing."""
        if self.why is not None:
            return f"{icons.WARNING} {words.ailment(self.device, self.why)}"
        relief = words.relief(self.device)
        return f"{icons.CHECK} {relief}" if relief else ""


class Notices:
    """`known`: what ailed the box before anybody could be told."""

    def __init__(self, pods: Iterable[int], known: Mapping[str, str]) -> None:
        self._known = dict(known)
        self._before: dict[int, list[Notice]] = {pod: [] for pod in pods}

    def follow(self, health: Mapping[str, str], now: float) -> None:
        """What has begun or ended since the last time."""
        for device in health.keys() ^ self._known.keys():
            notice = Notice(device, health.get(device), now + NOTICE_FOR)
            for notices in self._before.values():
                notices[:] = [one for one in notices if one.device != device]
                notices.append(notice)
        self._known = dict(health)

    def tick(self, now: float) -> None:
        for notices in self._before.values():
            notices[:] = [one for one in notices if one.until > now]

    def begin_anew(self, now: float) -> None:
        """Nobody could read them until now: each has its whole time from here."""
        for notices in self._before.values():
            notices[:] = [replace(one, until=now + NOTICE_FOR) for one in notices]

    def next_tick(self) -> float | None:
        return min((one.until for notices in self._before.values() for one in notices), default=None)

    def screen(self, pod: int, words: Words) -> Screen | None:
        """What is to be read at this pod, if anything."""
        texts = (one.text(words) for one in self._before.get(pod, ()))
        text = next((text for text in texts if text), "")
        return Screen(rows=(Row(text, align=Align.CENTRE),), bar=("", "", "OK")) if text else None

    def read_away(self, pod: int) -> None:
        """It has been read at this pod."""
        self._before[pod].clear()

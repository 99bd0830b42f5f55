"""The window on the box through which the web console looks: pages see what is public, a seat its own."""

from __future__ import annotations

import json
import secrets
import threading
from collections import Counter
from collections.abc import Mapping

import cv2
import numpy as np

from firmware.box import Box, Picture
from firmware.journal import Journal
from firmware.pods.gesture import Button
from firmware.sim.things import CupState
from firmware.table.stage import AnyReading
from firmware.web.house import CupAction, Keys, Player
from firmware.web.texts import page_texts
from vision.annotate import annotate
from vision.annotate_cards import annotate_cards
from vision.cards_look import CardsReading

SHOWN_FOR = 30.0  # seconds that the picture of a verdict stays on the page
ACCOUNT = 200  # lines of what happened that the page is given


class Window:
    """Implements `firmware.web.house.House`. Called from the web's thread; the table itself is only touched
    by calls that the loop makes."""

    simulated = True

    def __init__(self, box: Box) -> None:
        self._box = box
        self._keys = Keys(*page_keys(box.journal, box.settings.pods))
        self._lock = threading.Lock()
        self._picture: tuple[object, int, bytes] | None = None
        self._public: tuple[int, Mapping[str, object]] = (0, {})

    @property
    def pods(self) -> tuple[int, ...]:
        return self._box.settings.pods

    def keys(self) -> Keys:
        return self._keys

    def glass(self, pod: int) -> bytes | None:
        if pod in self._box.glass.lost():
            return None
        return np.packbits(self._box.bus.pixels(pod), axis=1).tobytes()

    def press(self, pod: int, button: Button, down: bool) -> None:
        if down:
            self._box.finger.press(pod, button)
        else:
            self._box.finger.release(pod, button)

    def picture(self) -> tuple[int, bytes] | None:
        self._box.watch()
        verdict, frame = self._box.verdict(), self._box.frame()
        recent = verdict is not None and self._box.clock() < verdict[0] + SHOWN_FOR
        name: object = (
            ("verdict", verdict[0]) if recent and verdict else ("frame", frame[0] if frame else None)
        )
        with self._lock:
            if self._picture is None or self._picture[0] != name:
                if recent and verdict:
                    picture = _annotated(verdict[1], verdict[2])
                elif frame is not None:
                    picture = frame[1]
                else:
                    return None
                version = self._picture[1] + 1 if self._picture is not None else 0
                self._picture = (name, version, to_jpeg(picture))
            return self._picture[1:]

    def public(self) -> tuple[int, Mapping[str, object]]:
        house, table = self._box.house, self._box.table
        told = table.stage.public()
        account = told["account"]
        assert isinstance(account, list)
        now = {
            "names": {str(seat): name for seat, name in house.names.items()},
            "health": house.complaints(),
            "language": house.language,
            **told,
            "account": account[-ACCOUNT:],
        }
        with self._lock:
            if now != self._public[1]:
                self._public = (self._public[0] + 1, now)
            return self._public

    def cup(self, pod: int) -> Mapping[str, object] | None:
        world = self._box.host.world
        if world.plays_cards:
            return None
        dice = self._box.host.under(pod)
        # Asked after the dice: those thrown under the cup meanwhile are never told as lying open.
        lifted = world.cup(pod) is CupState.LIFTED
        beside = [{"value": value.value, "lean": "flat"} for value in world.shown(pod)]
        crooked = Counter(world.crooked(pod))
        under = []
        for value in dice:
            lean = "cocked" if crooked[value] else "flat"
            crooked[value] -= 1
            under.append({"value": value.value, "lean": lean})
        return {"state": "lifted" if lifted else "down", "dice": under, "beside": beside}

    def cup_do(self, pod: int, action: CupAction) -> None:
        self._box.loop.post(lambda _now: self._box.host.by_hand(pod, action))

    def player(self, pod: int) -> Player:
        return "bot" if pod in self._box.players.bots else "person"

    def set_player(self, pod: int, who: Player) -> None:
        self._box.loop.post(lambda _now: self._box.hand_to(pod, who == "bot"))

    def texts(self) -> Mapping[str, str]:
        return page_texts(self._box.house.words.say)


def _annotated(frame: Picture, reading: AnyReading) -> Picture:
    """The picture with what was read in it."""
    if isinstance(reading, CardsReading):
        return annotate_cards(frame, reading)
    return annotate(frame, reading, reading.table)


def page_keys(journal: Journal, pods: tuple[int, ...]) -> tuple[str, dict[int, str]]:
    """The keys of the pages, of all pods and of each seat: made once, then kept."""
    kept = json.loads(journal.kept("page-keys") or "{}")
    everything = kept.get("everything") or secrets.token_urlsafe(9)
    seats = {pod: kept.get(str(pod)) or secrets.token_urlsafe(9) for pod in pods}
    journal.keep("page-keys", json.dumps({"everything": everything, **{str(p): k for p, k in seats.items()}}))
    return everything, seats


def to_jpeg(picture: Picture, quality: int = 82) -> bytes:
    """A BGR picture as JPEG."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()

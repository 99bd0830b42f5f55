"""The window on the box through which the web console looks: pages see what is public, a seat its own."""

from __future__ import annotations

import json
import logging
import secrets
from collections import Counter
from collections.abc import Mapping
from typing import Annotated

import msgspec
import numpy as np

from firmware.box import Box
from firmware.errors import JournalError
from firmware.journal import Journal, recall
from firmware.pods.gesture import Button
from firmware.public import PublicWindow
from firmware.sim.things import CupState
from firmware.web.house import CupAction, Keys, Player, RedFace
from vision.reading import Value

log = logging.getLogger(__name__)

_Key = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{12}$")]


class Window(PublicWindow):
    """Implements `firmware.web.house.House`. Called from the web's thread; the table itself is only touched
    by calls that the loop makes."""

    simulated = True

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self._box = box
        self._keys = Keys(*page_keys(box.journal, box.settings.pods))

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

    def cup(self, pod: int) -> Mapping[str, object] | None:
        world = self._box.host.world
        if world.plays_cards or world.cup(pod) is CupState.BOXED:
            return None
        waits = self._box.host.is_to_shake(pod) and world.cup(pod) is not CupState.LIFTED
        dice = () if waits else self._box.host.under(pod)
        # Asked after the dice: those thrown under the cup meanwhile are never told as lying open.
        lifted = world.cup(pod) is CupState.LIFTED
        beside = [{"value": value.value, "lean": "flat"} for value in world.shown(pod)]
        crooked = Counter(world.crooked(pod))
        under = []
        for value in dice:
            lean = "cocked" if crooked[value] > 0 else "flat"
            crooked[value] -= 1
            under.append({"value": value.value, "lean": lean})
        state = "lifted" if lifted else "down"
        return {"state": state, "dice": under, "beside": beside, "shakes": self._box.host.may_shake(pod)}

    def cup_do(self, pod: int, action: CupAction) -> None:
        self._box.loop.post(lambda _now: self._box.host.by_hand(pod, action))

    def file(self, pod: int) -> Mapping[str, object] | None:
        match, files = self._box.match, self._box.files
        company = None if files is None else files.in_hand(pod)
        if match is None or files is None or company is None:
            return None
        says = self._box.house.words.card(files.in_file(company), match.view(pod))
        return {"company": files.named(company), "says": says}

    def file_opened(self, pod: int) -> None:
        log.info("seat %d looks into a file", pod)

    def red_die(self, pod: int, across: float, down: float, value: RedFace | None) -> None:
        face = None if value is None else Value(value)
        self._box.loop.post(lambda _now: self._box.host.red_die_by_hand(pod, across, down, face))

    def player(self, pod: int) -> Player:
        return "bot" if pod in self._box.players.bots else "person"

    def set_player(self, pod: int, who: Player) -> None:
        self._box.loop.post(lambda _now: self._box.hand_to(pod, who == "bot"))


def page_keys(journal: Journal, pods: tuple[int, ...]) -> tuple[str, dict[int, str]]:
    """The keys of the pages, of all pods and of each seat: made once, then kept where the disk takes them."""
    kept = recall(journal, "page-keys", dict[str, _Key]) or {}
    keys = {page: kept.get(page) or secrets.token_urlsafe(9) for page in ("everything", *map(str, pods))}
    try:
        journal.keep("page-keys", json.dumps(keys))
    except JournalError as fault:
        log.warning("the pages have other addresses next time: %s", fault)
    return keys["everything"], {pod: keys[str(pod)] for pod in pods}

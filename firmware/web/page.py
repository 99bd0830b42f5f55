"""What one open page may know and do: the only place where a glass, a cup or a file is asked for."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from firmware.web.holds import Holds
from firmware.web.house import House, Keys
from firmware.web.messages import Cup, File, Message, NotUnderstood, Press, RedDie
from firmware.web.notice import Notice

Kind: TypeAlias = Literal["public", "seat", "all"]
Parts: TypeAlias = dict[str, object]


class Page:
    """One open page. `pods` are those that it is for: none, one or all. It asks the house about no other.

    `news` gives what changed since the last call; `take` does what the page's person did.
    """

    def __init__(self, house: House, notice: Notice, holds: Holds, kind: Kind, pods: tuple[int, ...]) -> None:
        self._house = house
        self._notice = notice
        self._holds = holds
        self.kind = kind
        self.pods = pods
        self._peeking: set[int] = set()
        self._looking: set[int] = set()
        self._told: Parts = {}

    def __repr__(self) -> str:
        return f"<Page {self.kind} {self.pods}>"

    def news(self) -> str | None:
        """A JSON object of what has changed for this page since the last call, or None. The first holds all.

        page     "public", "seat" or "all"
        pods     the pods of the page
        texts    see `page_texts`
        public   see `House.public`
        picture  the version of the picture, or null
        board    the version of the board's picture, or null
        glass/N  the glass of pod N in base64, or null
        cup/N    see `House.cup`
        file/N   see `House.file`
        player/N "person" or "bot" (all-pods page)
        links    the addresses of the seats' pages by number (all-pods page)
        """
        told = self._told
        changed = {
            key: value
            for key, value in self._now().items()
            if told.get(key, ...) is not value and told.get(key, ...) != value
        }
        if not changed:
            return None
        self._told.update(changed)
        return msgspec.json.encode(changed).decode()

    def take(self, message: Message) -> None:
        """Do what the person at this page did. Raises NotUnderstood if it is not this page's to do."""
        if message.pod not in self.pods:
            raise NotUnderstood(f"pod {message.pod} is not on this page")
        if isinstance(message, Press):
            (self._holds.down if message.down else self._holds.up)(self, message.pod, message.key)
        elif isinstance(message, Cup):
            self._cup_do(message)
        elif isinstance(message, File):
            self._file_do(message)
        elif isinstance(message, RedDie):
            self._house.red_die(message.pod, message.across, message.down, message.value)
        elif self.kind == "all":
            self._house.set_player(message.pod, message.who)
        else:
            raise NotUnderstood("a seat's page does not hand the seat over")

    def leave(self) -> None:
        """The page is closed or cut off: its fingers leave the buttons and its cups come down."""
        self._holds.let_go(self)
        peeking, self._peeking = self._peeking, set()
        for pod in sorted(peeking):
            self._house.cup_do(pod, "peek-end")

    def _now(self) -> Parts:
        house = self._house
        parts: Parts = {"page": self.kind, "pods": self.pods, **self._notice.parts()}
        for pod in self.pods:
            glass = house.glass(pod)
            parts[f"glass/{pod}"] = None if glass is None else base64.b64encode(glass).decode()
            parts[f"cup/{pod}"] = self._cup(pod)
            parts[f"file/{pod}"] = self._file(pod)
        if self.kind == "all":
            parts |= {f"player/{pod}": house.player(pod) for pod in self.pods}
            parts["links"] = seat_links(house.keys(), self.pods)
        return parts

    def _cup(self, pod: int) -> Mapping[str, object] | None:
        """The cup as this page may show it: what lies under it only while this very page holds it up."""
        cup = self._house.cup(pod)
        if cup is None:
            return None
        seen = cup.get("state") == "lifted" or pod in self._peeking
        return {
            "state": cup.get("state"),
            "dice": cup.get("dice") if seen else None,
            "beside": cup.get("beside", ()),
            "shakes": cup.get("shakes"),
        }

    def _file(self, pod: int) -> Mapping[str, object] | None:
        """The file in a seat's hand: what lies in it only while this very page holds it open."""
        file = self._house.file(pod)
        if file is None:
            self._looking.discard(pod)  # it was put back, and the next one has yet to be opened
            return None
        return {"company": file["company"], "says": file["says"] if pod in self._looking else None}

    def _file_do(self, message: File) -> None:
        if message.action == "look-end":
            self._looking.discard(message.pod)
        elif message.pod not in self._looking and self._house.file(message.pod) is not None:
            self._looking.add(message.pod)
            self._house.file_opened(message.pod)

    def _cup_do(self, message: Cup) -> None:
        pod, action = message.pod, message.action
        if action == "peek-start":
            if pod in self._peeking:
                return
            self._peeking.add(pod)
        elif action == "peek-end":
            if pod not in self._peeking:
                return
            self._peeking.discard(pod)
        self._house.cup_do(pod, action)


def seat_links(keys: Keys, pods: tuple[int, ...]) -> dict[str, str]:
    """The paths of the seats' pages, by the seat's number as text."""
    return {str(pod): f"/seat/{pod}/{keys.seats[pod]}" for pod in pods}

"""All that the web console may see of the box, and all that it may do to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from firmware.pods.gesture import Button

FileAction: TypeAlias = Literal["look-start", "look-end"]
CupAction: TypeAlias = Literal["peek-start", "peek-end", "shake", "sort"]
RedFace: TypeAlias = Literal["1", "2", "3", "4", "5", "6", "star"]
Player: TypeAlias = Literal["person", "bot"]


@dataclass(frozen=True, slots=True)
class Keys:
    """The secret part of the pages' addresses: `everything` opens the page of all pods, `seats[n]` that of
    seat n. Letters, digits, `-` and `_` only (`secrets.token_urlsafe`). Never printed."""

    everything: str = field(repr=False)
    seats: Mapping[int, str] = field(repr=False)


class House(Protocol):
    """The box, as the web console knows it. Every method may be called from any thread and answers at once.

    While a page is open, all of it is asked some twenty times a second: what is costly to make is to be kept.
    The console asks for a glass, a cup or a file only on behalf of a page that may show it.
    """

    @property
    def pods(self) -> tuple[int, ...]:
        """The pods of this table, by number (1-6)."""

    @property
    def simulated(self) -> bool:
        """False on a real box: there is the public page and no other."""

    def keys(self) -> Keys:
        """The keys of the pages. They may change; pages opened with an old one then close."""

    def glass(self, pod: int) -> bytes | None:
        """What the pod's panel holds: 64 rows of 16 bytes, 1 = lit, the left pixel in the highest bit.
        None: the pod is missing."""

    def press(self, pod: int, button: Button, down: bool) -> None:
        """A finger goes on the button (or off it). Called once for each, never twice the same."""

    def picture(self) -> tuple[int, bytes] | None:
        """The table as the camera sees it, with the last reading marked on it: a version that changes with
        it, and a JPEG. None: no picture. Anybody may see it."""

    def board(self) -> tuple[int, bytes] | None:
        """The board that is played on and all that stands on it: a version that changes with it, and an SVG.
        It stays as it is while `public` does. None: there is none. Anybody may see it."""

    def public(self) -> tuple[int, Mapping[str, object]]:
        """What anybody may know: a version that changes with it, and in JSON types

        view      the engine's public view, or None between games
        names     what the players are called, by the seat's number as text
        account   what happened, the newest last: objects with `n` (number) and `text`; as far back as wished
        health    a text for each device that needs attention
        language  en, fr, nl, de
        asked     what the table waits for, in words
        waits     for whom it waits: seats by number, none between games
        paused    whether every glass is dark until somebody presses a button
        """

    def cup(self, pod: int) -> Mapping[str, object] | None:
        """A seat's cup, None if it has none:

        state   "down" or "lifted"
        dice    what the player sees who looks under it now; None if nobody can
        beside  the dice that he has set beside it
        shakes  whether it may be shaken now

        A die is an object with `value` ("1" to "6" or "star") and `lean` ("flat", "cocked" or "stacked").
        The console passes dice under a cup that is down only to whoever holds it up at that moment.
        """

    def cup_do(self, pod: int, action: CupAction) -> None:
        """Look under the cup (peek-start, and peek-end later), shake it, or lay crooked dice flat (sort)."""

    def file(self, pod: int) -> Mapping[str, object] | None:
        """The file into which a seat may look just now, None if there is none:

        company  whose it is
        says     what lies in it, in words

        The console passes what lies in it only to whoever holds it open at that moment.
        """

    def file_opened(self, pod: int) -> None:
        """Somebody looks into it: to be written down, but never what he saw."""

    def red_die(self, pod: int, across: float, down: float, value: RedFace | None) -> None:
        """Set the red die down with this face up, at so much of the picture's width and height (0-1), or take
        it up (None). Where it does not go, nothing happens."""

    def player(self, pod: int) -> Player:
        """Who plays the seat."""

    def set_player(self, pod: int, who: Player) -> None:
        """Hand the seat to a person or to a bot."""

    def texts(self) -> Mapping[str, str]:
        """The words on the pages in the table's language: see `firmware.web.texts.page_texts`."""

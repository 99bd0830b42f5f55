"""The menu of the table, opened by OK held: what a seat may do beside what is asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.answer import Seat
from engine.event import Event
from engine.game import View
from engine.request import Confirm, EnterCards, Request
from firmware.glass.screen import Screen, picker
from firmware.hands.asked import hand_of
from firmware.hands.call import CallHand
from firmware.hands.choose import list_bar
from firmware.hands.hand import LEFT, Hand, Said, Walk, is_tap
from firmware.hands.level import LevelHand
from firmware.hands.listing import ListHand
from firmware.hands.name import NameHand
from firmware.hands.paged import Paged
from firmware.hands.sure import DisputeHand, SureHand
from firmware.pods.gesture import Button, Gesture
from firmware.words import LANGUAGES, Words


@dataclass(frozen=True, slots=True)
class MenuItem:
    """An entry, named by its key (`Words.menu`): `says` something at once, or `opens` a page of its own.
    `seat`: whom it is about, if that is another."""

    key: str
    says: Said | None = None
    opens: Callable[[], Hand] | None = None
    seat: Seat | None = None


class Ways(Protocol):
    """What the menu must know of the house to offer its other ways. `known`: names from other evenings."""

    language: str
    brightness: int
    hints: bool
    sound: bool
    known: list[str]


class MenuHand(Paged):
    """A list of entries, left by stepping back over the first one, and every page in the same way."""

    def __init__(self, items: Sequence[MenuItem]) -> None:
        super().__init__()
        self._items = tuple(items)
        self._walk = Walk(len(self._items))

    def own_on(self, gesture: Gesture) -> Said | None:
        if is_tap(gesture, Button.OK) and self._items:
            item = self._items[self._walk.at]
            if item.opens is not None:
                self.page = item.opens()
            return item.says
        if self._walk.leaves(gesture):
            return LEFT
        self._walk.on(gesture)
        return None

    def own_screen(self, words: Words, _view: View, /) -> Screen:
        labels = [words.menu(item.key, item.seat) for item in self._items]
        return picker(words.say("Menu"), labels, self._walk.at, list_bar(words, self._walk, leaves=True))


def table_menu(
    may: Iterable[str],
    asides: Iterable[Request],
    ways: Ways,
    voted: Iterable[str] = (),
    lost: Iterable[Seat] = (),
    stands_in: bool = False,
    hides: bool | None = None,
    audit: str = "",
    read: tuple[Event, ...] = (),
) -> MenuHand:
    """The menu of one seat while a game is on.

    `may`: what the rules let it say beside (`Match.may`); `asides`: the asides that are open to it; `voted`:
    the open votes to which it has said yes, and may take that back; `lost`: the seats whose pods are lost,
    for which this one may stand in; `stands_in`: it does so now; `hides`: whether it hides its secrets (None:
    it has none); `audit`: the entry by which what lies on the table is compared with the record, "" if it
    cannot be; `read`: what was told by the reading that may be disputed.
    """
    items = _of_the_game(frozenset(may), asides, frozenset(voted), read)
    if stands_in:
        items.insert(0, MenuItem("own-seat", Said("house.own-seat")))
    items += [MenuItem("stand-in", Said("house.stand-in", str(seat)), seat=seat) for seat in lost]
    if audit:
        items.append(MenuItem(audit, Said("house.audit")))
    if hides is not None:
        items.append(
            MenuItem("show", Said("house.hide", "off"))
            if hides
            else MenuItem("hide", Said("house.hide", "on"))
        )
    return MenuHand((*items, *_of_the_house(ways)))


def house_menu(ways: Ways) -> MenuHand:
    """The menu while no game is on."""
    return MenuHand(_of_the_box(ways))


def _of_the_game(
    may: frozenset[str], asides: Iterable[Request], voted: frozenset[str], read: tuple[Event, ...]
) -> list[MenuItem]:
    items = [_aside(request) for request in asides]
    items.sort(key=lambda item: item.key.startswith("enter"))  # keying in is for when all else fails
    if "dispute" in may:
        items.insert(0, MenuItem("dispute", opens=lambda: DisputeHand(read)))
    for key in ("undo", "end"):
        if key in voted:
            items.append(MenuItem(f"{key}-no", Said(key, "no")))
    if "undo" in may and "undo" not in voted:
        items.append(MenuItem("undo", opens=lambda: SureHand("undo", Said("undo", "yes"))))
    if "redo" in may:
        items.append(MenuItem("redo", Said("redo")))
    if "end" in may and "end" not in voted:
        items.append(MenuItem("end", opens=lambda: SureHand("end", Said("end", "yes"))))
    return items


def _aside(request: Request) -> MenuItem:
    match request:
        case Confirm(deliberate=True):
            return MenuItem(request.key, opens=lambda: CallHand(request, leaves=True))
        case Confirm():
            return MenuItem(request.key, Said(request.key))
        case EnterCards():
            return MenuItem("enter-cards", opens=lambda: hand_of(request))
    return MenuItem(request.key, opens=lambda: hand_of(request))


def _of_the_house(ways: Ways) -> list[MenuItem]:
    return [
        MenuItem("peek", Said("house.peek")),
        MenuItem("pause", Said("house.pause")),
        MenuItem("handover", opens=lambda: NameHand(ways.known, key="house.handover")),
        *_of_the_box(ways),
    ]


def _of_the_box(ways: Ways) -> list[MenuItem]:
    hints = "off" if ways.hints else "on"
    sound = "off" if ways.sound else "on"
    return [
        MenuItem("language", opens=lambda: _languages(ways.language)),
        MenuItem("brightness", opens=lambda: LevelHand("brightness", ways.brightness)),
        MenuItem(f"hints-{hints}", Said("house.hints", hints)),
        MenuItem(f"sound-{sound}", Said("house.sound", sound)),
        MenuItem("off", opens=lambda: SureHand("off", Said("house.off"))),
    ]


def _languages(now: str) -> ListHand:
    entries = [(name, Said("house.language", code)) for code, name in LANGUAGES.items()]
    return ListHand("language", entries, at=list(LANGUAGES).index(now))

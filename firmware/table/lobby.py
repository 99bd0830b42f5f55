"""From power-on to the game: an interrupted one is offered, seats join, the first of them picks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine import GAMES, Seat, Setup, View
from engine.errors import BadSetup
from firmware.glass.screen import Screen
from firmware.hands import LEFT, Hand, Said
from firmware.hands.join import JoinHand
from firmware.hands.menu import MenuHand, house_menu
from firmware.hands.over import ResultHand
from firmware.hands.pick import PickHand, setup_from
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.table.house import House
from firmware.table.offer import Interrupted, Offer
from firmware.table.stage import AnyReading, AnySight, Asked, Stage


class Lobby:
    """Every pod that is there asks who plays. `begin` makes the stage of the game that was picked."""

    def __init__(
        self,
        pods: tuple[int, ...],
        house: House,
        begin: Callable[[Setup], Stage],
        interrupted: Interrupted | None = None,
        results: Mapping[Seat, ResultHand] | None = None,
    ) -> None:
        """`results`: what whoever has not seen yet how the last game ended is shown first."""
        self.house = house
        self._begin = begin
        self._offer = None if interrupted is None else Offer(interrupted, house)
        self._joined: list[Seat] = []  # in the order in which they sit
        self._host: Seat | None = None
        self._next: Stage | None = None
        shown = results or {}
        self.hands: dict[int, Hand] = {pod: shown.get(pod) or self._first_hand(pod) for pod in pods}
        self.menus: dict[int, MenuHand] = {}  # of the pods that have it open

    def on(self, gesture: Gesture, now: float) -> None:
        del now
        hand = self.hands.get(gesture.pod)
        if hand is None or self._next is not None:
            return
        menu = self.menus.get(gesture.pod)
        if gesture.button is Button.OK and gesture.kind is Kind.HELD:
            if self.menus.pop(gesture.pod, None) is None:
                self.menus[gesture.pod] = house_menu(self.house)
        elif menu is not None:
            self._of_menu(gesture.pod, menu.on(gesture))
        else:
            self._heard(gesture.pod, hand.on(gesture))

    def hold(self, seats: frozenset[Seat]) -> bool:
        """Nothing is hidden."""
        del seats
        return False

    def seen(self, reading: AnyReading, now: float) -> None:
        """Nothing is asked of the table."""

    def tick(self, now: float) -> None:
        """Nothing goes by itself."""

    def next_tick(self) -> float | None:
        return None

    def shift(self, by: float) -> None:
        """Nothing goes by itself."""

    def hurries(self) -> bool:
        return False

    def screen(self, pod: int) -> Screen:
        hand = self.menus.get(pod) or self.hands[pod]
        return hand.screen(self.house.words, self.view)

    def sight(self) -> AnySight | None:
        return None

    def asked(self) -> Asked:
        return Asked()

    def public(self) -> dict[str, object]:
        words = self.house.words
        return {"view": None, "account": [], "asked": words.say("Who plays?"), "joined": list(self._joined)}

    def next_stage(self) -> Stage | None:
        if self._next is None and self._offer is not None:
            self._next = self._offer.left()  # also when the pod that was waited for is lost
        return self._next

    @property
    def view(self) -> View:
        """What the hands of the lobby are shown."""
        return {} if self._offer is None else self._offer.view

    @property
    def host(self) -> Seat | None:
        """The seat that joined first and picks the game."""
        return self._host

    @property
    def joined(self) -> tuple[Seat, ...]:
        return tuple(self._joined)

    def _first_hand(self, pod: int) -> Hand:
        if self._offer is not None:
            return self._offer.hand(pod)
        return JoinHand(pod, self.house.known, min(kind.least for kind in GAMES.values()))

    def _of_menu(self, seat: Seat, said: Said | None) -> None:
        if said is None:
            return
        if not said.stays:
            del self.menus[seat]
        if said != LEFT:
            self.house.do(said)

    def _heard(self, seat: Seat, said: Said | None) -> None:
        if said is None:
            return
        match said.key:
            case "resume" | "new-game":
                self._heard_of_the_old_game(seat, said)
            case "join":
                self._join(seat)
            case "leave":
                self._leave(seat)
            case "name":
                self.house.name(seat, said.said)
            case "order":
                self._joined = [int(word) for word in said.said.split()]
            case "go-on":
                self.hands[seat] = PickHand(len(self._joined), self._last())
            case "start":
                self._start(seat, said.said)
            case LEFT.key | "house.again":
                self.hands[seat] = self._first_hand(seat)
        for hand in self.hands.values():
            if isinstance(hand, JoinHand):
                hand.joined, hand.host = tuple(self._joined), self._host

    def _heard_of_the_old_game(self, pod: int, said: Said) -> None:
        assert self._offer is not None
        self._next = self._offer.heard(pod, said)
        self.hands = {pod: self._offer.hand(pod, hand) for pod, hand in self.hands.items()}

    def _join(self, seat: Seat) -> None:
        """Pods are numbered as they sit, clockwise: a seat that joins takes its place among the others."""
        place = next((at for at, other in enumerate(self._joined) if other > seat), len(self._joined))
        self._joined.insert(place, seat)
        if self._host is None:
            self._host = seat
        self._ask_again()

    def _leave(self, seat: Seat) -> None:
        self._joined.remove(seat)
        if self._host == seat:
            self._host = self._joined[0] if self._joined else None
        self._ask_again()

    def _ask_again(self) -> None:
        """With another number of seats other games can be picked: whoever was picking begins anew."""
        for pod, hand in self.hands.items():
            if isinstance(hand, PickHand):
                self.hands[pod] = self._first_hand(pod)

    def _start(self, seat: Seat, said: str) -> None:
        try:
            setup = setup_from(said, tuple(self._joined))
            self._next = self._begin(setup)
        except BadSetup:
            self.hands[seat] = self._first_hand(seat)  # what was kept from another evening fits no more

    def _last(self) -> Setup | None:
        kept: Mapping[str, object] | None = self.house.last_choice()
        try:
            return None if kept is None else Setup.from_json(kept)
        except BadSetup:
            return None

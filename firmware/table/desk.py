"""What lies before one seat of a game: the hand that answers, news not yet read, the menu if it is open."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import Event, View
from firmware.hands import AskedHand, Hand
from firmware.hands.bid import BidHand
from firmware.hands.choose import ChooseHand
from firmware.hands.over import OverHand
from firmware.hands.paged import Paged

DEAF_FOR = 0.4  # seconds: a press so soon after the glass has changed by itself was meant for what it was


@dataclass(slots=True)
class News:
    """Something to be read before going on, as the table stood then. `until`: when it goes by itself.

    `beside` (None: not laid before the seat yet): it came while the seat could bid. Then it only stands on
    the glass, and a press is a bid as if it were not there.
    """

    event: Event
    view: View
    until: float | None
    beside: bool | None = None


@dataclass(slots=True)
class Desk:
    hand: AskedHand | None = None
    over: OverHand | None = None
    vote: ChooseHand | None = None
    menu: Hand | None = None
    news: list[News] = field(default_factory=list)
    audits: bool = False  # it waits for what an audit says
    lifted: bool = False  # a finger on OK uncovers what the seat hides
    _before: object = None
    _deaf_until: float = float("-inf")

    @property
    def answers(self) -> Hand | None:
        """The hand that gets the presses when there is neither menu nor news."""
        return self.vote or self.hand or self.over

    @property
    def bids(self) -> bool:
        """Whether the next press could be a bid, but for a menu."""
        return isinstance(self.answers, BidHand)

    @property
    def unread(self) -> News | None:
        """The news that gets the presses when there is no menu."""
        return None if not self.news or (self.bids and self.news[0].beside) else self.news[0]

    @property
    def front(self) -> object:
        """What the next press would go to."""
        return self.menu or self.unread or self.answers

    @property
    def is_secret(self) -> bool:
        """Whether what lies in front is the seat's secret."""
        front = self.front
        if isinstance(front, News):
            return front.event.known_to is not None
        while isinstance(front, Paged) and front.page is not None:
            front = front.page
        return bool(getattr(front, "secret", False))

    def settle(self, now: float, own: bool) -> None:
        """Called when all that follows from something has been laid before the seat. `own`: it was the seat's
        own press."""
        for news in self.news:
            if news.beside is None:
                news.beside = self.bids and news.until is not None and news.event.known_to is None
        front = self.front
        if front is not self._before and not own:
            self._deaf_until = now + DEAF_FOR
        self._before = front

    def is_deaf(self, now: float) -> bool:
        """Whether what lies here is so new that a press cannot have been meant for it."""
        return now < self._deaf_until

    def let_bid(self) -> None:
        """What could be read, has been for long enough: from now on it stands beside the bid."""
        for news in self.news:
            news.beside = True

    def shift(self, by: float) -> None:
        """The table has stood still for so many seconds: what goes by itself stays as much longer."""
        for news in self.news:
            if news.until is not None:
                news.until += by

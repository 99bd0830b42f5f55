"""A game in play at the pods: gestures become answers, answers become screens, the eye reads the dice."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from engine import CLOCK, TABLE, Answer, Event, Match, Seat, View
from engine.errors import RulesError
from engine.request import Choose, Countdown, Request, SeeDice, said_hands
from firmware.errors import JournalError
from firmware.glass.screen import DARK, Align, Row, Screen
from firmware.hands import Said, hand_for
from firmware.hands.choose import ChooseHand
from firmware.hands.confirm import ConfirmHand
from firmware.hands.hand import LEFT, is_tap
from firmware.hands.menu import MenuHand, table_menu
from firmware.hands.over import OverHand
from firmware.hands.wait import WaitHand
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.table.desk import Desk, News
from firmware.table.house import House
from firmware.table.stage import Asked, Purpose, Sight, Stage
from vision.reading import Value
from vision.seats import TableReading

log = logging.getLogger(__name__)

COUNT_EVERY = 1.0  # seconds between two strokes of a running count
NEWS_FOR = 4.0  # seconds that small news stays on the glass if nobody presses
LASTING = frozenset({"verdict", "won", "ended-by-vote"})  # news that stays until it has been seen


class Play:
    """One match at the pods of its seats. `write` makes an answer durable before anybody sees its effect;
    `after` gives the stage that follows the game."""

    def __init__(
        self, match: Match, house: House, write: Callable[[Answer], None], after: Callable[[], Stage]
    ) -> None:
        self.match = match
        self.house = house
        self._write = write
        self._after = after
        self._left = False
        self.desks = {seat: Desk() for seat in match.setup.seats}
        self._now = 0.0
        self._strike_at: float | None = None
        self._reading: TableReading | None = None
        self._counted: set[Seat] = set()
        self.account: list[Event] = list(match.events)
        self._refresh()
        for desk in self.desks.values():
            desk.settle(0.0, own=True)  # nobody can have meant anything else

    # ---- what happens ---------------------------------------------------------------------------

    def on(self, gesture: Gesture, now: float) -> None:
        self._now = now
        desk = self.desks.get(gesture.pod)
        if desk is None:
            return
        if gesture.button is Button.OK and gesture.kind is Kind.HELD:
            desk.menu = None if desk.menu is not None else self.menu(gesture.pod)
            desk.peeks = False
        elif desk.is_deaf(now):
            return
        elif desk.peeks:
            desk.peeks = False
        elif desk.menu is not None:
            self._heard(gesture.pod, desk.menu.on(gesture))
        elif desk.news:
            self._on_news(gesture, desk)
        else:
            self._heard(gesture.pod, desk.answers.on(gesture) if desk.answers is not None else None)
        self._refresh(gesture.pod)

    def seen(self, reading: TableReading, now: float) -> None:
        self._now = now
        sight = self.sight()
        if sight is None:
            return
        self._reading = reading
        if sight.purpose is Purpose.COUNT:
            self._counted |= {one.seat for one in reading.seats if one.seen == one.wanted}
        elif reading.final:
            faces = {one.seat: _faces(one.values) for one in reading.seats if one.values is not None}
            self._answer(Answer(TABLE, "dice", said_hands(faces)))
        self._refresh()

    def tick(self, now: float) -> None:
        self._now = now
        for desk in self.desks.values():
            desk.news = [news for news in desk.news if news.until is None or news.until > now]
        count = self._countdown()
        if count is not None and self._strike_at is not None and now >= self._strike_at:
            self._strike_at = None
            self._answer(Answer(CLOCK, count.key))
        self._refresh()

    def next_tick(self) -> float | None:
        times = [news.until for desk in self.desks.values() for news in desk.news if news.until is not None]
        if self._strike_at is not None:
            times.append(self._strike_at)
        return min(times, default=None)

    # ---- what is shown --------------------------------------------------------------------------

    def screen(self, pod: int) -> Screen:
        words, desk = self.house.words, self.desks.get(pod)
        if desk is None:
            return words.no_seat()
        view = self.match.view(pod)
        if desk.peeks:
            return words.peek(view)
        if desk.menu is not None:
            return desk.menu.screen(words, view)
        if desk.news:
            news = desk.news[0]
            return words.news(news.event, news.view, pod) or DARK
        if desk.answers is None:
            return words.status(view, pod)
        screen = desk.answers.screen(words, view)
        miscounted = self._miscounted(pod)
        if miscounted and isinstance(desk.answers, ConfirmHand):
            return replace(screen, rows=(Row(miscounted, align=Align.CENTRE),))
        return screen

    def sight(self) -> Sight | None:
        request = self._see()
        if request is not None:
            return Sight(Purpose.READ, request.wanted, len(self.match.journal))
        view = self.match.view(None)
        if view.get("phase") != "roll" or view.get("round") == 1:
            return None
        waits = {request.by for request in self.match.open if not request.aside}
        uncounted = {
            seat: count
            for seat, count in self._dice(view).items()
            if seat in waits and seat not in self._counted
        }
        return Sight(Purpose.COUNT, uncounted, 0) if uncounted else None

    def asked(self) -> Asked:
        view = self.match.view(None)
        dice = self._dice(view)
        shown = view.get("shown")
        beside = {int(seat): str(faces) for seat, faces in shown.items()} if isinstance(shown, dict) else {}
        told = Counter(event.key for event in self.match.events)
        request = self._see()
        if request is not None:
            opening = view.get("phase") == "start"
            seats, hidden = tuple(request.wanted), () if opening else tuple(request.wanted)
            number = told["first-throw"] if opening else told["called"]
            untidy = tuple(one.seat for one in self._reading.seats if one.reason) if self._reading else ()
            return Asked(
                number,
                throw_open=seats if opening else (),
                lift=hidden,
                sort_out=untidy,
                shown=beside,
                dice=dice,
            )
        throwing = tuple(seat for seat, count in dice.items() if count)
        if view.get("phase") == "roll":
            waits = tuple(int(request.by) for request in self.match.open if not request.aside)
            if len(waits) == len(throwing) and self._verdict_unseen():
                return Asked(told["roll"], dice=dice)  # it may still be disputed: the dice stay as they lie
            return Asked(told["roll"], shake=throwing, unshaken=waits, dice=dice)
        if view.get("phase") == "bidding":
            return Asked(told["roll"], shake=throwing, shown=beside, dice=dice)
        return Asked(dice=dice)

    def public(self) -> dict[str, object]:
        words = self.house.words
        view = self.match.view(None)
        game = self.match.setup.game
        lines = (words.line(event, game) for event in self.account if event.is_known_to(None))
        account = [{"n": n, "text": text} for n, text in enumerate(line for line in lines if line)]
        return {"view": view, "account": account, "asked": self._asked_aloud(view)}

    def next_stage(self) -> Stage | None:
        return self._after() if self._left else None

    def asides(self, seat: Seat) -> tuple[Request, ...]:
        """What the seat may say although nobody waits for it."""
        return tuple(request for request in self.match.open if request.aside and request.by == seat)

    def menu(self, seat: Seat) -> MenuHand:
        """The menu as it opens before this seat now."""
        votes = self.match.view(seat)["votes"]
        assert isinstance(votes, dict)
        voted = [key for key, yes in votes.items() if seat in yes]
        stands_in = seat in self.house.stand_ins.values()
        lost = () if stands_in else self.house.lost_seats(other for other in self.desks if other != seat)
        return table_menu(self.match.may(seat), self.asides(seat), self.house, voted, lost, stands_in)

    # ---- small steps ----------------------------------------------------------------------------

    def _on_news(self, gesture: Gesture, desk: Desk) -> None:
        if gesture.kind is not Kind.TAP:
            return
        if gesture.button is Button.BACK and "dispute" in self.match.may(gesture.pod):
            desk.menu = self.menu(gesture.pod)
        elif is_tap(gesture, Button.OK):
            desk.news.pop(0)

    def _heard(self, seat: Seat, said: Said | None) -> None:
        if said is None:
            return
        desk = self.desks[seat]
        if not said.stays:
            desk.menu = None
        if said is LEFT or said == LEFT:
            return
        match said.key:
            case "house.peek":
                desk.peeks = True
            case "house.stand-in":
                self.house.stand_ins[seat] = int(said.said)
            case "house.own-seat":
                self.house.back_to_own_seat(seat)
            case "house.handover":
                self.house.name(seat, said.said)
            case "house.again":
                self._left = True
            case key if key.startswith("house."):
                self.house.do(said)
            case _:
                self._answer(Answer(seat, said.key, said.said))

    def _answer(self, answer: Answer) -> None:
        """The rules first, then the journal, then the glass: nobody sees what might be lost."""
        try:
            told = self.match.answer(answer)
        except RulesError as refusal:
            # A press that comes a moment too late (somebody else's was first) is no fault: nothing changed.
            log.info("refused: %s from %s (%s)", answer.key, answer.by, type(refusal).__name__)
            return
        try:
            self._write(answer)
        except JournalError as fault:
            self.house.health["disk"] = str(fault)
        else:
            self.house.health.pop("disk", None)
        self._reading = None  # what was seen before was seen of another table
        for event in told:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        self.account.append(event)
        if event.key == "roll":
            self._counted = set()
        if event.key in ("disputed", "taken-back"):
            for desk in self.desks.values():
                desk.news.clear()
        until = None if event.key in LASTING else self._now + NEWS_FOR
        for seat, desk in self.desks.items():
            view = self.match.view(seat)
            if event.is_known_to(seat) and self.house.words.news(event, view, seat) is not None:
                desk.news.append(News(event, view, until))

    def _refresh(self, pressed: Seat | None = None) -> None:
        """Every seat's hand is the one for what is asked of it now; a hand with the same question stays.
        `pressed`: the seat by whose press it came to this."""
        requests = self.match.open
        for seat, desk in self.desks.items():
            desk.hand = hand_for(seat, requests, desk.hand)
            if isinstance(desk.hand, WaitHand):
                desk.hand.reading = self._reading
            desk.vote = self._vote(seat, desk.vote)
            result = self.match.result
            desk.over = None if result is None else desk.over or OverHand(result, seat)
            desk.settle(self._now, own=seat == pressed)
        count = self._countdown()
        if count is None:
            self._strike_at = None
        elif self._strike_at is None:
            self._strike_at = self._now + COUNT_EVERY

    def _vote(self, seat: Seat, kept: ChooseHand | None) -> ChooseHand | None:
        view = self.match.view(seat)
        votes = view["votes"]
        assert isinstance(votes, dict)
        for key, yes in votes.items():
            if seat not in yes and key in self.match.may(seat):
                asked = Choose(seat, key, ("yes", "no"))
                return kept if kept is not None and kept.asked == asked else ChooseHand(asked)
        return None

    def _see(self) -> SeeDice | None:
        return next((request for request in self.match.open if isinstance(request, SeeDice)), None)

    def _verdict_unseen(self) -> bool:
        """Whether somebody who is to throw has not seen the verdict: until then the dice lie as read."""
        waits = {request.by for request in self.match.open if not request.aside}
        return any(
            news.until is None for seat, desk in self.desks.items() if seat in waits for news in desk.news
        )

    def _miscounted(self, seat: Seat) -> str:
        """At the next roll: more or fewer dice lie open before the seat than it has; "" if all is well."""
        sight = self.sight()
        if sight is None or sight.purpose is not Purpose.COUNT or self._reading is None:
            return ""
        if self._verdict_unseen():
            return ""  # nobody can give dice up before all know what was lost
        one = next((one for one in self._reading.seats if one.seat == seat), None)
        if one is None or not one.seen or one.seen == one.wanted or seat not in sight.wanted:
            return ""  # under the cup there is nothing to count
        return self.house.words.eye(self._reading, seat)

    def _asked_aloud(self, view: View) -> str:
        """What the table waits for, in words that anybody may read."""
        request = next((request for request in self.match.open if not request.aside), None)
        if request is None:
            return ""
        words = self.house.words
        asked = words.asked(request.key, view)
        waits = [one.by for one in self.match.open if not one.aside]
        seats = tuple(dict.fromkeys(seat for seat in waits if isinstance(seat, int)))
        return f"{words.seats(seats)}: {asked}" if seats else asked

    def _countdown(self) -> Countdown | None:
        return next((request for request in self.match.open if isinstance(request, Countdown)), None)

    @staticmethod
    def _dice(view: View) -> dict[Seat, int]:
        dice = view.get("dice")
        assert isinstance(dice, dict)
        return {int(seat): int(str(count)) for seat, count in dice.items()}


def _faces(values: tuple[Value, ...]) -> str:
    """As the rules write them: a star is *."""
    return "".join("*" if value is Value.STAR else value.value for value in values)

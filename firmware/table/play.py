"""A game in play at the pods: gestures become answers, answers become news and screens."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine import CLOCK, Answer, Event, Match, Seat, View
from engine.errors import RulesError
from engine.event import Value
from engine.request import Choose, Countdown, Request
from firmware.errors import JournalError
from firmware.glass.screen import DARK, Align, Row, Screen, noted
from firmware.hands import Said, choose, hand_for
from firmware.hands.bid import BidHand
from firmware.hands.choose import ChooseHand
from firmware.hands.confirm import ConfirmHand
from firmware.hands.hand import LEFT, is_tap
from firmware.hands.look import LookHand
from firmware.hands.menu import MenuHand, table_menu
from firmware.hands.over import OverHand, ResultHand
from firmware.hands.step import StepHand
from firmware.hands.sure import DisputeHand
from firmware.hands.wait import WaitHand
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.table.audit import AUDIT
from firmware.table.board_table import BoardTable, dice_or_board
from firmware.table.card_table import CardTable
from firmware.table.cup_table import CupTable
from firmware.table.desk import Desk, News
from firmware.table.die_table import DieTable
from firmware.table.house import House
from firmware.table.pieces import Pieces
from firmware.table.stage import AnyReading, AnySight, Asked, Stage
from firmware.table.stroke import Stroke
from firmware.words.audit import audit_of

log = logging.getLogger(__name__)

NEWS_FOR = 4.0  # seconds that small news stays on the glass if nobody presses
READ_FOR: Mapping[str, float] = {"piles": 10.0, "settled": 8.0}  # what takes longer to read
LASTING = frozenset({"verdict", "shown", "won", "ended-by-vote", AUDIT})  # stays until it has been seen
VOTED = frozenset({"vote-lost", "ended-by-vote"})  # who had said yes is no news any more
THROWS = frozenset({"thrown", "first-throw"})  # what was read: until it has been seen, the dice stay

PIECES: Mapping[str, Callable[[Match, Callable[[Seat], bool]], Pieces]] = {
    "liars-dice": dice_or_board,
    "bluff-auction": CardTable,
    "kuhhandel": CardTable,
    "bluff-you": CupTable,
    "biz-bluff": DieTable,
}
"""What lies on the table in each game of the engine."""


class Play:
    """One match at the pods of its seats. `write` makes an answer durable before anybody sees its effect;
    `after` gives the stage that follows the game, told who has not seen its result; `cry` may say aloud what
    happens in it."""

    def __init__(
        self,
        match: Match,
        house: House,
        write: Callable[[Answer], None],
        after: Callable[[Mapping[Seat, ResultHand]], Stage],
        cry: Callable[[Event, str], object] = lambda _event, _game: None,
    ) -> None:
        self.match = match
        self.house = house
        self._write = write
        self._after = after
        self._cry = cry
        self._left = False
        self.desks = {seat: Desk() for seat in match.setup.seats}
        self.pieces = PIECES[match.setup.game](match, self._has_unread)
        self._now = 0.0
        self._stroke = Stroke()
        self._overdue: set[str] = set()  # votes that have held a count for long enough
        self.account: list[Event] = list(match.told)
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
            self._on_held(gesture.pod, desk)
        elif desk.is_deaf(now):
            if isinstance(desk.front, BidHand):
                desk.front.missed(gesture)
            return
        elif desk.audits:
            self._end_audit(desk)
        elif desk.menu is not None:
            self._heard(gesture.pod, desk.menu.on(gesture))
        elif desk.unread is not None:
            self._on_news(gesture, desk)
        else:
            desk.news.clear()  # what stood beside the bid
            self._heard(gesture.pod, desk.answers.on(gesture) if desk.answers is not None else None)
        self._refresh(gesture.pod)

    def hold(self, seats: frozenset[Seat]) -> bool:
        covered = [desk for seat, desk in self.desks.items() if desk.lifted and seat not in seats]
        for desk in covered:
            desk.lifted = False
        return bool(covered)

    def seen(self, reading: AnyReading, now: float) -> None:
        self._now = now
        match self.pieces.seen(reading):
            case Answer() as answer:
                self._answer(answer)
            case Event() as told:
                self._tell(told)
        self._refresh()

    def tick(self, now: float) -> None:
        self._now = now
        for desk in self.desks.values():
            desk.news = [news for news in desk.news if news.until is None or news.until > now]
        count = self._countdown()
        if count is not None and self._stroke.is_due(now):
            self._answer(Answer(CLOCK, count.key))
        self._refresh()

    def shift(self, by: float) -> None:
        self._stroke.shift(by)
        for desk in self.desks.values():
            desk.shift(by)

    def next_tick(self) -> float | None:
        times = [news.until for desk in self.desks.values() for news in desk.news if news.until is not None]
        if self._stroke.next_tick is not None:
            times.append(self._stroke.next_tick)
        return min(times, default=None)

    @property
    def first_counts(self) -> bool:
        """Whether it is asked what the table agrees on, where whoever says it first has said it."""
        return any(isinstance(one, Choose) and one.lot for one in self.match.open)

    def hurries(self) -> bool:
        return self.first_counts or self._countdown() is not None

    # ---- what is shown --------------------------------------------------------------------------

    def screen(self, pod: int) -> Screen:
        desk = self.desks.get(pod)
        if desk is None:
            return self.house.words.no_seat()
        words, view = self.house.words_for(pod, desk.lifted), self.match.view(pod)
        if desk.audits:
            return words.auditing(self.pieces.reading, pod, self.match.setup.game)
        if desk.menu is not None:
            return desk.menu.screen(words, view)
        if desk.news:
            news = desk.news[0]
            screen = words.news(news.event, news.view, pod) or DARK
            if desk.unread is None and desk.answers is not None:
                return replace(screen, bar=desk.answers.screen(words, view).bar)
            stays = news.until is None and screen.bar is None
            return replace(screen, bar=("", "", "OK")) if stays else screen
        note = self.pieces.note(words) if isinstance(self.pieces, BoardTable) else None
        if desk.answers is None:
            return noted(words.status(view, pod), note, above=1, below=1)
        screen = desk.answers.screen(words, view)
        if isinstance(desk.answers, StepHand) and desk.answers.page is None:
            return noted(screen, note, above=2, below=0)
        complaint = self.pieces.complaint(pod, words) if isinstance(desk.answers, ConfirmHand) else ""
        return replace(screen, rows=(Row(complaint, align=Align.CENTRE),)) if complaint else screen

    def sight(self) -> AnySight | None:
        return self.pieces.sight()

    def asked(self) -> Asked:
        return self.pieces.asked()

    def public(self) -> dict[str, object]:
        words = self.house.words
        view = self.match.view(None)
        game = self.match.setup.game
        lines = (words.line(event, game) for event in self.account if event.is_known_to(None))
        account = [{"n": n, "text": text} for n, text in enumerate(line for line in lines if line)]
        return {"view": view, "account": account, "asked": self._asked_aloud(view), "waits": self._waits()}

    def next_stage(self) -> Stage | None:
        return self._after(self._unseen_results()) if self._left else None

    def _unseen_results(self) -> dict[Seat, ResultHand]:
        """The result before each seat that still had something else to read."""
        return {
            seat: ResultHand(desk.over, self.match.view(seat))
            for seat, desk in self.desks.items()
            if desk.over is not None and (desk.news or desk.menu is not None)
        }

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
        return table_menu(
            self._may(seat),
            self.asides(seat),
            self.house,
            voted,
            lost,
            stands_in,
            hides=seat in self.house.hides if self.pieces.are_cards else None,
            audit=audit_of(self.match.setup.game) if self.pieces.compares else "",
            read=self.match.last_read,
        )

    # ---- small steps ----------------------------------------------------------------------------

    def _on_held(self, seat: Seat, desk: Desk) -> None:
        """OK held lifts the veil from what a seat hides, and is the table's menu everywhere else."""
        if seat in self.house.hides and desk.is_secret:
            desk.lifted = True
            return
        desk.menu = None if desk.menu is not None else self.menu(seat)

    def _may(self, seat: Seat) -> tuple[str, ...]:
        """What the rules let the seat say besides; no dispute of dice that were picked up since."""
        gone = ("dispute",) if self.pieces.asked().taken_up else ()
        return tuple(key for key in self.match.may(seat) if key not in gone)

    def _end_audit(self, desk: Desk) -> None:
        """This seat does not wait for the audit any more, and if nobody does, there is none."""
        desk.audits = False
        if not any(desk.audits for desk in self.desks.values()):
            self.pieces.end_audit()

    def _on_news(self, gesture: Gesture, desk: Desk) -> None:
        if gesture.kind is not Kind.TAP:
            return
        if gesture.button is Button.BACK and "dispute" in self._may(gesture.pod):
            desk.menu = DisputeHand(self.match.last_read)
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
                desk.menu = LookHand()
            case "house.menu":
                desk.menu = self.menu(seat)
            case "house.audit":
                self.pieces.begin_audit()
                desk.audits = True
            case "house.hide":
                self.house.hide(seat, said.said == "on")
            case "house.stand-in":
                self.house.stand_in(seat, int(said.said))
            case "house.own-seat":
                self.house.back_to_own_seat(seat)
            case "house.handover":
                self.house.name(seat, said.said)
            case "house.again":
                self._left = True
            case key if key.startswith("house."):
                self.house.do(said)
            case _:
                drawn = choose.draw_lot(said.lots) if said.lots else said.said
                self._answer(Answer(seat, said.key, drawn))

    def _answer(self, answer: Answer) -> None:
        """The rules first, then the journal, then the glass: nobody sees what might be lost."""
        if answer.key == "dispute" and self.pieces.asked().taken_up:
            return  # somebody's press, or his hand, was first: other dice would be read
        try:
            told = self.match.answer(answer)
        except RulesError as refusal:
            # A press that comes a moment too late (somebody else's was first) is no fault: nothing changed.
            log.info("refused: %s from %s (%s)", answer.key, answer.by, type(refusal).__name__)
            return
        try:
            self._write(answer)
        except JournalError as fault:
            self.house.keeps(fault)
        else:
            self.house.keeps()
        self.pieces.forget()
        self._stroke.answered()
        for event in told:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        self.account.append(event)
        self._cry(event, self.match.setup.game)
        self.pieces.told(event)
        for desk in self.desks.values():
            if event.key in ("disputed", "taken-back"):
                desk.news.clear()
            elif event.key in VOTED:
                desk.news = [news for news in desk.news if not _was_asked(news.event, event)]
        until = None if event.key in LASTING else self._now + READ_FOR.get(event.key, NEWS_FOR)
        for seat, desk in self.desks.items():
            asked, desk.audits = desk.audits, desk.audits and event.key != AUDIT
            if event.key == AUDIT and not asked:
                continue  # what one has looked for is no news that should take another's presses
            view = self.match.view(seat)
            if event.is_known_to(seat) and self.house.words.news(event, view, seat) is not None:
                desk.news.append(News(event, view, until))

    def _refresh(self, pressed: Seat | None = None) -> None:
        """Every seat's hand is the one for what is asked of it now; a hand with the same question stays.
        `pressed`: the seat by whose press it came to this."""
        requests, votes, count = self.match.open, self.match.view(None)["votes"], self._countdown()
        assert isinstance(votes, dict)
        self._overdue &= votes.keys()
        if count is not None:
            self._overdue |= set() if self._stroke.may_be_held(self._now) else votes.keys()
            votes = {key: yes for key, yes in votes.items() if key not in self._overdue}
        for seat, desk in self.desks.items():
            desk.hand = hand_for(seat, requests, desk.hand)
            if isinstance(desk.hand, WaitHand):
                desk.hand.hear(self.pieces.reading)
            desk.vote = self._vote(seat, votes, desk.vote)
            result = self.match.result
            desk.over = None if result is None else desk.over or OverHand(result, seat)
            if count is not None and not self._stroke.may_be_held(self._now):
                desk.let_bid()
            desk.settle(self._now, own=seat == pressed)
        self._stroke.follow(count, self._now, self._is_held())

    def _is_held(self) -> bool:
        """Whether a count waits for somebody who reads or is to vote. Not at a pod that is lost, nor for the
        answer that somebody has asked for himself."""
        lost = self.house.lost_seats(self.desks)
        there = [desk for seat, desk in self.desks.items() if seat not in lost]
        return any(desk.vote or any(one.event.key != AUDIT for one in desk.news) for desk in there)

    def _vote(self, seat: Seat, votes: Mapping[str, Value], kept: ChooseHand | None) -> ChooseHand | None:
        """What the seat is still to vote on. `votes`: who has said yes to which, as every view shows it."""
        for key, yes in votes.items():
            if isinstance(yes, tuple) and seat not in yes and key in self.match.may(seat):
                asked = Choose(seat, key, ("yes", "no"))
                return kept if kept is not None and kept.asked == asked else ChooseHand(asked)
        return None

    def _has_unread(self, seat: Seat) -> bool:
        """Whether something that has to be seen, or what was read of dice, lies unread before the seat; not
        what it has asked for itself."""
        news = [one for one in self.desks[seat].news if one.event.key != AUDIT]
        return any(one.until is None or one.event.key in THROWS for one in news)

    def _asked_aloud(self, view: View) -> str:
        """What the table waits for, or how the game ended, in words that anybody may read."""
        if self.match.result is not None:
            return self.house.words.outcome(self.match.result)
        request = next((request for request in self.match.open if not request.aside), None)
        if request is None:
            return ""
        words = self.house.words
        if (count := self._countdown()) is not None:  # all may raise but who leads, and nobody has to
            return " · ".join(dict.fromkeys((words.counting(count, view), words.standing(view))))
        asked = words.asked(request.key, view)
        seats = self._answering()
        return f"{words.seats(seats)}: {asked}" if seats else asked

    def _waits(self) -> list[Seat]:
        """Whose word the table waits for; else whose hand, where dice are to be read; nobody while a count
        runs, for nobody has to stop it."""
        if self.match.result is not None or self._countdown() is not None:
            return []
        asked = self.asked()
        return list(self._answering() or dict.fromkeys(asked.throw_open + asked.lift))

    def _answering(self) -> tuple[Seat, ...]:
        waits = [one.by for one in self.match.open if not one.aside]
        return tuple(dict.fromkeys(seat for seat in waits if isinstance(seat, int)))

    def _countdown(self) -> Countdown | None:
        return next((request for request in self.match.open if isinstance(request, Countdown)), None)


def _was_asked(vote: Event, settled: Event) -> bool:
    """Whether this says who was for what has been settled now."""
    return vote.key == "vote" and vote.values["on"] == settled.values.get("on", "end")

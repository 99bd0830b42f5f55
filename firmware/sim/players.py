"""The bots at the simulated table: each looks at its own glass and dice, thinks, and presses real buttons."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from engine import View
from engine.biz_bluff.box import read_box
from engine.request import EnterDice, Request, SeeCards
from firmware.bots import cattle, divining, investing, thinking
from firmware.bots.agreeing import of_whom
from firmware.bots.cattle import Sees
from firmware.bots.presses import Press, presses
from firmware.hands import Hand, Said
from firmware.hands.choose import ChooseHand
from firmware.hands.join import JoinHand
from firmware.hands.look import LookHand
from firmware.hands.over import OverHand, ResultHand
from firmware.pods.debounce import HELD_AFTER, RUN_EVERY
from firmware.pods.gesture import Button
from firmware.sim.board_bids import BoardBids
from firmware.sim.files import Files, is_ours
from firmware.table.lobby import Lobby
from firmware.table.play import Play
from firmware.table.stage import Stage
from firmware.words import Words
from firmware.words.values import mapping, number, seat_or_none, seats
from vision.reading import Value

TAP = 0.08  # seconds that a finger stays down
HOLD = 0.8  # on OK, which does not run on
RUN_ON = HELD_AFTER + RUN_EVERY / 2  # on the others: they are held, and do not run yet
GAP = 0.12  # between two presses
PATIENCE = 45.0  # for which cards may wait for the eye, tidied again and again, before bots key them in


class Move(NamedTuple):
    """A finger goes down on a button or comes up, and moves again after `then` seconds at the earliest."""

    button: Button
    down: bool
    then: float


class Players:
    """`press` moves a finger on a pod's button; `peek` gives a seat's own dice, `has_shaken`
    whether they have been thrown in this round; `eyes` what it sees of the cards, with the piles of other
    seats that it was given to count; `files` what lies in those of Biz-Bluff. `pace`: seconds that a bot
    thinks, between half and one and a half of it; `encore`: how long bots among themselves look at the end
    of a game before they begin another. `set_down`: sets the red die down, where bids are made by it."""

    def __init__(
        self,
        stage: Callable[[], Stage],
        words: Callable[[], Words],
        press: Callable[[int, Button, bool], object],
        peek: Callable[[int], tuple[Value, ...]],
        has_shaken: Callable[[int], bool],
        eyes: Callable[[int, Collection[int]], Sees],
        files: Callable[[], Files | None],
        seed: int,
        pace: float = 1.6,
        encore: float = 15.0,
        set_down: Callable[[int, str, str], object] = lambda _seat, _space, _face: None,
    ) -> None:
        self.bots: set[int] = set()
        self._stage = stage
        self._words = words
        self._press = press
        self._peek = peek
        self._has_shaken = has_shaken
        self._eyes = eyes
        self._files = files
        self._rng = random.Random(f"bots/{seed}")
        self._pace = pace
        self._encore = encore
        self._bids = BoardBids(set_down)
        self._over_since: dict[int, float] = {}
        self._moves: dict[int, deque[Move]] = {}
        self._due: dict[int, float] = {}  # when each next one is
        self._thinks: dict[int, float] = {}
        self._waiting: tuple[Play, int] | None = None  # cards for the eye, in this state of the game
        self._waits_since = 0.0

    def set_player(self, pod: int, bot: bool) -> None:
        """Hands a seat to a bot, or takes it back; fingers that are down come up."""
        if bot:
            self.bots.add(pod)
            return
        self.bots.discard(pod)
        self._thinks.pop(pod, None)
        for move in self._moves.pop(pod, ()):
            if not move.down:
                self._press(pod, move.button, False)

    def do(self, pod: int, made: Iterable[Press], now: float) -> bool:
        """Lets the fingers of a bot make these presses, unless they are busy; whether they do."""
        if pod not in self.bots or self._moves.get(pod):
            return False
        self._begin(pod, made, now)
        return True

    def tick(self, now: float) -> None:
        for pod in sorted(self.bots):
            moves = self._moves.get(pod)
            if moves:
                if self._due[pod] <= now:
                    self._make(pod, moves.popleft(), now)
            elif now >= self._thinks.setdefault(pod, now + self._wait()):
                self._thinks[pod] = now + self._wait()
                self._move(pod, now)

    def next_tick(self) -> float | None:
        times = [self._due[pod] for pod, moves in self._moves.items() if moves and pod in self.bots]
        times += [at for pod, at in self._thinks.items() if pod in self.bots and not self._moves.get(pod)]
        if any(pod not in self._thinks and not self._moves.get(pod) for pod in self.bots):
            return 0.0
        return min(times, default=None)

    def _wait(self) -> float:
        return self._pace * self._rng.uniform(0.5, 1.5)

    def _move(self, pod: int, now: float) -> None:
        """Thinks, and puts the fingers' movements in line."""
        stage = self._stage()
        made: Iterable[Press] | None = None
        match stage:
            case Lobby():
                made = self._in_lobby(stage, pod)
            case Play() if pod in stage.desks:
                made = self._in_play(stage, pod, now)
        self._begin(pod, made or (), now)

    def _begin(self, pod: int, made: Iterable[Press], now: float) -> None:
        self._moves[pod], self._due[pod] = deque(_moves(made)), now

    def _make(self, pod: int, move: Move, now: float) -> None:
        """The next movement waits from now on, not from when this one was due: on a slow computer fingers are
        late, but none is up again before it was seen down."""
        self._press(pod, move.button, move.down)
        self._thinks[pod] = self._due[pod] = now + move.then

    def _in_lobby(self, lobby: Lobby, pod: int) -> Iterable[Press] | None:
        """A bot joins where a person has, and leaves the choice of the game to people if there are any."""
        if pod in lobby.menus:
            return ((Button.OK, True),)
        hand, alone = lobby.hands[pod], self.bots >= set(lobby.hands)
        if isinstance(hand, ResultHand):
            return ((Button.OK, False),)
        if isinstance(hand, ChooseHand):  # whether an old game is left: that is for people to say
            return self._say(hand, Said(hand.asked.key, "yes"), lobby.view)
        if not isinstance(hand, JoinHand):
            return ((Button.OK, False),) if alone else None
        if pod not in lobby.joined:
            return self._say(hand, Said("join"), {}) if alone or lobby.host is not None else None
        if lobby.host != pod:
            return None
        if not self.bots >= set(lobby.joined):
            return self._say(hand, Said("leave"), {})  # a person is to choose; it joins again
        if alone and set(lobby.joined) == set(lobby.hands):
            return self._say(hand, Said("go-on"), {})
        return None

    def _in_play(self, play: Play, pod: int, now: float) -> Iterable[Press] | None:
        desk = play.desks[pod]
        if desk.is_deaf(now):
            return None
        if desk.menu is not None:
            # Held, it leaves the menu from any page; but of what a seat hides it lifts the veil.
            return ((Button.OK, not isinstance(desk.menu, LookHand)),)
        if desk.unread is not None:
            return ((Button.OK, False),)
        view = play.match.view(pod)
        if desk.vote is not None:
            return self._say(desk.vote, Said(desk.vote.asked.key, "yes"), view)
        if _waits_for_a_vote(play, pod, view):
            return None
        if isinstance(desk.over, OverHand):
            since = self._over_since.setdefault(pod, now)
            rested = now >= since + self._encore and self.bots >= set(play.desks)
            return ((Button.OK, False),) if rested else None
        self._over_since.pop(pod, None)
        if self._bids.waits(pod, play, now):
            return None
        if play.first_counts and self._has_people(play):  # who would see the question for a moment at most
            return None
        if play.pieces.are_cards:
            besides, said = self._think_of_cards(play, pod, view, self._is_given_up(play, now))
        else:
            besides, said = self._think_of_dice(play, pod, view)
        if besides is not None:
            made = self._say(play.menu(pod), besides, view)
            return None if made is None else [(Button.OK, True), *made]
        if said is not None and self._bids.takes(pod, play, said, now):
            return None
        return None if said is None or desk.hand is None else self._say(desk.hand, said, view)

    def _think_of_dice(self, play: Play, pod: int, view: View) -> tuple[Said | None, Said | None]:
        """What to say by the menu, and what to say to what is asked."""
        if view["game"] == "biz-bluff":
            return self._think_of_business(play, pod, view)
        own = "".join(sorted(_face(value) for value in self._peek(pod)))
        if _is_by_hand(play):
            return None if self._has_people(play) else thinking.keyed_in(play.asides(pod), own), None
        asked = _asked_of(play, pod)
        if not asked or (view["phase"] == "roll" and not self._has_shaken(pod)):
            return None, None
        lie = {seat: "".join(map(_face, self._peek(seat))) for seat in of_whom(view)}
        if view["game"] == "bluff-you":
            return None, divining.answer(asked, view, own, lie, self._rng)
        besides = thinking.aside(play.asides(pod), view, own, self._rng) if view["turn"] == pod else None
        return besides, None if besides else thinking.answer(asked, view, own, lie, self._rng)

    def _think_of_business(self, play: Play, pod: int, view: View) -> tuple[Said | None, Said | None]:
        """The same where a die is thrown, files are looked into, and what is turned up is keyed in."""
        files, asked = self._files(), _asked_of(play, pod)
        assert files is not None
        lies = self._lies_open(play, files, view)
        if asked:
            waits = asked[0].key == "throw" and not self._has_shaken(pod)
            seen, board = files.seen_by(pod), read_box(play.match.setup.papers).board
            return None, None if waits else investing.answer(asked, view, board, seen, lies, self._rng)
        # What is of another box than ours the eye does not know, and nobody can see it: bots key it in.
        strange = bool(files.turned_up()) and not is_ours(files.turned_up())
        by_hand = strange or (_is_by_hand(play) and not self._has_people(play))
        # Who is on turn does it; for a person, who cannot see a file of this table, the first bot.
        turn = seat_or_none(view["turn"])
        keys = pod == (turn if turn in self.bots else min(self.bots))
        return investing.keyed_in(play.asides(pod), lies, keys) if by_hand else None, None

    def _lies_open(self, play: Play, files: Files, view: View) -> str:
        """What everybody sees of Biz-Bluff: the card that was drawn, the file that is opened, or the die."""
        if turned_up := files.turned_up():
            return turned_up
        by_hand = [seat for one in play.match.open if isinstance(one, EnterDice) for seat in one.wanted]
        thrower = next((seat for seat, dice in play.asked().dice.items() if dice), next(iter(by_hand), None))
        entered = view["entered"]
        if thrower is None and entered is not None:
            thrower = next(int(seat) for seat in mapping(mapping(entered)["dice"]))
        return "" if thrower is None else "".join(_face(value) for value in self._peek(thrower))

    def _think_of_cards(
        self, play: Play, pod: int, view: View, given_up: bool
    ) -> tuple[Said | None, Said | None]:
        """The same in a game of cards. `given_up`: the eye does not read them."""
        asked = _asked_of(play, pod)
        given = _given(view, pod) if any(request.key == "counted" for request in asked) else ()
        sees = self._eyes(pod, given)
        settles = (given_up or _is_by_hand(play)) and not self._has_people(play)
        besides = cattle.aside(play.asides(pod), settles, view, sees)
        return besides, cattle.answer(asked, view, sees, self._rng) if asked and not besides else None

    def _is_given_up(self, play: Play, now: float) -> bool:
        """Whether the same cards have been waiting for the eye so long that people would key them in: a dozen
        notes of one kind lie so far over each other that they cannot be told, however they are tidied."""
        waits = any(isinstance(one, SeeCards) for one in play.match.open)
        waiting = (play, len(play.match.journal)) if waits else None
        if waiting != self._waiting:
            self._waiting, self._waits_since = waiting, now
        return waits and now - self._waits_since >= PATIENCE

    def _has_people(self, play: Play) -> bool:
        """Whether anybody who is no bot plays: what the eye is not asked any more is for people to settle,
        and a bot only says whether it is right."""
        return not self.bots >= set(play.desks)

    def _say(self, hand: Hand, said: Said, view: View) -> list[Press] | None:
        return presses(hand, said, self._words(), view)


def _moves(made: Iterable[Press]) -> Iterator[Move]:
    """How the fingers go down and up for these presses."""
    for button, long in made:
        yield Move(button, True, _stays(button, long))
        yield Move(button, False, GAP)


def _stays(button: Button, long: int) -> float:
    """For how many seconds the finger stays down."""
    if not long:
        return TAP
    return HOLD if button is Button.OK else RUN_ON + (long - 1) * RUN_EVERY


def _is_by_hand(play: Play) -> bool:
    """Whether only what need not be said is open: what the eye is not asked any more is keyed in by hand."""
    return bool(play.match.open) and all(request.aside for request in play.match.open)


def _waits_for_a_vote(play: Play, pod: int, view: View) -> bool:
    """Whether it has said yes to taking back, and somebody is still asked: its own next step would be the end
    of the question."""
    lost = play.house.lost_seats(play.desks)
    asked = any(desk.vote for seat, desk in play.desks.items() if seat not in lost)
    return asked and pod in seats(mapping(view["votes"]).get("undo", ()))


def _given(view: View, seat: int) -> tuple[int, ...]:
    """With whom a seat trades, whose pile it was given to count."""
    trade = mapping(view["trade"])
    return tuple(number(trade[key]) for key in ("by", "partner") if trade[key] != seat)


def _asked_of(play: Play, pod: int) -> tuple[Request, ...]:
    return tuple(request for request in play.match.open if request.by == pod and not request.aside)


def _face(value: Value) -> str:
    return "*" if value is Value.STAR else value.value

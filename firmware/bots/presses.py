"""Which buttons to press so that a hand says what a player wants to say."""

from __future__ import annotations

import copy
from collections import Counter, deque
from collections.abc import Iterator
from typing import TypeVar

from engine import View
from engine.request import Request, cards_at, hands
from firmware.glass.screen import Screen
from firmware.hands import Hand, Said
from firmware.hands.bid import BidHand
from firmware.hands.compose import ComposeHand
from firmware.hands.enter import EnterHand
from firmware.hands.enter_cards import EnterCardsHand
from firmware.hands.menu import MenuHand
from firmware.hands.name import NameHand
from firmware.hands.step import StepHand
from firmware.pods.gesture import Button, Gesture, Kind
from firmware.words import Words

H = TypeVar("H", bound=Hand)

# A button, and how long the finger stays on it: 0 for a tap, 1 until it is held, and 1 more for each run.
Press = tuple[Button, int]

TAPS: tuple[Press, ...] = ((Button.OK, False), (Button.MORE, False), (Button.BACK, False))
HOLDS: tuple[Press, ...] = ((Button.MORE, True), (Button.BACK, True))
FACES = 6  # most values of a second column
FARTHEST = 4000  # states of a hand that are tried before giving up
LONGEST = 40  # entries of a menu
FAR = 8  # holds: beyond them the finger stays down
RUNS = 200  # before the button counts as jammed
_TAP_TAKES, _HOLD_TAKES = 0.2, 0.92  # seconds, about


def presses(hand: Hand, wanted: Said, words: Words, view: View) -> list[Press] | None:
    """The presses by which `hand` comes to say `wanted`, few if not always fewest; None if it cannot."""
    if isinstance(hand, StepHand) and wanted.key == hand.step.key:
        if hand.step.ladder.columns == 1:
            return _to_an_amount(hand, wanted) or _walk(_twin(hand), wanted)  # near its end holds go wrong
        return _walk(_twin(hand), wanted) or _from_the_first_column(hand, wanted)
    if isinstance(hand, BidHand) and wanted.key == hand.step.key:
        return _to_an_amount(hand, wanted)
    if isinstance(hand, ComposeHand) and wanted.key == hand.asked.key:
        return _lay(_twin(hand), wanted)
    if isinstance(hand, EnterHand | EnterCardsHand) and wanted.key == hand.asked.key:
        made = _keyed_in(hand, wanted)
        return made if _says(_twin(hand), made) == wanted else None
    if isinstance(hand, MenuHand) and hand.page is None:
        return _from_menu(hand, wanted, words, view)
    if _speaks_of(hand) not in (None, wanted.key):
        return None  # found out by trying, that takes seconds: so much can be keyed in or spelled
    return _search(hand, wanted, words, view)


def _speaks_of(hand: Hand) -> str | None:
    """The one key under which a hand says anything but how to leave it, where that is known of its kind."""
    match hand:
        case StepHand(call=None) | BidHand():
            return hand.step.key
        case ComposeHand() | EnterHand() | EnterCardsHand():
            return hand.asked.key
        case NameHand():
            return hand.key
    return None


def _walk(hand: StepHand, wanted: Said) -> list[Press] | None:
    """Along a ladder there is no need to search: each column is walked to where it should be."""
    made: list[Press] = []
    while True:
        steps = _along(hand, wanted, Button.MORE)
        if steps is None:
            steps = _along(hand, wanted, Button.BACK)
        if steps is None:
            return None
        for press in steps:
            hand.on(*gestures(press))
        made += [*steps, (Button.OK, False)]
        if (said := hand.on(Gesture(0, Button.OK, Kind.TAP))) is not None:
            return made if said == wanted else None


def _to_an_amount(hand: BidHand | StepHand, wanted: Said) -> list[Press] | None:
    """To an amount in the shortest time, for others bid too: so many holds, and taps from there."""
    ladder = hand.step.ladder
    step = max(1, int(ladder.moved(ladder.lowest, 0, 1)) - int(ladder.lowest))
    away = (int(wanted.said) - int(hand.rung)) // step
    leap = 5 if step >= 10 else 10  # steps that a hold makes
    if abs(away) > FAR * leap:
        return _far(hand, wanted)

    def takes(holds: int) -> float:
        return holds * _HOLD_TAKES + abs(away - holds * leap) * _TAP_TAKES

    holds = min(range(abs(away) // leap + 2), key=takes)
    rest = away - holds * leap
    made: list[Press] = [(Button.MORE, True)] * holds
    made += [(Button.MORE if rest > 0 else Button.BACK, False)] * abs(rest)
    made.append((Button.OK, False))
    return made if _says(_twin(hand), made) == wanted else None


def _far(hand: H, wanted: Said) -> list[Press] | None:
    """To a large amount: the finger stays down as long as it does not go too far, again and again."""
    hand, made = _twin(hand), list[Press]()
    while (rung := _rung(hand)) != int(wanted.said):
        button = Button.MORE if rung < int(wanted.said) else Button.BACK
        longest = _longest(_twin(hand), button, int(wanted.said))
        if longest is None or len(made) > FARTHEST:
            return None
        made.append((button, longest))
        for gesture in gestures(made[-1]):
            hand.on(gesture)
    made.append((Button.OK, 0))
    return made if hand.on(Gesture(0, Button.OK, Kind.TAP)) == wanted else None


def _longest(hand: Hand, button: Button, goal: int) -> int | None:
    """How long a finger may stay on a button before the amount is beyond `goal`; None if it goes nowhere."""
    began, found = _rung(hand), None
    for long in range(RUNS):
        for gesture in gestures((button, long))[-1:]:
            hand.on(gesture)
        beyond = _rung(hand) > goal if button is Button.MORE else _rung(hand) < goal
        if beyond or _rung(hand) == began:
            break
        found = long
        if _rung(hand) == goal:
            break
    return found


def _rung(hand: Hand) -> int:
    """The amount at which a hand stands."""
    assert isinstance(hand, BidHand | StepHand)
    return int(hand.rung)


def _keyed_in(hand: EnterHand | EnterCardsHand, wanted: Said) -> list[Press]:
    """Whose dice or cards, then one after the other as the cursor comes by."""
    asked = hand.asked
    if isinstance(hand, EnterHand):
        ((seat, dice),) = hands(wanted.said).items()
        place, faces, goes = str(seat), list(hand.asked.faces), list(dice)
    else:
        ((place, cards),) = cards_at(wanted.said).items()
        goes = list(cards)
        faces = sorted(hand.asked.faces, key=lambda face: -hand.asked.faces[face])
    made: list[Press] = []
    places = [str(one) for one in asked.wanted]
    if len(places) > 1:
        own = places.index(str(asked.by)) if str(asked.by) in places else 0
        made += _walked(places.index(place) - own)
    at = 0
    for face in goes:
        made += _walked(faces.index(face) - at)
        at = faces.index(face)
    return made


def _walked(steps: int) -> list[Press]:
    """So many entries down a list, or up, and OK."""
    return [*[(Button.MORE if steps > 0 else Button.BACK, 0)] * abs(steps), (Button.OK, 0)]


def _from_menu(menu: MenuHand, wanted: Said, words: Words, view: View) -> list[Press] | None:
    """By the entry that says it, or that opens the page on which it can be said."""
    made: list[Press] = []
    for entry in range(LONGEST):
        there = _twin(menu)
        made = _walked(entry)
        shown = [there.screen(words, view)]
        for press in made[:-1]:
            there.on(*gestures(press))
            shown.append(there.screen(words, view))
        if len(shown) > 1 and shown[-1] == shown[-2]:
            return None  # that was the last entry
        if there.on(*gestures(made[-1])) == wanted:
            return made
        if there.page is not None and (further := presses(there.page, wanted, words, view)) is not None:
            return made + further
    return None


def _lay(hand: ComposeHand, wanted: Said) -> list[Press] | None:
    """A pile is put together line by line, and laid on the last one."""
    pile = Counter(int(note) for note in wanted.said.split())
    made: list[Press] = []
    said = None

    def press(button: Button, held: bool = False) -> None:
        nonlocal said
        made.append((button, held))
        for gesture in gestures(made[-1]):
            said = hand.on(gesture) or said

    for line, value in enumerate((*hand.values, None)):
        while hand.at != line:
            press(Button.MORE if hand.at < line else Button.BACK)
        while value is not None and hand.pile[value] != pile[value]:
            before = hand.pile[value]
            press(*((Button.OK, False) if before < pile[value] else (Button.BACK, True)))
            if hand.pile[value] == before:
                return None  # there are no more of them
    press(Button.OK)
    return made if said == wanted else None


def _from_the_first_column(hand: StepHand, wanted: Said) -> list[Press] | None:
    """A bid that cannot be reached any more from a later column."""
    hand = _twin(hand)
    made: list[Press] = []
    while hand.column:
        made.append((Button.BACK, True))
        for gesture in gestures(made[-1]):
            hand.on(gesture)
    walked = _walk(hand, wanted) if made else None
    return None if walked is None else made + walked


def _along(hand: StepHand, wanted: Said, button: Button) -> list[Press] | None:
    """How often to press `button` until this column is as wanted; None if it never comes to be."""
    hand = _twin(hand)
    made: list[Press] = []
    while not _agrees(hand, wanted):
        before = hand.rung
        hand.on(Gesture(0, button, Kind.TAP))
        made.append((button, False))
        if hand.rung == before or len(made) > FARTHEST:
            return None
    return made


def _agrees(hand: StepHand, wanted: Said) -> bool:
    """Whether only later columns are still to be set."""
    ladder, column = hand.step.ladder, hand.column
    if column == ladder.columns - 1:
        return hand.rung == wanted.said
    return any(ladder.moved(hand.rung, column + 1, by) == wanted.said for by in range(FACES))


def _search(hand: Hand, wanted: Said, words: Words, view: View) -> list[Press] | None:
    """Breadth first over what the glass shows."""
    seen: set[Screen] = {hand.screen(words, view)}
    ways: deque[tuple[Hand, list[Press]]] = deque([(hand, [])])
    while ways and len(seen) < FARTHEST:
        here, made = ways.popleft()
        for press in (*TAPS, *HOLDS):
            there = _twin(here)
            said = None
            for gesture in gestures(press):
                said = said or there.on(gesture)
            if said == wanted:
                return [*made, press]
            if said is None and (screen := there.screen(words, view)) not in seen:
                seen.add(screen)
                ways.append((there, [*made, press]))
    return None


def gestures(press: Press, pod: int = 0) -> tuple[Gesture, ...]:
    """What the debouncer makes of this press."""
    button, long = press
    tap, held, run = (Gesture(pod, button, kind) for kind in (Kind.TAP, Kind.HELD, Kind.RUN))
    return (tap, held, *[run] * (long - 1)) if long else (tap,)


def _says(hand: Hand, made: list[Press]) -> Said | None:
    """What a hand says by the last of these presses, and by none before."""
    said: Said | None = None
    for press in made:
        if said is not None:
            return None
        for gesture in gestures(press):
            said = hand.on(gesture) or said
    return said


def _twin(hand: H) -> H:
    """A copy to try presses on; what is asked is shared, for nobody changes it."""
    return copy.deepcopy(hand, {id(request): request for request in _requests(hand)})


def _requests(hand: Hand) -> Iterator[Request]:
    """Those that a hand and its pages answer."""
    for value in vars(hand).values():
        if isinstance(value, Request):
            yield value
        elif hasattr(value, "on") and hasattr(value, "screen"):
            yield from _requests(value)

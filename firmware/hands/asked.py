"""From what is asked of a seat to the hand that answers it."""

from __future__ import annotations

from engine.answer import Seat
from engine.request import (
    Choose,
    Compose,
    Confirm,
    Countdown,
    EnterCards,
    EnterDice,
    Request,
    SeeCards,
    SeeDice,
    Step,
)
from firmware.hands.bid import BidHand
from firmware.hands.call import CallHand
from firmware.hands.choose import ChooseHand
from firmware.hands.compose import ComposeHand
from firmware.hands.confirm import ConfirmHand
from firmware.hands.countdown import CountdownHand
from firmware.hands.enter import EnterHand
from firmware.hands.enter_cards import EnterCardsHand
from firmware.hands.step import StepHand
from firmware.hands.wait import WaitHand

AskedHand = (
    StepHand
    | BidHand
    | CallHand
    | ConfirmHand
    | ChooseHand
    | ComposeHand
    | CountdownHand
    | EnterHand
    | EnterCardsHand
    | WaitHand
)
"""A hand that answers requests; `asked` tells whether another would answer the same."""


def hand_for(seat: Seat, requests: tuple[Request, ...], kept: AskedHand | None = None) -> AskedHand | None:
    """The hand for what this seat is waited for, else for what the table or the clock is (a reading, a
    count); None when others are waited for. `kept`, the seat's hand until now, is given back if the same is
    asked as before, so that its cursor stays."""
    own = tuple(request for request in requests if request.by == seat and not request.aside)
    count = next((request for request in requests if isinstance(request, Countdown)), None)
    fresh = _own_hand(own, count) if own else _others_hand(seat, requests, count)
    if isinstance(kept, BidHand) and isinstance(fresh, BidHand):
        return kept.following(fresh.step, fresh.count)
    if kept is None or fresh is None or type(kept) is not type(fresh) or kept.asked != fresh.asked:
        return fresh
    return kept


def _own_hand(own: tuple[Request, ...], count: Countdown | None) -> AskedHand:
    step = next((request for request in own if isinstance(request, Step)), None)
    call = next((request for request in own if isinstance(request, Confirm) and request.deliberate), None)
    if step is not None and count is not None and step.ladder.columns == 1:
        return BidHand(step, count)
    if step is not None:
        return StepHand(step, call)
    if call is not None:
        return CallHand(call)
    return hand_of(own[0])


def hand_of(request: Request) -> AskedHand:
    """The hand for this one request."""
    match request:
        case Confirm(deliberate=True):
            return CallHand(request)
        case Confirm():
            return ConfirmHand(request)
        case Choose():
            return ChooseHand(request)
        case Step():
            return StepHand(request)
        case Compose():
            return ComposeHand(request)
        case EnterDice():
            return EnterHand(request)
        case Countdown():
            return CountdownHand(request)
        case EnterCards():
            return EnterCardsHand(request)
        case SeeDice() | SeeCards():
            raise ValueError("the table answers what the eye is asked, not a seat")


def _others_hand(seat: Seat, requests: tuple[Request, ...], count: Countdown | None) -> AskedHand | None:
    if count is not None:
        return CountdownHand(count)
    see = next((request for request in requests if isinstance(request, SeeDice | SeeCards)), None)
    return WaitHand(see, seat) if see is not None else None

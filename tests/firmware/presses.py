"""Presses on a hand, written short: b, m, o are taps of BACK, MORE, OK; B and M stay down until held."""

from firmware.hands import Hand, Said
from firmware.pods.gesture import Button, Gesture, Kind

BUTTONS = {"b": Button.BACK, "m": Button.MORE, "o": Button.OK}


def press(hand: Hand, presses: str) -> Said | None:
    """What the last of `presses` says; those before it must say nothing that ends the hand."""
    said = None
    for letter in presses:
        assert said is None or said.stays, f"{said} before {letter!r} of {presses!r}"
        said = hand.on(gesture(letter.lower()))
        if letter.isupper():
            said = hand.on(gesture(letter.lower(), Kind.HELD)) or said
    return said


def gesture(letter: str, kind: Kind = Kind.TAP) -> Gesture:
    return Gesture(1, BUTTONS[letter], kind)


def hold(hand: Hand, letter: str, runs: int) -> None:
    """One long press: tap, held, and so many runs."""
    for kind in (Kind.TAP, Kind.HELD, *[Kind.RUN] * runs):
        hand.on(gesture(letter, kind))

"""Draws on a picture which cards were read in it, and the doubts about the others."""

from __future__ import annotations

from collections.abc import Sequence

from vision.annotate import SURE, UNSURE, Pen
from vision.cards.reading import CardReading
from vision.picture import Frame


def draw_cards(frame: Frame, cards: Sequence[CardReading]) -> Frame:
    """A copy of the frame, (H, W, 3) uint8 BGR: every card outlined with its face on it, green where it is
    sure, amber and with the reason where it is not; a dot in the card's own top left corner."""
    drawn = frame.copy()
    pen = Pen.on(drawn)
    for card in cards:
        pen.outline(card.quad, SURE if card.sure else UNSURE, 2)
        if card.face is not None:
            inwards = card.quad[0] + 0.12 * (card.quad.mean(0) - card.quad[0])
            pen.ring((float(inwards[0]), float(inwards[1])), 2 * pen.unit, SURE if card.sure else UNSURE)
    for card in cards:
        x, y = card.quad.mean(0)
        pen.tag(_said(card), (float(x), float(y)), SURE if card.sure else UNSURE, 0.8)
    return drawn


def _said(card: CardReading) -> str:
    """In plain ASCII, which is all that OpenCV can draw."""
    face = "?" if card.face is None else card.face.encode("ascii", "replace").decode()
    if card.sure:
        return face
    return f"{face if card.face is None else face + '?'} {card.reason or ''}".strip()

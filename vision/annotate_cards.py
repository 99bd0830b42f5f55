"""Draws on a picture which cards the eye saw where: faces, doubts with their reasons, and the grounds."""

from __future__ import annotations

import numpy as np

from vision.annotate import QUIET, SURE, UNSURE, Pen
from vision.areas import Role
from vision.cards.reading import CardReading
from vision.cards_look import CardsReading, GroundReading
from vision.picture import Frame
from vision.table import Table


def annotate_cards(frame: Frame, reading: CardsReading) -> Frame:
    """A copy of the frame, (H, W, 3) uint8 BGR: every card that was asked for outlined with its face on it,
    green where it is sure, amber where it is not; around them the grounds on which they lie."""
    drawn = frame.copy()
    pen = Pen.on(drawn)
    for ground in reading.grounds:
        if reading.table is not None:
            _draw_ground(pen, reading.table, ground)
    cards = [*(card for ground in reading.grounds for card in ground.cards), *reading.strays]
    for card in cards:
        pen.outline(np.array(card.quad), SURE if card.sure else UNSURE, 2)
    for card in cards:
        middle = np.array(card.quad).mean(axis=0)
        pen.tag(_said(card), (float(middle[0]), float(middle[1])), SURE if card.sure else UNSURE, 0.8)
    if reading.trouble is not None:
        pen.tag(reading.trouble.replace("_", " "), (frame.shape[1] / 2, pen.unit * 24), UNSURE, 1.2)
    return drawn


def _draw_ground(pen: Pen, table: Table, reading: GroundReading) -> None:
    colour = QUIET if reading.wanted is None else SURE if reading.values is not None else UNSURE
    role, seat = reading.ground
    if seat is None:
        pen.outline(table.outline(table.layout.middle), colour, 1)
        return
    if role is Role.SEAT:
        pen.outline(table.outline(table.layout.seats[seat]), colour, 1)
        return
    own = table.layout.cards[seat]
    pen.outline(table.corners_of(own.animals if role is Role.ANIMALS else own.offer), colour, 1)


def _said(card: CardReading) -> str:
    """The face in plain ASCII, which is all that OpenCV can draw."""
    face = "?" if card.face is None else card.face.encode("ascii", "replace").decode()
    if card.sure and card.face is not None:
        return face
    return f"{face}? {card.reason}" if card.reason is not None else f"{face}?"

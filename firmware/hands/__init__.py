"""Hands: what one seat does with three buttons to answer what is asked of it."""

from firmware.hands.asked import AskedHand, hand_for
from firmware.hands.hand import LEFT, Hand, Said

__all__ = ["LEFT", "AskedHand", "Hand", "Said", "hand_for"]

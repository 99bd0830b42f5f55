"""The set texts of liar's dice, by the keys of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware.words.catalogue import later

ASKED: Final[Mapping[str, str]] = {
    "roll": later("Shake, peek, then OK"),
    "bid": later("Your bid"),
    "call": later("Bluff!"),
    "stacked": later("How many are stacked?"),
    "re-roll": later("Which die do you show?"),
    "agree": later("Is this right?"),
}
HINTS: Final[Mapping[str, str]] = {
    "roll": later("Look under your cup, but touch no die"),
    "call": later("You say: there are fewer"),
    "stacked": later("Show those, throw them again"),
    "re-roll": later("It stays open; throw the others again"),
}
OPTIONS: Final[Mapping[str, str]] = {
    "dice": later("Dice"),
    "track": later("Order of bids"),
    "opener": later("Who opens"),
    "star-points": later("Star in first throw"),
    "stacked": later("Stacked dice"),
    "re-roll": later("Rolling again"),
    "bids": later("How bids are made"),
}
CHOICES: Final[Mapping[tuple[str, str], str]] = {
    ("dice", "star"): later("1 to 5 and a star"),
    ("dice", "joker-6"): later("Ordinary, 6 is joker"),
    ("dice", "joker-1"): later("Ordinary, 1 is joker"),
    ("track", "borg"): later("4 stars before 8"),
    ("track", "perudo"): later("4 stars after 8"),
    ("opener", "left-of-challenger"): later("Left of the caller"),
    ("opener", "winner"): later("Who was right"),
    ("opener", "loser"): later("Who was wrong"),
    ("star-points", "0"): later("Counts 0"),
    ("star-points", "6"): later("Counts 6"),
    ("stacked", "stacked"): later("Only those again"),
    ("stacked", "all"): later("The whole hand again"),
    ("re-roll", "no"): later("No"),
    ("re-roll", "yes"): later("Allowed"),
    ("bids", "pods"): later("By the buttons"),
    ("bids", "board"): later("By the red die"),
}

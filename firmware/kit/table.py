"""The kit of the table alone, for any game: markers for its corners and a card for each seat."""

from __future__ import annotations

from firmware.kit.cards import HEIGHT, WIDTH
from firmware.kit.guide import guide_side
from firmware.kit.pieces import Paper, Sheet, Side
from firmware.kit.seats import seat_cards
from firmware.kit.sheets import card_sheets
from firmware.words.words import Words
from vision.layout import Layout

_CARD = f"{WIDTH:g} × {HEIGHT:g}"


def steps(words: Words) -> list[str]:
    """What to do with any kit."""
    return [
        words.say(
            "Print at 100 % (actual size) on both sides, turned over the long edge. Thick paper is best, "
            "200 g or more."
        ),
        words.say("Measure the bar below. If it is too long or too short, the printer has scaled the page."),
        words.say(
            "Cut from mark to mark, the long cuts first. A card measures {size} mm.",
            size=_CARD,
        ),
        words.say("Put the cards into sleeves if you like, but into matt ones: they shine less."),
        words.say(
            "Lay the markers on the corners of the table as in the plan. Leave their white border on, and "
            "fasten them: they must not slip."
        ),
    ]


def table_sheets(paper: Paper, layout: Layout, words: Words) -> list[Sheet]:
    """What any table needs: markers for its corners and a card for each seat. Raises SheetError."""
    guide = guide_side(paper, layout, words, words.say("A table for the Bluffbox"), steps(words))
    return [Sheet(guide, Side()), *card_sheets(seat_cards(layout.seats), paper)]

"""The kit of the cattle trade: its cards in the order in which they are printed."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kuhhandel.editions import ANIMALS, EDITIONS
from engine.kuhhandel.herd import SET
from engine.kuhhandel.score import DOVE
from firmware.kit.animals import animal_face
from firmware.kit.backs import animals_back, notes_back
from firmware.kit.guide import guide_side
from firmware.kit.looks import DOVE_FACE, Looks, kuhhandel_looks, note_values
from firmware.kit.mat import mat_side
from firmware.kit.notes import note_face
from firmware.kit.pieces import Paper, Piece, Sheet, Side
from firmware.kit.seats import seat_cards
from firmware.kit.sheets import card_sheets
from firmware.kit.table import steps
from firmware.kit.values import values_back, values_front
from firmware.words.kuhhandel_texts import ANIMALS as NAMES
from firmware.words.words import Words
from vision.layout import Layout

# One for each player fits on the last sheet.
_PLAYERS = 5
# As the boxes are called, in every language.
_TITLES = {"bluff-auction": "Bluff", "kuhhandel": "Kuhhandel"}


def note_counts() -> dict[int, int]:
    """How many notes of each value serve every edition: one print plays them all, on as many sheets."""
    return {
        value: max(edition.notes.get(value, 0) for edition in EDITIONS.values()) for value in note_values()
    }


def card_faces() -> dict[str, tuple[Side, int]]:
    """Every face that the eye is to read, by the engine's name for it, and how many there are. No words are
    on them: whatever language is printed, the cards are the same."""
    looks = kuhhandel_looks()
    faces = {
        kind: (Side(animal_face(kind, value, looks.animals[kind])), SET) for kind, value in ANIMALS.items()
    }
    faces[DOVE_FACE] = (Side(animal_face(DOVE_FACE, DOVE, looks.animals[DOVE_FACE])), 1)
    for value, count in note_counts().items():
        faces[str(value)] = (Side(note_face(value, looks.notes[value])), count)
    return faces


def kuhhandel_pieces(layout: Layout, words: Words) -> list[Piece]:
    """All cards. Raises SheetError where a text does not fit."""
    looks, faces = kuhhandel_looks(), card_faces()
    back = Side(animals_back(looks.backs["animals"]))
    money = Side(notes_back(looks.backs["notes"]))
    animals = [Piece(kind, faces[kind][0], back, runs_on=True) for _ in range(SET) for kind in ANIMALS]
    dove = Piece(DOVE_FACE, faces[DOVE_FACE][0], back, runs_on=True)
    notes = [Piece(str(note), faces[str(note)][0], money, runs_on=True) for note in _mixed(note_counts())]
    table = _values(looks, words)
    return [*animals, dove, table, *seat_cards(layout.seats), *notes, *[table] * (_PLAYERS - 1)]


def kuhhandel_sheets(paper: Paper, layout: Layout, words: Words) -> list[Sheet]:
    """The cards of the cattle trade, a mat, and what any table needs. Raises SheetError."""
    more = words.say("Lay the mat in the middle: what is put up for auction lies on it.")
    title = words.say("{game}: a kit for the Bluffbox", game="Kuhhandel")
    guide = guide_side(paper, layout, words, title, [*steps(words), more])
    mat = mat_side(paper, words.say("Auction"))
    return [
        Sheet(guide, Side()),
        Sheet(mat, Side()),
        *card_sheets(kuhhandel_pieces(layout, words), paper),
    ]


def _values(looks: Looks, words: Words) -> Piece:
    names = {kind: words.say(name) for kind, name in NAMES.items()}
    return Piece("values", values_front(looks, ANIMALS, names, words), values_back(words, _TITLES))


def _mixed(counts: Mapping[int, int]) -> list[int]:
    """The notes so that each sheet holds some of all: a print that is a little off then marks no value."""
    spread = [((at + 0.5) / count, value) for value, count in counts.items() for at in range(count)]
    return [value for _, value in sorted(spread)]

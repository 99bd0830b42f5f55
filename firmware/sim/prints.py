"""How the cards on the simulated table look: the taught deck that they are played with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path

import numpy as np

from firmware.sim.errors import NoPrintError
from vision.cards.deck import Deck, Face, Size, load_deck

_OF_A_KIND = 4
_PAPER = (236, 240, 242)  # a slip of paper: blue, green, red


@dataclass(frozen=True, slots=True, eq=False)
class Prints:
    """The sides of cards: the fronts by name - animals, the dove, and notes by their value - and the backs of
    animals and of notes. `animals`: how many there are of each."""

    fronts: dict[str, Face]
    animals: dict[str, int]
    animal_back: Face
    note_back: Face
    animal_size: Size
    note_size: Size

    def side(self, face: str, up: bool) -> Face:
        """What of a card looks up. Raises `NoPrintError`."""
        if not up:
            return self.note_back if face.isdecimal() else self.animal_back
        if face not in self.fronts:
            raise NoPrintError(
                f"the deck has no card '{face}': teach it, or play with the one that comes along"
            )
        return self.fronts[face]


@lru_cache(maxsize=4)
def prints_of(deck: Deck) -> Prints:
    """The prints of a taught deck. A deck without backs gets plain ones, one with two keeps that of the notes
    apart by its name. Raises `NoPrintError` for a deck that has nothing but backs."""
    fronts = {name: face for name, face in deck.faces.items() if not face.back}
    backs = [face for face in deck.faces.values() if face.back]
    if not fronts:
        raise NoPrintError(f"the deck '{deck.name}' has no faces: teach it some")
    animals = {
        name: face.count for name, face in fronts.items() if face.count == _OF_A_KIND and not name.isdecimal()
    }
    animal_size = next((fronts[name].size_mm for name in animals), deck.size_mm)
    note_size = next((face.size_mm for name, face in fronts.items() if name.isdecimal()), deck.size_mm)
    note_back = next((back for back in backs if "note" in back.name or "money" in back.name), None)
    animal_back = next((back for back in backs if back is not note_back), note_back)
    return Prints(
        fronts,
        animals,
        animal_back or _plain("back", animal_size, (120, 70, 60)),
        note_back or animal_back or _plain("back", note_size, (90, 110, 60)),
        animal_size,
        note_size,
    )


def shipped_deck() -> Deck:
    """The deck of the kit that anybody can print. Raises `DeckError` if it is not there."""
    return _shipped("kuhhandel")


def kit_face(pack: str, name: str) -> Face:
    """A face of a deck that comes along; of a name that it has not, a card with nothing on it.
    Raises `DeckError` if the deck is not there."""
    deck = _shipped(pack)
    return deck.faces.get(name) or _plain("blank", deck.size_mm, _PAPER)


def scrap_of(width: float, height: float) -> Face:
    """A slip of blank paper of this size, in millimetres."""
    return _plain("scrap", (width, height), _PAPER)


@lru_cache(maxsize=4)
def _shipped(name: str) -> Deck:
    return load_deck(Path(str(resources.files("firmware").joinpath("decks", name))))


@lru_cache(maxsize=16)
def _plain(name: str, size: Size, colour: tuple[int, int, int]) -> Face:
    picture = np.full((round(size[1] * 4), round(size[0] * 4), 3), colour, np.uint8)
    picture[6:10, 6:-6] = picture[-10:-6, 6:-6] = picture[6:-6, 6:10] = picture[6:-6, -10:-6] = 250
    return Face(name, (picture,), size, back=True)

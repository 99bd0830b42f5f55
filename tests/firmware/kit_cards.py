"""Measures how many of our own kit's cards the eye reads on the simulated table: `python -m
tests.firmware.kit_cards 85` takes eighty-five tables of twelve cards each, on as many drawn cloths."""

from __future__ import annotations

import math
import random
import sys
import time
from dataclasses import replace

import cv2
import numpy as np

from firmware.kit.deck import SHIPPED
from firmware.reading.bench import machine
from firmware.sim.cards import SeenCard
from firmware.sim.layout import Spot
from firmware.sim.render import cards_in_picture, render
from firmware.sim.styles import drawn
from firmware.sim.things import Scene
from firmware.sim.world import World
from vision.bench.report import markdown, percent
from vision.cards.deck import Deck, load_deck
from vision.cards.reader import read_cards
from vision.layout import reference_layout
from vision.table import find_table

SPOTS = [Spot(x, y) for y in (-200, 0, 200) for x in (-300, -100, 100, 300)]
_SAME = 20  # pixels between the middles of a card and of what is read of it


def laid_on(cloth: int, deck: Deck) -> Scene:
    """Twelve sides of the deck's cards, any of them, lying any way on the cloth of that number."""
    rng = random.Random(cloth)
    sides = list(deck.faces.values())
    cards = tuple(
        SeenCard(
            rng.choice(sides),
            Spot(spot.x + rng.uniform(-25, 25), spot.y + rng.uniform(-25, 25)),
            rng.uniform(0, 360),
            0.3,
        )
        for spot in rng.sample(SPOTS, len(SPOTS))
    )
    scene = World((1, 2, 3, 4, 5, 6), cloth, deck=deck).scene()
    return replace(scene, dice=(), cups=(), hands=(), cards=cards, style=drawn(cloth))


def main(tables: int) -> None:
    """Prints what is read on so many tables, and what is not, as Markdown."""
    cv2.setNumThreads(1)
    deck = load_deck(SHIPPED)
    shown = read = wrong = many = 0
    missed, times = [], []
    for cloth in range(tables):
        scene = laid_on(cloth, deck)
        frame = render(scene)
        table = find_table(frame, reference_layout())
        start = time.process_time()
        found = [card for card in read_cards(frame, deck, table) if card.sure]
        times.append((time.process_time() - start) * 1000)
        many += len(found)
        for card, truth in zip(scene.cards, cards_in_picture(scene), strict=True):
            middle = np.mean(truth.quad, axis=0)
            here = [one.face for one in found if math.dist(np.mean(one.quad, axis=0), middle) < _SAME]
            shown += 1
            many -= bool(here)
            read += card.face.name in here
            wrong += any(face != card.face.name for face in here)
            if card.face.name not in here:
                missed.append(f"{card.face.name} on cloth {cloth} ({scene.style.cloth.kind})")
    head = ["tables", "cards", "read", "wrong and sure", "sure besides", "ms a frame of twelve"]
    row = [str(tables), str(shown), percent(read, shown), str(wrong), str(many), f"{np.median(times):.0f}"]
    print(machine(), "", markdown(head, [row]), "Not read: " + (", ".join(missed) or "none"), sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 85)

"""What is laid before a seat that has many cards is read, each over a part of the last."""

from __future__ import annotations

from collections import Counter

import pytest

from firmware.kit.deck import SHIPPED
from firmware.sim.render import render
from firmware.sim.world import World
from vision.areas import Role
from vision.cards.deck import load_deck
from vision.cards.reader import read_cards
from vision.layout import reference_layout
from vision.table import find_table

HERD = ("dog", "dog", "dog", "rooster", "rooster", "cat", "cat", "donkey", "donkey")
PILE = (10, 10, 10, 10, 50, 200)


@pytest.mark.parametrize("seat", [1, 2, 5])
def test_faint_notes_beside_a_strongly_printed_herd_are_read(seat: int) -> None:
    """All that is strongly printed has more features than are taken of one part of a picture."""
    deck = load_deck(SHIPPED)
    world = World((1, 2, 3, 4, 5, 6), 0, deck=deck)
    world.gather(world.seats)
    world.put_out_cards(True)
    for face in HERD:
        world.fetch(face, seat)
    world.hold(seat, PILE)
    world.lay(seat, PILE, up=True)
    frame = render(world.scene())
    table = find_table(frame, reference_layout())
    found: dict[Role, Counter[str]] = {Role.ANIMALS: Counter(), Role.OFFER: Counter()}
    for card in read_cards(frame, deck, table):
        ground = None if card.place is None else table.layout.role_of(card.place)
        if ground is not None and ground[1] == seat:
            assert card.sure, card
            found[ground[0]][card.face or ""] += 1
    assert found[Role.ANIMALS] == Counter(HERD)
    assert found[Role.OFFER] == Counter(map(str, PILE))

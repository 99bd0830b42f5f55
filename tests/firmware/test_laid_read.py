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
MIXED = (0, 10, 10, 50, 100, 100, 200, 500)


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


@pytest.mark.parametrize("seed", [1, 3, 5])
@pytest.mark.parametrize("pile", [(10,) * 7, MIXED[:7], (10,) * 8, MIXED])
def test_a_row_of_up_to_eight_notes_is_read(pile: tuple[int, ...], seed: int) -> None:
    """docs/play.md says that more are keyed in."""
    deck = load_deck(SHIPPED)
    world = World((1, 2, 3), seed, deck=deck)
    world.put_out_cards(True)
    for seat in world.seats:
        world.gather(world.seats)
        world.hold(seat, pile)
        world.lay(seat, pile, up=True)
        frame = render(world.scene())
        table = find_table(frame, reference_layout())
        sure: Counter[str | None] = Counter()
        for card in read_cards(frame, deck, table):
            if (
                card.sure
                and card.place is not None
                and table.layout.role_of(card.place) == (Role.OFFER, seat)
            ):
                sure[card.face] += 1
        assert sure == Counter(map(str, pile))

"""Teaches a deck face by face: asks for each card, takes it from the camera, and keeps it at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import click

from firmware.camera.frame import Camera
from firmware.reading.errors import printable
from firmware.teaching.folder import Lesson, known_deck, usual_size, write_deck
from firmware.teaching.live import LiveCards
from vision.cards.alike import alike_to
from vision.cards.deck import Deck, check_name, check_picture
from vision.cards.teach import Taught


def teach_live(lesson: Lesson, names: Sequence[str], camera: Camera) -> bool:
    """Asks for the faces of these names, or for name after name where there are none, and whether none was
    left out. Faces that the deck has are not asked for again, unless they are taught anew. Raises
    CameraError, DeckError, OSError and UsageError."""
    for name in names:
        _check(name)
    known = known_deck(lesson.folder)
    size = lesson.size_for(known)
    cards = LiveCards(camera, None if size is None else size[0] / size[1], click.echo)
    asked = _listed(lesson, names, known) if names else _asked()
    taught = 0
    try:
        for title, name in asked:
            click.echo(f"{title}: {printable(name)}. Lay it alone under the camera.")
            known = _taught(lesson, name, cards, known)
            taught += 1
    except (KeyboardInterrupt, click.Abort, EOFError):
        click.echo(f"\nLeft after {taught} faces. They are kept: call the same again to go on.")
        return False
    return True


def _taught(lesson: Lesson, name: str, cards: LiveCards, known: Deck | None) -> Deck:
    """The deck with one face more, written into its folder."""
    while True:
        card = cards.next_card()
        size = lesson.size_of(name, known) or usual_size([card.picture])
        if (wrong := check_picture(card.picture, size)) is not None:
            click.echo(f"  the card {wrong}")
            continue
        one = replace(lesson, backs=tuple(back for back in lesson.backs if back == name))
        deck = one.learnt(known, [(name, card.picture)])
        rivals = ", ".join(printable(rival) for rival in alike_to(deck, name))
        click.echo(f"  taken: {_told(card)}")
        if not rivals or click.confirm(f"  It is too alike to tell from {rivals}. Keep it?"):
            write_deck(lesson.folder, deck)
            return deck
        click.echo(f"  Not kept. Lay {printable(name)} under the camera.")


def _listed(lesson: Lesson, names: Sequence[str], known: Deck | None) -> Iterator[tuple[str, str]]:
    """The names that are still to be taught, each with its place in the list."""
    for number, name in enumerate(names, 1):
        if known is not None and name in known.faces and not lesson.anew:
            click.echo(f"{number} of {len(names)}: {printable(name)} is taught already.")
        else:
            yield f"{number} of {len(names)}", name


def _asked() -> Iterator[tuple[str, str]]:
    """Names as they are typed, until there is none."""
    number = 1
    while name := click.prompt(f"Name of face {number} (Enter: no more)", default="", show_default=False):
        try:
            _check(name)
        except click.UsageError as error:
            click.echo(error.message)
            continue
        yield f"Face {number}", name
        number += 1


def _check(name: str) -> None:
    wrong = check_name(name)
    if wrong is not None:
        raise click.UsageError(f"{printable(name)}: {wrong}")


def _told(card: Taught) -> str:
    assert card.corners is not None
    high, wide = card.picture.shape[:2]
    x, y = card.corners.mean(0)
    return f"a card of {wide} x {high} pixels at {x:.0f}, {y:.0f}"

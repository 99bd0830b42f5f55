"""Teaches decks of cards: from photographs, or as they are laid under the box's camera."""

from firmware.teaching.command import teach

__all__ = ["teach"]

"""What can be wrong with a deck, each with the file, the key and what to do about it."""

from __future__ import annotations

from vision.errors import VisionError


class DeckError(VisionError):
    """A deck that cannot be used."""


class NoDeckError(DeckError):
    """There is no deck in that folder."""


class DeckFileError(DeckError):
    """The deck's TOML says something that cannot be meant: names the key."""


class FacePictureError(DeckError):
    """A face's picture is missing, no picture, too small or of another shape than the card."""

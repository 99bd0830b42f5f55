"""What can be wrong with a kit's own files, each with the file, the place and what to do about it."""

from __future__ import annotations

from vision.errors import VisionError


class KitError(Exception):
    """Base of what this room reports."""


class ArtError(KitError):
    """A picture among the art says something that cannot be drawn here."""


class KitFileError(KitError, VisionError):
    """A kit's TOML says something that cannot be meant: names the key. It is read by the eye's
    own reader of TOML, so it is one of its errors too."""


class SheetError(KitError):
    """A piece, or a text on one, does not fit where it belongs."""


class OutError(KitError):
    """What was made could not be written where it was asked for."""

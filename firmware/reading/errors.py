"""What can be wrong with a picture or a labels file that somebody hands in, in one line each."""

from __future__ import annotations

from pathlib import Path


def printable(text: str) -> str:
    """The text on one line that any terminal can show: what is not printable comes escaped."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


class PictureError(Exception):
    """A file that cannot be read as a picture. `path` is the file, `what` the line without it."""

    def __init__(self, path: Path, what: str) -> None:
        self.path = path
        self.what = what
        super().__init__(f"{printable(str(path))}: {printable(what)}")


class NoSuchPictureError(PictureError):
    """There is no such file, or it may not be opened."""


class NotAPictureError(PictureError):
    """The file is something else, or a kind of picture that cannot be opened here."""


class BrokenPictureError(PictureError):
    """A picture that ends too soon or is damaged."""


class PictureTooLargeError(PictureError):
    """A picture that would not fit into the memory set aside for one."""


class DrawingError(Exception):
    """A drawing that cannot be written where it was asked for."""

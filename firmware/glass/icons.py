"""Names for the little pictures that a text on the glass may hold: characters that a terminal shows too."""

from typing import Final

STAR: Final = "★"
DIE_STAR: Final = "✪"  # a die that shows its star face
DICE: Final = ("⚀", "⚁", "⚂", "⚃", "⚄", "⚅")

LEFT: Final = "◀"
RIGHT: Final = "▶"
UP: Final = "▲"
DOWN: Final = "▼"
CHECK: Final = "✓"
CROSS: Final = "✗"
MENU: Final = "☰"
HELD: Final = "▮"  # one die (or one note) that is there
GONE: Final = "▯"  # its empty place

CROWN: Final = "♛"
CUP: Final = "☕"
EYE: Final = "👁"
HAND: Final = "✋"
CAMERA: Final = "📷"
BELL: Final = "🔔"
WARNING: Final = "⚠"
CLOCK: Final = "⏱"

DOVE: Final = "🕊"
COIN: Final = "🪙"
ANIMALS: Final = {
    "rooster": "🐓",
    "goose": "🦆",
    "cat": "🐈",
    "dog": "🐕",
    "sheep": "🐑",
    "goat": "🐐",
    "donkey": "🐴",
    "pig": "🐖",
    "cow": "🐄",
    "horse": "🐎",
}
"""The animals of the cattle trade, by their names in its rules."""


def die(face: int | str) -> str:
    """The picture of a die's face: 1 to 6 (number or digit) or "star".

    Raises ValueError for anything else.
    """
    if face == "star":
        return DIE_STAR
    for value, picture in enumerate(DICE, start=1):
        if face in (value, str(value)):
            return picture
    raise ValueError(f'a die shows 1 to 6 or "star", not {face!r}')

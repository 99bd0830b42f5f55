"""A text made to fit a width: cut, shortened without losing a digit, or broken into lines."""

from __future__ import annotations

import re
import unicodedata

from firmware.glass.face import Face

ELLIPSIS = "…"
LONGEST = 400
"""Characters of a text that are looked at: more than the glass can hold in any size."""

_NUMBER = re.compile(r"\d+\D*$")


def clean(text: str) -> str:
    """A text as it is set: accents joined to their letters, no longer than LONGEST."""
    return unicodedata.normalize("NFC", text[:LONGEST])


def cut(type_face: Face, text: str, width: int) -> str:
    """The text, or as much of it as fits the width with an ellipsis, or nothing. No number is cut in two."""
    if type_face.width(text) <= width:
        return text
    room = width - type_face.width(ELLIPSIS)
    if room < 0:
        return ""
    end = _that_fit(type_face, text, room)
    while end and text[end - 1 : end + 1].isdigit():
        end -= 1
    return text[:end].rstrip() + ELLIPSIS


def ends_in_number(text: str) -> bool:
    """Whether a number is the last thing said, and may be followed by what belongs to it: "2: 14 p"."""
    return _NUMBER.search(text) is not None


def shortened(type_face: Face, text: str, width: int) -> str:
    """As much of a text as fits a narrow width without an ellipsis. One that ends in a number loses letters
    before it; where the number itself does not fit there is an ellipsis in its place."""
    found = _NUMBER.search(text)
    if type_face.width(text) <= width or found is None:
        return text[: _that_fit(type_face, text, width)]
    for end in range(found.start(), -1, -1):
        told = text[:end] + found.group()
        if (end == found.start() or not text[:end][-1:].isdigit()) and type_face.width(told) <= width:
            return told
    return ELLIPSIS if type_face.width(ELLIPSIS) <= width else ""


def _that_fit(type_face: Face, text: str, width: int) -> int:
    """How many letters from the beginning of a text fit a width."""
    for count, letter in enumerate(text):
        width -= type_face.width(letter)
        if width < 0:
            return count
    return len(text)


def wrapped(kind: Face, text: str, width: int) -> list[str] | None:
    """Lines broken between words; None where a word is wider than the line."""
    return _filled(_measured(kind, text), kind.width(" "), width)


def evenly(kind: Face, text: str, width: int) -> list[str] | None:
    """Wrapped into as few lines as the width allows, and these about equally long."""
    paragraphs, space = _measured(kind, text), kind.width(" ")
    lines = _filled(paragraphs, space, width)
    if lines is None:
        return None
    low, high = 0, width
    while high - low > 1:
        middle = (low + high) // 2
        narrower = _filled(paragraphs, space, middle)
        if narrower is not None and len(narrower) == len(lines):
            lines, high = narrower, middle
        else:
            low = middle
    return lines


def hyphenated(kind: Face, text: str, width: int) -> list[str]:
    """Lines broken between words, and with a hyphen within words that are wider than the line."""
    hyphen = kind.width("-")
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if kind.width(longer) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            line = word
            while kind.width(line) > width:
                head = max(1, _that_fit(kind, line, width - hyphen))
                lines.append(line[:head] + "-")
                line = line[head:]
        lines.append(line)
    return lines


def _measured(kind: Face, text: str) -> list[list[tuple[str, int]]]:
    """The words of each paragraph with their widths."""
    return [[(word, kind.width(word)) for word in line.split()] for line in text.split("\n")]


def _filled(paragraphs: list[list[tuple[str, int]]], space: int, width: int) -> list[str] | None:
    """Lines with as many words as the width holds; None where a word is wider."""
    lines: list[str] = []
    for words in paragraphs:
        line, used = "", 0
        for word, long in words:
            if long > width:
                return None
            if line and used + space + long > width:
                lines.append(line)
                line = ""
            line, used = (f"{line} {word}", used + space + long) if line else (word, long)
        lines.append(line)
    return lines

"""What a glass shows, as text: for claims about screens and for golden playthroughs."""

from __future__ import annotations

from firmware.glass.screen import Part, Row, Screen


def text_of(screen: Screen) -> str:
    """All words of a screen on one line."""
    return " | ".join(lines_of(screen))


def lines_of(screen: Screen) -> list[str]:
    """A line for the head, for each row and for the buttons: `[x]` is the cursor, `(x)` a frame."""
    if not screen.lit:
        return ["(dark)"]
    head = " ".join([screen.title, *screen.marks]).strip()
    bar = "" if screen.bar is None else " / ".join(text or "-" for text in screen.bar)
    lines = [f"# {head}" if head else "", *map(_row, screen.rows), f"= {bar}" if bar else ""]
    return [line for line in lines if line]


def _row(row: Row) -> str:
    text = " ".join(map(_part, row.parts)) if row.parts else row.text.replace("\n", " ")
    text = f"[{text}]" if row.inverted else text
    return f"{text}  {row.right}".rstrip()


def _part(part: Part) -> str:
    text = f"({part.text})" if part.boxed else part.text
    return f"[{text}]" if part.selected else text

"""The few shapes that a wiring drawing is made of, as SVG text."""

from __future__ import annotations

from xml.sax.saxutils import escape

INK, PAPER, FAINT = "#1d2733", "#ffffff", "#b8c0c8"
RED, BLACK, BLUE, YELLOW, GREEN, ORANGE = "#c6302b", "#30343a", "#2a6fb5", "#b58a00", "#2b8a3e", "#c4641a"


class Sheet:
    """A drawing of `width` x `height` user units, with a title for those who cannot see it."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._size = width, height
        self._title = title
        self._parts: list[str] = []

    def text(self, x: float, y: float, words: str, *, anchor: str = "start", size: int = 13) -> None:
        """`anchor`: start, middle or end; `y` is the middle of the line."""
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" '
            f'dominant-baseline="central">{escape(words)}</text>'
        )

    def box(self, x: float, y: float, width: float, height: float, fill: str = PAPER) -> None:
        """A part with rounded corners."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" fill="{fill}" '
            f'stroke="{INK}" stroke-width="1.5"/>'
        )

    def dot(self, x: float, y: float, colour: str, radius: float = 6) -> None:
        """A pin or a joint."""
        self._parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>')

    def wire(self, colour: str, *points: tuple[float, float]) -> None:
        """A wire from the first point to the last."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')

    def __str__(self) -> str:
        width, height = self._size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
            f'font-family="sans-serif" fill="{INK}">\n<title>{escape(self._title)}</title>\n'
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>\n'
        )
        return head + "\n".join(self._parts) + "\n</svg>\n"

"""Turns a screen into the 128 x 64 pixels of the glass, and screens into pictures for people to look at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from math import isnan

from PIL import Image

from firmware.glass.bitmap import Bitmap
from firmware.glass.face import Face, face
from firmware.glass.layout import Setting, fitted, gap, padding
from firmware.glass.screen import HEIGHT, WIDTH, Align, Part, Screen, Scroll
from firmware.glass.wrapping import clean, cut

_HEAD = 12  # rows of the title with the line below it
_PROGRESS = 3
_SCROLL = 5  # columns that the scroll bar takes from the body, with a gap
_MARGIN = 2  # free columns left and right of a text
_BUTTONS = (WIDTH // 6, WIDTH // 2, WIDTH - WIDTH // 6)  # the columns under which the three buttons lie
_CLEAR = 4  # columns that a tab keeps off the middle of another button


@lru_cache(maxsize=64)  # of an auction all bidders see the same
def draw(screen: Screen) -> Image.Image:
    """The glass as a picture of mode "1", 128 x 64, True = lit: to look at, not to draw on.

    The same screen always gives the same pixels. No text raises: see `layout` for what happens to a long
    one, `face` for letters that the font lacks.
    """
    glass = Bitmap(WIDTH, HEIGHT)
    if screen.lit:
        top = 0
        if screen.title or screen.marks:
            _head(glass, screen)
            top = _HEAD
        bottom = HEIGHT
        if screen.bar is not None:
            bottom = _buttons(glass, screen.bar)
        if screen.progress is not None:
            bottom -= _PROGRESS + 1
            _progress(glass, screen.progress, bottom)
            bottom -= 1
        _body(glass, screen, top, bottom)
    return Image.frombytes("1", (WIDTH, HEIGHT), glass.to_bytes())


def to_png(screen: Screen, scale: int = 4) -> bytes:
    """The glass as a PNG file, each pixel `scale` wide and high. Raises ValueError for a scale below 1."""
    if scale < 1:
        raise ValueError(f"a picture of the glass needs a scale of 1 or more, not {scale}")
    out = BytesIO()
    _enlarged(draw(screen), scale).save(out, format="PNG", optimize=True)
    return out.getvalue()


def sheet(screens: Sequence[Screen], columns: int = 4, scale: int = 1) -> Image.Image:
    """Many glasses side by side on grey, row by row: a picture of mode "L". Raises ValueError below 1."""
    if scale < 1 or columns < 1:
        raise ValueError(f"a sheet needs 1 column and a scale of 1 or more, not {columns} and {scale}")
    columns = min(columns, max(1, len(screens)))
    lines = -(-len(screens) // columns)
    edge = 4 * scale
    step_x, step_y = WIDTH * scale + edge, HEIGHT * scale + edge
    page = Image.new("L", (columns * step_x + edge, lines * step_y + edge), 96)
    for place, screen in enumerate(screens):
        line, column = divmod(place, columns)
        page.paste(_enlarged(draw(screen), scale), (edge + column * step_x, edge + line * step_y))
    return page


def _enlarged(picture: Image.Image, scale: int) -> Image.Image:
    return picture.resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)


def _put(glass: Bitmap, kind: Face, text: str, x: int, base: int) -> int:
    """Set a text from column x; the column after it."""
    for glyph in kind.glyphs(text):
        glass.put(glyph, x, base)
        x += glyph.advance
    return x


def _above(kind: Face, text: str) -> int:
    return max((glyph.top for glyph in kind.glyphs(text)), default=0)


def _bearing(kind: Face, text: str) -> int:
    """Dark columns before the first letter, taken back where a text begins at the margin."""
    return next((glyph.left for glyph in kind.glyphs(text)), 0)


def _narrowest(text: str, width: int, names: Sequence[str]) -> tuple[Face, str]:
    """The first of the faces that sets a text within a width, or the last one and the text cut."""
    for name in names:
        if face(name).width(text) <= width:
            return face(name), text
    return face(names[-1]), cut(face(names[-1]), text, width)


def _head(glass: Bitmap, screen: Screen) -> None:
    """The title and the marks on one line, above a dotted one that a tall letter may push into."""
    marks = clean(" ".join(screen.marks)).replace("\n", " ")
    kind, marks = _narrowest(marks, WIDTH // 2, ("plain", "small"))
    right = WIDTH - _MARGIN - kind.width(marks)
    glass.dots(_HEAD - 1)
    _put(glass, kind, marks, right, 9)
    title = clean(screen.title).replace("\n", " ")
    kind, title = _narrowest(title, right - _MARGIN - (4 if marks else 0), ("plain", "small"))
    _put(glass, kind, title, _MARGIN - _bearing(kind, title), max(9, _above(kind, title)))


def _buttons(glass: Bitmap, bar: tuple[str, str, str]) -> int:
    """Each live button as a lit tab that stands over it, all set in one face; the row where the tabs begin.

    Accents on capitals make the tabs higher.
    """
    labels = [clean(label).replace("\n", " ") for label in bar]
    kind, tabs = _tabs(labels)
    top = HEIGHT - max(9, *(_above(kind, label) for label in labels)) - 2
    for label, button, (left, right) in zip(labels, _BUTTONS, tabs, strict=True):
        if label:
            text = cut(kind, label, right - left - 2)
            width = kind.width(text)
            last = right - 1 - width
            x = min(max(button - width // 2, left + 2), last) if last >= left + 2 else left + 1
            _put(glass, kind, text, x, HEIGHT - 2)
            glass.invert(left, top, right - left, HEIGHT - top, rounded=True)
    return top


def _tabs(labels: Sequence[str]) -> tuple[Face, list[tuple[int, int]]]:
    """In which face the labels are set, and from which column to which the tab of each reaches: over its own
    button and over no other, whether that one has a label or not.

    A tab is a third of the glass; a long label takes room that its neighbours can spare.
    """
    third, most = WIDTH // 3, _BUTTONS[1] - _CLEAR
    for name in ("medium", "plain", "small"):
        kind = face(name)
        needs = [kind.width(label) + 4 if label else 0 for label in labels]
        start, end = _between(needs)
        if max(needs[0], needs[2]) <= most and needs[1] <= end - start:
            break
    else:
        needs = [min(need, third if labels[1] else most) for need in needs]
        start, end = _between(needs)
    wide = max(third, needs[1])
    left, right = max(start, _BUTTONS[1] - wide // 2), min(end, _BUTTONS[1] + wide // 2)
    left, right = max(start, min(left, right - needs[1])), min(end, max(right, left + needs[1]))
    outer = (left - 1, right + 1) if labels[1] else (max(third, needs[0]), WIDTH - max(third, needs[2]))
    return kind, [(0, outer[0]), (left, right), (outer[1], WIDTH)]


def _between(needs: Sequence[int]) -> tuple[int, int]:
    """The columns from which to which the middle tab may reach, where the outer ones take what they need."""
    start = max(needs[0] + 1, _BUTTONS[0] + _CLEAR)
    end = min(WIDTH - needs[2] - 1, _BUTTONS[2] - _CLEAR)
    return start, end


def _progress(glass: Bitmap, progress: float, top: int) -> None:
    """A bar whose lit length is the part that is done; the rest is dotted. NaN counts as nothing done."""
    done = 0.0 if isnan(progress) else max(0.0, min(1.0, progress))
    glass.dots(top + 1)
    glass.fill(0, top, round(done * WIDTH), _PROGRESS)


def _body(glass: Bitmap, screen: Screen, top: int, bottom: int) -> None:
    width = WIDTH
    if screen.scroll is not None:
        width -= _SCROLL
        _scroll(glass, screen.scroll, top, bottom)
    chosen = fitted(screen.rows, width - 2 * _MARGIN, bottom - top)
    if not chosen:
        return
    spare = bottom - top - sum(setting.height for setting in chosen)
    between = min(spare // (len(chosen) + 1), 6)
    y = top + (spare - between * (len(chosen) - 1)) // 2
    for setting in chosen:
        _row(glass, setting, y, width)
        if setting.row.inverted:
            glass.invert(0, y, width, setting.height, rounded=True)
        y += setting.height + between


def _scroll(glass: Bitmap, scroll: Scroll, top: int, bottom: int) -> None:
    """A thumb at the right edge that shows where in the list the body is."""
    track = bottom - top
    total = max(1, scroll.total)
    height = max(4, min(track, track * scroll.shown // total))
    hidden = max(1, total - scroll.shown)
    start = top + (track - height) * max(0, min(scroll.first, hidden)) // hidden
    for line in range(top, bottom, 2):
        glass.fill(WIDTH - 2, line, 1, 1)
    glass.fill(WIDTH - 3, start, 3, height)


def _row(glass: Bitmap, setting: Setting, y: int, width: int) -> None:
    row, kind = setting.row, setting.face
    right = width - _MARGIN
    if row.right:
        right -= kind.width(row.right)
        _put(glass, kind, row.right, right, y + setting.reach[0][0])
        right -= kind.width(" ")
    for at, (line, (above, below)) in enumerate(zip(setting.lines, setting.reach, strict=True)):
        base = y + above
        if row.parts:
            _parts(glass, setting, at, base, right)
        else:
            indent = _indent(row.align, right - _MARGIN - kind.width(line)) or -_bearing(kind, line)
            _put(glass, kind, line, _MARGIN + indent, base)
        y = base + below


def _indent(align: Align, spare: int) -> int:
    match align:
        case Align.LEFT:
            return 0
        case Align.RIGHT:
            return spare
        case Align.CENTRE | Align.SPREAD:
            return (spare + 1) // 2


def _parts(glass: Bitmap, setting: Setting, line: int, base: int, right: int) -> None:
    row, kind, parts = setting.row, setting.face, setting.parts(line)
    pad, space = padding(kind, row), gap(kind)
    widths = [kind.width(part.text) + 2 * pad for part in parts]
    if row.align is Align.SPREAD:
        room, shares = right - _MARGIN, 2 * setting.columns
        middles = [_MARGIN + room * (2 * place + 1) // shares for place in range(len(widths))]
        starts = [middle - width // 2 for middle, width in zip(middles, widths, strict=True)]
    else:
        x = _MARGIN + _indent(row.align, right - _MARGIN - sum(widths) - space * (len(widths) - 1))
        starts = []
        for width in widths:
            starts.append(x)
            x += width + space
    for part, start, width in zip(parts, starts, widths, strict=True):
        _put(glass, kind, part.text, start + pad, base)
        _mark(glass, kind, part, start, width, base)


def _mark(glass: Bitmap, kind: Face, part: Part, x: int, width: int, base: int) -> None:
    """The cursor or the frame over a part: as wide as the part with its padding, as high as a capital."""
    below = max((glyph.below for glyph in kind.glyphs(part.text)), default=0)
    top = base - kind.cap - 1
    height = kind.cap + 2 + below
    if part.selected:
        glass.invert(x, top, width, height, rounded=True)
    if part.boxed:
        glass.frame(x, top, width, height)

"""Writes sheets of paper as a PDF of pages, front and back in turn, in lines and letters that print sharp."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from firmware.kit.lettering import POINT, font, width_of
from firmware.kit.pieces import Paper, Sheet, Side, Text
from firmware.kit.shapes import Colour, Contour, Drawing, Shape, Window, rectangle

# Nothing that is stamped reaches farther from its origin than this, in points.
_FAR = 2000
_EVEN_ODD = 0  # as reportlab has it


def pdf_of(sheets: Sequence[Sheet], paper: Paper, title: str) -> bytes:
    """The file, the same to the last byte whenever it is made. Two pages a sheet."""
    out = BytesIO()
    size = (paper.width / POINT, paper.height / POINT)
    canvas = Canvas(out, pagesize=size, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("Bluffbox")
    # Cards shrunk to the printer's margins would be too small for the box's eye; the paper is turned for the
    # backs as they are laid out.
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")
    book = _Book(canvas)
    for sheet in sheets:
        for side in (sheet.front, sheet.back):
            book.keep(side)
            book.draw(side, paper.height)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


class _Book:
    """Draws sides, each that is stamped kept once in the file as a form and shown wherever it stands."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._kept: dict[Side, str] = {}

    def keep(self, side: Side) -> None:
        """Forms for all that is stamped on a side; not to be called in the midst of a page."""
        for stamp in side.stamps:
            if stamp.side in self._kept:
                continue
            self.keep(stamp.side)
            name = self._kept[stamp.side] = f"side{len(self._kept)}"
            self._canvas.beginForm(name, -_FAR, -_FAR, _FAR, _FAR)
            self.draw(stamp.side, 0)
            self._canvas.endForm()

    def draw(self, side: Side, height: float) -> None:
        """`height`: where y = 0 lies above the lower edge."""
        page = _Page(self._canvas, height)
        for stamp in side.stamps:
            left, top, right, low = stamp.seen
            with page.window((rectangle(left, top, right - left, low - top),)):
                self._canvas.translate(stamp.x / POINT, (height - stamp.y) / POINT)
                self._canvas.doForm(self._kept[stamp.side])
        page.drawing(side.drawing)
        for text in side.texts:
            page.text(text)


class _Page:
    """Ink for drawings in millimetres, y down."""

    def __init__(self, canvas: Canvas, height: float) -> None:
        self._canvas = canvas
        self._height = height
        canvas.setLineCap(1)
        canvas.setLineJoin(1)

    @contextmanager
    def window(self, opening: Sequence[Contour]) -> Iterator[None]:
        self._canvas.saveState()
        self._canvas.clipPath(self._path(opening), stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def drawing(self, drawing: Drawing) -> None:
        for part in drawing:
            if isinstance(part, Window):
                with self.window(part.opening):
                    self.drawing(part.inside)
            else:
                self._shape(part)

    def _shape(self, shape: Shape) -> None:
        canvas = self._canvas
        if shape.fill is not None:
            canvas.setFillColorRGB(*_parts(shape.fill))
        if shape.stroke is not None:
            canvas.setStrokeColorRGB(*_parts(shape.stroke))
            canvas.setLineWidth(shape.width / POINT)
        canvas.drawPath(
            self._path(shape.contours),
            stroke=int(shape.stroke is not None),
            fill=int(shape.fill is not None),
            fillMode=_EVEN_ODD,
        )

    def _path(self, contours: Sequence[Contour]) -> PDFPathObject:
        path = self._canvas.beginPath()
        for contour in contours:
            path.moveTo(*self._at(*contour.start))
            for curve in contour.curves:
                if len(curve) == 1:
                    path.lineTo(*self._at(*curve[0]))
                else:
                    path.curveTo(*(part for point in curve for part in self._at(*point)))
            if contour.closed:
                path.close()
        return path

    def text(self, text: Text) -> None:
        canvas = self._canvas
        canvas.setFillColorRGB(*_parts(text.colour))
        canvas.setFont(font(text.bold), text.size / POINT)
        left = text.x - text.anchor.value * width_of(text.words, text.size, text.bold)
        canvas.drawString(*self._at(left, text.y), text.words)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x / POINT, (self._height - y) / POINT


def _parts(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = (part / 255 for part in colour)
    return red, green, blue

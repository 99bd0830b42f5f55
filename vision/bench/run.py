"""Runs dice readers over labelled pictures, each in a process of its own so that its memory can be told."""

from __future__ import annotations

import math
import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import numpy as np

from vision import dice
from vision.bench import classical
from vision.bench.labels import EMPTY, Labelled, LabelsError
from vision.bench.score import Tally, score
from vision.dice_nets import DiceNets
from vision.errors import TableNotFoundError, VisionError
from vision.layout import Layout, reference_layout
from vision.picture import Frame
from vision.reading import DiceReading, Place
from vision.seats import Reader
from vision.table import Table, find_table

OURS = "bluffbox"
UNSEEN = "bluffbox, unseen"
"""Our reader with networks that have not learnt from the pictures' maker."""

_METHODS: dict[str, Callable[[Frame], DiceReading]] = {
    "blobs": classical.blobs,
    "contours": classical.contours,
    "templates": classical.templates,
}
METHODS = (OURS, *_METHODS)
"""The names of the readers that can be measured: ours first."""

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM")


class BenchError(VisionError):
    """A measuring process that ended without a result."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one reader did: a tally a picture, in the order given, and the most memory its process held, in
    bytes, pictures and libraries included."""

    method: str
    tallies: tuple[Tally, ...]
    peak: int


def measure(
    method: str,
    labels: Sequence[Labelled],
    progress: Callable[[int], None] = lambda _: None,
    trained: Path | None = None,
) -> Measured:
    """Reads every picture with the reader of that name on one thread. `progress` is told how many are done.
    With `trained`, a folder that training wrote, each maker's pictures are read with the networks in its
    without-MAKER, which must be there.
    Raises LabelsError when a picture is not there, BenchError when the reader's process dies."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    with _one_thread():
        process = context.Process(target=_work, args=(method, list(labels), there, trained), daemon=True)
        process.start()
    there.close()
    tallies: list[Tally] = []
    try:
        while True:
            match here.recv():
                case Tally() as tally:
                    tallies.append(tally)
                    progress(len(tallies))
                case int(peak):
                    return Measured(method, tuple(tallies), peak)
                case error:
                    raise LabelsError(str(error))
    except EOFError as error:
        process.join()
        raise BenchError(
            f"the process that measured {method!r} ended with code {process.exitcode}"
        ) from error
    finally:
        here.close()
        process.join()


def by_source(labels: Iterable[Labelled], tallies: Iterable[Tally]) -> dict[str, Tally]:
    """The tallies added up for each source, and for all photographs of one view together."""
    sums: dict[str, Tally] = {}
    totals: dict[str, Tally] = {}
    for label, tally in zip(labels, tallies, strict=True):
        sums[label.source] = sums.get(label.source, Tally()) + tally
        kind = "all of the table" if label.source.startswith("table:") else f"all {label.view}"
        if label.view == EMPTY:
            kind = "all without dice"
        totals[kind] = totals.get(kind, Tally()) + tally
    return sums | totals


def rendered_layout() -> Layout:
    """The layout in the rendered pictures of the shared data: the reference markers, closer together."""
    x, y = 435.0, 307.0
    places = {0: Place(-x, -y), 1: Place(x, -y), 2: Place(x, y), 3: Place(-x, y)}
    return replace(reference_layout(), markers=places, cards={})


def read_again(method: str, frame: Frame) -> DiceReading:
    """What the reader of that name sees. Where the markers of the rendered or the simulated table are in
    view, ours is told where it lies, as in a game."""
    return _reader(method)(frame, known_table(method, frame))


def maker(label: Labelled) -> str:
    """The short name of the picture's maker, with which its file's name begins."""
    return label.path.name.partition("-")[0]


def unseen(labels: Iterable[Labelled], trained: Path) -> list[Labelled]:
    """The pictures for whose makers there are networks that have not learnt from them."""
    return [label for label in labels if (trained / f"without-{maker(label)}").is_dir()]


def load_frame(path: Path) -> Frame | None:
    """The labelled picture, or None when it cannot be read."""
    if not path.is_file():
        return None
    frame = cv2.imread(str(path), cv2.IMREAD_COLOR)
    return None if frame is None else np.asarray(frame, np.uint8)


def _work(method: str, labels: list[Labelled], out: Connection, trained: Path | None) -> None:
    cv2.setNumThreads(1)
    read = _reader(method)
    learnt_without = ""
    for number, label in enumerate(labels):
        frame = load_frame(label.path)
        if frame is None:
            out.send(f"{label.path}: the picture that the labels name cannot be read")
            return
        table = known_table(method, frame)
        if trained is not None and maker(label) != learnt_without:
            learnt_without = maker(label)
            read = partial(dice.read_with, DiceNets.kept_in(trained / f"without-{learnt_without}"))
        if number == 0:  # what is loaded or built on the first call is not part of reading
            read(frame, table)
        # The processor's time: what else runs on the machine does not count, and on one thread it is the
        # clock's time of an idle machine.
        start = time.process_time()
        reading = read(frame, table)
        out.send(score(reading.dice, label, (time.process_time() - start) * 1000))
    out.send(_peak_memory())


def _reader(method: str) -> Reader:
    if method in {OURS, UNSEEN}:
        return dice.read_dice
    classic = _METHODS[method]
    return lambda frame, _: classic(frame)


def known_table(method: str, frame: Frame) -> Table | None:
    """Where the table lies, if the reader of that name is told and its markers are in view."""
    if method not in {OURS, UNSEEN}:
        return None
    found = []
    for layout in (rendered_layout(), reference_layout()):
        with suppress(TableNotFoundError):
            found.append(find_table(frame, layout))
    # The layouts are so alike that both may fit: it is the one in which the markers have their size.
    return min(found, key=_misfit, default=None)


def _misfit(table: Table) -> float:
    """By how many millimetres the sides of the markers miss the layout's."""
    sides = []
    for corners in table.corners.values():
        places = [table.place_of(float(x), float(y)) for x, y in corners]
        sides += [
            math.dist((a.x, a.y), (b.x, b.y)) for a, b in zip(places, places[1:] + places[:1], strict=True)
        ]
    return abs(float(np.mean(sides)) - table.layout.side)


def _peak_memory() -> int:
    """The most memory this process has held, 0 where the system does not say. Not the resource module's
    figure, which starts from the parent's."""
    status = Path("/proc/self/status")
    for line in status.read_text().splitlines() if status.is_file() else ():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


@contextmanager
def _one_thread() -> Iterator[None]:
    """For a process started within: libraries read these when they are loaded."""
    before = {name: os.environ.get(name) for name in _ONE_THREAD}
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value

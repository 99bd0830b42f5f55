"""Whatever the camera does, the table goes on: nobody waits for it, and its health is said once a change."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest

from firmware.camera.frame import Camera, CameraError, CameraGone, CameraLost, CameraSlow, Frame
from firmware.camera.thread import CameraThread, Health, HealthChanged, News, Patience

WAIT = 20.0  # seconds after which a test that hangs is called failed
QUICK = Patience(capture=WAIT, opening=WAIT, first=0.001, longest=0.004, pulse=0.001)
HASTY = Patience(capture=0.3, opening=0.3, first=0.001, longest=0.004, pulse=0.001)
LAZY = Patience(capture=WAIT, opening=WAIT, first=0.001, longest=0.004, pulse=WAIT)


@dataclass
class Bench:
    """Cameras on a bench, driven by a script: each capture pops the next entry, the last one stays.
    An entry is a time (a frame taken then), an error to raise, or an event to wait for."""

    script: list[float | Exception | threading.Event]
    opening: list[Exception] = field(default_factory=list)
    deaf: bool = False
    open_now: int = 0
    most_open: int = 0
    opened: int = 0
    captures: int = 0
    threads: set[int] = field(default_factory=set)
    aborted: threading.Event = field(default_factory=threading.Event)
    hanging: threading.Event = field(default_factory=threading.Event)

    def make(self) -> Camera:
        self.threads.add(threading.get_ident())
        if self.opening:
            raise self.opening.pop(0)
        self.open_now += 1
        self.opened += 1
        self.most_open = max(self.most_open, self.open_now)
        return BenchCamera(self)


class BenchCamera:
    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._given_up = threading.Event()

    def frame(self) -> Frame:
        bench = self._bench
        bench.threads.add(threading.get_ident())
        bench.captures += 1
        entry = bench.script.pop(0) if len(bench.script) > 1 else bench.script[0]
        if isinstance(entry, threading.Event):
            bench.hanging.set()
            while not entry.wait(0.002):
                if self._given_up.is_set() and not bench.deaf:
                    raise CameraSlow("told to give up")
            return Frame(np.zeros((2, 2, 3), np.uint8), 0.0)
        if isinstance(entry, Exception):
            raise entry
        return Frame(np.zeros((2, 2, 3), np.uint8), entry)

    def abort(self) -> None:
        self._given_up.set()
        self._bench.aborted.set()

    def close(self) -> None:
        self._bench.open_now -= 1


class Watch:
    """A camera thread and the news it posts."""

    def __init__(self, bench: Bench, patience: Patience, looking: bool) -> None:
        self.bench = bench
        self.news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self.thread = CameraThread(bench.make, self.news.put, patience)
        if looking:
            self.thread.look(since=0.0)
        self.thread.start()

    def next(self) -> News:
        return self.news.get(timeout=WAIT)

    def health(self) -> Health:
        """The next change of health; frames on the way are passed over."""
        while not isinstance(news := self.next(), HealthChanged):
            pass
        return news.health

    def frame(self) -> Frame:
        news = self.next()
        assert isinstance(news, Frame), news
        return news


@pytest.fixture
def watch() -> Iterator[Callable[..., Watch]]:
    watches: list[Watch] = []

    def make(bench: Bench, patience: Patience = QUICK, looking: bool = False) -> Watch:
        watches.append(Watch(bench, patience, looking))
        return watches[-1]

    yield make
    for each in watches:
        for entry in each.bench.script:
            if isinstance(entry, threading.Event):
                entry.set()
        assert each.thread.stop(WAIT)
        assert each.bench.open_now == 0, "every camera that was opened is closed"


def test_a_working_camera_is_well_and_its_frames_are_posted(watch: Callable[..., Watch]) -> None:
    it = watch(Bench([5.0]))
    assert it.health() is Health.WELL
    it.thread.look(since=5.0)
    assert [it.frame().taken_at for _ in range(3)] == [5.0] * 3


def test_nothing_is_posted_before_anybody_looks_and_after_they_rest(watch: Callable[..., Watch]) -> None:
    bench = Bench([5.0])
    it = watch(bench)
    assert it.health() is Health.WELL
    seen = bench.captures
    while bench.captures < seen + 5:
        threading.Event().wait(0.001)
    assert it.news.empty()
    it.thread.look(since=0.0)
    it.frame()
    it.thread.rest()
    seen = bench.captures
    while bench.captures < seen + 3:
        threading.Event().wait(0.001)
    while not it.news.empty():
        it.news.get()
    while bench.captures < seen + 8:
        threading.Event().wait(0.001)
    assert it.news.empty()


def test_no_frame_from_before_the_press_is_posted(watch: Callable[..., Watch]) -> None:
    it = watch(Bench([1.0, 2.0, 3.0, 4.0, 10.0, 10.5]), LAZY)
    assert it.health() is Health.WELL
    it.thread.look(since=10.0)
    assert it.frame().taken_at == 10.0


def test_frames_come_no_faster_than_asked(watch: Callable[..., Watch]) -> None:
    bench = Bench([5.0])
    it = watch(bench, LAZY)
    assert it.health() is Health.WELL
    it.thread.look(since=0.0, every=WAIT)
    it.frame()
    it.thread.look(since=0.0, every=WAIT)  # a new press does not wait for the old one's pause
    it.frame()
    assert bench.captures <= 4


def test_a_hanging_capture_is_called_lost_and_no_second_camera_is_opened(watch: Callable[..., Watch]) -> None:
    stuck = threading.Event()
    bench = Bench([1.0, stuck], deaf=True)
    it = watch(bench, HASTY)
    assert it.health() is Health.WELL
    it.thread.look(since=0.0)
    assert it.health() is Health.LOST
    assert bench.aborted.wait(WAIT)
    cameras = [thread for thread in threading.enumerate() if thread.name == "camera"]
    it.thread.try_again()
    assert bench.opened == 1
    assert len(cameras) == 1
    bench.script[:] = [9.0]
    stuck.set()
    assert it.health() is Health.WELL
    assert bench.opened == 2
    assert bench.most_open == 1


def test_a_hanging_capture_that_gives_up_when_told_is_opened_again(watch: Callable[..., Watch]) -> None:
    bench = Bench([1.0, threading.Event(), 7.0])
    it = watch(bench, HASTY)
    assert it.health() is Health.WELL
    it.thread.look(since=5.0)
    assert it.health() is Health.LOST
    assert it.health() is Health.WELL
    assert it.frame().taken_at == 7.0
    assert bench.most_open == 1


def test_calls_return_while_a_capture_hangs(watch: Callable[..., Watch]) -> None:
    stuck = threading.Event()
    it = watch(Bench([stuck], deaf=True), LAZY)
    assert it.bench.hanging.wait(WAIT)
    done = threading.Event()

    def press() -> None:
        it.thread.look(since=1.0)
        it.thread.rest()
        it.thread.try_again()
        repr(it.thread)
        done.set()

    threading.Thread(target=press, daemon=True).start()
    assert done.wait(WAIT)
    assert it.thread.stop(timeout=0.01) is False
    stuck.set()


def test_a_camera_that_comes_late_is_picked_up_and_its_absence_said_once(watch: Callable[..., Watch]) -> None:
    bench = Bench([3.0], opening=[CameraLost("not there")] * 6)
    it = watch(bench)
    assert it.health() is Health.LOST
    assert it.health() is Health.WELL, "six failures are one change"
    it.thread.look(since=0.0)
    assert it.frame().taken_at == 3.0


@pytest.mark.parametrize("failure", [CameraLost("unplugged"), OSError(121, "I/O"), RuntimeError("driver")])
def test_a_camera_lost_between_frames_is_opened_again(
    watch: Callable[..., Watch], failure: Exception
) -> None:
    bench = Bench([1.0, failure, 2.0])
    it = watch(bench)
    assert [it.health() for _ in range(3)] == [Health.WELL, Health.LOST, Health.WELL]
    assert bench.opened == 2


def test_a_camera_that_is_lost_while_nobody_looks_is_noticed(watch: Callable[..., Watch]) -> None:
    it = watch(Bench([1.0, 1.0, CameraLost("unplugged"), CameraLost("unplugged")]))
    assert it.health() is Health.WELL
    assert it.health() is Health.LOST


def test_one_late_capture_is_no_loss_but_several_are(watch: Callable[..., Watch]) -> None:
    late = CameraSlow("late")
    it = watch(Bench([1.0, late, 2.0, late, late, 3.0, late, late, late, 4.0]), looking=True)
    assert it.health() is Health.WELL
    times = [news.taken_at for news in (it.next() for _ in range(3)) if isinstance(news, Frame)]
    assert times == [1.0, 2.0, 3.0]
    assert it.health() is Health.LOST
    assert it.health() is Health.WELL
    assert it.bench.opened == 1


def test_a_permanent_fault_is_not_tried_again_until_somebody_says_so(watch: Callable[..., Watch]) -> None:
    bench = Bench([6.0], opening=[CameraGone("no driver: install it")])
    it = watch(bench)
    news = it.next()
    assert news == HealthChanged(Health.GONE, "no driver: install it")
    assert it.thread.health is Health.GONE
    it.thread.look(since=0.0)
    with pytest.raises(queue.Empty):
        it.news.get(timeout=0.1)
    assert bench.opened == 0
    it.thread.try_again()
    assert it.health() is Health.WELL


def test_one_thread_alone_touches_a_camera(watch: Callable[..., Watch]) -> None:
    bench = Bench([1.0])
    it = watch(bench)
    it.thread.look(since=0.0)
    for _ in range(20):
        it.next()
    assert len(bench.threads) == 1
    assert threading.get_ident() not in bench.threads


def test_stopping_at_once_closes_what_was_opened() -> None:
    for _ in range(20):
        bench = Bench([1.0])
        thread = CameraThread(bench.make, lambda _news: None, LAZY)
        thread.start()
        assert thread.stop(WAIT)
        assert bench.open_now == 0


def test_errors_are_one_family() -> None:
    assert all(issubclass(error, CameraError) for error in (CameraGone, CameraLost, CameraSlow))

"""A house without a table: it shows canaries to tests, or pretty pages to whoever runs it as a program."""

from __future__ import annotations

import argparse
import io
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from PIL import Image, ImageDraw, ImageFont

from firmware.pods.gesture import Button
from firmware.web.house import CupAction, Keys, Player, RedFace

PODS = (1, 2, 3, 4, 5, 6)
SEATS_MM = {1: (-200, 240), 2: (-360, 0), 3: (-200, -240), 4: (200, -240), 5: (360, 0), 6: (200, 240)}


CANARIES = {1: "ALDER", 2: "BIRCH", 3: "CEDAR", 4: "EBONY", 5: "HAZEL", 6: "MAPLE"}


def canary_glass(pod: int) -> bytes:
    """A glass that is found in any text or bytes it leaks into: 64 rows of 16 letters."""
    return f"{CANARIES[pod] * 3}!".encode() * 64


def canary_dice(pod: int) -> list[dict[str, str]]:
    """Dice whose values name the seat, so that a leak of even one is found (no page checks values)."""
    return [{"value": f"{CANARIES[pod] * 2}{n}", "lean": "flat"} for n in range(5)]


def canary_file(pod: int) -> dict[str, str]:
    """A file whose company and token name the seat: which one it looks into is nobody else's either."""
    return {"company": f"{CANARIES[pod] * 2}-office", "says": f"{CANARIES[pod] * 2}-token"}


@dataclass
class FakeHouse:
    """What the console asks for, from plain fields; what it does, in `done`."""

    pods: tuple[int, ...] = PODS
    simulated: bool = True
    glasses: dict[int, bytes | None] = field(default_factory=lambda: {pod: canary_glass(pod) for pod in PODS})
    hands: dict[int, list[dict[str, str]]] = field(
        default_factory=lambda: {pod: canary_dice(pod) for pod in PODS}
    )
    state: dict[int, str] = field(default_factory=lambda: dict.fromkeys(PODS, "down"))
    beside: dict[int, list[dict[str, str]]] = field(default_factory=dict)
    without_cup: set[int] = field(default_factory=set)
    said: set[int] = field(default_factory=set)  # whose dice stay as they lie
    files: dict[int, dict[str, str] | None] = field(
        default_factory=lambda: {pod: canary_file(pod) for pod in PODS}
    )
    players: dict[int, Player] = field(default_factory=lambda: dict.fromkeys(PODS, "person"))
    told: dict[str, object] = field(default_factory=lambda: {"view": None, "names": {}, "account": []})
    version: int = 1
    shot: tuple[int, bytes] | None = None
    drawn: tuple[int, bytes] | None = None  # the board
    words: dict[str, str] = field(default_factory=dict)
    secret: Keys = field(
        default_factory=lambda: Keys(
            secrets.token_urlsafe(), {pod: f"{pod}{secrets.token_urlsafe()}" for pod in PODS}
        )
    )
    done: list[tuple[object, ...]] = field(default_factory=list)
    asked_for: set[tuple[str, int]] = field(default_factory=set)
    stirred: threading.Condition = field(default_factory=threading.Condition)

    def keys(self) -> Keys:
        return self.secret

    def glass(self, pod: int) -> bytes | None:
        self.asked_for.add(("glass", pod))
        return self.glasses[pod]

    def press(self, pod: int, button: Button, down: bool) -> None:
        self._did("press", pod, str(button), down)

    def picture(self) -> tuple[int, bytes] | None:
        return self.shot

    def board(self) -> tuple[int, bytes] | None:
        return self.drawn

    def public(self) -> tuple[int, Mapping[str, object]]:
        return self.version, self.told

    def tell(self, **parts: object) -> None:
        """Change what everybody may know."""
        self.told = {**self.told, **parts}
        self.version += 1

    def cup(self, pod: int) -> Mapping[str, object] | None:
        self.asked_for.add(("cup", pod))
        if pod in self.without_cup:
            return None
        beside, shakes = self.beside.get(pod, []), pod not in self.said
        return {"state": self.state[pod], "dice": self.hands[pod], "beside": beside, "shakes": shakes}

    def cup_do(self, pod: int, action: CupAction) -> None:
        self._did("cup", pod, action)

    def file(self, pod: int) -> Mapping[str, object] | None:
        self.asked_for.add(("file", pod))
        return self.files.get(pod)

    def file_opened(self, pod: int) -> None:
        self._did("file", pod)

    def red_die(self, pod: int, across: float, down: float, value: RedFace | None) -> None:
        self._did("red-die", pod, round(across, 1), round(down, 1), value)

    def player(self, pod: int) -> Player:
        return self.players[pod]

    def set_player(self, pod: int, who: Player) -> None:
        self.players[pod] = who
        self._did("player", pod, who)

    def texts(self) -> Mapping[str, str]:
        return self.words

    def wait_for(self, *things: tuple[object, ...], ordered: bool = True, seconds: float = 10.0) -> None:
        """Come back once exactly these things were done, in this order (or in any)."""

        def so_it_is() -> bool:
            return (
                self.done == list(things)
                if ordered
                else sorted(map(str, self.done)) == sorted(map(str, things))
            )

        with self.stirred:
            if not self.stirred.wait_for(so_it_is, seconds):
                raise AssertionError(f"done: {self.done}, expected: {list(things)}")

    def _did(self, *what: object) -> None:
        with self.stirred:
            self.done.append(what)
            self.stirred.notify_all()


class DemoHouse(FakeHouse):
    """A house to look at: the cups can be shaken and looked under, buttons answer on the glass."""

    def __init__(self, seed: int = 4) -> None:
        super().__init__()
        self.random = Random(seed)
        self.beside = {4: [{"value": "4", "lean": "flat"}, {"value": "star", "lean": "flat"}]}
        self.players.update({3: "bot", 5: "bot"})
        for pod in PODS:
            self._shake(pod)
            self.glasses[pod] = drawn(
                ("6 x four", "by Theo", "Raise or Bluff!") if pod == 2 else ("wait for Ada",)
            )
        self.hands[6] = [
            {"value": v, "lean": n} for v, n in (("1", "flat"), ("3", "cocked"), ("6", "stacked"))
        ]
        self.tell(
            view={
                "turn": 2,
                "bid": "6x4",
                "bidder": 1,
                "phase": "bidding",
                "round": 3,
                "dice": {"1": 5, "2": 4, "3": 5, "4": 3, "5": 0, "6": 1},
            },
            names={"1": "Theo", "2": "Ada", "3": "Grandmother Wilhelmina", "4": "Jip", "6": "Noor"},
            waits=[2],
            asked="Ada raises 6 x four, or says Bluff!",
            account=[
                {"n": 1, "text": "Round 3. Theo opens; 18 dice are in play."},
                {"n": 2, "text": "Theo bids 3 x two."},
                {"n": 3, "text": "Ada bids 4 x two."},
                {"n": 4, "text": "Grandmother Wilhelmina bids 2 x star."},
                {"n": 5, "text": "Jip bids 5 x three."},
                {"n": 6, "text": "Noor bids 5 x four."},
                {"n": 7, "text": "Theo bids 6 x four."},
            ],
            health=["Camera: glare on the right side"],
            language="en",
        )
        self.shot = (1, picture())

    def press(self, pod: int, button: Button, down: bool) -> None:
        super().press(pod, button, down)
        self.glasses[pod] = drawn((f"{button} {'down' if down else 'up'}", f"pod {pod}"))

    def cup_do(self, pod: int, action: CupAction) -> None:
        super().cup_do(pod, action)
        if action == "shake":
            self._shake(pod)
        elif action == "sort":
            self.hands[pod] = [{**die, "lean": "flat"} for die in self.hands[pod]]

    def _shake(self, pod: int) -> None:
        self.hands[pod] = [
            {"value": self.random.choice(["1", "2", "3", "4", "5", "star"]), "lean": "flat"} for _ in range(5)
        ]


def drawn(lines: tuple[str, ...]) -> bytes:
    """A glass that shows these lines, the first one large."""
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.text((2, 0), lines[0], fill=1, font=ImageFont.load_default(20))
    for row, line in enumerate(lines[1:]):
        draw.text((2, 24 + 14 * row), line, fill=1, font=ImageFont.load_default(12))
    draw.line((0, 63, 127, 63), fill=1)
    return image.tobytes()


def picture() -> bytes:
    """A JPEG of a green table with six cups and some dice in the middle."""
    image = Image.new("RGB", (1640, 1232), (38, 105, 70))
    draw = ImageDraw.Draw(image)

    def circle(x: float, y: float, radius: float, fill: tuple[int, int, int]) -> None:
        x, y, radius = 820 + 1.6 * x, 616 + 1.6 * y, 1.6 * radius
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)

    for x, y in SEATS_MM.values():
        circle(x + 4, y + 5, 41, (24, 70, 46))
        circle(x, y, 40, (120, 66, 38))
        circle(x, y, 33, (150, 88, 54))
    random = Random(2)
    for _ in range(9):
        x, y = 820 + random.uniform(-90, 90), 616 + random.uniform(-80, 80)
        draw.rounded_rectangle((x, y, x + 26, y + 26), 5, fill=(242, 197, 63))
        draw.ellipse((x + 9, y + 9, x + 17, y + 17), fill=(30, 22, 16))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=85)
    return out.getvalue()


def main() -> None:
    """Show the pages until Ctrl-C."""
    from firmware.web.thread import WebThread  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8080)
    args = parser.parse_args()
    house = DemoHouse()
    web = WebThread(house, args.host, args.port)
    web.start()
    print(f"public  {web.address}/\nall     {web.address}/all/{house.secret.everything}")
    for pod, key in house.secret.seats.items():
        print(f"seat {pod}  {web.address}/seat/{pod}/{key}")
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        web.stop()


if __name__ == "__main__":
    main()

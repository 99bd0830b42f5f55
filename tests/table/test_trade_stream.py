"""What the open pages of a real table are sent during a whole trade: a seat's page nothing of another's."""

from __future__ import annotations

import asyncio
import base64
import json
from typing import Any

import aiohttp

from firmware.pods.gesture import Button
from firmware.web import WebThread
from firmware.window import Window
from tests.table.headless import Headless
from tests.table.test_box_cards import OWNER_PRESSES, SEATS, Trading

PATIENCE = 240.0  # seconds for a trade that takes five on an idle machine
TO_ALL = {"page", "pods", "texts", "public", "picture", "board"}
Step = dict[int, dict[str, Any]]


class Stream:
    """A trade in which the owner lays one note or another, with as many presses, before the open pages of all
    seats (0: the public one). `steps` holds what each page knew after each press, `keys` whatever it was ever
    told of."""

    def __init__(self, note: str) -> None:
        self.trading = Trading(Headless)
        self.window = Window(self.trading.box)
        self.steps: list[Step] = []
        self.knows: Step = {seat: {} for seat in (0, *SEATS)}
        self.keys: dict[int, set[str]] = {seat: set() for seat in self.knows}
        web = WebThread(self.window, port=0)
        web.start()
        try:
            asyncio.run(self._watched(web.address, note))
        finally:
            web.stop()
            self.trading.box.stop()

    async def _watched(self, address: str, note: str) -> None:
        keys = self.window.keys().seats
        async with aiohttp.ClientSession(headers={"Origin": address}) as session, asyncio.timeout(PATIENCE):
            self.lines = {0: await session.ws_connect(f"{address}/ws")}
            for seat in SEATS:
                self.lines[seat] = await session.ws_connect(f"{address}/seat/{seat}/{keys[seat]}/ws")
            await self._play(note)

    async def _play(self, note: str) -> None:
        trading = self.trading
        trading.begin()
        match = trading.play.match
        self.owner = int(str(match.view(None)["turn"]))
        request = next(one for one in match.open if one.by == self.owner and one.key == "turn")
        trade = next(one for one in request.options if one.startswith("trade:"))  # type: ignore[union-attr]
        trading.say(self.owner, "turn", trade)
        self.partner = int(match.view(None)["trade"]["partner"])  # type: ignore[index, call-overload, arg-type]
        await self._caught_up()
        for button in OWNER_PRESSES[note]:
            trading.tap(self.owner, button)
            await self._caught_up()
        assert trading.journal.entries(1)[-1] == f"{self.owner} offer {note}"
        trading.tap(self.owner, Button.OK, held=True)
        await self._caught_up()
        self.laid = len(self.steps)  # from here on the partner, too, may learn of the pile
        trading.say(self.partner, "reply", "counter")
        trading.say(self.partner, "counter", "50")
        trading.run(3.0)
        await self._caught_up()

    async def _caught_up(self) -> None:
        """Each page has been told how things are now."""
        now: dict[str, Any] = {"public": json.loads(json.dumps(self.window.public()[1]))}
        for seat in SEATS:
            now[f"glass/{seat}"] = base64.b64encode(self.window.glass(seat) or b"").decode()
        for page, line in self.lines.items():
            knows, own = self.knows[page], {"public", f"glass/{page}"} & set(now)
            while any(knows.get(key) != now[key] for key in own):
                told = json.loads(await line.receive_str())
                knows.update(told)
                self.keys[page] |= set(told)
        self.steps.append(
            {page: {k: v for k, v in knows.items() if k != "picture"} for page, knows in self.knows.items()}
        )


def test_the_pages_of_other_seats_are_sent_the_same_whatever_note_lies_in_a_pile() -> None:
    nothing, ten = Stream("0"), Stream("10")
    assert nothing.owner == ten.owner
    for stream in (nothing, ten):
        assert stream.keys[0] == TO_ALL
        for seat in SEATS:
            assert stream.keys[seat] == TO_ALL | {f"{what}/{seat}" for what in ("glass", "cup", "file")}
    for n, (one, other) in enumerate(zip(nothing.steps, ten.steps, strict=True)):
        may = {nothing.owner} | ({nothing.partner} if n >= nothing.laid else set())
        assert {page: one[page] for page in one if page not in may} == {
            page: other[page] for page in other if page not in may
        }, f"step {n}"
    owner = nothing.owner
    assert [step[owner] for step in nothing.steps] != [step[owner] for step in ten.steps], "nothing to find"

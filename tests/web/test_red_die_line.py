"""What a page may say about the red die, and what closes its line."""

from __future__ import annotations

import pytest

from firmware.web import WebThread
from tests.web.conftest import Line, Visitor, page_of, visit
from tests.web.fake_house import FakeHouse


@pytest.mark.parametrize(
    "message",
    [
        {"pod": 2, "across": 0.5, "down": 0.5, "value": "3"},  # another seat's
        {"pod": 1, "across": 1.5, "down": 0.5, "value": "3"},
        {"pod": 1, "across": 0.5, "down": -0.1, "value": "3"},
        {"pod": 1, "across": 0.5, "down": 0.5, "value": "7"},
        {"pod": 1, "across": 0.5, "down": 0.5},
    ],
)
def test_what_is_no_placing_of_this_page_is_not_done(
    house: FakeHouse, web: WebThread, message: dict[str, object]
) -> None:
    async def saying(visitor: Visitor) -> int | None:
        line: Line = await visitor.open(page_of(house, "seat", 1))
        await line.say(do="red-die", **message)
        return await line.closed()

    assert visit(web, saying) == 1008
    assert not house.done

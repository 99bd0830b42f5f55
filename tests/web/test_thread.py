"""The console's thread: it listens, says where, names what is wrong, and ends."""

from __future__ import annotations

import socket
import threading

import pytest

from firmware.web import WebError, WebThread
from tests.web.fake_house import FakeHouse


def web_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "web"]


def test_it_starts_stops_and_starts_again(house: FakeHouse) -> None:
    web = WebThread(house, port=0)
    for _ in range(2):
        web.start()
        web.start()
        host, port = web.address.removeprefix("http://").split(":")
        socket.create_connection((host, int(port)), timeout=5).close()
        assert len(web_threads()) == 1
        web.stop()
        web.stop()
        assert web_threads() == []
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((host, int(port)), timeout=5)


def test_a_taken_port_is_named(house: FakeHouse) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(WebError, match=f"cannot listen on 127.0.0.1 port {port}.*choose another port"):
            WebThread(house, port=port).start()
    assert web_threads() == []


@pytest.mark.parametrize(("host", "port"), [("no.such.host.invalid", 0), ("127.0.0.1", 70000)])
def test_an_address_that_cannot_be_is_named(house: FakeHouse, host: str, port: int) -> None:
    with pytest.raises(WebError, match="cannot listen"):
        WebThread(house, host, port).start()


def test_a_house_wide_open_says_an_address_that_neighbours_can_type(house: FakeHouse) -> None:
    web = WebThread(house, "0.0.0.0", 0)
    web.start()
    try:
        assert "0.0.0.0" not in web.address
    finally:
        web.stop()


def test_an_address_far_too_long_is_one_line_in_the_log(
    house: FakeHouse, caplog: pytest.LogCaptureFixture
) -> None:
    web = WebThread(house, port=0)
    web.start()
    host, port = web.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as line:
        line.sendall(b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"400 Bad Request" in line.recv(300)
    web.stop()
    assert [record.exc_info for record in caplog.records] == [None]
    assert "aaaa" not in caplog.text

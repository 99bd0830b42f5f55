"""The web console: the public table for anybody; on a simulated one, every seat's glass, buttons and cup."""

from firmware.web.errors import WebError
from firmware.web.house import House, Keys
from firmware.web.texts import page_texts
from firmware.web.thread import WebThread

__all__ = ["House", "Keys", "WebError", "WebThread", "page_texts"]

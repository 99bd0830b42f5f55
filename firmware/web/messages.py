"""What a page may say to the box: five kinds of message, checked strictly."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from firmware.pods.gesture import Button
from firmware.web.house import CupAction, FileAction, Player, RedFace


class Press(msgspec.Struct, tag="press", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """A finger on a button, or off it."""

    pod: int
    button: Literal["back", "more", "ok"]
    down: bool

    @property
    def key(self) -> Button:
        return Button(self.button)


class Cup(msgspec.Struct, tag="cup", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """Something done to a cup."""

    pod: int
    action: CupAction


class File(msgspec.Struct, tag="file", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """The file that a seat looks into, opened or put back."""

    pod: int
    action: FileAction


class Seat(msgspec.Struct, tag="player", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """A seat handed to a person or a bot."""

    pod: int
    who: Player


class RedDie(msgspec.Struct, tag="red-die", tag_field="do", forbid_unknown_fields=True, frozen=True):
    """The red die set down at so much of the picture's width and height, or taken up."""

    pod: int
    across: Annotated[float, msgspec.Meta(ge=0, le=1)]
    down: Annotated[float, msgspec.Meta(ge=0, le=1)]
    value: RedFace | None


Message: TypeAlias = Press | Cup | File | Seat | RedDie
_DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class NotUnderstood(ValueError):
    """A message that no page of ours sends, or one about a pod that the page does not have."""


def understood(text: str) -> Message:
    """The message that a page sent. Raises NotUnderstood."""
    try:
        return _DECODER.decode(text)
    except msgspec.MsgspecError:
        raise NotUnderstood("not a message that a page sends") from None

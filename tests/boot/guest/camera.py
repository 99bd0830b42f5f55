"""A USB camera above the table: plays the pictures in /run/camera into v4l2loopback, over and over.

The file holds one JPEG after the other, each behind its length in four bytes, little endian.
"""

from __future__ import annotations

import fcntl
import struct
import time
from collections.abc import Iterator
from pathlib import Path

NODE, SEEN = Path("/dev/video0"), Path("/run/camera")
EVERY = 0.25  # seconds
WIDTH, HEIGHT = 1640, 1232
S_FMT = 0xC0D05605  # VIDIOC_S_FMT
OUTPUT, WHOLE, SRGB = 2, 1, 8  # numbers of V4L2
MJPG = int.from_bytes(b"MJPG", "little")


def main() -> None:
    """Until the cable is pulled."""
    with NODE.open("wb", buffering=0) as camera:
        # Type, filling, width, height, coding, field, bytes a line, bytes a picture, colours, nothing.
        words = (OUTPUT, 0, WIDTH, HEIGHT, MJPG, WHOLE, 0, WIDTH * HEIGHT, SRGB, 0)
        shape = bytearray(struct.pack("<10I", *words).ljust(208, b"\0"))
        fcntl.ioctl(camera, S_FMT, shape)
        while True:
            for picture in pictures(SEEN.read_bytes()):
                began = time.monotonic()
                camera.write(picture)
                time.sleep(max(0.0, began + EVERY - time.monotonic()))


def pictures(seen: bytes) -> Iterator[bytes]:
    """The single pictures of the file."""
    while seen:
        (length,) = struct.unpack_from("<I", seen)
        yield seen[4 : 4 + length]
        seen = seen[4 + length :]


if __name__ == "__main__":
    main()

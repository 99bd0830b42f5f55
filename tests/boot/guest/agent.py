"""The hand inside the guest: does what the script outside says on a virtio port, a line of JSON each.

`{"do": "read", "file": F}` gives `{"data": base64}`, `{"do": "write", "file": F, "data": base64}` writes it;
`{"do": "run", "words": [...]}` gives `{"code": N, "said": text}`; `{"do": "tap", "line": N, "seconds": S}`
grounds a button's pin for so long; `{"do": "ready"}` lets the box start. What fails is `{"wrong": text}`.
"""

from __future__ import annotations

import base64
import json
import os
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

PORT = Path("/dev/virtio-ports/bluffbox.test")
LINES = "sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio{}/pull"


def do(order: dict[str, Any]) -> dict[str, Any]:
    """Does one thing; the answer."""
    match order["do"]:
        case "read":
            return {"data": base64.b64encode(Path(order["file"]).read_bytes()).decode()}
        case "write":
            Path(order["file"]).write_bytes(base64.b64decode(order["data"]))
        case "run":
            done = subprocess.run(
                order["words"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
            )
            return {"code": done.returncode, "said": done.stdout}
        case "tap":
            pull = next(Path("/").glob(LINES.format(order["line"])))
            pull.write_text("pull-down")
            time.sleep(order["seconds"])
            pull.write_text("pull-up")
        case "ready":
            tell_systemd(b"READY=1")
    return {}


def tell_systemd(what: bytes) -> None:
    """What systemd waits for from a unit of Type=notify."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.sendto(what, os.environ["NOTIFY_SOCKET"])


def main() -> None:
    """Until the guest ends."""
    subprocess.run(["modprobe", "virtio_console"], check=True)
    while not PORT.exists():
        time.sleep(0.05)
    with PORT.open("r+b", buffering=0) as port:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        port.write(json.dumps({"hello": boot}).encode() + b"\n")
        rest = b""
        while True:
            got = port.read(65536)
            if not got:
                time.sleep(0.05)  # nobody outside
                continue
            *lines, rest = (rest + got).split(b"\n")
            for line in lines:
                try:
                    answer = do(json.loads(line))
                except Exception as wrong:
                    answer = {"wrong": f"{type(wrong).__name__}: {wrong}"}
                left = json.dumps(answer).encode() + b"\n"
                while left:
                    left = left[port.write(left) :]


if __name__ == "__main__":
    main()

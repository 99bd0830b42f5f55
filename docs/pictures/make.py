"""Takes the README's picture: the page of all pods while bots play, photographed by Debian's chromium.

`make pictures` renews docs/pictures/table.png.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
SIZE = {"width": 1366, "height": 900}
PATIENCE = 240_000  # milliseconds until the bots have come so far
TOLD = 9  # lines of the account: the first round is over


def main() -> None:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not chromium:
        sys.exit("There is no chromium here: sudo apt install chromium, or set CHROMIUM.")
    with tempfile.TemporaryDirectory() as var:
        bluffbox = str(Path(sys.executable).with_name("bluffbox"))
        words = ("play", "--var", var, "--port", "0", "--bots", "6", "--seed", "7")
        box = subprocess.Popen([bluffbox, *words], stdout=subprocess.PIPE, text=True)
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
                page.goto(_address(box))
                page.wait_for_selector(f".account li:nth-child({TOLD})", timeout=PATIENCE)
                page.wait_for_selector(".bid strong", timeout=PATIENCE)
                page.screenshot(path=HERE / "table.png")
                browser.close()
        finally:
            box.send_signal(signal.SIGINT)
            box.wait(timeout=30)


def _address(box: subprocess.Popen[str]) -> str:
    """The address of the page of all pods, from what the box prints."""
    assert box.stdout is not None
    for line in box.stdout:
        if found := re.search(r"all pods\s+(\S+)", line):
            return found[1]
    raise RuntimeError("the box has said no address")


if __name__ == "__main__":
    main()

"""What the browser tests do on every page: open it, find a pod on it, read the glass."""

from __future__ import annotations

import base64

from playwright.sync_api import Locator, Page, expect

from firmware.web import WebThread


def go(tab: Page, web: WebThread, path: str) -> None:
    tab.goto(web.address + path)
    expect(tab.locator("body")).to_have_attribute("data-line", "up")


def pod(tab: Page, number: int) -> Locator:
    return tab.locator(f".pod[data-pod='{number}']")


def button(tab: Page, number: int, name: str) -> Locator:
    return pod(tab, number).locator(f"[data-button={name}]")


def lit(tab: Page, number: int) -> bytes:
    """The pixels of a glass as the browser has them, packed like the panel's memory."""
    packed = tab.evaluate(
        """(number) => {
            const canvas = document.querySelector(`.pod[data-pod='${number}'] canvas`);
            const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
            const bytes = new Uint8Array(1024);
            for (let at = 0; at < 8192; at += 1)
                if (data[4 * at + 3] === 255) bytes[at >> 3] |= 128 >> (at & 7);
            return btoa(String.fromCharCode(...bytes));
        }""",
        number,
    )
    return base64.b64decode(packed)


def faces(tab: Page, number: int) -> list[str]:
    return [
        die.get_attribute("aria-label") or ""
        for die in pod(tab, number).locator(".stage .die").element_handles()
    ]


def dice(*values: str) -> list[dict[str, str]]:
    return [{"value": value, "lean": "flat"} for value in values]

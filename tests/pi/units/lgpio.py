"""A double of lgpio for a container, which has no pins: every line is free, and up."""

from __future__ import annotations

from typing import Any

_OUTPUT = 2
_modes: dict[int, int] = {}


class _Watch:
    def cancel(self) -> int:
        """Nothing was watched."""
        return 0


def _well(*_what: object) -> int:
    return 0


_SAYS: dict[str, Any] = {
    "RISING_EDGE": 1,
    "FALLING_EDGE": 2,
    "BOTH_EDGES": 3,
    **dict.fromkeys(("SET_PULL_NONE", "SET_PULL_UP", "SET_PULL_DOWN"), 0),
    **dict.fromkeys(
        (
            "gpio_claim_input",
            "gpio_claim_alert",
            "gpio_set_debounce_micros",
            "gpio_write",
            "gpio_free",
            "tx_pwm",
        ),
        _well,
    ),
    "gpiochip_open": lambda chip: 100 + chip,
    "gpiochip_close": _well,
    "gpio_get_chip_info": lambda _handle: [0, 54, "gpiochip0", "pinctrl-bcm2711"],
    "gpio_get_mode": lambda _handle, line: _modes.get(line, 0),
    "gpio_claim_output": lambda _handle, line, *_how: _modes.update({line: _OUTPUT}),
    "gpio_read": lambda _handle, _line: 1,
    "callback": lambda *_what: _Watch(),
}
globals().update(_SAYS)

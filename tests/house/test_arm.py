"""What `make arm-test` leaves out is there to be left out: pytest says nothing where a name fits no test."""

from __future__ import annotations

import pytest

from tests.house.papers import ROOT

LEFT_OUT = (ROOT / "tests/arm_left_out.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LEFT_OUT)
def test_what_is_left_out_is_there(line: str) -> None:
    option, _, place = line.partition("=")
    path, _, name = place.partition("::")
    assert option == "--deselect"
    assert f"\ndef {name}" in (ROOT / path).read_text(encoding="utf-8")

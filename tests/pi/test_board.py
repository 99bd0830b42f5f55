"""Heat and a weak supply are told once each, and when they are over."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.pi.board import Board, under_voltage


class Bench:
    def __init__(self, root: Path) -> None:
        self.heat = root / "sys/class/thermal/thermal_zone0/temp"
        self.alarm = root / "sys/class/hwmon/hwmon1/in0_lcrit_alarm"
        for file in (self.heat, self.alarm):
            file.parent.mkdir(parents=True)
        self.alarm.with_name("name").write_text("rpi_volt\n")
        self.set(50, 0)
        self.told: list[tuple[str, bool]] = []
        self.board = Board(lambda what, why: self.told.append((what, why is not None)), root)

    def set(self, heat: float, alarm: int) -> None:
        self.heat.write_text(f"{int(heat * 1000)}\n")
        self.alarm.write_text(f"{alarm}\n")

    def look(self, heat: float, alarm: int = 0) -> list[tuple[str, bool]]:
        self.set(heat, alarm)
        self.board.tick(self.board.next_tick())
        told, self.told = self.told, []
        return told


def test_heat_is_told_once_and_is_over_when_it_has_cooled_well(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    assert bench.look(79.9) == []
    assert bench.look(81) == [("hot", True)]
    assert bench.look(85) == []
    assert bench.look(78) == []
    assert bench.look(74) == [("hot", False)]


def test_a_weak_supply_is_told_for_as_long_as_it_is_weak(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    assert bench.look(50, 1) == [("voltage", True)]
    assert under_voltage(tmp_path) is True
    assert bench.look(50, 1) == []
    assert bench.look(50, 0) == [("voltage", False)]
    assert under_voltage(tmp_path) is False


@pytest.mark.parametrize("text", ["", "nonsense", "ü"])
def test_a_machine_that_tells_nothing_has_no_complaints(tmp_path: Path, text: str) -> None:
    bench = Bench(tmp_path)
    bench.heat.write_text(text)
    bench.alarm.unlink()
    bench.board.tick(0.0)
    assert bench.told == []
    assert under_voltage(tmp_path / "elsewhere") is None

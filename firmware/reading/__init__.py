"""Reads dice and cards off photographs, and measures how well."""

from firmware.reading.bench import bench
from firmware.reading.bench_cards import cards
from firmware.reading.command import read

bench.add_command(cards)

__all__ = ["bench", "read"]

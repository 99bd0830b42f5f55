"""Reads dice off photographs, and measures how well."""

from firmware.reading.bench import bench
from firmware.reading.command import read

__all__ = ["bench", "read"]

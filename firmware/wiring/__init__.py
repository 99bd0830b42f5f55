"""Drawings of how the box is wired, made from the pin table."""

"""Bluff You!: sheet 004."""

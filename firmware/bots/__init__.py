"""Bots: players of the simulated table. They know what a seat knows, think, and press real buttons."""

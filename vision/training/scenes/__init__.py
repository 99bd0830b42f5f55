"""Draws scenes with known dice, and traces the light of some: what training and measuring look at."""

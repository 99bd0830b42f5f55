"""Bluff, that is liar's dice: Jumbo 718, Borg 1994 (sheet 001, rulings L)."""

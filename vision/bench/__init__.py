"""Measures dice readers on labelled pictures; nothing here is needed at the table."""

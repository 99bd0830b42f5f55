"""Biz-Bluff (sheet 003): companies that may be worth nothing, and people who say what they are worth."""

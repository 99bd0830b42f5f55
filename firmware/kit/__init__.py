"""Kits to print: a game's pieces as drawings of ours, laid on sheets of paper, and the deck they make."""

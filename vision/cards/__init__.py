"""Reads cards: any deck whose faces were taught once, from pictures of them."""

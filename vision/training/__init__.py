"""Makes the pictures and trains the two networks that `vision.dice` runs; nothing here is needed at the
table."""

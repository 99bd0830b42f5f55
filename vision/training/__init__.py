"""Makes the pictures and trains the three networks that `vision.dice` runs; nothing here is needed at the
table."""

"""The glass of a pod: what it shows (screen), and how that becomes 128 x 64 pixels (draw)."""

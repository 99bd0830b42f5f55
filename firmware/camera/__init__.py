"""The camera: frames with the time at which they were taken, from whatever takes them."""

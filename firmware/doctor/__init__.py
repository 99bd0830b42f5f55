"""The doctor: names each thing that can be wrong with a box, with the command that mends it."""

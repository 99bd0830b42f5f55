"""`make boot-test`: the whole box on a simulated Pi, from power-on to a hard reset in mid-game."""

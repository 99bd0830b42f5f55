"""What is on a Pi and on no other machine: the lamp, the power button, the buzzer, heat and power."""

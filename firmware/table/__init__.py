"""The table loop: what the box does with gestures, readings and time, one message after another."""

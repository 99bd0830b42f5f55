"""The simulated table: dice, cups, hands and cloth in the real ones' stead, and their picture."""

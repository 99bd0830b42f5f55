"""What the rules are held to."""

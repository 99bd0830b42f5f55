"""What the owner's own box of Biz-Bluff holds: taught step by step, kept in a folder, checked on load."""

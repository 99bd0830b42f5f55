"""The cattle trade: BLUFF, 01 081 3 (sheet 000), and Kuhhandel, 27109 2 (sheet 002), with rulings K."""

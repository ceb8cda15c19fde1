"""The report on the bots and the balance of each game."""

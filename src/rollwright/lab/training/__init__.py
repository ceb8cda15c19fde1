"""Training: a game's learned value is fitted to the results of games that bots play with themselves."""

"""The ground every game stands on: the contract, dice, grids, move notation, words and compiling."""

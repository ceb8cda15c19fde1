"""What every game is built on: the contract, dice, grids, move notation, words and the compiler."""

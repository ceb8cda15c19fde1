"""What was luck in a finished game, and what were choices: measured by playouts that follow the game's guide."""

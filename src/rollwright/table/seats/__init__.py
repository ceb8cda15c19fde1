"""The seats of a table: who holds them, and what their players are called."""

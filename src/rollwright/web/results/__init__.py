"""What this browser's player has finished, added up and drawn."""

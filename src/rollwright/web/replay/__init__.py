"""The page on which a game is watched again, step by step."""

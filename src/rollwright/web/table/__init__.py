"""The page of a table that is being played."""

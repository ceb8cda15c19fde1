"""What the page of a table shows, piece by piece, as values that its script draws."""

"""Windows of a real browser, and hands that play in them."""

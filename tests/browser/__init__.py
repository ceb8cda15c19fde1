"""Tests through a real browser: a server, windows, hands, and what people do with them."""

"""Drives a real browser: windows, and players that use mouse, touch or keyboard."""

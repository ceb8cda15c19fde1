"""The results of this browser: statistics and charts."""

"""What every page and request needs: reading, rendering, guarding, limits, cookies."""

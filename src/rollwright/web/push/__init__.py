"""Messages to browsers that have no page open, by way of their push services."""

"""The pieces of a table's page, as values that its script draws."""

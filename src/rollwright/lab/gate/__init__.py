"""The balance gate: whether any choice of a game wins too often against another."""

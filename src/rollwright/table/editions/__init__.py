"""Tables of other editions of the rules: whether they can be replayed, and what is kept of them."""

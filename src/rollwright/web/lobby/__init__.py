"""A table before its game begins: taking seats, and invitations."""

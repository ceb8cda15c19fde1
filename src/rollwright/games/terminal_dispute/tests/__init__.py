"""The tests of Terminal Dispute, and what they share."""

"""The tests of Sealed Bids."""

"""Tables being played now: rooms, seats, clocks, bots' turns, invitations. Nothing here knows HTTP."""

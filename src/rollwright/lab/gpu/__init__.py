"""Games of the lab on a graphics processor: one thread a game, byte for byte those of the CPU."""

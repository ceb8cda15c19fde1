"""Where the games of the lab are played: here, in a pool of processes, or on a cluster of machines."""

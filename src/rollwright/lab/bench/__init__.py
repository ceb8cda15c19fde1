"""The benchmark: our speeds next to yardsticks measured in the same run."""

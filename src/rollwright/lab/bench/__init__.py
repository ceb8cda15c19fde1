"""The benchmark: our numbers beside yardsticks measured in the same run."""

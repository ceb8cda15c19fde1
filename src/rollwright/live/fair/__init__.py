"""What running tables do for fair dice."""

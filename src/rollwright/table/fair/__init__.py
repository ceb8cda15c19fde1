"""What players add to fair dice."""

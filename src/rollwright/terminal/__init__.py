"""Playing in a terminal: the sheet as text, moves typed in notation."""

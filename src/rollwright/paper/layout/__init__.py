"""Where things stand on paper: sizes, pages, places, and the markup of Typst."""

"""How drawings look without a style sheet: rules of CSS, colours, and flat SVG."""

"""Charts of scores: lines, bars, dots and histograms, as SVG."""

"""The command line: `rollwright games`, `play`, `sim`, `bench`, `check`, `replay`."""

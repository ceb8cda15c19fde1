"""`python -m rollwright` is `rollwright`."""

from rollwright.command.main import main

if __name__ == "__main__":
    raise SystemExit(main())

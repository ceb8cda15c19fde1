"""Ten thousand games, and a picture of the scores."""

import argparse

import rollwright


def main() -> None:
    """Play at random and by the guide, and draw both into one file."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=10_000)
    asked.add_argument("--output", default="scores.svg")
    given = asked.parse_args()

    result = rollwright.simulate("tou_shi", given.games, seed=1)
    print(result.summary())
    for title, least, count in result.rated():
        print(f"{count / result.games:7.2%}  {least:3}+  {title}")
    result.chart().save(given.output)
    print(f"The picture is {given.output}.")


if __name__ == "__main__":
    main()

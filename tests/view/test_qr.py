"""A QR code is the text it was made from, and a page may show it."""

import re
from xml.etree import ElementTree

import pytest
import segno

from rollwright.view.qr import QUIET_ZONE, qr_svg

SVG = "{http://www.w3.org/2000/svg}"
LINK = "http://192.168.178.123:8600/join#abcdefghijklmnop.ABCDEFGHIJKLMNOPQRSTUVWXYZ-_2345"


def dark(drawn: str) -> set[tuple[int, int]]:
    """Return the dark modules of a drawing, read from its path, as column and row."""
    _, path = ElementTree.fromstring(drawn).iter(f"{SVG}path")
    bars = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path.attrib["d"])
    assert path.attrib["d"] == "".join(f"M{x} {y}h{run}v1h-{back}z" for x, y, run, back in bars)
    assert all(run == back for _, _, run, back in bars)
    return {(int(x) + i, int(y)) for x, y, run, _ in bars for i in range(int(run))}


@pytest.mark.parametrize("text", [LINK, "http://[fe80::1]:8600/join#a.b", "Привет", "1"])
def test_the_dark_modules_are_those_of_the_code(text: str) -> None:
    matrix = segno.make(text, error="m", micro=False).matrix
    wanted = {
        (x + QUIET_ZONE, y + QUIET_ZONE) for y, row in enumerate(matrix) for x, module in enumerate(row) if module
    }
    assert dark(qr_svg(text, "A link")) == wanted


def test_a_quiet_zone_of_white_stands_around_it() -> None:
    drawing = ElementTree.fromstring(qr_svg(LINK, "A link"))
    size = int(drawing.attrib["viewBox"].split()[2])
    assert drawing.attrib["viewBox"] == f"0 0 {size} {size}"
    ground, code = drawing.iter(f"{SVG}path")
    assert ground.attrib == {"fill": "#fff", "d": f"M0 0h{size}v{size}H0z"}
    assert code.attrib["fill"] == "#000"
    across, down = zip(*dark(qr_svg(LINK, "A link")), strict=True)
    assert (min(across), min(down), max(across), max(down)) == (4, 4, size - 5, size - 5)


def test_it_has_a_spoken_label_and_no_style() -> None:
    drawn = qr_svg(LINK, '"Ana" <&> the link')
    assert "style" not in drawn
    assert 'role="img" aria-label="&#34;Ana&#34; &lt;&amp;&gt; the link"' in drawn
    assert ElementTree.fromstring(drawn).attrib["aria-label"] == '"Ana" <&> the link'


def test_another_link_is_another_code() -> None:
    assert dark(qr_svg(LINK, "")) != dark(qr_svg(LINK.replace("abc", "abd"), ""))

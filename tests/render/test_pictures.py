"""Pictures by width, dots an inch and ground, and explanations as animations and pages."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from PIL import Image

from commands import UNIQUE, run


@pytest.fixture
def board(tmp_path: Path) -> str:
    file = tmp_path / "board.txt"
    file.write_text(UNIQUE, encoding="utf-8")
    return str(file)


def draw(board: str, name: str, *options: str) -> Path:
    file = Path(board).with_name(name)
    result = run("draw", board, "-o", str(file), *options)
    assert result.exit_code == 0, result.stderr
    return file


def test_width_of_a_picture(board: str) -> None:
    with Image.open(draw(board, "wide.png", "--width", "1200")) as picture:
        assert picture.size == (1200, 1200)
    svg = draw(board, "wide.svg", "--width", "700").read_text(encoding="utf-8")
    assert 'width="700" height="700" viewBox="-8 -8 136 136"' in svg


def test_dots_an_inch(board: str) -> None:
    with Image.open(draw(board, "fine.png", "--dpi", "288")) as picture:
        assert picture.size == (3 * 136, 3 * 136)
        assert picture.info["dpi"] == pytest.approx((288, 288), abs=0.02)


def test_a_transparent_picture_has_no_paper(board: str) -> None:
    for options, opaque in (((), 255), (("--transparent",), 0)):
        with Image.open(draw(board, "board.png", *options)) as picture:
            assert picture.getchannel("A").getpixel((20, 40)) == opaque
    svg = draw(board, "board.svg", "--transparent", "--outlines").read_text(encoding="utf-8")
    assert "<rect" not in svg and "<text" not in svg


def test_explanation_as_an_animation(board: str) -> None:
    with Image.open(draw(board, "steps.apng", "--steps")) as picture:
        assert picture.format == "PNG"
        frames = []
        for number in range(getattr(picture, "n_frames", 1)):
            picture.seek(number)
            frames.append(picture.convert("RGB").tobytes())
        steps = json.loads(run("explain", "--json", board).stdout)["steps"]
        assert len(frames) == len(set(frames)) == 1 + len(steps)


def test_explanation_as_a_page(board: str) -> None:
    page = draw(board, "steps.html", "--steps").read_text(encoding="utf-8")
    script = page.split('<script type="module">')[1].split("</script>")[0]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page
    texts = re.findall(r"<figcaption[^>]*>(.*?)</figcaption>", page)
    assert texts[0] == "The puzzle." and len(texts) > 3
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("board.pdf", ["--width", "300"]),
        ("board.svg", ["--dpi", "300"]),
        ("board.txt", ["--transparent"]),
        ("board.apng", []),
        ("board.png", ["--width", "20000"]),
    ],
)
def test_options_that_do_not_fit(board: str, name: str, options: list[str]) -> None:
    result = run("draw", board, "-o", str(Path(board).with_name(f"new-{name}")), *options)
    assert result.exit_code == 2
    assert result.stderr

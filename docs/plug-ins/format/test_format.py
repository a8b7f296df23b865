"""What is written in the format is read as the same puzzle."""

import quebra


def test_format() -> None:
    text = "kojun rows a2 a. / b. c1\n"
    assert quebra.convert(quebra.load(text), "rows") == text

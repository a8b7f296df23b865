"""The contract holds for the family."""

from latin_squares import family
from latin_squares.symmetry import images

from quebra.testing import check_family


def test_family() -> None:
    check_family(family, images)

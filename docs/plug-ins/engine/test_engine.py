"""The contract holds for the engine."""

from quebra.contract.registry import get_family
from quebra.testing import check_engine


def test_engine() -> None:
    check_engine(get_family("kojun"), "force")

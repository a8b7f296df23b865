"""Families of test functions; the sums of any of them over the edges of a type must vanish."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeVar

import numpy as np
import numpy.typing as npt

FunctionKind = Literal["delta", "exponential", "monomial", "chebyshev"]
Numbers = npt.NDArray[np.float64]

Scalar = TypeVar("Scalar", np.float64, np.complex128)

WEIGHTS = (
    1.0,
    math.sqrt(2),
    math.sqrt(3),
    math.sqrt(5),
    math.sqrt(7),
    *(math.sqrt(p) for p in (11, 13, 17)),
)
"""Factors of coordinates whose combinations differ at all places of a grid."""
INDEPENDENCE_TOLERANCE = 1e-6
"""Functions that add less than this to the span of the others are left out."""


@dataclass(frozen=True)
class TestFunctions:
    """A family of functions of the place of an edge, and their number.

    `delta` is 1 at one place and 0 elsewhere. The others are products over the coordinates, up to
    a total `degree`: exp(pitch k x), x^k, or the Chebyshev polynomial T_k(x). Without a degree
    there are as many as completeness needs. With `minimal` they are functions of one number up to
    order `edges`, as in proposition 2: in the plane of the complex number x + i y, with a row for
    the real and one for the imaginary part. Unless `centred` is false, coordinates run from -1 to
    1, each function is scaled to 1, and those that others nearly add up to are left out.

    >>> line = np.array([[0.0], [1.0], [2.0]])
    >>> TestFunctions("monomial", degree=2).values(line, edges=9).tolist()
    [[1.0, 1.0, 1.0], [-1.0, 0.0, 1.0], [1.0, 0.0, 1.0]]
    """

    __test__ = False  # the name is the paper's, and no test

    kind: FunctionKind = "delta"
    degree: int | None = None
    pitch: float = 1.0
    centred: bool = True
    minimal: bool = False

    def values(self, places: Numbers, edges: int) -> Numbers:
        """The functions at the places, a row each; `edges` is the most edges of a type."""
        if self.kind == "delta":
            return np.eye(len(places))
        coordinates = _centred(places) if self.centred else places
        if self.minimal:
            return self._minimal_values(coordinates, edges)
        widths = [len(np.unique(column.round(9))) for column in places.T]
        orders = list(self._orders(widths, edges))
        tables = [
            self._powers(column, 1 + max(order[axis] for order in orders))
            for axis, column in enumerate(coordinates.T)
        ]
        rows = np.array(
            [
                np.prod([table[k] for table, k in zip(tables, order, strict=True)], axis=0)
                for order in orders
            ]
        )
        return (
            _independent(rows / np.abs(rows).max(axis=1, keepdims=True)) if self.centred else rows
        )

    def _minimal_values(self, coordinates: Numbers, edges: int) -> Numbers:
        """The real and imaginary parts of the functions of order 0 to `edges`."""
        factors = [1j, 1] if coordinates.shape[1] == 2 else WEIGHTS[: coordinates.shape[1]]
        powers = self._powers(coordinates @ np.array(factors), edges + 1)
        rows = np.concatenate([powers.real, powers.imag])
        sizes = np.abs(rows).max(axis=1, keepdims=True)
        rows, sizes = rows[sizes[:, 0] > 0], sizes[sizes[:, 0] > 0]
        return _independent(rows / sizes) if self.centred else rows

    def _orders(self, widths: list[int], edges: int) -> list[tuple[int, ...]]:
        """The orders of the products.

        Power sums up to the number of points tell points apart, in any dimension (Weyl). Where a
        coordinate has n values, its powers from n on are combinations of the lower ones.
        """
        degree = self.degree
        if degree is None:
            degree = min(edges, sum(width - 1 for width in widths))
            ranges = [range(min(width, degree + 1)) for width in widths]
        else:
            ranges = [range(degree + 1) for _ in widths]
        return [order for order in product(*ranges) if sum(order) <= degree]

    def _powers(self, x: npt.NDArray[Scalar], count: int) -> npt.NDArray[Scalar]:
        orders = np.arange(count)[:, None]
        if self.kind == "exponential":
            found = np.exp(self.pitch * orders * x)
        elif self.kind == "monomial":
            found = x**orders
        else:
            found = np.cos(orders * np.emath.arccos(x))
        return np.asarray(found if np.iscomplexobj(x) else found.real, dtype=x.dtype)


FAMILIES = {
    "delta": TestFunctions("delta"),
    "exponential, the authors' defaults": TestFunctions(
        "exponential", degree=8, pitch=0.1, centred=False
    ),
    "exponential, centred and scaled": TestFunctions("exponential"),
    "monomial, centred and scaled": TestFunctions("monomial"),
    "Chebyshev, centred and scaled": TestFunctions("chebyshev"),
}
"""The families that are compared, by name."""


def _independent(rows: Numbers) -> Numbers:
    """The rows that a QR decomposition with pivots finds to be independent, in their order."""
    from scipy.linalg import qr

    _, triangle, pivots = qr(rows.T, mode="economic", pivoting=True)
    sizes = np.abs(np.diag(triangle))
    kept = np.sort(pivots[: int((sizes > INDEPENDENCE_TOLERANCE * sizes[0]).sum())])
    return np.asarray(rows[kept])


def _centred(places: Numbers) -> Numbers:
    low, high = places.min(axis=0), places.max(axis=0)
    return np.asarray((2 * places - low - high) / np.maximum(high - low, 1e-9), dtype=np.float64)

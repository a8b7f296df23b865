"""Exact proofs from floating-point numbers."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from quebra.papers.edge_matching_algebra.functions import Numbers

SCALE = 1 << 30
"""The largest multiplier after rounding to integers."""


def refutes(
    multipliers: Numbers,
    matrix: sparse.csr_matrix,
    right: Numbers,
    equal: np.ndarray[tuple[int], np.dtype[np.bool_]],
    total: int,
) -> bool:
    """Whether the multipliers, rounded to integers, prove that the rows are infeasible.

    The rows are `matrix @ x = right` where `equal`, else at most; all numbers are whole. x has no
    negative entry and the sum `total`. The rows, multiplied and added, say that weights @ x is at
    most a bound. It is at least the least weight times the total: if that is more, there is no x.

    >>> rows = sparse.csr_matrix([[1.0, 1.0], [1.0, 1.0]])
    >>> both = np.array([True, True])
    >>> refutes(np.array([-0.1, 0.1]), rows, np.array([2.0, 1.0]), both, total=2)
    True
    >>> refutes(np.array([-0.1, 0.1]), rows, np.array([1.0, 1.0]), both, total=1)
    False
    """
    largest = np.abs(multipliers).max(initial=0.0)
    if not np.isfinite(largest) or largest == 0:
        return False
    whole = np.rint(multipliers / largest * SCALE).astype(np.int64)
    return any(_refutes(each, matrix, right, equal, total) for each in (whole, -whole))


def _refutes(
    whole: np.ndarray[tuple[int], np.dtype[np.int64]],
    matrix: sparse.csr_matrix,
    right: Numbers,
    equal: np.ndarray[tuple[int], np.dtype[np.bool_]],
    total: int,
) -> bool:
    allowed = np.where(equal, whole, np.maximum(whole, 0))
    weights = matrix.astype(np.int64).T @ allowed
    bound = int(right.astype(np.int64) @ allowed)
    least = min(0, int(weights.min(initial=0)))
    return bound < least * total

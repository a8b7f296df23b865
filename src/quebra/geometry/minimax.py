"""Linear fitting in which the largest deviation counts, instead of the sum of squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


def minimax(matrix: Array, values: Array) -> Array | None:
    """The x for which the largest of `matrix @ x - values`, if positive, is the least.

    >>> import numpy as np
    >>> rows = np.array([[1.0], [1.0], [-1.0], [-1.0]])
    >>> float(minimax(rows, np.array([0.0, 1.0, 0.0, -1.0]))[0])
    0.5
    """
    import numpy as np
    from scipy.optimize import linprog

    rows, columns = matrix.shape
    scale = float(np.abs(values).max()) or 1.0  # the solver's own tolerance is absolute
    found = linprog(
        np.append(np.zeros(columns), 1.0),
        A_ub=np.hstack([matrix, -np.ones((rows, 1))]),
        b_ub=values / scale,
        bounds=[(None, None)] * columns + [(0, None)],
    )
    return scale * np.asarray(found.x[:-1], dtype=np.float64) if found.success else None

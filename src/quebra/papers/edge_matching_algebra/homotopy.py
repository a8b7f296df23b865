"""Solves tiny polynomial systems by homotopy continuation from a total-degree start system.

The linear equations are solved first. For the remaining unknowns random combinations of the other
equations form a square system of low degrees. Each solution of a simple system of the same degrees
is followed while that system turns into the square one; what satisfies all equations remains.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import numpy.typing as npt

from quebra.contract.errors import BadInput
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.rules import check
from quebra.i18n.text import Text
from quebra.papers.edge_matching_algebra.coordinates import Polynomial
from quebra.papers.edge_matching_algebra.polynomials import filling_of, polynomials

Complex = npt.NDArray[np.complex128]

MOST_PATHS = 20_000
"""The most start solutions."""
SMALLEST_STEP, LARGEST = 1e-7, 1e6
"""A path ends where its steps are shorter or its point is farther away."""
TOLERANCE = 1e-6


def solved_by_homotopy(puzzle: Edges, seed: int = 0) -> list[Filling]:
    """Solutions of a tiny board without turns, from its minimal system of monomials.

    All are accepted by `check`; that there are no others is not proved, as numbers are rounded.

    >>> board = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> [[placed.piece for placed in filling.cells] for filling in solved_by_homotopy(board)]
    [[0, 1]]
    """
    system = polynomials(puzzle, "monomial", "minimal")
    names = [f"z{piece}" for piece in range(1, len(puzzle.pieces) + 1)]
    found: list[Filling] = []
    for point in solutions(system, names, seed):
        values = dict(zip(names, map(complex, point), strict=True))
        filling = filling_of(puzzle, values, "monomial", "minimal", 1e-4)
        if filling is not None and filling not in found and not check(puzzle, filling):
            found.append(filling)
    return found


def solutions(system: Sequence[Polynomial], names: Sequence[str], seed: int = 0) -> list[Complex]:
    """The isolated solutions of a system, as numbers in the order of the names."""
    every = [_Numeric(equation, names) for equation in system]
    linear = [each for each in every if each.degree <= 1]
    origin, basis = _linear_solution(linear, len(names))
    if origin is None:
        return []
    others = sorted((each for each in every if each.degree > 1), key=lambda each: each.degree)
    free = basis.shape[1]
    if free == 0:
        return [origin] if all(abs(each.at(origin)) < TOLERANCE for each in others) else []
    random = np.random.default_rng(seed)
    square = _Square(others, origin, basis, random)
    paths = product(*(range(degree) for degree in square.degrees))
    found: list[Complex] = []
    for path in paths:
        end = square.follow(np.exp(2j * np.pi * np.array(path) / np.array(square.degrees)))
        if end is None:
            continue
        point = origin + basis @ end
        right = all(abs(each.at(point)) < TOLERANCE * each.size for each in every)
        if right and not any(np.abs(point - old).max() < TOLERANCE for old in found):
            found.append(point)
    return found


class _Numeric:
    """A polynomial with floating-point coefficients."""

    def __init__(self, equation: Polynomial, names: Sequence[str]) -> None:
        number = {name: i for i, name in enumerate(names)}
        self.factors = np.array([complex(factor) for factor in equation.values()])
        self.powers = np.zeros((len(equation), len(names)), int)
        for row, monomial in enumerate(equation):
            for name, power in monomial:
                self.powers[row, number[name]] = power
        self.degree = int(self.powers.sum(axis=1).max())
        self.size = float(np.abs(self.factors).sum())

    def at(self, x: Complex) -> complex:
        """The value at a point."""
        return complex(self.factors @ np.prod(x**self.powers, axis=1))

    def gradient(self, x: Complex) -> Complex:
        """The derivatives at a point."""
        found = np.zeros(len(x), complex)
        for axis in range(len(x)):
            lower = self.powers.copy()
            lower[:, axis] = np.maximum(lower[:, axis] - 1, 0)
            found[axis] = self.factors * self.powers[:, axis] @ np.prod(x**lower, axis=1)
        return found


def _linear_solution(equations: Sequence[_Numeric], size: int) -> tuple[Complex | None, Complex]:
    """A solution of linear equations, and a basis of the differences of solutions."""
    zero = np.zeros(size, complex)
    if not equations:
        return zero, np.eye(size, dtype=complex)
    matrix = np.array([each.gradient(zero) for each in equations])
    right = np.array([-each.at(zero) for each in equations])
    origin = np.linalg.lstsq(matrix, right, rcond=None)[0]
    _, sizes, rows = np.linalg.svd(matrix)
    rank = int((sizes > 1e-9 * sizes.max(initial=1.0)).sum())
    fits = np.abs(matrix @ origin - right).max() < TOLERANCE
    return (origin if fits else None), rows[rank:].conj().T


class _Square:
    """Random combinations of equations, as many as unknowns, and their start system."""

    def __init__(
        self,
        equations: Sequence[_Numeric],
        origin: Complex,
        basis: Complex,
        random: np.random.Generator,
    ) -> None:
        self.origin, self.basis = origin, basis
        # Row n combines the equations up to the degree of equation n.
        used = self._independent(equations, random)
        self.degrees = [each.degree for each in used]
        self.used = list(equations)
        draw = random.normal(size=(len(used), len(equations), 2)) @ np.array([1, 1j])
        below = np.array([[each.degree <= top for each in equations] for top in self.degrees])
        sizes = np.array([each.size for each in equations])
        self.mix: Complex = draw * below / sizes
        self.gamma = np.exp(2j * np.pi * random.random())
        if np.prod(self.degrees) > MOST_PATHS:
            raise BadInput(
                Text("The homotopy would have more than {most:,} paths.", most=MOST_PATHS)
            )

    def _independent(
        self, equations: Sequence[_Numeric], random: np.random.Generator
    ) -> list[_Numeric]:
        """As many equations as unknowns, of the lowest degrees, independent at a random point."""
        free = self.basis.shape[1]
        y = random.normal(size=(free, 2)) @ np.array([1, 1j])
        point = self.origin + self.basis @ y
        rows: list[Complex] = []
        found: list[_Numeric] = []
        for each in equations:
            row = each.gradient(point) @ self.basis / each.size
            if np.linalg.matrix_rank(np.array([*rows, row]), tol=1e-8) > len(rows):
                rows.append(row)
                found.append(each)
            if len(found) == free:
                return found
        raise BadInput(Text("The system has no isolated solutions."))

    def _target(self, y: Complex) -> tuple[Complex, Complex]:
        x = self.origin + self.basis @ y
        values = np.array([each.at(x) for each in self.used])
        slopes = np.array([each.gradient(x) @ self.basis for each in self.used])
        return self.mix @ values, self.mix @ slopes

    def _homotopy(self, y: Complex, t: float) -> tuple[Complex, Complex, Complex]:
        """The value, the derivatives by y and the derivative by t."""
        degrees = np.array(self.degrees)
        start = self.gamma * (y**degrees - 1)
        start_slopes = np.diag(self.gamma * degrees * y ** (degrees - 1))
        target, slopes = self._target(y)
        value = (1 - t) * start + t * target
        return value, (1 - t) * start_slopes + t * slopes, target - start

    def follow(self, y: Complex) -> Complex | None:
        """The end of the path from a solution of the start system; None if it diverges."""
        t, step = 0.0, 0.05
        while t < 1:
            step = min(step, 1 - t)
            _, slopes, change = self._homotopy(y, t)
            try:
                guess = y - step * np.linalg.solve(slopes, change)
                after = self._corrected(guess, t + step)
            except np.linalg.LinAlgError:
                after = None
            if after is None:
                step /= 2
                if step < SMALLEST_STEP:
                    return None
                continue
            y, t, step = after, t + step, step * 1.5
            if np.abs(y).max() > LARGEST:
                return None
        return y

    def _corrected(self, y: Complex, t: float) -> Complex | None:
        """The point of the path near a guess, by Newton's method."""
        for _ in range(4):
            value, slopes, _ = self._homotopy(y, t)
            change = np.linalg.solve(slopes, value)
            y = y - change
            if np.abs(change).max() < 1e-9 * (1 + np.abs(y).max()):
                return y
        return None

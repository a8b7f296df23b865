"""How anything is solved: budgets, the search, compiled kernels, and outside solvers."""

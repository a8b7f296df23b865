"""How puzzles are solved: budgets, the search, compiled kernels, and external solvers."""

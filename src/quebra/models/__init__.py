"""Puzzles as models for other solvers: CNF, MiniZinc, ASP, LP and MPS, and proofs of a CNF."""

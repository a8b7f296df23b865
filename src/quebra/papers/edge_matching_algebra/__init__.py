"""*A Global Approach for Solving Edge-Matching Puzzles*."""

"""The contract of a family of puzzles; everything else is derived from it."""

"""Geometric puzzles: pieces with straight, round and curved sides that form a figure."""

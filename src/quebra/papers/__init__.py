"""One room for each paper: its algorithm to the letter, added to families by entry points."""

"""What a family of puzzles is: the contract that everything else is made from."""

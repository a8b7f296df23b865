"""L. N. N. Almeida and J. H. A. M. Reguengo da Luz, *Symmetry Puzzle*, 2020."""

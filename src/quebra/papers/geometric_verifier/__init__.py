"""M. Siqueira Júnior, R. Alves, E. Clua, E. Passos, C. da Silva, A. Montenegro and J. C. Oliveira,
*A Novel Algorithm to Verify the Solution of Geometric Puzzle Games*.
"""

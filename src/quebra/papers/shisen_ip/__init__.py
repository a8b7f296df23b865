"""R. S. Trindade, O. C. B. de Araujo and G. Dhein, *Programação matemática aplicada à resolução de
um jogo tipo quebra-cabeça*.
"""

"""G. de Vargas Coelho, *Relatório de implementação de resolvidor de puzzle Kojun*, 2022."""

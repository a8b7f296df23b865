"""The verbs, as every caller uses them."""

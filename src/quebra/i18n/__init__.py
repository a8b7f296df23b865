"""Translation of texts into other languages."""

"""The families, a folder each. Nothing outside a folder names it: see `quebra.core.registry`."""

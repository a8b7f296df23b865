"""The families, a folder each. No module outside a folder names it: see `contract.registry`."""

"""Batches: one verb for many puzzles, in many processes, on one or more machines."""

from quebra.batch.plan import Plan
from quebra.batch.run import BatchProgress, run_batch
from quebra.batch.sources import Item, read_sources

__all__ = ["BatchProgress", "Item", "Plan", "read_sources", "run_batch"]

"""Batches: one verb for many puzzles, in many processes, on one or more machines."""

from quebra.batch.plan import Plan
from quebra.batch.run import BatchProgress, run_batch
from quebra.batch.sources import Item, read_sources
from quebra.batch.tables import frame

__all__ = ["BatchProgress", "Item", "Plan", "frame", "read_sources", "run_batch"]

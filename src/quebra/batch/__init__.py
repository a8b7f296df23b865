"""Batches: one verb over many puzzles, by many processes, on one machine or on many."""

from quebra.batch.plan import Plan
from quebra.batch.run import Outlook, run_batch
from quebra.batch.sources import Item, read_sources

__all__ = ["Item", "Outlook", "Plan", "read_sources", "run_batch"]

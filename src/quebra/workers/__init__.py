"""Supervised worker processes with limits, which run requests for the page and for batches."""

from quebra.workers.pool import WorkerPool
from quebra.workers.protocol import Advanced, Done, Event, Failed, Limits, Started, Waiting
from quebra.workers.sandbox import Sandbox
from quebra.workers.task import Task

__all__ = [
    "Advanced",
    "Done",
    "Event",
    "Failed",
    "Limits",
    "Sandbox",
    "Started",
    "Task",
    "Waiting",
    "WorkerPool",
]

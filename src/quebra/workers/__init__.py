"""Supervised, limited, warm processes that do what takes long, for the page and for batches."""

from quebra.workers.crew import Crew
from quebra.workers.events import Advanced, Done, Event, Failed, Started, Waiting
from quebra.workers.job import Job
from quebra.workers.limits import Limits

__all__ = [
    "Advanced",
    "Crew",
    "Done",
    "Event",
    "Failed",
    "Job",
    "Limits",
    "Started",
    "Waiting",
]

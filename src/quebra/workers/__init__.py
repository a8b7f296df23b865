"""Supervised, limited, warm processes that do what takes long, for the page and for batches."""

from quebra.workers.crew import Crew
from quebra.workers.events import Advanced, Done, Event, Failed, Started, Waiting
from quebra.workers.job import Job
from quebra.workers.limits import Limits
from quebra.workers.task import Task
from quebra.workers.tasks import read_task

__all__ = [
    "Advanced",
    "Crew",
    "Done",
    "Event",
    "Failed",
    "Job",
    "Limits",
    "Started",
    "Task",
    "Waiting",
    "read_task",
]

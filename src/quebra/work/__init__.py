"""Supervised, limited, warm processes that do what takes long, for the page and for batches."""

from quebra.work.crew import Crew
from quebra.work.events import Advanced, Done, Event, Failed, Started, Waiting
from quebra.work.job import Job
from quebra.work.limits import Limits
from quebra.work.task import Task
from quebra.work.tasks import read_task

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
